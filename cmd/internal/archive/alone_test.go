package archive

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"testing"

	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/retold"
	"berthier/engine"
	"berthier/store"
	"berthier/store/leaf"
)

// edited changes the last record of a kind of which change says that it did something.
func edited[R record.Record](f *forger, kind string, change func(R) (R, bool)) {
	f.t.Helper()
	for i, r := range slices.Backward(f.s.Records) {
		if r.Kind != kind {
			continue
		}
		v, err := record.Parse(r.Kind, r.Data, r.Hidden)
		if err != nil {
			f.t.Fatal(err)
		}
		if changed, ok := change(v.(R)); ok {
			f.s.Records[i].Data, f.s.Records[i].Hidden = changed.Print()
			return
		}
	}
	f.t.Fatalf("no %s to be changed", kind)
}

// unread takes the hidden parts of a kind away, as in a log that is published.
func unread(f *forger, kind string) {
	for i := range f.s.Records {
		if f.s.Records[i].Kind == kind {
			f.s.Records[i].Hidden = nil
		}
	}
}

// Each check alone finds what no other finds, of what an umpire can do who has all keys
// but those of his players.
func TestEachCheckAlone(t *testing.T) {
	short := shortGames(t)
	timed, foreign := short[2], short[3] // see there
	ended := finished(t, "goldbach")
	waits, _ := waiting(t) // the last record are orders
	for check, c := range map[string]struct {
		game game.SavedGame
		lie  func(f *forger)
	}{
		"records": {ended, func(f *forger) {
			edited(f, record.KindReport, func(p record.Report) (record.Report, bool) {
				p.Time = p.Time.AddDate(-1, 0, 0)
				return p, true
			})
		}},
		"hidden parts": {ended, func(f *forger) {
			i := slices.IndexFunc(f.s.Records, func(r leaf.Record) bool { return r.Kind == record.KindReport })
			f.s.Records[i].Hidden = nil
		}},
		"signatures": {waits, func(f *forger) { // the same file counts twice
			again := f.s.Records[len(f.s.Records)-1]
			again.Seq++
			f.s.Records = append(f.s.Records, again)
		}},
		"orders": {waits, func(f *forger) {
			other := engine.Order{Line: 6, Text: "unit 1", Words: []string{"unit", "1"}}
			edited(f, record.KindOrders, func(o record.Orders) (record.Orders, bool) {
				o.Lines = append(o.Lines, other)
				return o, true
			})
		}},
		"inputs": {withoutDice(t, append(short, ended, finished(t, "goldbach"+rulings))), func(f *forger) {
			edited(f, record.KindStep, func(s record.Step) (record.Step, bool) {
				s.Hash[0]++
				return s,
					len(s.Draws) == 0
			})
		}},
		"hash chain": {ended, func(f *forger) {
			edited(f, record.KindOver, func(o record.Over) (record.Over, bool) { o.Secret[0]++; return o, true })
		}},
		"draws": {foreign, func(f *forger) {
			unread(f, record.KindReport) // which tell the roll too
			edited(f, record.KindStep, func(s record.Step) (record.Step, bool) { return s, turned(&s) })
		}},
		"clocks": {timed, func(f *forger) {
			unread(f, record.KindClock) // what can be computed again is
			edited(f, record.KindClock, func(c record.Clock) (record.Clock, bool) {
				c.By = record.ClockByUmpire
				return c, c.Cause == record.ClockBegin
			})
		}},
		"outcome": {short[1], func(f *forger) { // the umpire closed it
			end := slices.IndexFunc(f.s.Records, func(r leaf.Record) bool { return r.Kind == record.KindOver })
			f.s.Records = f.s.Records[:end]
		}},
		"salts": {ended, func(f *forger) {
			edited(f, record.KindReport, func(p record.Report) (record.Report, bool) { p.Salt[3]++; return p, true })
		}},
		"report texts": {ended, func(f *forger) { // the first mails promised another secret
			edited(f, record.KindReport, func(p record.Report) (record.Report, bool) {
				sealed := fmt.Sprintf("\n%x\n", sha256.Sum256([]byte("lucky")))
				game, err := record.ParseGame(f.s.Records[0].Data, f.s.Records[0].Hidden)
				p.Text = bytes.Replace(p.Text, fmt.Appendf(nil, "\n%x\n", game.Sealed), []byte(sealed), 1)
				return p, err == nil && p.Step == 0
			})
		}},
		"checkpoints": {ended, func(f *forger) { // a report vouches for less than it tells
			edited(f, record.KindReport, func(p record.Report) (record.Report, bool) {
				head := retold.Checkpoints(p.Text)[0]
				p.Text = bytes.Replace(p.Text, []byte(head), []byte(f.head(store.Tree{})), 1)
				return p, true
			})
		}},
		"mails": {ended, func(f *forger) {
			clear(f.s.Messages)
		}},
	} {
		t.Run(check, func(t *testing.T) {
			a, err := Read(write(t, forge(t, c.game, c.lie)))
			if err != nil || len(a.Faults) > 0 {
				t.Fatal(err, a.Faults)
			}
			r := auditor.Audit(a, nil)
			if failed := failing(r); !slices.Equal(failed, []string{check}) {
				t.Errorf("%v fail: %v", failed, r.Err())
			}
		})
	}
}

// turned turns a die in its draw and in the event that tells it.
func turned(s *record.Step) bool {
	for i := range s.Events {
		roll := s.Events[i].Roll
		if roll == nil || len(roll.Draws) == 0 {
			continue
		}
		told := *roll
		told.Draws = slices.Clone(roll.Draws)
		d := &s.Draws[told.Draws[0].No-1]
		d.Value = (d.Value + 1) % d.N
		told.Draws[0].Value = d.Value
		s.Events[i].Roll = &told
		return true
	}
	return false
}

// withoutDice is the first game that has a step in which nothing is rolled.
func withoutDice(t *testing.T, games []game.SavedGame) game.SavedGame {
	t.Helper()
	for _, g := range games {
		for _, r := range g.Records {
			if s, err := record.ParseStep(r.Data, r.Hidden); r.Kind == record.KindStep && err == nil &&
				len(s.Draws) == 0 {
				return g
			}
		}
	}
	t.Fatal("dice in every step")
	return game.SavedGame{}
}
