package duel

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Ruleset is a game of three rounds. In each, both sides pick a number in
// secret and may put chips; a die falls, the nearer number scores, and its
// owner may double. Meanwhile the other side may hedge: name in secret the
// number that it picks next if it says nothing then. Each side has a card that
// only it knows. With a bug it breaks one law of the contract.
type Ruleset struct {
	Bug   string
	Calls *int // state that a ruleset must not have; used by bugs only
}

var sides = []engine.Side{"Red", "Blue"}

type position struct {
	bug    string
	round  int
	phase  string // choose, double, over
	score  [2]int
	card   [2]int // -1 not dealt, -2 masked
	hedge  [2]int // 0 none, or masked
	leader int    // who may double
	truth  [2]int // the cards again, unmasked; not encoded; used by bugs only
}

func (d Ruleset) is(bug string) bool { return d.Bug == bug }

func cardText(c int) string {
	switch c {
	case -1:
		return "none"
	case -2:
		return "hidden"
	}
	return strconv.Itoa(c)
}

func (p *position) Encode() []byte { return p.Append(nil) }

func (p *position) Append(b []byte) []byte {
	if p.bug == "encoding begins anew" {
		b = nil
	}
	card, leader := [2]string{cardText(p.card[0]), cardText(p.card[1])}, p.leader
	if p.bug == "encoding omits a fact" {
		leader = 0
	}
	return fmt.Appendf(b, "duel\nround %d\nphase %s\nscore %d %d\ncard %s %s\nhedge %d %d\nleader %d\n",
		p.round, p.phase, p.score[0], p.score[1], card[0], card[1], p.hedge[0], p.hedge[1], leader)
}

func (d Ruleset) Decode(data []byte) (engine.Position, error) {
	if d.is("decode panics") {
		_ = data[10]
	}
	if d.is("decode is lax") {
		data = append(bytes.TrimSpace(data), '\n')
	}
	p := &position{bug: d.Bug}
	var a, b string
	if _, err := fmt.Sscanf(string(data), "duel\nround %d\nphase %s\nscore %d %d\ncard %s %s\nhedge %d %d\nleader %d\n",
		&p.round, &p.phase, &p.score[0], &p.score[1], &a, &b, &p.hedge[0], &p.hedge[1], &p.leader); err != nil {
		return nil, err
	}
	if p.leader < 0 || p.leader > 1 || !slices.Contains([]string{"choose", "double", "over"}, p.phase) {
		return nil, errors.New("no such phase or leader")
	}
	for i, s := range []string{a, b} {
		switch s {
		case "none":
			p.card[i] = -1
		case "hidden":
			p.card[i] = -2
		default:
			p.card[i], _ = strconv.Atoi(s)
		}
	}
	if !d.is("decode is lax") && !bytes.Equal(p.Encode(), data) {
		return nil, errors.New("not canonical")
	}
	return p, nil
}

func (d Ruleset) Name() string    { return "duel" }
func (d Ruleset) Version() string { return "1" }

const duelTable = "1,2,3,4,5,6\n"

func (d Ruleset) Data(engine.Position) []engine.DataFile {
	return []engine.DataFile{{Name: "tables/die.csv", Hash: sha256.Sum256([]byte(duelTable)),
		Source: "a value of this project", Own: true}}
}

func (d Ruleset) DataText(_ engine.Position, name string) []byte {
	switch {
	case d.is("data of any name"), name == "tables/die.csv" && !d.is("data are withheld"):
		return []byte(duelTable)
	}
	return nil
}

func (d Ruleset) Turn(pos engine.Position) int {
	if d.is("turn leaks") && pos.(*position).card[1] > 4 {
		return 9
	}
	return pos.(*position).round
}

// Standing lists the hedge, which is an order for the next round.
func (d Ruleset) Standing(pos engine.Position, side engine.Side) []string {
	p := pos.(*position)
	i := slices.Index(sides, side)
	switch {
	case i < 0:
		return nil
	case d.is("standing orders leak"):
		return []string{"hedge " + strconv.Itoa(p.hedge[1-i])}
	case d.is("standing orders cannot be written"):
		return []string{"wait for him"}
	case p.hedge[i] == 0:
		return nil
	}
	return []string{"hedge " + strconv.Itoa(p.hedge[i])}
}

