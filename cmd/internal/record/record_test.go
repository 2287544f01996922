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
	if h := v.FieldByName("HiddenPart"); h.IsValid() && Hides(r) {
		h.FieldByName("Hash").Set(reflect.ValueOf(hash))
	}
	return v.Interface().(Record)
}

// docOf is the part of the package doc that stands beside a kind.
func docOf(t testing.TB, kind string) string {
	t.Helper()
	name := "kind_" + strings.ReplaceAll(kind, "-", "") + ".go"
	f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		t.Fatal(err)
	}
	doc := f.Doc.Text()
	if !strings.HasPrefix(doc, "# Kind "+kind+"\n") {
		t.Fatalf("%s does not begin with the kind", name)
	}
	return doc
}

// shown gives the first text that a doc shows, as it is without the tabs, and the doc
// behind it.
func shown(doc string) (text []byte, rest string) {
	_, rest, _ = strings.Cut(doc, "\n\n\t")
	rest = "\t" + rest
	for line := range strings.Lines(rest) {
		if line != "\n" && line[0] != '\t' {
			break
		}
		text, rest = append(text, strings.TrimPrefix(line, "\t")...), rest[len(line):]
	}
	return append(bytes.TrimRight(text, "\n"), '\n'), rest
}

// texts are the two parts of the example that the doc of a kind shows.
func texts(t testing.TB, kind string) (data, hidden []byte) {
	t.Helper()
	data, doc := shown(docOf(t, kind))
	if after, ok := strings.CutPrefix(doc, "and hidden"); ok {
		hidden, _ = shown(after)
	}
	return data, hidden
}

// examples are the records that the doc shows, one of each kind.
func examples(t testing.TB) (all []Record) {
	t.Helper()
	for _, kind := range Kinds() {
		data, hidden := texts(t, kind)
		r, err := Parse(kind, data, hidden)
		if err != nil {
			t.Errorf("%v; its hidden part has the hash %x\n%s", err, sha(hidden), data)
			continue
		}
		all = append(all, r)
	}
	return all
}

// example is the record of one kind that the doc shows.
func example[R Record](t testing.TB) (r R) {
	t.Helper()
	data, hidden := texts(t, r.Kind())
	v, err := Parse(r.Kind(), data, hidden)
	if err != nil {
		t.Fatal(err)
	}
	return v.(R)
}

// Each example is read, and printed as the same bytes.
func TestExamples(t *testing.T) {
	all := examples(t)
	for _, r := range all {
		kind := r.Kind()
		data, hidden := texts(t, kind)
		if got, part := r.Print(); !bytes.Equal(got, data) || !bytes.Equal(part, hidden) {
			t.Errorf("%s: printed as\n%s\n%s\nwant\n%s\n%s", kind, got, part, data, hidden)
		}
		if Hides(r) != (hidden != nil) || Hides(r) != strings.Contains(string(data), "\nhidden: ") {
			t.Errorf("%s: hides %v, hidden part %q", kind, Hides(r), hidden)
		}
		if got, err := Leaf(7, data); err != nil || got.Kind != kind || got.Step != r.About().Step || got.Seq != 7 {
			t.Errorf("%s: leaf %+v, %v", kind, got, err)
		}
		if got := Time(data); !got.Equal(r.About().Time) || got.IsZero() {
			t.Errorf("%s: time %v, want %v", kind, got, r.About().Time)
		}
	}
	if len(all) < 18 {
		t.Errorf("%d kinds", len(all))
	}
}

// What stands in a line of an example is in the field of that name: where no other
// hash fits, the examples have that of the word.
func TestFields(t *testing.T) {
	found := 0
	for _, r := range examples(t) {
		for _, name := range []string{"Mail", "Anchor", "Secret", "Position"} {
			f := reflect.ValueOf(r).FieldByName(name)
			if !f.IsValid() || f.Kind() != reflect.Array {
				continue
			}
			found++
			want := sha([]byte(strings.ToLower(name)))
			if !f.Equal(reflect.ValueOf(want).Convert(f.Type())) {
				t.Errorf("%s: %s is %x, want %x", r.Kind(), name, f.Interface(), want)
			}
		}
	}
	if found < 10 {
		t.Errorf("found %d fields", found)
	}
}

