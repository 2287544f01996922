package umpire

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
)

// recordOf reads the record of a number that stands in a state value.
func recordOf(tx *store.Tx, id, number string) (store.Record, error) {
	seq, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return store.Record{}, err
	}
	return oneRecord(tx, id, seq)
}

// tellChange is the sentence about a record in the next report.
func tellChange(r record.Record) (string, error) {
	switch v := r.(type) {
	case record.Migrate:
		return tellMigrate(v), nil
	case record.LogKey:
		return tellLogKey(v), nil
	case record.Command:
		return TellCommand(v), nil
	}
	return "", fmt.Errorf("a record of kind %s cannot be told", r.Kind())
}

// tell is what players read.
func tellMigrate(m record.Migrate) string {
	from := fmt.Sprintf("From step %d on the game is played by version %s of the rules, in place of %s", m.Step+1,
		m.New, m.Old)
	if m.By == record.MigrateByProgram {
		return from + "; it does all steps until then as they went."
	}
	if len(m.Differs) == 0 {
		return from + ", as the umpire decided."
	}
	steps := "step"
	if len(m.Differs) > 1 {
		steps = "steps"
	}
	return fmt.Sprintf("%s, as the umpire decided; by it %s %s would have gone otherwise, which stay as they are.",
		from, steps, numbers(m.Differs))
}

// numbers lists numbers for people, not too many.
func numbers(all []int) string {
	const most = 10
	var words []string
	for _, n := range all[:min(len(all), most)] {
		words = append(words, fmt.Sprint(n))
	}
	if len(all) > most {
		return strings.Join(words, ", ") + fmt.Sprintf(" and %d more", len(all)-most)
	}
	return strings.Join(words, ", ")
}

// adoptRules lets a game go on by the rules of this program, if they have
// another version than those in force: nobody comes here with a game in which
// they would do anything otherwise.
func (u *Master) adoptRules(g *game) (*game, batch) {
	if g.rs.Version() == g.inForce.Version {
		return g, nil
	}
	var b batch
	next := *g
	next.migrate(&b, record.MigrateByProgram, g.state.Position, nil)
	return &next, b
}

// migrate records that the game goes on by the rules of this program, in a
// position.
func (g *game) migrate(b *batch, by record.MigrateAuthority, pos engine.Position,
	differs []int) record.Migrate {
	m := record.Migrate{
		Head: g.u.headOf(g),
		By:   by, Ruleset: g.Ruleset, Old: g.inForce.Version, New: g.rs.Version(), Program: g.u.Program,
		Data: g.rs.Data(pos), Differs: differs, Hidden: g.hidden(), Position: engine.Hash(pos),
	}
	g.record(b, m)
	return m
}

// Migration is what it would mean to let a game go on by the rules of this
// program.
type Migration struct {
	Game     string
	Why      string // it is held; "" if it is not
	Old, New string // name and version of the rules; New is "" if this program has none
	Steps    int    // that the log has
	Differs  []audit.Difference
	Record   record.Migrate // that was written; zero if none was

	position engine.Position // after the last step, as this program comes to it
	lost     bool            // it does not
}

// ErrNoMigration is returned by Migrate for a game that this program cannot go
// on with.
var ErrNoMigration = errors.New("this program cannot go on with the game")

// Migrate resolves the steps of a game again by the rules of this program. If
// the game is held because they go otherwise, and yes is set, it lets the game
// go on by these rules from the next step on. Orders that wait were checked by
// the old ones and are dropped, unless their step waits for a beacon. It is a
// record of the log, is mailed to the players, and stands in their next report.
// Mails that came while it was held are taken in then. An unknown game is
// store.ErrNoGame, one that is over ErrOver.
func (u *Umpire) Migrate(id string, yes bool) (m Migration, err error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	var g *game
	err = u.Store.View(func(tx *store.Tx) error {
		g, m, err = u.migration(tx, id)
		return err
	})
	if err != nil || !yes || m.Why == "" {
		return m, err
	}
	var differs []int
	for _, d := range m.Differs {
		differs = append(differs, d.Step)
	}
	var b batch
	m.Record = g.migrate(&b, record.MigrateByUmpire, m.position, differs)
	for _, d := range m.Record.Data {
		b.set(id, stateData+d.Name, g.rs.DataText(m.position, d.Name))
	}
	b.set(id, stateChecked, []byte(u.Build+"\n"))
	b.drop(id, stateHeld)
	paragraphs := []string{tellMigrate(m.Record), "The game goes on."}
	if g.state.Closed == nil {
		paragraphs = append(paragraphs, "Orders that had come in for the next step were checked by the old rules and "+
			"are dropped: please send them again, with any comment added.")
	}
	mails, err := u.notices(g.info, fmt.Sprintf("rules.%d", g.state.Tree.Size()), "Your game goes on",
		func(bool) []string { return paragraphs })
	if err := errors.Join(err, u.signHead(&b, g), g.snapshot(&b)); err != nil {
		return m, err
	}
	b.mails(mails)
	if err := u.commit(b); err != nil {
		return m, err
	}
	u.Logger.Info("game goes on by other rules", "game", id, "old", m.Old, "new", m.New)
	u.forget(id)
	u.schedule.touch(id)
	return m, u.resume(id)
}

// migration reads a game and finds out what would be otherwise.
func (u *Master) migration(tx *store.Tx, id string) (g *game, m Migration, err error) {
	over, err := IsOver(tx, id)
	if err == nil && over {
		err = fmt.Errorf("game %s: %w", id, ErrOver)
	}
	if err != nil {
		return nil, m, err
	}
	var held *HeldError
	if g, err = u.load(tx, id); err != nil && !errors.As(err, &held) {
		return g, m, err
	}
	m = Migration{Game: id, Old: g.inForce.String()}
	if held != nil {
		m.Why = held.Why
	}
	if g.rs == nil || u.checkLogKey(g.info) != nil {
		return g, m, fmt.Errorf("%w: %s", ErrNoMigration, m.Why)
	}
	if m, err = u.review(tx, g.info); err == nil && m.lost {
		err = fmt.Errorf("%w: %s", ErrNoMigration, m.Why)
	}
	if err != nil || g.state.Closed == nil {
		return g, m, err
	}
	now := *g
	now.state.Position = m.position
	for _, side := range g.sides {
		if _, _, orders := now.input(side); len(g.rs.Check(now.state.Position, orders)) > 0 {
			return g, m, fmt.Errorf("%w: the orders of %s for step %d, which waits for a beacon, are not legal by "+
				"its rules; let the old program resolve it first", ErrNoMigration, side, g.state.Number+1)
		}
	}
	return g, m, nil
}