func (d Ruleset) Sides(p engine.Position) []engine.Side {
	if d.is("sides swap") && p.(*position).round > 1 {
		return []engine.Side{"Blue", "Red"}
	}
	return sides
}

func (d Ruleset) Verbs() []engine.Verb {
	verbs := []engine.Verb{
		{Word: "pick", Usage: "pick NUMBER", Rule: "1.2", Help: tongue.English("Picks a number from 1 to 6.")},
		{Word: "chip", Usage: "chip NAME", Rule: "1.2", Help: tongue.English("Puts the chip a, b or c.")},
		{Word: "double", Usage: "double yes|no", Rule: "2", Help: tongue.English("Doubles, or not.")},
		{Word: "hedge", Usage: "hedge NUMBER", Rule: "2.2", Help: tongue.English("Picks a number for the next round.")},
	}
	if d.is("verb without help") {
		verbs[0].Help = tongue.Text{}
	}
	return verbs
}

func (d Ruleset) Scenarios() []string {
	if d.is("scenario not listed") {
		return nil
	}
	if d.is("scenario that does not start") {
		return []string{"three", "four"}
	}
	return []string{"three"}
}

func (d Ruleset) Start(s engine.Setup) (engine.Position, error) {
	if s.Scenario != "three" && !d.is("scenario unknown but accepted") {
		return nil, errors.New("no such scenario")
	}
	if len(s.Options) > 0 && !d.is("option unknown but accepted") {
		return nil, errors.New("no options")
	}
	p := &position{bug: d.Bug, round: 1, phase: "choose", card: [2]int{-1, -1}, truth: [2]int{-1, -1}}
	if err := d.headStart(p, s.Files); err != nil {
		return nil, err
	}
	if d.is("start is not pure") {
		*d.Calls++
		p.score[0] = *d.Calls
	}
	return p, nil
}

func (d Ruleset) Owed(pos engine.Position) []engine.Decision {
	p := pos.(*position)
	decision := func(side int, id, kind string, open bool) engine.Decision {
		return engine.Decision{ID: fmt.Sprintf("%s-%d-%s", id, p.round, sides[side]), Kind: kind, Side: sides[side],
			Rule: "1.2", Prompt: tongue.English("Choose."), Default: tongue.English("the least"), Open: open,
			Secret: p.phase == "choose"}
	}
	var ds []engine.Decision
	switch p.phase {
	case "choose":
		for side := range sides {
			ds = append(ds, decision(side, "pick", "D1", false), decision(side, "chips", "D2", true))
		}
	case "double":
		ds = append(ds, decision(p.leader, "double", "D3", false))
		if d.is("decision without a prompt") {
			ds[0].Prompt = tongue.Text{}
		}
		ds = d.addHedge(p, ds, decision(1-p.leader, "hedge", "D4", true))
	case "over":
		if d.is("owed after the end") {
			ds = append(ds, decision(0, "pick", "D1", false))
		}
	}
	return ds
}

// addHedge adds the optional decision of the side that has not won; there is
// no round to hedge for after the last.
func (d Ruleset) addHedge(p *position, ds []engine.Decision, hedge engine.Decision) []engine.Decision {
	if p.round == 3 {
		return ds
	}
	hedge.Optional, hedge.Secret = true, !d.is("optional and not secret")
	if d.is("optional beside what is owed") {
		hedge.Side = sides[p.leader]
	}
	if ds = append(ds, hedge); p.leader == 1 {
		slices.Reverse(ds)
	}
	if d.is("everything optional") {
		for i := range ds {
			ds[i].Optional = true
		}
	}
	return ds
}

func (d Ruleset) Draft(pos engine.Position, dec engine.Decision) engine.Draft {
	l := &engine.ListedDraft{List: func(lines []engine.Order) []engine.Order {
		return d.options(pos.(*position), dec,
			lines)
	}}
	if d.is("pick has favourites") {
		return &favourites{l}
	}
	if d.is("pick is not listed") {
		return &unlistedDraft{l}
	}
	return d.priced(pos.(*position), dec, l)
}

