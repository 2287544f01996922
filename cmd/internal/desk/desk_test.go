package desk

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/sheet"
	"berthier/engine"
	"berthier/engine/tongue"
)

// opened is a desk with a game.
func opened(t testing.TB, data []byte) (*Desk, Contents) {
	t.Helper()
	d := New(load)
	o, err := d.Open(data, tongue.En)
	if err != nil {
		t.Fatal(err)
	}
	return d, o
}

// A game that is over is checked and replayed; its last point is the end of the audit, and each
// point follows from the one before.
func TestReplayEndsWhereTheGameDid(t *testing.T) {
	for _, c := range []struct {
		rules, scenario string
		steps           int
	}{{"jdg", "goldbach", 8}, {"ccn", "crossroads", 6}, {"tlm", "marne", 6}, {"pbs", "danube", 4}} {
		t.Run(c.rules, func(t *testing.T) {
			d, o := opened(t, file(t, playedGame(t, c.rules, c.scenario, c.steps, true)))
			if o.Still != "" || o.Ended == "" || len(o.Points) != c.steps+1 || len(o.Players) != 2 {
				t.Fatalf("it is opened as %+v", o)
			}
			v, err := d.Audit(tongue.En)
			if err != nil || !v.Sound || !v.Whole || v.Lines[0] != "SOUND: every check holds." {
				t.Fatalf("%+v, %v", v, err)
			}
			if got, want := engine.Hash(d.points[c.steps].at), engine.Hash(d.audit().Stands.Position); got != want {
				t.Errorf("the replay ends with %x, the game with %x", got, want)
			}
			at := d.points[0].at
			for i, p := range d.points[1:] {
				if at = d.rules.Apply(at, p.events); engine.Hash(at) != engine.Hash(p.at) {
					t.Errorf("point %d is not what its events lead to", i+1)
				}
			}
		})
	}
}

// A side is shown what it knew, and nobody what everybody could see.
func TestShowsWhatASideKnew(t *testing.T) {
	d, _ := opened(t, file(t, playedGame(t, "ccn", "crossroads", 6, true)))
	maps := map[string]bool{}
	for _, side := range append(d.rules.Sides(d.points[0].at), "") {
		s, err := d.Show(1, side, tongue.En)
		if err != nil || !strings.HasPrefix(s.Map, "<svg") || s.Title == "" || len(s.Chapters) == 0 {
			t.Fatalf("%s: %+v, %v", side, s, err)
		}
		text, _ := json.Marshal(s)
		maps[string(text)] = true
		p := d.points[1]
		told := engine.Tell(d.rules, p.before, p.at, p.events, side)
		if got, want := s.Stands, told.Victory.Stands.String(); got != want {
			t.Errorf("%s: it stands %q, not %q", side, got, want)
		}
	}
	if len(maps) != 3 {
		t.Errorf("three readers are shown %d things", len(maps))
	}
	for _, bad := range []struct {
		at   int
		side engine.Side
	}{{-1, ""}, {7, ""}, {0, "Nobody"}} {
		if s, err := d.Show(bad.at, bad.side, tongue.En); err == nil {
			t.Errorf("%v shows %+v", bad, s)
		}
	}
}

// Each roll of the story ends its sentence, and is explained with its commands.
func TestRolls(t *testing.T) {
	d, o := opened(t, file(t, playedGame(t, "jdg", "goldbach", 8, true)))
	rolls := 0
	for at := range o.Points {
		s, err := d.Show(at, "", tongue.En)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range s.Chapters {
			for _, l := range c.Lines {
				if l.Draws != nil && !strings.Contains(l.Text, ": rolled ") {
					t.Errorf("%q has draws and does not tell them", l.Text)
				}
				for _, draw := range l.Draws {
					rolls++
					e, err := d.Roll(draw)
					if err != nil || !strings.Contains(e.Text, "sha256sum") || !strings.Contains(e.Text, "openssl") {
						t.Errorf("roll %s of %q: %q, %v", draw, l.Text, e.Text, err)
					}
				}
			}
		}
	}
	if rolls == 0 {
		t.Error("there is no roll in the game")
	}
	if e, err := d.Roll("99.1"); err == nil {
		t.Errorf("a roll that is not there is explained: %q", e.Text)
	}
}

