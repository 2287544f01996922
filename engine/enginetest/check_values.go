package enginetest

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"

	"berthier/engine"
)

func checkEncoding(s *suite, errorf errorf) {
	s.eachPosition(func(at string, p engine.Position) {
		text := p.Encode()
		if !bytes.Equal(p.Encode(), text) {
			errorf("%s: encoded twice, the bytes differ", at)
		}
		if got := string(p.Append([]byte("before "))); got != "before "+string(text) {
			errorf("%s: appended to other bytes, the encoding differs", at)
		}
		if engine.Hash(p) != sha256.Sum256(text) {
			errorf("%s: the hash is not that of the encoding", at)
		}
		q, err := s.rs.Decode(text)
		if err != nil {
			errorf("%s: does not decode: %v", at, err)
			return
		}
		if diff := firstDifference(q.Encode(), text); diff != "" {
			errorf("%s: decoded and encoded again: %s", at, diff)
		}
	})
	s.eachFrame(func(at string, f *frame) {
		q, err := s.rs.Decode(f.encoded)
		if err != nil {
			return
		}
		if err := engine.Again(s.rs, q, f.step, dice(f.game, f.step.Number)); err != nil {
			errorf("%s: the decoded position plays otherwise: %v", at, err)
		}
	})
}

// checkAlteredEncoding: what Decode accepts, it must give back to the byte.
func checkAlteredEncoding(s *suite, errorf errorf) {
	random := rand.New(rand.NewPCG(s.seed, 2))
	s.eachPosition(func(at string, p engine.Position) {
		text := p.Encode()
		for name, bad := range map[string][]byte{
			"nothing":           nil,
			"half of it":        text[:len(text)/2],
			"a line more":       append(slices.Clone(text), "no such fact\n"...),
			"a blank line more": append(slices.Clone(text), '\n'),
		} {
			if q, err := s.rs.Decode(bad); err == nil && !bytes.Equal(q.Encode(), bad) {
				errorf("%s: Decode accepts %s", at, name)
			}
		}
		for range 25 {
			bad := alter(random, text)
			if q, err := s.rs.Decode(bad); err == nil && !bytes.Equal(q.Encode(), bad) {
				errorf("%s: Decode accepts altered bytes and does not give them back: %s", at,
					firstDifference(q.Encode(), bad))
			}
		}
	})
}

// alter changes an encoding in one place.
func alter(random *rand.Rand, text []byte) []byte {
	text = slices.Clone(text)
	if len(text) == 0 {
		return []byte("x")
	}
	i := random.IntN(len(text))
	lines := bytes.SplitAfter(text, []byte("\n"))
	a, b := random.IntN(len(lines)), random.IntN(len(lines))
	switch random.IntN(6) {
	case 0:
		text[i] = "0123456789abzAZ =\"\\-\n\xff"[random.IntN(22)]
		return text
	case 1:
		return slices.Delete(text, i, i+1)
	case 2:
		return slices.Insert(text, i, text[i])
	case 3:
		lines[a], lines[b] = lines[b], lines[a]
	case 4:
		lines = slices.Delete(lines, a, a+1)
	default:
		lines = slices.Insert(lines, a, lines[b])
	}
	return bytes.Join(lines, nil)
}

func checkReplay(s *suite, errorf errorf) {
	for _, g := range s.games {
		var steps []engine.Step
		for _, f := range g.frames {
			step := f.step
			events, err := engine.ParseEvents(engine.PrintEvents(step.Events))
			if err != nil {
				errorf("game %s: %v", g.name, err)
				return
			}
			step.Events = events
			steps = append(steps, step)
		}
		if g.start == nil {
			continue
		}
		end, err := engine.Replay(s.rs, g.start, steps)
		if err != nil {
			errorf("game %s, replayed from its printed events: %v", g.name, err)
			continue
		}
		ps := g.positions()
		if diff := firstDifference(end.Encode(), ps[len(ps)-1].Encode()); diff != "" {
			errorf("game %s, replayed: %s", g.name, diff)
		}
	}
}

func checkResolveAgain(s *suite, errorf errorf) {
	s.eachFrame(func(at string, f *frame) {
		d := dice(f.game, f.step.Number)
		if err := engine.Again(s.rs, f.before, f.step, d); err != nil {
			errorf("%s: %v", at, err)
		}
		if !slices.Equal(d.Draws(), f.step.Draws) {
			errorf("%s: resolved again, the draws differ", at)
		}
	})
}

func checkApplyOneByOne(s *suite, errorf errorf) {
	s.eachFrame(func(at string, f *frame) {
		p := f.before
		for _, e := range f.step.Events {
			p = s.rs.Apply(p, []engine.Event{e})
		}
		if diff := firstDifference(p.Encode(), f.after.Encode()); diff != "" {
			errorf("%s: events applied one by one: %s", at, diff)
		}
	})
}

// checkValues calls everything that takes a position, and looks whether any
// argument was changed.
func checkValues(s *suite, errorf errorf) {
	s.eachFrame(func(at string, f *frame) {
		if diff := firstDifference(f.before.Encode(), f.encoded); diff != "" {
			errorf("%s: the position changed while the game went on: %s", at, diff)
			return
		}
		if printOrders(f.in) != f.orders {
			errorf("%s: the orders changed while the game went on: got\n%swant\n%s", at, printOrders(f.in), f.orders)
			return
		}
		before := func() string {
			return fmt.Sprintf("%s\n%s\n%s", f.before.Encode(), printOrders(f.in), engine.PrintEvents(f.step.Events))
		}
		was := before()
		for _, call := range []struct {
			name string
			do   func()
		}{
			{"Owed", func() { s.rs.Owed(f.before) }},
			{"Options", func() {
				for _, d := range f.owed {
					s.rs.Draft(f.before, d).Options()
				}
			}},
			{"Check", func() {
				for _, o := range f.in {
					s.rs.Check(f.before, o)
				}
			}},
			{"Resolve", func() { _, _ = s.rs.Resolve(f.before, f.in, dice(f.game, f.step.Number)) }},
			{"Apply", func() { s.rs.Apply(f.before, f.step.Events) }},
			{"View or Report", func() {
				for _, side := range s.audience(f.before) {
					engine.Tell(s.rs, f.before, f.after, f.step.Events, side)
				}
			}},
		} {
			call.do()
			if now := before(); now != was {
				errorf("%s: %s changes its arguments: %s", at, call.name, firstDifference([]byte(now), []byte(was)))
				return
			}
		}
	})
}

// firstDifference tells the first line in which got is not want, or "".
func firstDifference(got, want []byte) string {
	if bytes.Equal(got, want) {
		return ""
	}
	g, w := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range max(len(g), len(w)) {
		a, b := "nothing", "nothing"
		if i < len(g) {
			a = fmt.Sprintf("%q", g[i])
		}
		if i < len(w) {
			b = fmt.Sprintf("%q", w[i])
		}
		if a != b {
			return fmt.Sprintf("line %d: got %s, want %s", i+1, a, b)
		}
	}
	return "different bytes"
}