// favourites is a draft that never picks its last option.
type favourites struct{ *engine.ListedDraft }

func (l *favourites) Pick(below func(n int) int) (engine.Order, bool) {
	all := l.Options()
	if len(all) == 0 {
		return engine.Order{}, false
	}
	return all[below(max(1, len(all)-1))], true
}

// unlistedDraft is a draft that does not list the first option that it picks.
type unlistedDraft struct{ *engine.ListedDraft }

func (l *unlistedDraft) Options() []engine.Order {
	all := l.ListedDraft.Options()
	return all[min(1, len(all)):]
}

func (d Ruleset) options(p *position, dec engine.Decision, draft []engine.Order) []engine.Order {
	var lines []string
	switch dec.Kind {
	case "D1":
		lines = []string{"pick 1", "pick 2", "pick 3", "pick 4", "pick 5", "pick 6"}
		if d.is("option is illegal") {
			lines = append(lines, "pick 7")
		}
		if other := 1 - slices.Index(sides, dec.Side); d.is("options leak") && p.card[other] >= 0 {
			lines = lines[:1+p.card[other]/2]
		}
	case "D2":
		for _, l := range []string{"chip a", "chip b", "chip c"} {
			if !slices.ContainsFunc(draft, func(o engine.Order) bool { return strings.Join(o.Words, " ") == l }) {
				lines = append(lines, l)
			}
		}
		if d.is("option cannot be written") && len(draft) == 0 {
			lines = []string{"chip #a"}
		}
		if d.is("draft is ignored") {
			lines = []string{"chip a"}
		}
	case "D4":
		if len(draft) == 0 {
			lines = []string{"hedge 1", "hedge 6"}
		}
		if d.is("options leak a plan") && p.hedge[1-slices.Index(sides, dec.Side)] > 0 {
			lines = nil
		}
	case "D3":
		lines = []string{"double yes", "double no"}
		if d.is("dead end") {
			lines = nil
		}
	}
	var out []engine.Order
	for _, l := range lines {
		out = append(out, engine.Order{Words: strings.Fields(l)})
	}
	return out
}

func (d Ruleset) Check(pos engine.Position, o engine.Orders) []engine.Fault {
	p := pos.(*position)
	var faults []engine.Fault
	var seen []string
	me := slices.Index(sides, o.Side)
	for _, l := range o.Lines {
		text := strings.Join(l.Words, " ")
		msg, rule := "", ""
		legal := map[string]string{"pick": "choose", "chip": "choose", "double": "double",
			"hedge": "double"}[l.Words[0]]
		if d.is("check panics") && len(l.Words) == 1 {
			_ = l.Words[1]
		}
		n := 0
		if len(l.Words) > 1 {
			n, _ = strconv.Atoi(l.Words[1])
		}
		switch {
		case legal == "" || len(l.Words) != 2:
			msg = "cannot be read"
		case legal != p.phase || legal == "double" && (p.leader == me) != (l.Words[0] == "double") ||
			l.Words[0] == "hedge" && p.round == 3:
			msg, rule = "not now", "1"
		case slices.Contains([]string{"pick", "hedge"}, l.Words[0]) && (n < 1 || n > 6 ||
			l.Words[1] != strconv.Itoa(n)):
			msg, rule = "no such number", "1.2"
		case l.Words[0] == "chip" && !slices.Contains([]string{"a", "b", "c"}, l.Words[1]) &&
			!d.is("option cannot be written"):
			msg, rule = "no such chip", "1.2"
		case l.Words[0] == "double" && l.Words[1] != "yes" && l.Words[1] != "no":
			msg = "yes or no"
		case slices.Contains(seen, text) ||
			l.Words[0] != "chip" &&
				slices.ContainsFunc(seen, func(s string) bool { return strings.HasPrefix(s, l.Words[0]+" ") }):
			msg, rule = "twice", "1.2"
		case l.Words[0] == "double" && slices.ContainsFunc(seen, func(s string) bool { return s != text }):
			msg, rule = "yes and no", "2"
		case d.is("check leaks") && p.card[1-me] > 4 && l.Words[1] == "c":
			msg, rule = "the other's card is high", "1.2"
		}
		if msg != "" {
			f := engine.Fault{Kind: engine.Invalid, Line: l.Line, Text: l.Text, Rule: rule, Msg: tongue.English(msg)}
			if rule != "" {
				f.Kind = engine.Illegal
			}
			if d.is("fault cannot be said") {
				f.Msg = engine.Say("roll.need")
			}
			if d.is("fault without rule") {
				f.Rule, f.Kind = "", engine.Illegal
			}
			faults = append(faults, f)
		}
		seen = append(seen, text)
	}
	if len(o.Lines) == 0 && d.is("no orders refused") {
		faults = append(faults, engine.Fault{Msg: tongue.English("no orders")})
	}
	return faults
}

