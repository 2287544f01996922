package enginetest

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue/tonguetest"
)

func checkSetup(s *suite, errorf errorf) {
	if s.rs.Name() == "" || s.rs.Version() == "" {
		errorf("name %q, version %q: both are needed", s.rs.Name(), s.rs.Version())
	}
	if len(s.Setups) == 0 {
		errorf("no setup to try")
	}
	for _, setup := range s.Setups {
		a, err := s.rs.Start(setup)
		if err != nil {
			errorf("%v: %v", setup, err)
			continue
		}
		if b, err := s.rs.Start(setup); err != nil || !bytes.Equal(a.Encode(), b.Encode()) {
			errorf("%v: started twice, the positions differ (%v)", setup, err)
		}
		s.checkSides(setup, a, errorf)
		bad := engine.Setup{Scenario: setup.Scenario, Options: map[string]string{"no-such-option": "1"}}
		if _, err := s.rs.Start(bad); err == nil {
			errorf("%v: an unknown option is accepted", setup)
		}
		bad = engine.Setup{Scenario: setup.Scenario, Options: setup.Options,
			Files: map[string][]byte{"no such file": []byte("x")}}
		if _, err := s.rs.Start(bad); err == nil {
			errorf("%v: an unknown file is accepted", setup)
		}
	}
	scenarios := s.rs.Scenarios()
	for i, name := range scenarios {
		fromFiles := func(t engine.Setup) bool { return t.Scenario == name && len(t.Files) > 0 }
		if _, err := s.rs.Start(engine.Setup{Scenario: name}); err != nil && !slices.ContainsFunc(s.Setups, fromFiles) {
			errorf("scenario %s does not start without options: %v", name, err)
		}
		if title := engine.ScenarioTitle(s.rs, name).String(); title == "" ||
			strings.Join(strings.Fields(title), " ") != title {
			errorf("scenario %s has the title %q, want a few words", name, title)
		}
		if !isWord(name) || slices.Contains(scenarios[:i], name) {
			errorf("scenario %q is not a word of its own", name)
		}
	}
	for _, setup := range s.Setups {
		if !slices.Contains(scenarios, setup.Scenario) {
			errorf("scenario %s is not among %v", setup.Scenario, scenarios)
		}
	}
	if _, err := s.rs.Start(engine.Setup{Scenario: "no such scenario"}); err == nil {
		errorf("an unknown scenario is accepted")
	}
}

func (s *suite) checkSides(setup engine.Setup, start engine.Position, errorf errorf) {
	sides, data := s.rs.Sides(start), s.rs.Data(start)
	if len(sides) == 0 {
		errorf("%v: no sides", setup)
	}
	for i, side := range sides {
		if !isWord(string(side)) || slices.Contains(sides[:i], side) {
			errorf("%v: side %q is not a word of its own", setup, side)
		}
	}
	for _, d := range data {
		if d.Name == "" || d.Source == "" {
			errorf("%v: data file %q from %q: both are needed", setup, d.Name, d.Source)
		}
		if sha256.Sum256(s.rs.DataText(start, d.Name)) != d.Hash {
			errorf("%v: the bytes of data file %q are not those of its hash", setup, d.Name)
		}
	}
	if text := s.rs.DataText(start, "no such file"); text != nil {
		errorf("%v: there are bytes of a data file that is not listed: %q", setup, text)
	}
	for _, g := range s.games {
		for i, p := range g.positions() {
			if bytes.Equal(g.start.Encode(), start.Encode()) &&
				(!slices.Equal(s.rs.Sides(p), sides) || !slices.Equal(s.rs.Data(p), data)) {
				errorf("game %s, position after step %d: sides or data files changed", g.name, i)
			}
		}
	}
}

// isWord reports whether s can be a side, a verb or a kind.
func isWord(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == ""
}

