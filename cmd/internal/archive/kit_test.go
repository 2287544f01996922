package archive

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/stored"
	"berthier/cmd/internal/testkey"
	"berthier/cmd/internal/umpire"
	"berthier/engine"
	"berthier/engine/jdg"
	"berthier/engine/tlm"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/mail/wire"
	"berthier/store"
)

// stream is a random source that gives the same bytes every time.
type stream struct{ n byte }

func (s *stream) Read(p []byte) (int, error) {
	s.n++
	sum := sha256.Sum256([]byte{s.n, 0xa7})
	return copy(p, sum[:]), nil
}

var keys = sync.OnceValue(func() [2]*sign.PrivateKey {
	var keys [2]*sign.PrivateKey
	for i := range keys {
		keys[i] = testkey.New(fmt.Sprint(i))
	}
	return keys
})

// table is an umpire with a store, whose clock goes a minute with each mail.
type table struct {
	t     testing.TB
	id    string
	store *store.Store
	rules engine.Ruleset
	plays func(engine.Position, engine.Side) engine.Orders // a computer player
	u     *umpire.Umpire
	now   time.Time
	mails int
	keys  [2]*sign.PrivateKey // with which the sides sign
}

const domain = "berthier.example"

func newTable(t testing.TB, scenario string) *table {
	t.Helper()
	tb := emptyTable(t, scenario)
	tb.create(nil)
	return tb
}

// emptyTable is one on which no game was begun.
func emptyTable(t testing.TB, scenario string) *table {
	t.Helper()
	tb := &table{t: t, id: scenario + "-1", store: openStore(t), now: time.Date(2030, 12, 2, 8, 0, 0, 0, time.UTC),
		keys: keys()}
	tb.deal(scenario)
	tb.reopen()
	return tb
}

// deal takes the rules of the game that has the scenario.
func (tb *table) deal(scenario string) {
	tb.t.Helper()
	if scenario == campaign {
		rs, err := tlm.Load(nil)
		if err != nil {
			tb.t.Fatal(err)
		}
		tb.rules, tb.plays = rs, rs.General
		return
	}
	rs := jdgRules(tb.t)
	tb.rules, tb.plays = rs, rs.Tactical
}

// create begins the game; change may change what it is made of.
func (tb *table) create(change func(*play.Spec)) {
	t := tb.t
	t.Helper()
	scenario := strings.TrimSuffix(tb.id, "-1")
	s := play.Spec{Game: tb.id, Ruleset: tb.rules.Name(), Setup: engine.Setup{Scenario: scenario}}
	p, err := tb.rules.Start(s.Setup)
	if err != nil {
		t.Fatal(err)
	}
	for i, side := range tb.rules.Sides(p) {
		s.Players = append(s.Players, play.Player{Side: side, Name: "Player of " + string(side),
			Address: fmt.Sprintf("player%d@example.net", i), Key: keys()[i].Public().String()})
	}
	if change != nil {
		change(&s)
	}
	if _, err := tb.u.Create(s); err != nil {
		t.Fatal(err)
	}
}