func (d Ruleset) Resolve(pos engine.Position, in []engine.Orders, dice engine.Dice) ([]engine.Event, error) {
	p := pos.(*position)
	var faults engine.Faults
	for _, o := range in {
		faults = append(faults, d.Check(p, o)...)
	}
	if len(faults) > 0 && !d.is("resolve does not check") {
		if d.is("refused as another error") {
			return nil, errors.New("no")
		}
		return nil, faults
	}
	if d.is("resolve has state") {
		*d.Calls++
	}
	if p.phase == "double" {
		return d.resolveDouble(p, in, dice), nil
	}
	events := d.resolveChoose(p, in, dice)
	if d.is("resolve changes orders") && len(in[0].Lines) > 0 {
		in[0].Lines[0].Words[0] = "x"
	}
	return events, nil
}

func (d Ruleset) resolveDouble(p *position, in []engine.Orders, dice engine.Dice) []engine.Event {
	answer := "no"
	var events []engine.Event
	for _, o := range in {
		switch {
		case o.Side != sides[p.leader] && d.is("empty optional file counts"):
			events = append(events, engine.NewEvent("2.2", "hedge", o.Side, "number", "1"))
		case len(o.Lines) == 0:
		case o.Side == sides[p.leader]:
			answer = o.Lines[0].Words[1]
		default:
			e := engine.NewEvent("2.2", "hedge", o.Side, "number", o.Lines[0].Words[1])
			e.For = engine.Only(o.Side)
			events = append(events, e)
		}
	}
	if d.is("optional answer is needed") && len(in) == 1 && p.round < 3 {
		panic("nobody hedges")
	}
	events = append(events, engine.NewEvent("2", "double", sides[p.leader], "answer", answer))
	if answer == "yes" {
		r := &engine.Roll{Draws: engine.Throw(dice.Draw, "double", 1, 2), Need: ">=1", Result: "failed"}
		if r.Total = r.Draws[0].Value; r.Total >= 1 {
			r.Result = "passed"
		}
		events = append(events, engine.Event{Rule: "2.1", Kind: "roll", By: sides[p.leader], Roll: r})
		if r.Total >= 1 {
			events = append(events, engine.NewEvent("2.1", "score", sides[p.leader], "points", "1"))
		}
	}
	return append(events, engine.NewEvent("1", "next", ""))
}