func checkVerbs(s *suite, errorf errorf) {
	var seen []string
	for _, v := range s.rs.Verbs() {
		switch {
		case !isWord(v.Word) || v.Word != strings.ToLower(v.Word):
			errorf("verb %q is not a lower-case word", v.Word)
		case slices.Contains([]string{"end", "game", "side", "turn", "step"}, v.Word):
			errorf("verb %q belongs to the turn file", v.Word)
		case slices.Contains(seen, v.Word):
			errorf("verb %q is listed twice", v.Word)
		case v.Usage != v.Word && !strings.HasPrefix(v.Usage, v.Word+" "):
			errorf("verb %q: usage %q does not begin with it", v.Word, v.Usage)
		case v.Rule == "" || v.Help.Empty():
			errorf("verb %q: rule %q, help %q: both are needed", v.Word, v.Rule, v.Help)
		}
		seen = append(seen, v.Word)
	}
	if len(seen) == 0 {
		errorf("no verbs")
	}
}

func checkRandomPlay(s *suite, errorf errorf) {
	for _, g := range s.games {
		if g.err != nil {
			errorf("game %s: %v", g.name, g.err)
		}
	}
	s.eachPosition(func(at string, p engine.Position) {
		out, owed := s.rs.Outcome(p), s.rs.Owed(p)
		if out.Over != (len(owed) == 0) {
			errorf("%s: over is %v, but %d decisions are owed", at, out.Over, len(owed))
		}
		if len(owed) > 0 && !slices.ContainsFunc(owed, func(d engine.Decision) bool { return !d.Optional }) {
			errorf("%s: all that is open is optional: nobody would end the step", at)
		}
		if out.Over && (out.Rule == "" || out.Text == "") {
			errorf("%s: over under rule %q, %q: both are needed", at, out.Rule, out.Text)
		}
		if out.Winner != "" && (!out.Over || !slices.Contains(s.rs.Sides(p), out.Winner)) {
			errorf("%s: winner is %q, over %v", at, out.Winner, out.Over)
		}
	})
}

func checkDecisions(s *suite, errorf errorf) {
	s.eachPosition(func(at string, p engine.Position) {
		var ids []string
		last := 0
		for _, d := range s.rs.Owed(p) {
			side := slices.Index(s.rs.Sides(p), d.Side)
			if side < last {
				errorf("%s: decision %q of %q is out of order, or of no side", at, d.ID, d.Side)
			}
			if d.ID == "" || slices.Contains(ids, d.ID) {
				errorf("%s: decision %q has no name of its own", at, d.ID)
			}
			if d.Kind == "" || d.Rule == "" || d.Prompt.Empty() || d.Default.Empty() {
				errorf("%s: decision %q: kind %q, rule %q, prompt %q, default %q: all are needed", at, d.ID,
					d.Kind, d.Rule, d.Prompt, d.Default)
			}
			if d.Optional && (!d.Open || !d.Secret || engine.Owes(s.rs.Owed(p), d.Side)) {
				errorf("%s: optional decision %q: open %v, secret %v: want both, and that its side owes nothing", at,
					d.ID, d.Open,
					d.Secret)
			}
			last, ids = max(side, 0), append(ids, d.ID)
		}
	})
}

// checkOptions gives single options as answers; whole answers are random play.
func checkOptions(s *suite, errorf errorf) {
	const most = 40
	s.eachPosition(func(at string, p engine.Position) {
		for _, d := range s.rs.Owed(p) {
			options := s.rs.Draft(p, d).Options()
			if len(options) == 0 && !d.Open {
				errorf("%s: decision %s has no option", at, d.ID)
			}
			if again := s.rs.Draft(p, d).Options(); !reflect.DeepEqual(again, options) {
				errorf("%s: decision %s: asked twice, the options differ", at, d.ID)
			}
			for _, o := range options[:min(most, len(options))] {
				o = o.Arrived(1)
				if faults := s.rs.Check(p, engine.Orders{Side: d.Side, Lines: []engine.Order{o}}); len(faults) > 0 {
					errorf("%s: option %q of %s is refused: %v", at, o.Text, d.ID, faults[0])
				}
			}
		}
	})
}

// checkPicks picks from a draft of each decision of some positions, and of a
// draft with one order, until it has seen every beginning that is listed.
func checkPicks(s *suite, errorf errorf) {
	random := rand.New(rand.NewPCG(s.seed, 4))
	n := 0
	s.eachPosition(func(at string, p engine.Position) {
		if n++; n%8 != 1 {
			return
		}
		for _, d := range s.rs.Owed(p) {
			draft := s.rs.Draft(p, d)
			first, ok := draft.Pick(random.IntN)
			checkDraft(fmt.Sprintf("%s: decision %s", at, d.ID), draft, random, errorf)
			if ok && d.Open {
				draft.Add(first.Arrived(1))
				checkDraft(fmt.Sprintf("%s: decision %s after %q", at, d.ID, first.Arrived(1).Text), draft, random,
					errorf)
			}
		}
	})
}