// A game that goes on is checked; of what happened in it that is shown which everybody could see.
func TestRunningGame(t *testing.T) {
	for game, scenario := range map[string]string{"ccn": "crossroads", "tlm": "marne", "pbs": "danube"} {
		d, o := opened(t, file(t, playedGame(t, game, scenario, 2, false)))
		if o.Still != "public" || len(o.Points) != 3 {
			t.Errorf("a game of cards is opened as %+v", o)
		}
		for at, p := range d.points {
			if engine.Hash(d.rules.View(p.at, "")) != engine.Hash(p.at) {
				t.Errorf("%s: point %d has more than everybody sees:\n%s", game, at, p.at.Encode())
			}
		}
	}
	d, o := opened(t, file(t, playedGame(t, "jdg", "goldbach", 2, false)))
	if o.Still != "public" || o.Ended != "" || len(o.Points) != 3 {
		t.Errorf("it is opened as %+v", o)
	}
	if v, err := d.Audit(tongue.Pl); err != nil || !strings.HasPrefix(v.Lines[0], "W PORZĄDKU") ||
		v.Checks[0].Name != "plik" {
		t.Errorf("in Polish %v, %v", v, err)
	}
	if v, err := d.Audit(tongue.En); err != nil || !v.Sound {
		t.Errorf("%+v, %v", v, err)
	}
	if p, err := d.Past(tongue.En); err != nil || p.Moments != nil || p.Curves != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

// A game of which the desk lacks the rules is checked in part.
func TestUnknownGame(t *testing.T) {
	d := New(func(string, map[string][]byte) (engine.Ruleset, error) { return nil, audit.ErrUnknownGame })
	o, err := d.Open(file(t, playedGame(t, "jdg", "goldbach", 2, true)), tongue.En)
	if err != nil || o.Still != "foreign" || !strings.Contains(o.Because, "does not know the game") {
		t.Fatalf("%+v, %v", o, err)
	}
	if v, err := d.Audit(tongue.En); err != nil || !v.Sound || v.Whole {
		t.Errorf("%+v, %v", v, err)
	}
}

// Whoever changes an archive is found, as berthier audit finds him.
func TestTampered(t *testing.T) {
	s := playedGame(t, "jdg", "goldbach", 8, true)
	s.Records = slices.Clone(s.Records)
	last := &s.Records[len(s.Records)-1]
	last.Data = bytes.Replace(last.Data, []byte("2030-12-02"), []byte("2030-12-03"), 1)
	d, _ := opened(t, file(t, s))
	if v, err := d.Audit(tongue.En); err != nil || v.Sound || !strings.HasPrefix(v.Lines[0], "NOT SOUND") {
		t.Errorf("%+v, %v", v, err)
	}
}

// README.txt in other words proves nothing, and is told.
func TestAnotherReadme(t *testing.T) {
	s := playedGame(t, "jdg", "goldbach", 8, true)
	for _, readme := range []string{"", "hello\n"} {
		if readme != "" {
			s.Readme = []byte(readme)
		}
		d, _ := opened(t, file(t, s))
		v, err := d.Audit(tongue.Fr)
		told := slices.ContainsFunc(v.Lines, func(l string) bool {
			return strings.HasPrefix(l, "README.txt n’est pas")
		})
		if err != nil || !v.Sound || told != (readme != "") {
			t.Errorf("README.txt %q: %+v, %v", readme, v, err)
		}
	}
}

// A file that is none is refused in a sentence, and what was open stays open.
func TestBadFiles(t *testing.T) {
	good := file(t, playedGame(t, "jdg", "goldbach", 8, true))
	d, _ := opened(t, good)
	var other bytes.Buffer
	w := zip.NewWriter(&other)
	if m, err := w.Create("<script>alert(1)</script>"); err != nil {
		t.Fatal(err)
	} else if _, err := m.Write([]byte("hello")); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "text": []byte("hello"), "another zip": other.Bytes(), "half": good[:len(good)/2],
		"too large": append([]byte("PK"), make([]byte, Most)...),
	} {
		var a struct{ Fault string }
		if err := json.Unmarshal(d.Call("open", nil, data), &a); err != nil || a.Fault == "" ||
			strings.Contains(a.Fault, "\n") {
			t.Errorf("%s: %q, %v", name, a.Fault, err)
		}
	}
	if s, err := d.Show(8, "", tongue.En); err != nil || s.Title == "" {
		t.Errorf("what was open is not there any more: %v", err)
	}
}