// reopen makes an umpire over the store.
func (tb *table) reopen() {
	tb.t.Helper()
	key, err := record.GenerateSigner(&stream{})
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.u, err = umpire.New(docket.Config{
		Store: tb.store, Key: key, Rulesets: []engine.Ruleset{tb.rules},
		Address: mail.Address{Name: "Berthier", Address: "games@" + domain},
		Clock:   func() time.Time { return tb.now }, Logger: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	if err != nil {
		tb.t.Fatal(err)
	}
}

func openStore(t testing.TB) *store.Store {
	t.Helper()
	testkey.NoChance(t)
	s, err := store.Open(filepath.Join(t.TempDir(), "berthier.db"), 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if problems, err := s.Check(); err != nil || len(problems) > 0 {
			t.Errorf("store: %v, %v", problems, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// position is how the game stands.
func (tb *table) position() engine.Position {
	tb.t.Helper()
	var s game.State
	err := tb.store.View(func(tx *store.Tx) (err error) {
		text, err := tx.State(tb.id, "snapshot")
		if err == nil {
			s, err = game.Resume(record.Game{}, text, func(game.Rules) (engine.Ruleset, error) { return tb.rules, nil })
		}
		return err
	})
	if errors.Is(err, store.ErrNotFound) { // the game was put back
		s, err = game.Fold(tb.rules, tb.save().Records, nil)
	}
	if err != nil || s.Position == nil {
		tb.t.Fatal("no position", err)
	}
	return s.Position
}

// step plays one step: everybody who owes something sends orders by mail, made
// by a computer player. It reports whether the game goes on.
func (tb *table) step() bool {
	tb.t.Helper()
	p := tb.position()
	owed := tb.rules.Owed(p)
	st, err := tb.u.Status(tb.id)
	if err != nil {
		tb.t.Fatal(err)
	}
	for i, side := range tb.rules.Sides(p) {
		if engine.Owes(owed, side) {
			tb.send(i, side, st.Turn, st.Step+1, tb.plays(p, side).Lines)
		}
	}
	return len(owed) > 0
}

func (tb *table) send(i int, side engine.Side, turn, step int, orders []engine.Order) {
	tb.t.Helper()
	o := engine.Held(tb.rules, tb.position(), engine.Orders{Side: side, Lines: orders})
	text := engine.TurnFile{Game: tb.id, Side: side, Turn: turn, Step: step, Orders: o.Lines}.Print()
	signed, err := sign.Inline(tb.keys[i], text)
	if err != nil {
		tb.t.Fatal(err)
	}
	tb.take(signed)
}

// take takes in a mail with a text.
func (tb *table) take(signed []byte) {
	tb.t.Helper()
	tb.mails++
	tb.now = tb.now.Add(time.Minute)
	raw := fmt.Appendf(nil, "From: player@example.net\r\nTo: games+%s@%s\r\nSubject: orders\r\n"+
		"Message-ID: <%d@example.net>\r\n\r\n%s", tb.id, domain, tb.mails, signed)
	if _, err := tb.u.TakeAll(context.Background(), []wire.Arrival{{Raw: raw}}); err != nil {
		tb.t.Fatal(err)
	}
}

// save reads the game as it is.
func (tb *table) save() game.SavedGame { return saveFrom(tb.t, tb.store, tb.id) }

func saveFrom(t testing.TB, s *store.Store, id string) (saved game.SavedGame) {
	t.Helper()
	err := s.View(func(tx *store.Tx) (err error) {
		saved, err = stored.Save(tx, id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return saved
}

// campaign is the scenario that is not of Jours de Gloire: the whole war of To the Last Man!
const campaign = "campaign"

// rulings, behind the name of a scenario, is a game in which the umpire did all
// that he can.
const rulings = ", ruled"

// rule plays some steps and lets the umpire interfere.
func (tb *table) rule() {
	tb.t.Helper()
	do := func(err error) {
		tb.t.Helper()
		if err != nil {
			tb.t.Fatal(err)
		}
	}
	for range 5 {
		tb.step()
	}
	_, err := tb.u.Do(tb.id, "rollback 3 a mail was lost")
	do(err)
	tb.step()
	_, err = tb.u.Do(tb.id, "announce\nGood morning.")
	do(err)
	text := string(tb.position().Encode())
	_, unit, _ := strings.Cut(text, "\nunit 108lig ")
	unit, _, _ = strings.Cut("unit 108lig "+unit, "\n")
	_, err = tb.u.Do(tb.id, "ruling it faces the other way\n- "+unit+"\n+ "+strings.Replace(unit, " E ", " W ", 1))
	do(err)
	side := tb.rules.Sides(tb.position())[0]
	_, err = tb.u.Do(tb.id, fmt.Sprintf("substitute %s another@example.net Another\nkey %s\ngone", side,
		keys()[0].Public()))
	if err == nil {
		tb.t.Fatal("the same key was taken for another player")
	}
	tb.keys[0] = testkey.New("another")
	_, err = tb.u.Do(tb.id, fmt.Sprintf("substitute %s another@example.net Another\nkey %s\ngone", side,
		tb.keys[0].Public()))
	do(err)
	tb.step()
	_, err = tb.u.Do(tb.id, "process")
	do(err)
}

var (
	played      = map[string]game.SavedGame{}
	playedMutex sync.Mutex
)

// finished is a game from the beginning to the end, played once.
func finished(t testing.TB, scenario string) game.SavedGame {
	t.Helper()
	playedMutex.Lock()
	defer playedMutex.Unlock()
	saved, ok := played[scenario]
	if !ok {
		name, ruled := strings.CutSuffix(scenario, rulings)
		tb := newTable(t, name)
		if ruled {
			tb.rule()
		}
		for tb.step() {
		}
		saved = tb.save()
		played[scenario] = saved
	}
	return saved
}

// judge audits archives by rules that it loads.
type judge struct{ Load audit.Loader }

// Audit looks at an archive and the mails that somebody kept.
func (j judge) Audit(a Archive, mails []audit.Mail) audit.Result {
	return audit.Auditor{Load: j.Load}.Audit(audit.Evidence{SavedGame: a.SavedGame, Members: a.Members,
		Faults: a.Faults,
		Mails:  mails})
}

// Restore puts an archive into a store.
func (j judge) Restore(tx *store.Tx, a Archive) (audit.Result, error) {
	r := j.Audit(a, nil)
	return r, stored.Restore(tx, a.SavedGame, r)
}

// FromStore audits a game of a store.
func (j judge) FromStore(tx *store.Tx, id string, mails []audit.Mail) (audit.Result, Archive, error) {
	r, s, err := stored.Audit(audit.Auditor{Load: j.Load}, tx, id, mails)
	return r, Archive{SavedGame: s}, err
}

var auditor = judge{Load: func(name string, data map[string][]byte) (engine.Ruleset, error) {
	if name == tlm.Game.Name {
		return tlm.Load(data)
	}
	return jdg.Load(data)
}}
