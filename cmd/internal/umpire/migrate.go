package umpire

import (
	"fmt"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/engine/tongue"
)

// Migrate resolves the steps of a game again by the rules of this program. If
// the game is held because they go otherwise, and yes is set, it lets the game
// go on by these rules from the next step on. Orders that wait were checked by
// the old ones and are dropped, unless their step waits for a beacon. It is a
// record of the log, is mailed to the players, and stands in their next report.
// Mails that came while it was held are taken in then. An unknown game is
// store.ErrNoGame, one that is over ErrOver.
func (u *Umpire) Migrate(id string, yes bool) (m docket.Migration, err error) {
	err = u.With(func() error {
		m, err = u.migrate(id, yes)
		return err
	}, id)
	return m, err
}

// migrate is Migrate for who decides of the game.
func (u *Umpire) migrate(id string, yes bool) (m docket.Migration, err error) {
	g, m, err := u.Migration(id)
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
	paragraphs := []tongue.Text{tell.Migrate(m.Record), phrase.Say("rules.goeson")}
	if g.State.Closed == nil {
		paragraphs = append(paragraphs, phrase.Say("rules.again"))
	}
	u.Notices(&b, g.Info, fmt.Sprintf("rules.%d", g.State.Tree.Size()), phrase.Say("goeson.title"), paragraphs...)
	u.SignHead(&b, g)
	g.Snapshot(&b)
	if err := u.Commit(b); err != nil {
		return m, err
	}
	u.Logger.Info("game goes on by other rules", "game", id, "old", m.Old, "new", m.New)
	u.Forget(id)
	u.Schedule.Touch(id)
	return m, u.resume(id)
}
