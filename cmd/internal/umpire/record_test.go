package umpire

import (
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// divider stands between the two parts of a record.
const divider = "\x00"

// parts gives the parts of a record.
func parts(b []byte) (data, hidden []byte) {
	data, hidden, ok := bytes.Cut(b, []byte(divider))
	if !ok {
		hidden = nil
	}
	return data, hidden
}

// joined is the inverse of parts.
func joined(data, hidden []byte) []byte {
	if hidden == nil {
		return data
	}
	return []byte(string(data) + divider + string(hidden))
}

// parsers read and print each text of this package.
var parsers = map[string]func([]byte) ([]byte, error){
	KindGame: func(b []byte) ([]byte, error) {
		g, err := ParseGameRecord(b)
		if err != nil {
			return nil, err
		}
		return g.Print(), nil
	},
	KindOrders: func(b []byte) ([]byte, error) {
		o, err := ParseOrdersRecord(parts(b))
		return joined(o.Print()), err
	},
	KindStep: func(b []byte) ([]byte, error) {
		s, err := ParseStepRecord(parts(b))
		return joined(s.Print()), err
	},
	KindKey: func(b []byte) ([]byte, error) {
		k, err := ParseKeyRecord(parts(b))
		return joined(k.Print()), err
	},
	KindCommand: func(b []byte) ([]byte, error) {
		c, err := ParseCommandRecord(parts(b))
		return joined(c.Print()), err
	},
	KindLogKey: func(b []byte) ([]byte, error) {
		k, err := ParseLogKeyRecord(b)
		return k.Print(), err
	},
	KindMigrate: func(b []byte) ([]byte, error) {
		m, err := ParseMigrateRecord(parts(b))
		return joined(m.Print()), err
	},
	KindReport: func(b []byte) ([]byte, error) {
		p, err := ParseReportRecord(parts(b))
		return joined(p.Print()), err
	},
	KindClosed: func(b []byte) ([]byte, error) {
		c, err := ParseClosedRecord(b)
		return c.Print(), err
	},
	KindOver: func(b []byte) ([]byte, error) {
		o, err := ParseOverRecord(b)
		return o.Print(), err
	},
	KindRollback: func(b []byte) ([]byte, error) {
		r, err := ParseRollbackRecord(parts(b))
		return joined(r.Print()), err
	},
	KindRuling: func(b []byte) ([]byte, error) {
		l, err := ParseRulingRecord(parts(b))
		return joined(l.Print()), err
	},
	KindSubstitute: func(b []byte) ([]byte, error) {
		s, err := ParseSubstituteRecord(b)
		return s.Print(), err
	},
	KindAnnounce: func(b []byte) ([]byte, error) {
		a, err := ParseAnnounceRecord(parts(b))
		return joined(a.Print()), err
	},
	KindStart: func(b []byte) ([]byte, error) {
		s, err := ParseStartRecord(b)
		return s.Print(), err
	},
	KindAbandon: func(b []byte) ([]byte, error) {
		c, err := ParseAbandonRecord(b)
		return c.Print(), err
	},
	"position": func(b []byte) ([]byte, error) {
		a, err := ParseAttachment(b)
		return a.Print(), err
	},
}

// samples are the records of a game that was played, and an attachment.
func samples(t testing.TB) map[string][][]byte {
	tb := newTable(t)
	tb.create()
	all := map[string][][]byte{}
	for _, m := range tb.deliver() {
		all["position"] = append(all["position"], m.Attachments[len(m.Attachments)-1].Bytes)
	}
	tb.playOut(func() {})
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
	if _, err := moved.u.AdoptLogKey(&old); err != nil {
		t.Fatal(err)
	}
	moved.play("Red", 1, 1)
	moved.play("Blue", 1, 1)
	timed := clocked(t, "1d; grace 2h; bank 5h", "Europe/Paris")
	timed.at("2030-12-05 12:00")
	for _, r := range slices.Concat(tb.records(), changed.records(), moved.records(), playWithBeacon(t).records(), timed.records(), acted(t).records()) {
		all[r.Kind] = append(all[r.Kind], joined(r.Data, r.Hidden), r.Data)
	}
	return all
}

func TestTextsReadBack(t *testing.T) {
	for kind, texts := range samples(t) {
		for _, text := range texts {
			if got, err := parsers[kind](text); err != nil || !bytes.Equal(got, text) {
				t.Errorf("%s: %v, got\n%s\nwant\n%s", kind, err, got, text)
			}
		}
	}
}

func TestTextsAreStrict(t *testing.T) {
	for kind, texts := range samples(t) {
		text := string(texts[0])
		lines := strings.SplitAfter(text, "\n")
		for name, bad := range map[string]string{
			"empty":          "",
			"cut short":      text[:len(text)/2],
			"another kind":   "berthier orders 2\n" + strings.Join(lines[1:], ""),
			"a line less":    strings.Join(append(append([]string{}, lines[:2]...), lines[3:]...), ""),
			"a line twice":   strings.Join(append(append([]string{}, lines[:3]...), lines[2:]...), ""),
			"two blanks":     strings.Replace(text, "game: ", "game:  ", 1),
			"needless quote": strings.Replace(text, "duel-1", `"duel-1"`, 1),
			"upper-case hex": strings.ToUpper(text),
		} {
			if _, err := parsers[kind]([]byte(bad)); err == nil {
				t.Errorf("%s: accepted with %s:\n%s", kind, name, bad)
			}
		}
		if _, err := parsers[kind]([]byte(text + "more\n")); err == nil && kind != "position" {
			t.Errorf("%s: accepted with more than the end", kind)
		}
	}
}

// The example of the package doc is the one that is tested.
func TestDocHasTheExample(t *testing.T) {
	doc, err := os.ReadFile("doc_log.go")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(example), "const text = `")
	text, _, ok := strings.Cut(text, "`")
	want := "//\t" + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n//\t") + "\n"
	if !ok || !strings.Contains(string(doc), want) {
		t.Errorf("doc_log.go has not\n%s", want)
	}
}

func FuzzParse(f *testing.F) {
	for _, texts := range samples(f) {
		f.Add(texts[0])
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for kind, parse := range parsers {
			want := text
			if kind == "position" {
				want = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
			}
			if got, err := parse(text); err == nil && !bytes.Equal(got, want) {
				t.Errorf("%s: accepted, but printed as\n%q\nnot\n%q", kind, got, want)
			}
		}
		if a, err := ParseAttachment(text); err == nil {
			_, _, _, _ = a.Check(duel{version: "1"}, text, engine.Limits{})
		}
	})
}