// A desk without a file, and a page that asks nonsense, get a sentence too.
func TestMessages(t *testing.T) {
	broken := New(func(string, map[string][]byte) (engine.Ruleset, error) { panic(errors.New("oh")) })
	good := file(t, playedGame(t, "jdg", "goldbach", 8, true))
	for _, c := range []struct {
		d           *Desk
		word, asked string
		file        []byte
	}{
		{New(load), "audit", "{}", nil}, {New(load), "show", "{}", nil}, {New(load), "roll", `{"draw":"1.1"}`, nil},
		{New(load), "dance", "{}", nil}, {New(load), "show", "[", nil}, {New(load), "show", `{"what":1}`, nil},
		{broken, "open", "{}", good},
	} {
		var a struct{ Fault string }
		if err := json.Unmarshal(c.d.Call(c.word, []byte(c.asked), c.file), &a); err != nil || a.Fault == "" {
			t.Errorf("%s %s: %q, %v", c.word, c.asked, a.Fault, err)
		}
	}
	var p Retrospect
	if err := json.Unmarshal(New(load).Call("past", nil, nil), &p); err != nil || p.Curves != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

// What a game turned on is told, with a curve for each measure.
func TestPast(t *testing.T) {
	d, _ := opened(t, file(t, playedGame(t, "jdg", "goldbach", 8, true)))
	p, err := d.Past(tongue.En)
	if err != nil || len(p.Curves) < 2 {
		t.Fatalf("%d curves, %v", len(p.Curves), err)
	}
	for _, c := range p.Curves {
		if c.Title == "" || !strings.HasPrefix(c.SVG, "<svg") {
			t.Errorf("a curve is %q: %.40s", c.Title, c.SVG)
		}
	}
	for _, m := range p.Moments {
		if m.What == "" || m.Step < 1 {
			t.Errorf("a moment is %+v", m)
		}
	}
}

// The page has words in each language for what may well be wrong.
func TestKnownFaults(t *testing.T) {
	d := New(load)
	words, err := os.ReadFile("../../../templates/desk/words/en.properties")
	if err != nil {
		t.Fatal(err)
	}
	key := call[Key](t, d, "makekey", question{Comment: "Alice", Pass: "a secret"}, nil)
	for want, said := range map[string][]byte{
		"foreign":  d.Call("open", nil, []byte("hello")),
		"large":    d.Call("open", nil, make([]byte, Most+1)),
		"archive":  d.Call("open", nil, []byte("PK")),
		"position": d.Call("open", nil, []byte(record.AttachedFrom)),
		"nokey":    d.Call("usekey", asked(t, question{Private: "hello"}), nil),
		"pass":     d.Call("usekey", asked(t, question{Private: key.Private}), nil),
		"wrong":    d.Call("usekey", asked(t, question{Private: key.Private, Pass: "another"}), nil),
	} {
		if !strings.Contains(string(said), `"known":"`+want+`"`) || !regexp.MustCompile(want+`[\s\\]+\{`).Match(words) {
			t.Errorf("%s is %s", want, said)
		}
	}
}

// A battle that grew out of a campaign has a scenario that the page does not: it comes with the position, is
// drawn, and orders are written in it.
func TestOpensABattleOfACampaign(t *testing.T) {
	scenario, err1 := os.ReadFile("../../../engine/ccn/testdata/prebattle.txt")
	hidden, err2 := os.ReadFile("../../../engine/ccn/testdata/arrivals.txt")
	rs, err3 := load("ccn", map[string][]byte{"scenarios/prebattle.txt": scenario})
	p, err4 := rs.Start(engine.Setup{Scenario: "prebattle", Files: map[string][]byte{"arrivals.txt": hidden}})
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	a := position.Attachment{Game: "game-1", Side: rs.Owed(p)[0].Side, Turn: 1, Step: 1, Ruleset: "ccn",
		Version: rs.Version(), Data: rs.Data(p), View: rs.View(p, rs.Owed(p)[0].Side).Encode()}
	if _, err := New(load).Open(a.Print(), tongue.En); err == nil {
		t.Error("it is opened without its scenario")
	}
	a.Texts = position.NewBundle(load, []engine.Ruleset{rs}).Texts(rs, p)
	d, o := opened(t, a.Print())
	var v sheet.Verdict
	asked, _ := json.Marshal(question{Text: o.Sheet.Text})
	if err := json.Unmarshal(d.Call("read", asked, nil), &v); err != nil {
		t.Fatal(err)
	}
	if v.Map == nil || len(v.Map.Pieces) < 20 || !strings.HasPrefix(v.Map.SVG, "<svg") || o.Title == "" {
		t.Errorf("%q is shown with %+v", o.Title, v)
	}
}