// Without its hidden part a record reads and prints as the same open part.
func TestOpenPart(t *testing.T) {
	for _, r := range examples(t) {
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
	o, c, k := example[Orders](t), example[Command](t), example[Key](t)
	player := example[Game](t).Players[0].Key
	for _, p := range []struct {
		sign.Proof
		file [32]byte
	}{{o.Proof, o.File}, {c.Proof, c.File}, {k.Proof, k.File}} {
		if s, err := p.Verify(player, o.Time); err != nil || s.Sum() != p.file {
			t.Errorf("%q: %v, file %x, want %x", p.Data, err, s.Sum(), p.file)
		}
	}
	if o.Key != player.Name() || c.Key != player.Name() || k.Old != player.Name() {
		t.Errorf("keys %s, %s, %s, want %s", o.Key, c.Key, k.Old, player.Name())
	}
	s := example[Step](t)
	if s.Tables != TablesHash(example[Game](t).Data) || s.Inputs[0].Hash != o.File {
		t.Errorf("tables %x, inputs %v", s.Tables, s.Inputs)
	}
	if hash := engine.InputHash([]engine.Input{{Side: "Red", File: o.File}, {Side: "Blue"}}); s.Hash != hash {
		t.Errorf("inputs %x, want %x", s.Hash, hash)
	}
	open, sealed := s.Draws[0], s.Draws[1]
	if open.Value != s.Events[0].Roll.Draws[0].Value || !sealed.Sealed || sealed.Value != 33 {
		t.Errorf("draws %+v, events %v", s.Draws, s.Events)
	}
	if !example[Burn](t).Follows() || !example[Rollback](t).Link.Follows(example[Rollback](t).Previous) {
		t.Error("links do not follow")
	}
}

func TestStrict(t *testing.T) {
	for _, r := range examples(t) {
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
	game := example[Game](t)
	game.Beacon = Beacon{beacon.Quicknet(), 30 * time.Second}
	plain := Game{Head: game.Head, PressLimit: DefaultPressLimit, Log: game.Log}
	step := example[Step](t)
	step.Round = Round{7, []byte{1, 2}}
	lost := example[LogKey](t)
	lost.Signature = []byte{}
	revoked := Key{Head: game.Head, Side: "Red", By: KeyByUmpire, HiddenPart: HiddenPart{Known: true, Salt: game.Salt}}
	revoked.Data, revoked.Signature = []byte{}, []byte{}
	invited := example[Game](t)
	invited.Players = []Player{{"Red", "Michel \"Ney\"", sign.Key{}, Computer{}, "cs"}}
	for _, r := range []Record{game, plain, step, lost, revoked, invited} {
		data, hidden := r.Print()
		if got, err := Parse(r.Kind(), data, hidden); err != nil || !reflect.DeepEqual(got, known(r, sha(hidden))) {
			t.Errorf("read %+v, %v\nwant %+v", got, err, r)
		}
	}
	data, _ := example[LogKey](t).Print()
	if _, err := ParseLogKey(bytes.Replace(data, []byte("step: 1"), []byte("step: 2"), 1)); err == nil {
		t.Error("a log key that the old one did not sign is accepted")
	}
}

// A change of clocks names the umpire's key only where the umpire made it, and no other record does.
func TestClocksOfTheUmpire(t *testing.T) {
	for name, tt := range map[string]struct {
		by    string
		cause ClockCause
		key   string
		good  bool
	}{
		"by the umpire":       {ClockByUmpire, ClockExtend, "minisign key RW1", true},
		"at the machine":      {ClockByUmpire, ClockExtend, "", true},
		"behind a substitute": {ClockByUmpire, ClockTakeover, "", true},
		"of a substitute":     {ClockByUmpire, ClockTakeover, "minisign key RW1", false},
		"by a side":           {"Red", ClockPause, "minisign key RW1", false},
		"by itself":           {ClockItself, ClockBegin, "minisign key RW1", false},
	} {
		c := example[Clock](t)
		c.By, c.Cause, c.Umpire = tt.by, tt.cause, tt.key
		data, hidden := c.Print()
		if got, err := ParseClock(data, hidden); (err == nil) != tt.good || tt.good && got.Umpire != tt.key {
			t.Errorf("%s: got %q, %v", name, got.Umpire, err)
		}
	}
}

// A key that the umpire gave says so, and that nobody signed for it; only one that somebody did may say more.
func TestKeysThatNobodySigned(t *testing.T) {
	signed := example[Key](t)
	given := Key{Head: signed.Head, Side: signed.Side, By: KeyByUmpire, Umpire: "minisign key RW1", Old: signed.Old,
		New: signed.New, HiddenPart: signed.HiddenPart}
	for name, tt := range map[string]struct {
		change func(k *Key)
		want   string
	}{
		"by the umpire":               {func(*Key) {}, ""},
		"by him at the machine":       {func(k *Key) { k.Umpire = "" }, ""},
		"of a substitute":             {func(k *Key) { k.By, k.Umpire = KeyBySubstitute, "" }, ""},
		"of a substitute, signed":     {func(k *Key) { *k = signed; k.By = KeyBySubstitute }, "nothing was signed"},
		"by the umpire, signed":       {func(k *Key) { *k = signed; k.By = KeyByUmpire }, "nothing was signed"},
		"by the umpire, with a mail":  {func(k *Key) { k.Mail[0] = 1 }, "nothing was signed"},
		"by the umpire, with a file":  {func(k *Key) { k.File[0] = 1 }, "nothing was signed"},
		"by the umpire, with a form":  {func(k *Key) { k.Form = sign.FormFile }, "nothing was signed"},
		"by the umpire, with a proof": {func(k *Key) { k.Signature = []byte{1} }, "nothing was signed"},
	} {
		k := given
		tt.change(&k)
		data, hidden := k.Print()
		got, err := ParseKey(data, hidden)
		if tt.want == "" && (err != nil || got.Umpire != k.Umpire || got.By != k.By) ||
			tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %+v, %v, want %q", name, got, err, tt.want)
		}
	}
	for old, changed := range map[string]string{"\numpire: ": "\nx: ", "\nby: umpire\n": "\nby: player\n"} {
		data, hidden := given.Print()
		text := strings.Replace(string(data), old, changed, 1)
		if _, err := ParseKey([]byte(text), hidden); err == nil {
			t.Errorf("accepted:\n%s", text)
		}
	}
}

func TestValidCommand(t *testing.T) {
	for command, want := range map[string]bool{
		"withdraw": true, "draw": true, "draw no": true, "draw yes": false, "draw 2030-12-04": false, "": false,
		"absence 2030-12-04": true, "absence 2030-12-04 2030-12-05": true, "absence  2030-12-04": false,
		"absence": false, "absence today": false, "absence 12-04": false,
		"pause 2030-12-04": true, "pause": false, "pause 2030-12-04 2030-12-05": false,
		"resume": true, "resume 2030-12-04": false, "final 2030-12-04": false,
	} {
		if got := ValidCommand(command); got != want {
			t.Errorf("%q: got %v, want %v", command, got, want)
		}
	}
}

func TestSalt(t *testing.T) {
	sealed := engine.Link(sha([]byte("sealed")))
	one := Salt(sealed, "duel-1", 1)
	if one == Salt(sealed, "duel-1", 2) || one == Salt(sealed, "duel-2", 1) || one == Salt(engine.Link{}, "duel-1", 1) {
		t.Error("two records have one salt")
	}
	_, hidden := texts(t, KindAnnounce)
	if got := SaltOf(hidden); got != sha([]byte("salt")) {
		t.Errorf("got %x", got)
	}
}

// divider stands between the two parts of a record.
const divider = "\x00"

func FuzzParse(f *testing.F) {
	for _, r := range examples(f) {
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
			got, part := r.Print()
			if !bytes.Equal(got, data) || !bytes.Equal(part, hidden) || (part == nil) != (hidden == nil) {
				t.Errorf("%s: accepted, but printed as\n%q\n%q\nnot\n%q", form.kind, got, part, text)
			}
			if at := Time(data); !at.Equal(r.About().Time) {
				t.Errorf("%s: time %v, want %v", form.kind, at, r.About().Time)
			}
		}
	})
}
