// Package spec checks what the umpire writes about a new game, and says all that is wrong with it at
// once.
package spec

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/computer"
	"berthier/cmd/internal/mailbox"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail/sign"
	"berthier/store/leaf"
)

const maxName = 80 // letters of a player's name or a title

// Game is a new game: its first record, but for what is drawn, and what the log must not hold.
type Game struct {
	record.Game
	Sides   []engine.Side
	Address map[engine.Side]string
	Keys    map[engine.Side]sign.Key // zero for none
}

// UmpireKey is what is wrong with a key of the umpire for a player.
const UmpireKey = "the umpire signs with this key"

// Check makes a game of what the umpire wrote; now is its time, and umpire the keys that nobody who plays
// may have.
func Check(rs engine.Ruleset, s command.Create, now time.Time, umpire []sign.Key) (g Game, err error) {
	if s.Scenario == "" {
		return g, fmt.Errorf("no scenario follows from game %s; name it behind the game, as %s/%s: there are %s",
			s.From, rs.Name(), rs.Scenarios()[0], strings.Join(rs.Scenarios(), ", "))
	}
	var faults []error
	wrong := func(err error) {
		if err != nil {
			faults = append(faults, err)
		}
	}
	if !leaf.ValidGame(s.Game) {
		wrong(errors.New("a game's name is 1 to 40 of a-z, 0-9 and -, and does not begin with -"))
	}
	s.Title = cmp.Or(s.Title, engine.ScenarioTitle(rs, s.Scenario).String())
	wrong(checkText("title", s.Title))
	wrong(s.Beacon.Check())
	if !s.Press.Valid() {
		wrong(fmt.Errorf("press %q: want %q or %q, or nothing", s.Press, record.PressAnonymous, record.PressNone))
	}
	if s.PressLimit = cmp.Or(s.PressLimit, record.DefaultPressLimit); s.PressLimit < 1 ||
		s.PressLimit > record.MaxPressLimit {
		wrong(fmt.Errorf("press limit %d: want 1 to %d", s.PressLimit, record.MaxPressLimit))
	}
	wrong(record.CheckFiles(s.Files))
	pos, err := rs.Start(s.Setup)
	if wrong(err); err != nil { // its players can be looked at all the same, if it begins without its options
		s.Setup.Options = nil
		if pos, err = rs.Start(s.Setup); err != nil {
			return g, errors.Join(append(faults, checkPlayers(s.Players, now)...)...)
		}
	}
	g = Game{Sides: rs.Sides(pos), Address: map[engine.Side]string{}, Keys: map[engine.Side]sign.Key{},
		Game: record.Game{
			Head: record.Head{Game: s.Game, Time: now}, Title: s.Title, Ruleset: rs.Name(), Version: rs.Version(),
			Setup: s.Setup, Files: slices.Sorted(maps.Keys(s.Files)), Codes: s.Codes, Press: s.Press,
			PressLimit: s.PressLimit, Beacon: s.Beacon, Window: s.Window, Reopen: s.Reopen, Wait: s.Wait,
			Data: rs.Data(pos), Position: engine.Hash(pos),
		}}
	policy, zones, late := newClock(s, g.Sides)
	g.Clock, g.Zones = policy, zones
	faults = append(faults, late...)
	if s.Reopen < 0 || s.Reopen > record.MaxReopen || s.Reopen%time.Minute != 0 {
		wrong(fmt.Errorf("reopen %s: want a time of minutes, hours and days up to 60d", s.Reopen))
	}
	wrong(checkWindow(s.Window, policy))
	faults = append(faults, g.seat(rs, s.Players)...)
	for _, p := range g.Players {
		if slices.ContainsFunc(umpire, p.Key.Equal) {
			wrong(fmt.Errorf("player of side %s: %s", p.Side, UmpireKey))
		}
	}
	return g, errors.Join(faults...)
}

func checkText(what, s string) error {
	bad := func(r rune) bool { return !unicode.IsPrint(r) }
	if strings.TrimSpace(s) == "" || !utf8.ValidString(s) || utf8.RuneCountInString(s) > maxName ||
		strings.ContainsFunc(s, bad) {
		return fmt.Errorf("%s %q: want 1 to %d printable letters on one line", what, s, maxName)
	}
	return nil
}

// seat gives every side its player and says what is wrong with them.
func (g *Game) seat(rs engine.Ruleset, players []command.NewPlayer) (faults []error) {
	for _, p := range players {
		i := slices.IndexFunc(g.Sides, func(s engine.Side) bool { return strings.EqualFold(string(s), string(p.Side)) })
		if i < 0 {
			var all []string
			for _, s := range g.Sides {
				all = append(all, string(s))
			}
			faults = append(faults, command.About{Words: "player " + string(p.Side),
				Err: fmt.Errorf("no side %q; the sides are %s", p.Side, strings.Join(all, ", "))})
			continue
		}
		if _, twice := g.Address[g.Sides[i]]; twice {
			faults = append(faults, fmt.Errorf("side %s has two players", g.Sides[i]))
		}
		g.Address[g.Sides[i]] = p.Address
	}
	for _, side := range g.Sides {
		i := slices.IndexFunc(
			players,
			func(p command.NewPlayer) bool { return strings.EqualFold(string(p.Side), string(side)) },
		)
		if i < 0 {
			faults = append(faults, fmt.Errorf("side %s has no player", side))
			continue
		}
		player, err := Player(rs, players[i], side, g.Time)
		if err != nil {
			faults = append(faults, about(players[i], err))
		}
		g.Players, g.Keys[side] = append(g.Players, player), player.Key
	}
	return faults
}

