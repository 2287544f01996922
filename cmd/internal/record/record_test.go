package record

import (
	"bytes"
	"go/parser"
	"go/token"
	"reflect"
	"strings"
	"testing"
	"time"

	"berthier/cmd/internal/beacon"
	"berthier/engine"
	"berthier/mail/sign"
)

// known gives a record with the hash of its hidden part, as reading it does.
func known(r Record, hash [32]byte) Record {
	v := reflect.New(reflect.TypeOf(r)).Elem()
	v.Set(reflect.ValueOf(r))
	if h := v.FieldByName("Hidden"); h.IsValid() && Hides(r) {
		h.FieldByName("Hash").Set(reflect.ValueOf(hash))
	}
	return v.Interface().(Record)
}

// shown is how the doc shows a part of a record.
func shown(part []byte) string {
	var b strings.Builder
	for line := range strings.Lines(string(part)) {
		if line == "\n" {
			b.WriteString("\n")
			continue
		}
		b.WriteString("\t" + line)
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// docOf is the part of the package doc that stands beside a kind.
func docOf(t *testing.T, kind string) string {
	t.Helper()
	name := "kind_" + strings.ReplaceAll(kind, "-", "") + ".go"
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	return f.Doc.Text()
}

// Each example is printed, found in the doc of its kind, and read back.
func TestExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Examples() {
		kind := r.Kind()
		if seen[kind] {
			t.Errorf("two kinds %s", kind)
		}
		seen[kind] = true
		data, hidden := r.Print()
		if doc := docOf(t, kind); !strings.HasPrefix(doc, "# Kind "+kind+"\n") || !strings.Contains(doc, "\n\n"+shown(data)) {
			t.Errorf("%s: the doc has not\n%s", kind, shown(data))
		} else if hidden != nil && !strings.Contains(doc, "\n\nand hidden\n\n"+shown(hidden)) {
			t.Errorf("%s: the doc has not\nand hidden\n\n%s", kind, shown(hidden))
		}
		if Hides(r) != (hidden != nil) || Hides(r) != strings.Contains(string(data), "\nhidden: ") {
			t.Errorf("%s: hides %v, hidden part %q", kind, Hides(r), hidden)
		}
		want := known(r, sha(hidden))
		if got, err := Parse(kind, data, hidden); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: read %+v, %v\nwant %+v", kind, got, err, want)
		}
		if got, err := Leaf(7, data); err != nil || got.Kind != kind || got.Step != r.About().Step || got.Seq != 7 {
			t.Errorf("%s: leaf %+v, %v", kind, got, err)
		}
		if got := Time(data); !got.Equal(r.About().Time) {
			t.Errorf("%s: time %v, want %v", kind, got, r.About().Time)
		}
	}
	if len(seen) < 18 {
		t.Errorf("%d kinds", len(seen))
	}
}

// Without its hidden part a record reads and prints as the same open part.
func TestOpenPart(t *testing.T) {
	for _, r := range Examples() {
		data, _ := r.Print()
		got, err := Parse(r.Kind(), data, nil)
		if err != nil {
			t.Errorf("%s: %v", r.Kind(), err)
			continue
		}
		if again, hidden := got.Print(); !bytes.Equal(again, data) || hidden != nil {
			t.Errorf("%s: got\n%s%s\nwant\n%s", r.Kind(), again, hidden, data)
		}
		if !Hides(r) {
			if _, err := Parse(r.Kind(), data, []byte("x")); err == nil {
				t.Errorf("%s: accepted with a hidden part", r.Kind())
			}
		}
	}
	if _, err := Parse("bet", []byte("berthier bet 1\n"), nil); err != ErrUnknown {
		t.Errorf("unknown kind: %v", err)
	}
}

// What the examples say of signatures and dice is true.
func TestExamplesAreProved(t *testing.T) {
	o, c, k := exampleOrders(), exampleCommand(), exampleKey()
	for _, p := range []struct {
		sign.Proof
		file [32]byte
	}{{o.Proof, o.File}, {c.Proof, c.File}, {k.Proof, k.File}} {
		if s, err := p.Verify(examplePlayer(), o.Time); err != nil || s.Sum() != p.file {
			t.Errorf("%q: %v, file %x, want %x", p.Data, err, s.Sum(), p.file)
		}
	}
	s := exampleStep()
	if open, sealed := s.Draws[0], s.Draws[1]; open.Value != s.Events[0].Roll.Draws[0].Value || !sealed.Sealed || sealed.Value != 33 {
		t.Errorf("draws %+v, events %v", s.Draws, s.Events)
	}
	if !exampleBurn().Follows() || !exampleRollback().Link.Follows(exampleRollback().Previous) {
		t.Error("links do not follow")
	}
}