func (d Ruleset) resolveChoose(p *position, in []engine.Orders, dice engine.Dice) []engine.Event {
	var events []engine.Event
	if p.round == 1 {
		for _, side := range sides {
			c := dice.Seal("card of "+string(side), 10)
			e := engine.NewEvent("1.1", "deal", side, "card", strconv.Itoa(c.Value), "draws", strconv.Itoa(c.No))
			e.For = engine.Only(side)
			if d.is("sealed roll for all") {
				e = engine.Event{Rule: "1.1", Kind: "roll", By: side,
					Args: []engine.Arg{{Key: "card", Value: strconv.Itoa(c.Value)}},
					Roll: &engine.Roll{Draws: []engine.Draw{c}, Total: c.Value, Result: "card"}}
			}
			events = append(events, e)
		}
	}
	pick, chips := [2]int{max(p.hedge[0], 1), max(p.hedge[1], 1)}, [2]int{}
	for i, o := range in {
		for _, l := range o.Lines {
			if l.Words[0] == "pick" && len(l.Words) > 1 {
				pick[i], _ = strconv.Atoi(l.Words[1])
			} else {
				chips[i]++
			}
		}
		events = append(events, engine.NewEvent("1.2", "pick", o.Side, "number", strconv.Itoa(pick[i]),
			"chips", strconv.Itoa(chips[i])))
	}
	die := dice.Draw("die of the round", 6)
	total := die.Value + 1
	if d.is("resolve has state") {
		total = 1 + (die.Value+*d.Calls)%6
	}
	roll := engine.Event{Rule: "1.3", Kind: "roll",
		Roll: &engine.Roll{Draws: []engine.Draw{die}, Mods: []engine.Mod{{Name: "from one", Value: 1}},
			Total: total, Result: "fallen"}}
	events = append(events, d.spoilRoll(roll)...)
	near := [2]int{abs(pick[0] - total), abs(pick[1] - total)}
	if near[0] == near[1] {
		return append(events, engine.NewEvent("1.4", "tie", ""), engine.NewEvent("1", "next", ""))
	}
	winner := 0
	if near[1] < near[0] {
		winner = 1
	}
	win := engine.NewEvent("1.4", "score", sides[winner], "points", strconv.Itoa(1+chips[winner]))
	return append(events, win, engine.NewEvent("2", "ask", sides[winner]))
}

func abs(n int) int { return max(n, -n) }

func (d Ruleset) Apply(pos engine.Position, events []engine.Event) engine.Position {
	p := *pos.(*position)
	if d.is("apply changes its argument") {
		pos.(*position).score[0]++
	}
	if d.is("apply has state") {
		*d.Calls++
		p.score[0] += *d.Calls
	}
	if d.is("apply looks at the batch") && len(events) > 1 {
		p.score[1]++
	}
	for _, e := range events {
		side := slices.Index(sides, e.By)
		switch e.Kind {
		case "deal":
			p.card[side] = e.Int("card")
			p.truth = p.card
		case "score":
			p.score[side] += e.Int("points")
		case "hedge":
			p.hedge[side] = e.Int("number")
		case "pick":
			p.hedge[side] = 0
		case "ask":
			p.phase, p.leader = "double", side
		case "next":
			if p.phase, p.leader, p.round = "choose", 0, p.round+1; p.round > 3 {
				p.phase = "over"
			}
		}
	}
	if d.is("nothing owed") && p.round == 2 {
		p.phase = "idle"
	}
	return &p
}

func (d Ruleset) View(pos engine.Position, side engine.Side) engine.Position {
	p := *pos.(*position)
	for i, s := range sides {
		if s != side && p.card[i] >= 0 && !d.is("view shows all") {
			p.card[i] = -2
		}
		if s != side && !d.is("view shows plans") {
			p.hedge[i] = 0
		}
	}
	if d.is("view of a view differs") {
		p.score[0]++
	}
	if d.is("view does not decode") {
		p.phase = "seen"
	}
	if d.is("options need the whole") && p.card[0] == -2 {
		p.phase = "double"
	}
	return &p
}

func (d Ruleset) Outcome(pos engine.Position) engine.Outcome {
	p := pos.(*position)
	if p.phase != "over" {
		return engine.Outcome{}
	}
	o := engine.Outcome{Over: true, Rule: "3", Text: "three rounds are over"}
	switch {
	case p.score[0] > p.score[1]:
		o.Winner = "Red"
	case p.score[1] > p.score[0]:
		o.Winner = "Blue"
	}
	return o
}

// Vary deals the cards that side does not see again, and hedges otherwise.
func Vary(pos engine.Position, side engine.Side, seed uint64) engine.Position {
	p := *pos.(*position)
	if p.card[0] < 0 {
		return nil
	}
	for i, s := range sides {
		if s != side {
			p.card[i] = (p.card[i] + 1 + int(seed%9)) % 10
			p.hedge[i] = int(seed % 7)
		}
	}
	p.truth = p.card
	return &p
}
