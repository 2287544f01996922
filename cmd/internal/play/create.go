package play

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/clock"
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/computer"
	"berthier/cmd/internal/docket"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/quota"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
	"berthier/store/leaf"
)

// Spec is what a new game is made from.
type Spec = command.Create

// Player is who plays a side of a new game, or from now on.
type Player = command.NewPlayer

const maxName = 80 // letters of a player's name or a title

// Create makes a game: it draws the secrets, logs what the game is played
// with, and queues the opening mails. The error names everything that is
// wrong with the Spec at once; if the name is taken it is store.ErrGameExists.
func (u *Master) Create(s Spec) (record.Game, error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	g, b, err := u.Begin(s)
	if err == nil {
		err = u.Commit(b)
	}
	if err != nil {
		return record.Game{}, fmt.Errorf("creating game %q: %w", s.Game, err)
	}
	u.Begun(g)
	return g.GameRecord, nil
}

// Begun logs that a game was begun.
func (u *Master) Begun(g *docket.Game) {
	u.Logger.Info("game created", "game", g.Game, "ruleset", g.Ruleset, "version", g.Version, "scenario",
		g.Setup.Scenario, "anchor", g.Anchor.String())
}

// Begin gives what is written and sent for a new game. It changes nothing.
func (u *Master) Begin(s Spec) (g *docket.Game, b docket.Batch, err error) {
	if g, err = u.prepare(s); err != nil {
		return nil, b, docket.Refuse(err)
	}
	chain, err1 := u.secret()
	sealed, err2 := u.secret()
	way := engine.NewWay(chain)
	anchor, err3 := way.Link(0)
	if err := errors.Join(err1, err2, err3); err != nil {
		return nil, b, err
	}
	g.Anchor, g.Sealed, g.Log = anchor, docket.Sum(sealed[:]), u.Key.Verifier(u.Origin(g.Game))
	g.SealedKey = store.NewSecret(sealed[:])
	b.Begin(g.Game, chain, way, g.SealedKey)
	if len(g.Files) > 0 {
		g.Hidden = g.NextHidden()
		_, part := g.GameRecord.Print()
		g.Hash = docket.Sum(part)
	}
	g.Record(&b, g.GameRecord)
	invitations := map[engine.Side]string{}
	for _, side := range g.Sides {
		b.Set(g.Game, docket.StateAddress+string(side), []byte(g.Address[side]))
		if g.Keys[side] == (sign.Key{}) && !g.Computed(side) {
			if invitations[side], err = u.invite(&b, g.Game, side); err != nil {
				return nil, b, err
			}
		}
	}
	for _, d := range g.Data {
		b.Set(g.Game, docket.StateData+d.Name, g.Rules.DataText(g.State.Position, d.Name))
	}
	b.Set(g.Game, docket.StateChecked, []byte(u.Build+"\n"))
	if !g.Wait {
		u.beginClocks(g, &b, nil)
		u.letMove(g, &b)
	}
	head, err := u.Checkpoint(g)
	if err != nil {
		return nil, b, err
	}
	sent, err := u.openings(g, head, invitations)
	if err != nil {
		return nil, b, err
	}
	g.RecordReports(&b, u.Now(), sent)
	return g, b, errors.Join(u.SignHead(&b, g), g.Snapshot(&b))
}

func (u *Master) secret() (l engine.Link, err error) {
	_, err = io.ReadFull(u.Random, l[:])
	return l, err
}