func TestStrict(t *testing.T) {
	for _, r := range Examples() {
		kind := r.Kind()
		data, _ := r.Print()
		text := string(data)
		lines := strings.SplitAfter(text, "\n")
		for name, bad := range map[string]string{
			"empty":          "",
			"cut short":      text[:len(text)/2],
			"another kind":   "berthier orders 3\n" + strings.Join(lines[1:], ""),
			"a line less":    strings.Join(append(append([]string{}, lines[:2]...), lines[3:]...), ""),
			"a line twice":   strings.Join(append(append([]string{}, lines[:3]...), lines[2:]...), ""),
			"two blanks":     strings.Replace(text, "game: ", "game:  ", 1),
			"needless quote": strings.Replace(text, "duel-1", `"duel-1"`, 1),
			"upper-case hex": strings.ToUpper(text),
			"no game's name": strings.Replace(text, "duel-1", "-duel", 1),
			"more":           text + "more\n",
			"another zone":   strings.Replace(text, "Z\n", "+00:00\n", 1),
			"CR":             strings.ReplaceAll(text, "\n", "\r\n"),
		} {
			if _, err := Parse(kind, []byte(bad), nil); err == nil {
				t.Errorf("%s: accepted with %s:\n%s", kind, name, bad)
			}
		}
	}
}

// What no example has room for.
func TestVariants(t *testing.T) {
	game := exampleGame()
	game.Beacon = Beacon{beacon.Quicknet(), 30 * time.Second}
	plain := Game{Head: game.Head, PressLimit: DefaultPressLimit, Log: game.Log}
	step := exampleStep()
	step.Round = Round{7, []byte{1, 2}}
	lost := exampleLogKey()
	lost.Signature = []byte{}
	revoked := Key{Head: exampleAt(1, "09:00:00"), Side: "Red", By: KeyByUmpire, Hidden: exampleHidden()}
	revoked.Data, revoked.Signature = []byte{}, []byte{}
	invited := exampleGame()
	invited.Players = []Player{{"Red", "Michel \"Ney\"", sign.Key{}}}
	for _, r := range []Record{game, plain, step, lost, revoked, invited} {
		data, hidden := r.Print()
		if got, err := Parse(r.Kind(), data, hidden); err != nil || !reflect.DeepEqual(got, known(r, sha(hidden))) {
			t.Errorf("read %+v, %v\nwant %+v", got, err, r)
		}
	}
	data, _ := exampleLogKey().Print()
	if _, err := ParseLogKey(bytes.Replace(data, []byte("step: 1"), []byte("step: 2"), 1)); err == nil {
		t.Error("a log key that the old one did not sign is accepted")
	}
}

func TestValidCommand(t *testing.T) {
	for command, want := range map[string]bool{
		"withdraw": true, "draw": true, "draw no": true, "absence 2030-12-04": true, "absence 2030-12-04 2030-12-05": true, "pause 2030-12-04": true,
		"resume": true, "": false, "draw yes": false, "absence": false, "absence today": false, "absence 12-04": false, "pause": false,
		"final 2030-12-04": false, "absence  2030-12-04": false, "resume 2030-12-04": false, "pause 2030-12-04 2030-12-05": false, "draw 2030-12-04": false,
	} {
		if got := ValidCommand(command); got != want {
			t.Errorf("%q: got %v, want %v", command, got, want)
		}
	}
}

func TestSalt(t *testing.T) {
	sealed := engine.Link(exampleHash("sealed"))
	one := Salt(sealed, "duel-1", 1)
	if one == Salt(sealed, "duel-1", 2) || one == Salt(sealed, "duel-2", 1) || one == Salt(engine.Link{}, "duel-1", 1) {
		t.Error("two records have one salt")
	}
	_, hidden := exampleAnnounce().Print()
	if got := SaltOf(hidden); got != exampleHash("salt") {
		t.Errorf("got %x", got)
	}
}

// divider stands between the two parts of a record.
const divider = "\x00"

func FuzzParse(f *testing.F) {
	for _, r := range Examples() {
		data, hidden := r.Print()
		f.Add(data)
		if hidden != nil {
			f.Add([]byte(string(data) + divider + string(hidden)))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		data, hidden, ok := bytes.Cut(text, []byte(divider))
		if !ok {
			hidden = nil
		}
		for _, form := range forms {
			r, err := Parse(form.kind, data, hidden)
			if err != nil {
				continue
			}
			if got, part := r.Print(); !bytes.Equal(got, data) || !bytes.Equal(part, hidden) || (part == nil) != (hidden == nil) {
				t.Errorf("%s: accepted, but printed as\n%q\n%q\nnot\n%q", form.kind, got, part, text)
			}
			if at := Time(data); !at.Equal(r.About().Time) {
				t.Errorf("%s: time %v, want %v", form.kind, at, r.About().Time)
			}
		}
	})
}