func checkDraft(at string, draft engine.Draft, random *rand.Rand, errorf errorf) {
	const most = 20_000 // picks
	listed, missing := map[string]bool{}, map[string]bool{}
	options := draft.Options()
	for _, o := range options {
		listed[o.Arrived(0).Text] = true
		missing[beginning(o)] = true
	}
	for i := 0; i == 0 || i < most && len(missing) > 0; i++ {
		o, ok := draft.Pick(random.IntN)
		if ok != (len(options) > 0) || ok && !listed[o.Arrived(0).Text] {
			errorf("%s: picks %q, %v: it is not among the %d options listed", at, o.Words, ok, len(options))
			return
		}
		delete(missing, beginning(o))
	}
	if len(missing) > 0 {
		errorf("%s: of the options, these are never picked: %v", at, slices.Sorted(maps.Keys(missing)))
	}
	if wordsOf(draft.Options()) != wordsOf(options) {
		errorf("%s: the options differ after picks", at)
	}
}

// beginning is the verb of an order and the word after it.
func beginning(o engine.Order) string { return strings.Join(o.Words[:min(2, len(o.Words))], " ") }

func checkEmptyOrders(s *suite, errorf errorf) {
	empty := func(side engine.Side) engine.Orders { return engine.Orders{Side: side} }
	s.eachFrame(func(at string, f *frame) {
		for _, o := range f.in {
			if faults := s.rs.Check(f.before, empty(o.Side)); len(faults) > 0 {
				errorf("%s: no orders of %s are refused: %v", at, o.Side, faults[0])
			}
		}
		for _, in := range [][]engine.Orders{s.answers(f.before, empty), s.emptyFiles(f.before)} {
			if _, err := s.rs.Resolve(f.before, in, dice(f.game, f.step.Number)); err != nil {
				errorf("%s: without orders, entries of %d sides: %v", at, len(in), err)
			}
		}
	})
	for _, g := range s.games {
		p := g.start
		for i := 0; p != nil && i < s.MaxSteps && !s.rs.Outcome(p).Over; i++ {
			_, after, err := engine.Play(s.rs, p, i+1, s.answers(p, empty), dice(g.name, i+1))
			if err != nil {
				errorf("game %s without any orders, step %d: %v", g.name, i+1, err)
				break
			}
			p = after
		}
	}
}

// emptyFiles is an answer without lines of every side that may answer.
func (s *suite) emptyFiles(p engine.Position) (in []engine.Orders) {
	for _, side := range s.rs.Sides(p) {
		if engine.MayAnswer(s.rs.Owed(p), side) {
			in = append(in, engine.Orders{Side: side})
		}
	}
	return in
}

// checkOptionalOrders: an optional answer may be missing, and an empty file is
// as good as none.
func checkOptionalOrders(s *suite, errorf errorf) {
	s.eachFrame(func(at string, f *frame) {
		var none, empty []engine.Orders
		for _, side := range s.rs.Sides(f.before) {
			i := slices.IndexFunc(f.in, func(o engine.Orders) bool { return o.Side == side })
			switch {
			case engine.Owes(f.owed, side):
				none, empty = append(none, f.in[i]), append(empty, f.in[i])
			case engine.MayAnswer(f.owed, side):
				empty = append(empty, engine.Orders{Side: side})
			}
		}
		if len(none) == len(empty) {
			return
		}
		want, err := s.rs.Resolve(f.before, none, dice(f.game, f.step.Number))
		if err != nil {
			errorf("%s: without the optional orders: %v", at, err)
		}
		got, err := s.rs.Resolve(f.before, empty, dice(f.game, f.step.Number))
		if err != nil || engine.PrintEvents(got) != engine.PrintEvents(want) {
			errorf("%s: an empty optional file changes what happens (%v)", at, err)
		}
	})
}

