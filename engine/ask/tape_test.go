package ask

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// duel is a procedure that draws, seals, tells and asks both sides at once.
type duel struct {
	tape *Tape
	out  []engine.Event
	got  []string
}

func (d *duel) emit(kind string, kv ...string) {
	if e := engine.NewEvent("1", kind, "", kv...); d.tape.Tell(e) {
		d.out = append(d.out, e)
	}
}

func duelChoice(side engine.Side) Choice {
	return Choice{Question: Question{Kind: "D1", Side: side, Rule: "2", Prompt: "Which card?",
		Options: []string{"high", "low"}, Default: "low"}, Whom: "duellist"}
}

func (d *duel) fight(size int) error {
	d.tape.Seal("card", size)
	d.tape.Draw("wind", 10)
	d.emit("begin")
	options, sent, err := d.tape.Ask(duelChoice("Red"), duelChoice("Blue"))
	if err != nil {
		return err
	}
	for _, e := range sent {
		d.got = append(d.got, e.Kind)
	}
	d.got = append(d.got, options...)
	d.emit("cards", "red", options[0], "blue", options[1])
	one, _, err := d.tape.Ask(duelChoice("Blue"))
	if err != nil {
		return err
	}
	d.got = append(d.got, one...)
	d.tape.Draw("blow", 6)
	return d.tape.End()
}

func answers(side engine.Side, words ...string) engine.Orders {
	return engine.Orders{Side: side,
		Lines: []engine.Order{{Line: 1, Words: []string{"plan", "x"}},
			{Line: 2, Words: append([]string{"answer"}, words...)}}}
}

// stopped runs until the procedure asks, and returns what is pending by way of
// its events.
func (d *duel) stopped(t *testing.T, orders []engine.Orders) *PendingRun {
	t.Helper()
	var stop *Stop
	if err := d.fight(52); !errors.As(err, &stop) {
		t.Fatalf("got %v, want a stop", err)
	}
	p := stop.Pending(orders, "turn 1\nwind \"no\"\n")
	var applied *PendingRun
	for _, e := range stop.Events(p) {
		again, err := engine.ParseEvent(e.String())
		if err != nil {
			t.Fatal(err)
		}
		applied = applied.Apply(again)
	}
	if !reflect.DeepEqual(applied, p) {
		t.Fatalf("by its events:\n%+v\nwant:\n%+v", applied, p)
	}
	return p
}

var begun = []engine.Orders{
	{Side: "Red", Lines: []engine.Order{{Line: 3, Text: "Thrust a|b", Words: []string{"thrust", "a"}},
		{Line: 0, Words: []string{"end"}}}},
	{Lines: []engine.Order{{Line: 1, Text: "parry", Words: []string{"parry"}}}},
}

// TestStopAndResume: a procedure stops for two sides, then for one, and is run
// again with what it had.
func TestStopAndResume(t *testing.T) {
	dice := engine.NewForced(17, 9)
	d := &duel{tape: NewTape(dice, true)}
	p := d.stopped(t, append(begun, engine.Orders{Side: "Green"}))
	if err := dice.Err(); err != nil {
		t.Error(err)
	}
	if !slices.Equal(p.Tape, []Entry{DrawResult{1, true, 52, 17}, DrawResult{2, false, 10, 9}}) ||
		!reflect.DeepEqual(p.Orders, begun) {
		t.Errorf("pending: %+v", p)
	}
	if ds := p.Owed(); len(ds) != 2 || ds[0].Side != "Red" || !ds[0].Secret || ds[0].ID == ds[1].ID {
		t.Errorf("owed: %+v", ds)
	}

	in := []engine.Orders{answers("Red", "HIGH"), {Side: "Blue"}}
	d = &duel{tape: p.Resume(engine.NewForced(), p.Answers(in),
		[]engine.Event{engine.NewEvent("1", "plan", "Red", "order", "x")})}
	p = d.stopped(t, nil)
	if want := "[1] cards red=high blue=low"; len(d.out) != 1 || d.out[0].String() != want {
		t.Errorf("told %v, want %s", d.out, want)
	}
	if ds := p.Owed(); len(ds) != 1 || ds[0].Secret {
		t.Errorf("owed: %+v", ds)
	}

	dice = engine.NewForced(5)
	d = &duel{tape: p.Resume(dice, p.Answers([]engine.Orders{answers("Blue", "low"), answers("Red", "high")}), nil)}
	if err := errors.Join(d.fight(52), dice.Err()); err != nil {
		t.Error(err)
	}
	if want := []string{"plan", "high", "low", "low"}; !slices.Equal(d.got, want) {
		t.Errorf("answers: got %v, want %v", d.got, want)
	}
	if p.Apply(engine.NewEvent("1", "resume", "")) != nil {
		t.Error("after resume something is pending")
	}
}