// about tells of each thing that is wrong with a player whom it is about, and which line below "create" names him.
func about(p command.NewPlayer, err error) error {
	text := ""
	for line := range strings.Lines(err.Error()) {
		text += fmt.Sprintf("player of side %s: %s", p.Side, line)
	}
	return command.About{Words: "player " + string(p.Side), Err: errors.New(text)}
}

// checkPlayers says what is wrong with players, whatever sides the game has.
func checkPlayers(players []command.NewPlayer, now time.Time) (faults []error) {
	for _, p := range players {
		if p.Computer != "" {
			continue
		}
		if _, err := Player(nil, p, p.Side, now); err != nil {
			faults = append(faults, about(p, err))
		}
	}
	return faults
}

// Find names the rules of a new game by its scenario, unless they are named. The error says what is wrong with what can
// be judged without them.
func Find(all []engine.Ruleset, s *command.Create, now time.Time) error {
	switch {
	case s.Ruleset != "":
		return nil
	case s.From != "":
		s.Ruleset, s.Scenario = s.Scenario, ""
		return nil
	}
	rs, name, err := engine.FindScenario(all, s.Scenario)
	if err != nil {
		return errors.Join(append([]error{err}, checkPlayers(s.Players, now)...)...)
	}
	s.Ruleset, s.Scenario = rs.Name(), name
	return nil
}

// Player checks a player, who may have no key yet, and leaves out what the log must not hold: his
// address, and the comment of his key, which is often one too.
func Player(rs engine.Ruleset, p command.NewPlayer, side engine.Side, now time.Time) (record.Player, error) {
	if p.Computer != "" {
		return computerOf(rs, p, side)
	}
	var key sign.Key
	var err error
	if p.Key != "" {
		if key, err = sign.ParsePublicKey(p.Key); err == nil {
			err = key.Check(now)
		}
		if err != nil {
			err = fmt.Errorf("public key: %w", err)
		}
	}
	if p.Zone != "" {
		_, wrong := clock.LoadZone(p.Zone)
		err = errors.Join(err, wrong)
	}
	language, known := tongue.Find(cmp.Or(p.Language, string(tongue.En)))
	if !known {
		err = errors.Join(err, fmt.Errorf("there is no language %q here; there are %s", p.Language, tongue.Choices()))
	}
	if language == tongue.En {
		language = ""
	}
	key.Comment = ""
	if p.Address == "" {
		return record.Player{Side: side, Key: key}, errors.Join(err, errors.New("the mail address is missing"))
	}
	if _, _, ok := mailbox.Cut(p.Address); !ok {
		err = errors.Join(err, fmt.Errorf("mail address %q: want name@domain", p.Address))
	}
	return record.Player{Side: side, Name: p.Name, Key: key, Language: language},
		errors.Join(checkText("name", p.Name), err)
}

// computerOf is Player for a computer, which has nothing but a name.
func computerOf(rs engine.Ruleset, p command.NewPlayer, side engine.Side) (record.Player, error) {
	c, err := computer.Seat(rs, p.Computer)
	if p.Key != "" || p.Zone != "" || p.Language != "" {
		err = errors.Join(err, errors.New("a computer has no key, no time zone and no language"))
	}
	return record.Player{Side: side, Name: fmt.Sprintf("Computer (%s)", c.Name), Computer: c}, err
}

// newClock checks what a new game says about time.
func newClock(s command.Create, sides []engine.Side) (p clock.Policy, zones map[engine.Side]string, faults []error) {
	p, err := clock.Parse(s.Deadline)
	if err != nil {
		faults = append(faults, fmt.Errorf("deadline: %w", err))
	}
	for _, player := range s.Players {
		if player.Zone == "" {
			continue
		}
		if err == nil && p.None() {
			faults = append(faults,
				fmt.Errorf("player of side %s: a time zone is of no use in a game without deadlines", player.Side))
		}
		if zones == nil {
			zones = map[engine.Side]string{}
		}
		for _, side := range sides {
			if strings.EqualFold(string(side), string(player.Side)) {
				zones[side] = player.Zone
			}
		}
	}
	return p, zones, faults
}

// checkWindow says what is wrong with the change window of a new game.
func checkWindow(d time.Duration, p clock.Policy) error {
	switch {
	case d == 0:
		return nil
	case d < record.MinWindow || d > record.MaxWindow || d%time.Minute != 0:
		return fmt.Errorf("window %s: want whole minutes from 1m to 24h", d)
	case p.Final:
		return errors.New("a game with \"run final\" has no window: its step waits until all say that their orders " +
			"are final")
	}
	return nil
}
