package clock

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Policy is how a game keeps time. The zero Policy has no deadlines.
type Policy struct {
	Time  Span   // for a decision
	Kinds []Kind // those that have another time, by name
	At    int    // minutes after midnight at which deadlines fall; -1 for any time
	Zone  string // of players who name none, and of pauses
	Off   []FreeTime
	// Remind is how long before a deadline reminders go out, longest first.
	Remind     []time.Duration
	Grace      time.Duration // after each deadline
	Bank       time.Duration // after that, for each player in the whole game
	Absence    int           // days in a year that each player can announce
	Pause      int           // days that a pause by agreement can last
	Takeover   time.Duration // by which the first clock of a substitute is longer
	Outage     time.Duration // what a player gets in place of the grace if the daemon was off
	Final      bool          // whether orders wait for the deadline until all are final
	Wait       bool          // whether a silent player is waited for, in place of the defaults
	Umpire     int           // deadlines missed in a row after which the umpire is told
	Substitute int           // and after which a substitute is sought
}

// Kind is a kind of decision with a time of its own.
type Kind struct {
	Name string // engine.Decision.Kind
	Time Span
}

// FreeTime is a part of the days on which no clock runs: a weekday, or dates.
type FreeTime struct {
	Weekday  time.Weekday // if From is zero
	From, To Date
}

// Date is a day of a year, or of every year if Year is 0.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

const (
	maxDays   = 366
	maxTime   = maxDays * 24 * time.Hour
	maxYearly = 180 // days off that come every year, so that some are left
)

// None reports whether a game has no deadlines.
func (p Policy) None() bool { return p.Time == Span{} }

// Parse reads a policy as the package doc describes it. "" and "none" are the policy
// without deadlines.
func Parse(text string) (Policy, error) {
	if t := strings.TrimSpace(text); t == "" || t == "none" {
		return Policy{}, nil
	}
	p := Policy{At: -1, Zone: "UTC", Remind: []time.Duration{24 * time.Hour}, Outage: 24 * time.Hour, Umpire: 2,
		Substitute: 3}
	var faults []error
	seen := map[string]bool{}
	for clause := range strings.SplitSeq(text, ";") {
		words := strings.Fields(clause)
		if len(words) == 0 {
			continue
		}
		err := p.clause(words, seen)
		if err != nil {
			faults = append(faults, inClause(strings.Join(words, " "), err))
		}
	}
	if len(faults) == 0 && p.None() {
		faults = append(faults, errors.New("want the time for a decision, as in \"3d\""))
	}
	sort.Slice(p.Kinds, func(i, j int) bool { return p.Kinds[i].Name < p.Kinds[j].Name })
	sort.Slice(p.Off, func(i, j int) bool { return p.Off[i].order() < p.Off[j].order() })
	return p, errors.Join(append(faults, p.check())...)
}

// inClause says in which clause something is wrong, unless that is all of it.
func inClause(clause string, err error) error {
	if quoted := fmt.Sprintf("%q", clause); !strings.HasPrefix(err.Error(), quoted) {
		return fmt.Errorf("%s: %w", quoted, err)
	}
	return err
}

// clause reads what stands between two semicolons.
func (p *Policy) clause(words []string, seen map[string]bool) (err error) {
	word, rest := words[0], words[1:]
	once := word
	if word == "for" && len(rest) > 0 {
		once += " " + rest[0]
	} else if word[0] >= '0' && word[0] <= '9' {
		once, word, rest = "", "", words
	}
	if seen[once] {
		return errors.New("it is there twice")
	}
	seen[once] = true
	one := func() (s string) {
		if len(rest) != 1 {
			err = errors.New("want one value, and a semicolon behind it")
			return "0"
		}
		return rest[0]
	}
	var err2 error
	switch word {
	case "":
		if len(rest) != 1 {
			return errors.New("want a time like 3d, 36h or 2d12h, and a semicolon behind it")
		}
		p.Time, err2 = parseSpan(rest[0])
	case "for":
		err2 = p.kind(rest)
	case "at":
		p.At, err2 = parseWall(one())
	case "zone":
		p.Zone = one()
		_, err2 = LoadZone(p.Zone)
	case "off":
		err2 = p.off(rest)
	case "remind":
		p.Remind, err2 = parseReminders(rest)
	case "grace":
		p.Grace, err2 = parseTime(one())
	case "bank":
		p.Bank, err2 = parseTime(one())
	case "takeover":
		p.Takeover, err2 = parseTime(one())
	case "outage":
		p.Outage, err2 = parseTime(one())
	case "absence":
		p.Absence, err2 = parseCount(one(), 0, maxYearly)
	case "pause":
		p.Pause, err2 = parseCount(one(), 0, maxDays)
	case "run":
		p.Final = one() == "final"
		if !p.Final && rest[0] != "in" {
			err2 = errors.New("want \"run in\" or \"run final\"")
		}
	case "silent":
		err2 = p.silent(rest)
	default:
		if strings.Contains(word, "\"") {
			return errors.New("want no quotation marks")
		}
		return errors.New("the clauses begin with a time, or with for, at, zone, off, remind, grace, bank, absence, " +
			"pause, takeover, outage, run or silent")
	}
	return cmp.Or(err, err2)
}