// checkSpoiledOrders changes legal orders a little: Check and Resolve must
// agree about them, and neither may panic.
func checkSpoiledOrders(s *suite, errorf errorf) {
	random := rand.New(rand.NewPCG(s.seed, 1))
	s.eachFrame(func(at string, f *frame) {
		for i, o := range f.in {
			for _, spoiled := range s.spoil(random, o) {
				in := slices.Clone(f.in)
				in[i] = spoiled
				s.checkAgreement(at, f, in, i, errorf)
			}
		}
	})
}

// spoil gives a few variations of orders, most of them wrong.
func (s *suite) spoil(random *rand.Rand, o engine.Orders) []engine.Orders {
	verbs := s.rs.Verbs()
	verb := verbs[random.IntN(len(verbs))].Word
	with := func(words ...string) engine.Orders {
		lines := append(slices.Clone(o.Lines),
			engine.Order{Line: len(o.Lines) + 1, Text: strings.Join(words, " "), Words: words})
		return engine.Orders{Side: o.Side, Lines: lines}
	}
	out := []engine.Orders{with("no-such-verb"), with(verb),
		with(verb, "no-such-thing", "-1", ",", "999999999999999999999")}
	if len(o.Lines) == 0 {
		return out
	}
	n := random.IntN(len(o.Lines))
	words := o.Lines[n].Words
	k := random.IntN(len(words))
	out = append(out, with(words...))
	for _, w := range [][]string{
		slices.Delete(slices.Clone(words), k, k+1),
		slices.Insert(slices.Clone(words), k, words[k]),
		append(slices.Clone(words), "no-such-thing"),
		append(slices.Clone(words[:k]), append([]string{verb}, words[k+1:]...)...),
	} {
		if len(w) > 0 {
			lines := slices.Clone(o.Lines)
			lines[n] = engine.Order{Line: n + 1, Text: strings.Join(w, " "), Words: w}
			out = append(out, engine.Orders{Side: o.Side, Lines: lines})
		}
	}
	return out
}

func (s *suite) checkAgreement(at string, f *frame, in []engine.Orders, i int, errorf errorf) {
	o := in[i]
	faults := s.rs.Check(f.before, o)
	_, err := s.rs.Resolve(f.before, in, dice(f.game, f.step.Number))
	refused, ok := err.(engine.Faults)
	switch {
	case err != nil && !ok:
		errorf("%s: Resolve fails with %v\n%s", at, err, printOrders(in))
	case !slices.EqualFunc(faults, refused, engine.Fault.Equal):
		errorf("%s: Check finds %d faults, Resolve %d: %v, %v\n%s", at, len(faults), len(refused),
			engine.Faults(faults), refused, printOrders(in))
	}
	last := 0
	for _, flt := range faults {
		if flt.Msg.Empty() || flt.Line < 0 || flt.Line > len(o.Lines) || flt.Line < last ||
			(flt.Kind == engine.Illegal) != (flt.Rule != "") {
			errorf("%s: fault %+v: wants a message, a line in order, and a rule only if illegal", at, flt)
		}
		last = flt.Line
	}
	if _, unsaid := tonguetest.Said(faults); len(unsaid) > 0 {
		errorf("%s: a fault cannot be put into words: %s", at, unsaid[0])
	}
	if unknown := o.Lines[len(o.Lines)-1].Words[0] == "no-such-verb"; unknown && len(faults) == 0 {
		errorf("%s: the verb no-such-verb is accepted", at)
	}
}

// checkTurnFiles prints every answer as a turn file and reads it back.
func checkTurnFiles(s *suite, errorf errorf) {
	s.eachFrame(func(at string, f *frame) {
		for _, o := range f.in {
			text := engine.TurnFile{Game: "g", Side: o.Side, Step: f.step.Number, Orders: o.Lines}.Print()
			got, faults := engine.ReadTurnFile(s.rs, f.before, text, engine.Limits{})
			if len(faults) > 0 || wordsOf(got.Orders) != wordsOf(o.Lines) {
				errorf("%s: options cannot be written in a turn file: %v\n%s", at, engine.Faults(faults), text)
			}
		}
	})
}

// wordsOf shows orders as they come out of a turn file, in lower case.
func wordsOf(lines []engine.Order) string {
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "%q\n", l.Arrived(0).Words)
	}
	return b.String()
}
