package umpire

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/bend"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/enginetest"
	"berthier/store"
)

var forgedLogs = flag.Int("umpire.forged", 300, "how many forged logs are read")

// everyKind are logs that have records of every kind between them.
func everyKind(t testing.TB) (logs [][]store.Record, rules []engine.Ruleset) {
	t.Helper()
	played := newTable(t)
	played.create()
	played.playOut(func() {})
	changed := newTable(t)
	changed.create()
	changed.say(keys()["Red"], "key@home", keyChange(keys()["Stranger"].Public().String()))
	if _, err := changed.u.SetKey("duel-1", "Red", ""); err != nil {
		t.Fatal(err)
	}
	changed.tell("Blue", "draw")
	moved := newTable(t)
	moved.create()
	moved.rules.version = "2"
	moved.restart()
	old := moved.u.Key
	moved.otherKey(90)
	if _, err := moved.u.AdoptLogKey(moved.u.Key, &old); err != nil {
		t.Fatal(err)
	}
	moved.play("Red", 1, 1)
	moved.play("Blue", 1, 1)
	timed := clocked(t, "1d; grace 2h; bank 5h", "Europe/Paris")
	timed.at("2030-12-05 12:00")
	for _, tb := range []*table{played, changed, moved, timed, playWithBeacon(t), acted(t)} {
		logs, rules = append(logs, tb.records()), append(rules, tb.rules)
	}
	return logs, rules
}

var hiddenLine = regexp.MustCompile(`(?m)^hidden: [0-9a-f]{64}\n\z`)

// A log in which something was changed, with the hashes of its hidden parts made right,
// has faults that can be told in words, whatever it is.
func TestForgedLogs(t *testing.T) {
	seed := enginetest.Seed(t)
	logs, rules := everyKind(t)
	kinds := map[string]bool{}
	for n := range *forgedLogs {
		r := rand.New(rand.NewPCG(seed, uint64(n)))
		g := n % len(logs)
		log := slices.Clone(logs[g])
		if r.IntN(4) == 0 { // of rules that this program does not have, so that events count as they are
			for i := range log {
				log[i].Data = regexp.MustCompile(`(?m)^((ruleset|old|new): duel) .*$`).ReplaceAll(log[i].Data,
					[]byte("$1 99"))
			}
		}
		rec := &log[r.IntN(len(log))]
		what := fmt.Sprintf("%d: record %d of log %d", n, rec.Seq, g)
		kinds[rec.Kind] = true
		if rec.Hidden != nil && r.IntN(2) == 0 {
			rec.Hidden = bend.Text(r, rec.Hidden)
			rec.Data = hiddenLine.ReplaceAll(rec.Data, fmt.Appendf(nil, "hidden: %x\n", sha256.Sum256(rec.Hidden)))
		} else if changed, err := record.Leaf(rec.Seq, bend.Text(r, rec.Data)); err == nil {
			rec.Data, rec.Kind, rec.Step = changed.Data, changed.Kind, changed.Step
		}
		a := audit.CheckLog([]engine.Ruleset{rules[g]}, log)
		a.Checks = append(a.Checks, audit.CheckHead(a, log, []byte("x")))
		for _, c := range a.Checks {
			if c.Err != nil && strings.Contains(c.Err.Error(), "panic: ") {
				t.Fatalf("%s: %s: %v", what, c.Name, c.Err)
			}
		}
		for _, rec := range log {
			if v, err := record.Parse(rec.Kind, rec.Data, rec.Hidden); err == nil {
				fold.ReceivedMail(v)
				fold.Links(v)
			}
		}
	}
	if want := min(15, *forgedLogs/20); len(kinds) < want { // of a record drawn from each log
		t.Errorf("only %d kinds of records, want %d: %v", len(kinds), want, kinds)
	}
}