func (p *Policy) kind(words []string) error {
	if len(words) != 2 {
		return errors.New("want a kind of decision and its time, as in \"for P8 1d\"")
	}
	s, err := parseSpan(words[1])
	if strings.Trim(words[0], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		err = cmp.Or(err, errors.New("a kind of decision is letters, digits and hyphens"))
	}
	if s == (Span{}) {
		err = cmp.Or(err, errors.New("want a time above 0"))
	}
	p.Kinds = append(p.Kinds, Kind{words[0], s})
	return err
}

func (p *Policy) silent(words []string) (err error) {
	for len(words) > 0 && err == nil {
		word, n := words[0], 0
		words = words[1:]
		switch word {
		case "defaults":
			p.Wait = false
			continue
		case "wait":
			p.Wait = true
			continue
		}
		if len(words) == 0 {
			return fmt.Errorf("want a number behind %q", word)
		}
		n, err = parseCount(words[0], 1, 100)
		words = words[1:]
		switch word {
		case "umpire":
			p.Umpire = n
		case "substitute":
			p.Substitute = n
		default:
			return errors.New("want \"silent defaults\" or \"silent wait\", \"umpire N\", \"substitute N\"")
		}
	}
	return err
}

var weekdays = []string{"sun", "mon", "tue", "wed", "thu", "fri", "sat"}

func (p *Policy) off(words []string) error {
	if len(words) == 0 {
		return errors.New("want weekdays (sat) or dates (12-24..01-02, 2027-04-05)")
	}
	for _, w := range words {
		if i := slices.Index(weekdays, w); i >= 0 {
			p.Off = append(p.Off, FreeTime{Weekday: time.Weekday(i)})
			continue
		}
		from, to, ranged := strings.Cut(w, "..")
		o := FreeTime{}
		var err, err2 error
		o.From, err = ParseDate(from)
		o.To = o.From
		if ranged {
			o.To, err2 = ParseDate(to)
		}
		if err := cmp.Or(err, err2); err != nil {
			return err
		}
		if (o.From.Year == 0) != (o.To.Year == 0) || o.From.Year > 0 && o.From.day() > o.To.day() ||
			o.days() > maxDays {
			return fmt.Errorf("%s: the dates do not go together", w)
		}
		p.Off = append(p.Off, o)
	}
	return nil
}

// days counts the days of a range; one that comes every year counts as in a leap year.
func (o FreeTime) days() int {
	from, to := o.From, o.To
	if from.Year == 0 {
		from.Year, to.Year = 2000, 2000
	}
	n := int(to.day()-from.day()) + 1
	if n <= 0 {
		n += 366
	}
	return n
}

// order puts weekdays first, then dates.
func (o FreeTime) order() string {
	if o.From == (Date{}) {
		return strconv.Itoa(int(o.Weekday))
	}
	return "=" + o.String()
}

// check looks at what the values are together.
func (p Policy) check() error {
	week := map[time.Weekday]bool{}
	yearly := 0
	for i, o := range p.Off {
		switch {
		case i > 0 && p.Off[i-1] == o:
			return fmt.Errorf("off: %s is there twice", o)
		case o.From == Date{}:
			week[o.Weekday] = true
		case o.From.Year == 0:
			yearly += o.days()
		}
	}
	switch {
	case len(week) > 6:
		return errors.New("off: want a weekday on which clocks run")
	case yearly > maxYearly:
		return fmt.Errorf("off: at most %d days can be off every year", maxYearly)
	case len(p.Off) > 100:
		return errors.New("off: want at most 100")
	case p.Umpire > p.Substitute:
		return errors.New("silent: the umpire is told before a substitute is sought")
	}
	return nil
}

