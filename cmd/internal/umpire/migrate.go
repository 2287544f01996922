package umpire

import (
	"errors"
	"fmt"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/store"
)

// Migrate resolves the steps of a game again by the rules of this program. If
// the game is held because they go otherwise, and yes is set, it lets the game
// go on by these rules from the next step on. Orders that wait were checked by
// the old ones and are dropped, unless their step waits for a beacon. It is a
// record of the log, is mailed to the players, and stands in their next report.
// Mails that came while it was held are taken in then. An unknown game is
// store.ErrNoGame, one that is over ErrOver.
func (u *Umpire) Migrate(id string, yes bool) (m docket.Migration, err error) {
	u.Mu.Lock()
	defer u.Mu.Unlock()
	var g *docket.Game
	err = u.Store.View(func(tx *store.Tx) error {
		g, m, err = u.Migration(tx, id)
		return err
	})
	if err != nil || !yes || m.Why == "" {
		return m, err
	}
	var differs []int
	for _, d := range m.Differs {
		differs = append(differs, d.Step)
	}
	var b docket.Batch
	m.Record = g.Migrate(&b, record.MigrateByUmpire, m.Position, differs)
	for _, d := range m.Record.Data {
		b.Set(id, docket.StateData+d.Name, g.Rules.DataText(m.Position, d.Name))
	}
	b.Set(id, docket.StateChecked, []byte(u.Build+"\n"))
	b.Drop(id, docket.StateHeld)
	paragraphs := []string{tell.Migrate(m.Record), "The game goes on."}
	if g.State.Closed == nil {
		paragraphs = append(paragraphs, "Orders that had come in for the next step were checked by the old rules and "+
			"are dropped: please send them again, with any comment added.")
	}
	mails, err := u.Notices(g.Info, fmt.Sprintf("rules.%d", g.State.Tree.Size()), "Your game goes on",
		func(bool) []string { return paragraphs })
	if err := errors.Join(err, u.SignHead(&b, g), g.Snapshot(&b)); err != nil {
		return m, err
	}
	b.Send(mails...)
	if err := u.Commit(b); err != nil {
		return m, err
	}
	u.Logger.Info("game goes on by other rules", "game", id, "old", m.Old, "new", m.New)
	u.Forget(id)
	u.Schedule.Touch(id)
	return m, u.resume(id)
}
