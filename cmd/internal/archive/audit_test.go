package archive

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/jdg"
	"berthier/mail/sign"
	"berthier/store"
)

// failing are the names of the checks of an audit that fail.
func failing(r audit.Result) (names []string) {
	for _, c := range r.Checks {
		if c.Err != nil {
			names = append(names, c.Name)
		}
	}
	return names
}

// audited is the audit of a game that was changed and signed with the key of its log
// again; its reports have the checkpoints of the log as it was.
func audited(t *testing.T, s game.SavedGame, u judge) audit.Result {
	t.Helper()
	r := u.Audit(Archive{SavedGame: headOf(t, s)}, nil)
	for i := range r.Checks {
		if r.Checks[i].Name == "checkpoints" {
			r.Checks[i].Err = nil
		}
	}
	return r
}

// each changes a copy of the records of a kind until do says that it did something.
func each(s game.SavedGame, kind string, do func(r *store.Record) bool) game.SavedGame {
	s.Records = slices.Clone(s.Records)
	for i := range s.Records {
		if s.Records[i].Kind == kind && do(&s.Records[i]) {
			break
		}
	}
	return s
}

var told = regexp.MustCompile(`: rolled (\d)(,? [^\n]*)?`)

// A report that tells another roll than the step has is found.
func TestRollInReport(t *testing.T) {
	saved := finished(t, "goldbach")
	changed := 0
	for n := range 20 {
		at := 0
		s := each(saved, record.KindReport, func(r *store.Record) bool {
			p, err := record.ParseReport(r.Data, r.Hidden)
			if err != nil {
				t.Fatal(err)
			}
			f := told.FindSubmatchIndex(p.Text)
			if f == nil {
				return false
			}
			if at++; at <= n {
				return false
			}
			p.Text = bytes.Clone(p.Text)
			p.Text[f[2]] = '0' + (p.Text[f[2]]-'0'+1)%10
			r.Data, r.Hidden = p.Print()
			changed++
			return true
		})
		if failed := failing(audited(t, s, auditor)); at > n && !slices.Equal(failed, []string{"report texts"}) {
			t.Errorf("report %d: %v fail", n, failed)
		}
	}
	if changed < 15 {
		t.Errorf("%d rolls were changed", changed)
	}
}

// What a player wrote into his orders about rolls is no roll.
func TestRollInOrders(t *testing.T) {
	tb := newTable(t, "goldbach")
	for i := range 2 {
		st, err := tb.u.Status(tb.id)
		if err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("game: %s\nside: %s\nturn: %d\nstep: %d\n\nnothing // I hope: rolled 9\nend\n", tb.id,
			tb.rules.Sides(tb.position())[i], st.Turn, st.Step+1)
		signed, err := sign.Inline(tb.keys[i], []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		tb.take(signed)
	}
	if r := auditor.Audit(Archive{SavedGame: tb.save()}, nil); r.Err() != nil {
		t.Error(r.Err())
	}
}

// The form of a record is that of the mail that was received.
func TestFormOfMail(t *testing.T) {
	saved := finished(t, "goldbach")
	s := each(saved, record.KindOrders, func(r *store.Record) bool {
		o, err := record.ParseOrders(r.Data, r.Hidden)
		if err != nil {
			t.Fatal(err)
		}
		o.Form = sign.FormAttached
		r.Data, r.Hidden = o.Print()
		return true
	})
	r := audited(t, s, auditor)
	if failed := failing(r); !slices.Equal(failed, []string{"mails"}) ||
		!strings.Contains(r.Err().Error(), `in the form "inline", the record says "attached"`) {
		t.Errorf("%v fail: %v", failed, r.Err())
	}
}

// A game by a version of the rules that nobody knows, or one that nobody knows, is never
// called sound.
func TestForeignRules(t *testing.T) {
	saved := finished(t, "goldbach")
	rename := func(r *store.Record) {
		r.Data = bytes.Replace(r.Data, []byte("\nruleset: jdg "), []byte("\nruleset: jdg 99"), 1)
	}
	all := saved
	all.Records = slices.Clone(saved.Records)
	for i := range all.Records {
		rename(&all.Records[i])
	}
	unknown := judge{Load: func(name string, _ map[string][]byte) (engine.Ruleset, error) {
		return nil, fmt.Errorf("%w: %q", audit.ErrUnknownGame, name)
	}}
	broken := judge{Load: func(string, map[string][]byte) (engine.Ruleset, error) {
		rs, err := jdg.Load(map[string][]byte{"tables/fire.csv": []byte("x\n")})
		return rs, err
	}}
	steps := len(auditor.Audit(Archive{SavedGame: saved}, nil).Steps)
	for _, c := range []struct {
		name       string
		saved      game.SavedGame
		by         judge
		foreign    bool
		unresolved int
		sound      bool
	}{
		{"its own rules", saved, auditor, false, 0, true},
		{"a version that there is not", all, auditor, true, steps, true},
		{"a game that there is not", saved, unknown, true, steps, true},
		{"tables that cannot be read", saved, broken, true, steps, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := audited(t, c.saved, c.by)
			if r.Foreign != c.foreign || r.Unresolved != c.unresolved || r.Sound() != c.sound {
				t.Errorf("foreign %v, %d steps unresolved, sound %v: %v", r.Foreign, r.Unresolved, r.Sound(), r.Err())
			}
		})
	}
}