// isOff reports whether a day is one of the game's days off.
func (p Policy) isOff(d day) bool {
	if len(p.Off) == 0 {
		return false
	}
	t := d.utc()
	for _, o := range p.Off {
		if o.has(d, t) {
			return true
		}
	}
	return false
}

func (o FreeTime) has(d day, t time.Time) bool {
	switch {
	case o.From == Date{}:
		return t.Weekday() == o.Weekday
	case o.From.Year != 0:
		return o.From.day() <= d && d <= o.To.day()
	}
	at := int(t.Month())*100 + t.Day()
	from, to := int(o.From.Month)*100+o.From.Day, int(o.To.Month)*100+o.To.Day
	if from <= to {
		return from <= at && at <= to
	}
	return at >= from || at <= to
}

// String prints a policy in its canonical form, which Parse reads back: every clause
// that has a default is there.
func (p Policy) String() string {
	if p.None() {
		return "none"
	}
	all := []string{p.Time.String()}
	put := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	for _, k := range p.Kinds {
		put("for %s %s", k.Name, k.Time)
	}
	if p.At >= 0 {
		put("at %02d:%02d", p.At/60, p.At%60)
	}
	put("zone %s", p.Zone)
	if len(p.Off) > 0 {
		var off []string
		for _, o := range p.Off {
			off = append(off, o.String())
		}
		put("off %s", strings.Join(off, " "))
	}
	var remind []string
	for _, r := range p.Remind {
		remind = append(remind, Short(r))
	}
	put("remind %s", cmp.Or(strings.Join(remind, " "), "never"))
	put("grace %s", Short(p.Grace))
	put("bank %s", Short(p.Bank))
	put("absence %d", p.Absence)
	put("pause %d", p.Pause)
	put("takeover %s", Short(p.Takeover))
	put("outage %s", Short(p.Outage))
	put("run %s", map[bool]string{true: "final", false: "in"}[p.Final])
	put("silent %s umpire %d substitute %d", map[bool]string{true: "wait", false: "defaults"}[p.Wait], p.Umpire,
		p.Substitute)
	return strings.Join(all, "; ")
}

// String prints days off as Parse reads them.
func (o FreeTime) String() string {
	switch {
	case o.From == Date{}:
		return weekdays[o.Weekday]
	case o.From == o.To:
		return o.From.String()
	}
	return o.From.String() + ".." + o.To.String()
}

// String prints a date: 2027-04-05, or 04-05 for every year.
func (d Date) String() string {
	if d.Year == 0 {
		return fmt.Sprintf("%02d-%02d", int(d.Month), d.Day)
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, int(d.Month), d.Day)
}

func (d Date) day() day { return dayOf(d.Year, d.Month, d.Day) }

func (d day) date() Date {
	y, m, n := d.utc().Date()
	return Date{y, m, n}
}

// ParseDate reads a date as Date prints it.
func ParseDate(s string) (Date, error) {
	if len(s) != len("01-02") {
		return ParseFullDate(s)
	}
	t, err := time.Parse(time.DateOnly, "2000-"+s) // a leap year
	if err != nil {
		return Date{}, fmt.Errorf("%q is not a date like 12-24", s)
	}
	return Date{Month: t.Month(), Day: t.Day()}, nil
}

// ParseFullDate reads a date with its year.
func ParseFullDate(s string) (Date, error) {
	t, err := time.Parse(time.DateOnly, s)
	if err != nil || t.Year() < 1970 {
		return Date{}, fmt.Errorf("%q is not a date like 2027-04-05", s)
	}
	return Date{t.Year(), t.Month(), t.Day()}, nil
}

// LoadZone finds a time zone by its name in the IANA database, such as Europe/Paris.
func LoadZone(name string) (*time.Location, error) {
	if z, ok := loaded.Load(name); ok {
		return z.(*time.Location), nil
	}
	z, err := time.LoadLocation(name)
	if err != nil || name == "" || name == "Local" {
		return nil, fmt.Errorf("no time zone %q: want UTC, or a name such as Europe/Paris of the system's time zone "+
			"database (package tzdata)", name)
	}
	loaded.Store(name, z)
	return z, nil
}

// loaded remembers zones, since each is a file of the system.
var loaded sync.Map