// TestDiverged: a procedure that comes to something else is an error at its
// next question or at its end, and its loops end.
func TestDiverged(t *testing.T) {
	first := func() *PendingRun {
		d := &duel{tape: NewTape(engine.NewForced(17, 9), true)}
		return d.stopped(t, nil)
	}
	last := func() *PendingRun {
		p := first()
		d := &duel{tape: p.Resume(engine.NewForced(), []string{"high", "low"}, nil)}
		return d.stopped(t, nil)
	}
	for _, tt := range []struct {
		name    string
		pending func() *PendingRun
		size    int
		answers []string
		damage  func(p *PendingRun)
		want    string
	}{
		{"sound", last, 52, []string{"low"}, nil, ""},
		{"another draw", first, 51, []string{"low", "low"}, nil, "at event 0"},
		{"an open draw", first, 52, []string{"low", "low"},
			func(p *PendingRun) { p.Tape[0] = DrawResult{1, false, 52, 17} }, "at event 0"},
		{"an answer for a draw", first, 52, []string{"low", "low"},
			func(p *PendingRun) { p.Tape[1] = Answer("low") }, "at event 0"},
		{"no option", first, 52, []string{"low", "middle"}, nil, "at event 1"},
		{"a draw for an answer", first, 52, nil,
			func(p *PendingRun) { p.Tape = append(p.Tape, DrawResult{3, false, 6, 1}) }, "at event 1"},
		{"one answer for two", first, 52, []string{"low"}, nil, "at event 1"},
		{"other events", first, 52, []string{"low", "low"}, func(p *PendingRun) { p.Check = "0" }, "at event 1"},
		{"fewer events", last, 52, []string{"low"}, func(p *PendingRun) { p.Told = 3 }, "at event 2"},
		{"something left over", last, 52, []string{"low"}, func(p *PendingRun) {
			p.Told, p.Tape = 0, append(p.Tape, Answer("low"), DrawResult{3, false, 6, 1}, DrawResult{4, false, 6, 1})
		}, "at event 2"},
	} {
		p := tt.pending()
		if tt.damage != nil {
			tt.damage(p)
		}
		d := &duel{tape: p.Resume(engine.NewForced(0, 0, 0, 0), tt.answers, nil)}
		err := d.fight(tt.size)
		var diverged *Divergence
		if tt.want == "" && err != nil ||
			tt.want != "" && (!errors.As(err, &diverged) || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.name, err, tt.want)
		}
	}
}

// TestPosition: what is pending can be written into a position and read back,
// in full and as each side sees it.
func TestPosition(t *testing.T) {
	d := &duel{tape: NewTape(engine.NewForced(17, 9), true)}
	p := d.stopped(t, begun)
	p.Tape = append(p.Tape, Answer("high and low"), SentAnswer(engine.NewEvent("1", "plan", "Red", "order", "x y")))
	for _, q := range []*PendingRun{p, p.View("Red"), p.View("Blue"), p.View("")} {
		text := q.Append(nil)
		var got *PendingRun
		for l := range strings.Lines(string(text)) {
			words, err := engine.Fields(l)
			if err == nil {
				got, err = got.Read(words)
			}
			if err != nil {
				t.Fatalf("%s: %v", l, err)
			}
		}
		if !reflect.DeepEqual(got, q) {
			t.Errorf("read back from\n%s:\n%+v\nwant\n%+v", text, got, q)
		}
	}
	red := p.View("Red")
	if q, ok := red.Question("Red"); !ok || q.Prompt != "Which card?" {
		t.Errorf("Red sees %+v", red)
	}
	if q, ok := red.Question("Blue"); !ok || q.Prompt != "a choice of the other side" || q.Default != "unknown" ||
		len(q.Options) != 1 || red.Tape != nil || red.Base != "" {
		t.Errorf("Red sees %+v", red)
	}
	if !reflect.DeepEqual(red.View("Red"), red) || !reflect.DeepEqual(red.View(""), p.View("")) {
		t.Error("a view of a view differs")
	}
	if _, ok := p.Question("Green"); ok {
		t.Error("Green has a question")
	}
}

func TestReadRefuses(t *testing.T) {
	p := &PendingRun{Questions: []Question{{ID: "q1"}}}
	for line, want := range map[string]string{
		"tapes x":             `unknown word "tapes"`,
		"told 3":              "want at least 2 words",
		"told x y":            "invalid syntax",
		`tape "draw 1 6"`:     "want three numbers",
		`line x text move`:    "want the number of the line",
		`line 1 text ""`:      "want the number of the line",
		`line Red x text "a"`: "want the number of the line",
	} {
		words, err := engine.Fields(line)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Read(words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", line, err, want)
		}
		if words[0] != "tapes" && len(words) > 2 {
			if _, err := (*PendingRun)(nil).Read(words); err == nil ||
				!strings.Contains(err.Error(), "before the question") {
				t.Errorf("%s without a question: got %v", line, err)
			}
		}
	}
}

// TestEntries: there is one text for each entry, and others are refused.
func TestEntries(t *testing.T) {
	for _, text := range []string{"draw 1 10 9", "seal 12 65536 0", "answer yes", "answer hold 0605 0606,0506",
		"sent [2.2-c] plan by=Red order=\"a b\""} {
		if e, err := ParseEntry(text); err != nil || e.String() != text {
			t.Errorf("%q: got %v, %v", text, e, err)
		}
	}
	for _, text := range []string{"", "draw", "draw 1 10", "draw 1 10 10", "draw 01 10 1", "draw 1 10 -1",
		"draw 0 10 1",
		"draw +1 10 1", "draw 1 65537 1",
		"draw 1 10 1 ", "draw 1  10 1", "Draw 1 10 1", "answer", "answer ", "answer a|b", "sent", "sent nonsense",
		"sent [1]  plan", "asked yes"} {
		if e, err := ParseEntry(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, e)
		}
	}
}

func FuzzParseEntry(f *testing.F) {
	f.Add("draw 1 10 9")
	f.Add("seal 1 10 9")
	f.Add("answer hold 0605")
	f.Add("sent [1] plan by=Red order=\"a b\"")
	f.Fuzz(func(t *testing.T, text string) {
		if e, err := ParseEntry(text); err == nil && e.String() != text {
			t.Errorf("%q is read as %q", text, e)
		}
	})
}

func FuzzParseOrder(f *testing.F) {
	f.Add("1|move a 0605|Move a 0605")
	f.Add("Red|1|move a|x|y")
	f.Fuzz(func(t *testing.T, text string) {
		side, o, err := parseOrder(text)
		if err == nil && orderText(side, o) != text {
			t.Errorf("%q is read as %q", text, orderText(side, o))
		}
	})
}