// prepare checks the Spec and gives the game at its beginning, without dice.
func (u *Master) prepare(s Spec) (*docket.Game, error) {
	rs := audit.FindRuleset(u.Rulesets, s.Ruleset, "")
	if rs == nil {
		return nil, fmt.Errorf("%w: %q; there is %s", docket.ErrNoRuleset, s.Ruleset, u.rulesetNames())
	}
	var faults []error
	if !leaf.ValidGame(s.Game) {
		faults = append(faults, errors.New("a game's name is 1 to 40 of a-z, 0-9 and -, and does not begin with -"))
	}
	if s.Title == "" {
		s.Title = engine.ScenarioTitle(rs, s.Scenario)
	}
	if err := checkText("title", s.Title); err != nil {
		faults = append(faults, err)
	}
	if err := s.Beacon.Check(); err != nil {
		faults = append(faults, err)
	}
	if !s.Press.Valid() {
		faults = append(faults, fmt.Errorf("press %q: want %q or %q, or nothing", s.Press, record.PressAnonymous,
			record.PressNone))
	}
	if s.PressLimit = cmp.Or(s.PressLimit, record.DefaultPressLimit); s.PressLimit < 1 ||
		s.PressLimit > record.MaxPressLimit {
		faults = append(faults, fmt.Errorf("press limit %d: want 1 to %d", s.PressLimit, record.MaxPressLimit))
	}
	if err := record.CheckFiles(s.Files); err != nil {
		faults = append(faults, err)
	}
	pos, err := rs.Start(s.Setup)
	if err != nil {
		return nil, errors.Join(append(faults, err)...)
	}
	g := &docket.Game{State: fold.New(rs), Info: &docket.Info{
		Docket: u.Docket, Rules: rs, Sides: rs.Sides(pos), Address: map[engine.Side]string{},
		Keys: map[engine.Side]sign.Key{},
		GameRecord: record.Game{
			Head: record.Head{Game: s.Game, Time: u.Now()}, Title: s.Title, Ruleset: rs.Name(), Version: rs.Version(),
			Setup: s.Setup, Files: slices.Sorted(maps.Keys(s.Files)), Codes: s.Codes, Press: s.Press,
			PressLimit: s.PressLimit, Beacon: s.Beacon, Window: s.Window, Reopen: s.Reopen, Wait: s.Wait, Data: rs.Data(pos), Position: engine.Hash(pos),
		},
	}}
	policy, zones, wrong := newClock(s, g.Sides)
	g.Clock, g.Zones = policy, zones
	faults = append(faults, wrong...)
	if s.Reopen < 0 || s.Reopen > record.MaxReopen || s.Reopen%time.Minute != 0 {
		faults = append(faults, fmt.Errorf("reopen %s: want a time of minutes, hours and days up to 60d", s.Reopen))
	}
	if err := checkWindow(s.Window, policy); err != nil {
		faults = append(faults, err)
	}
	faults = append(faults, seatPlayers(g, s.Players)...)
	for _, p := range g.Players {
		if slices.ContainsFunc(u.UmpireKeys, p.Key.Equal) {
			faults = append(faults, fmt.Errorf("player of side %s: %s", p.Side, umpireKeyFault.Msg))
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	names, err := u.Games()
	if err == nil && slices.Contains(names, s.Game) { // CreateGame would say so too, after all the work
		err = store.ErrGameExists
	}
	return g, err
}

func (u *Master) rulesetNames() string {
	var names []string
	for _, rs := range u.Rulesets {
		names = append(names, rs.Name())
	}
	return strings.Join(names, ", ")
}

func checkText(what, s string) error {
	bad := func(r rune) bool { return !unicode.IsPrint(r) }
	if strings.TrimSpace(s) == "" || !utf8.ValidString(s) || utf8.RuneCountInString(s) > maxName ||
		strings.ContainsFunc(s, bad) {
		return fmt.Errorf("%s %q: want 1 to %d printable letters on one line", what, s, maxName)
	}
	return nil
}

// seatPlayers gives every side its player and says what is wrong with them.
func seatPlayers(g *docket.Game, players []Player) (faults []error) {
	for _, p := range players {
		i := slices.IndexFunc(g.Sides, func(s engine.Side) bool { return strings.EqualFold(string(s), string(p.Side)) })
		if i < 0 {
			faults = append(faults, fmt.Errorf("player %q: no side %q; the sides are %v", p.Name, p.Side, g.Sides))
			continue
		}
		if _, twice := g.Address[g.Sides[i]]; twice {
			faults = append(faults, fmt.Errorf("side %s has two players", g.Sides[i]))
		}
		g.Address[g.Sides[i]] = p.Address
	}
	for _, side := range g.Sides {
		i := slices.IndexFunc(players, func(p Player) bool { return strings.EqualFold(string(p.Side), string(side)) })
		if i < 0 {
			faults = append(faults, fmt.Errorf("side %s has no player", side))
			continue
		}
		player, err := playerOf(g.Rules, players[i], side, g.Time)
		if err != nil {
			faults = append(faults, fmt.Errorf("player of side %s: %w", side, err))
		}
		g.Players, g.Keys[side] = append(g.Players, player), player.Key
	}
	return faults
}

// playerOf checks a player, who may have no key yet, and leaves out what the log must not hold: his
// address, and the comment of his key, which is often one too.
func playerOf(rs engine.Ruleset, p Player, side engine.Side, now time.Time) (record.Player, error) {
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
	key.Comment = ""
	if _, _, ok := quota.CutAddress(p.Address); !ok {
		err = errors.Join(err, fmt.Errorf("mail address %q: want name@domain", p.Address))
	}
	return record.Player{Side: side, Name: p.Name, Key: key}, errors.Join(checkText("name", p.Name), err)
}

// computerOf is playerOf for a computer, which has nothing but a name.
func computerOf(rs engine.Ruleset, p Player, side engine.Side) (record.Player, error) {
	c, err := computer.Seat(rs, p.Computer)
	if p.Key != "" || p.Zone != "" {
		err = errors.Join(err, errors.New("a computer has no key and no time zone"))
	}
	return record.Player{Side: side, Name: fmt.Sprintf("Computer (%s)", c.Name), Computer: c}, err
}
