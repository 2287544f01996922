package enginetest

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"

	"berthier/engine"
)

// checkPreview holds a ruleset to engine.Previewer, if it is one.
func checkPreview(s *suite, errorf errorf) {
	pv, ok := s.rs.(engine.Previewer)
	if !ok {
		return
	}
	seed := s.seed
	s.eachFrame(func(at string, fr *frame) {
		for _, o := range fr.in {
			x := pv.Preview(fr.before, o)
			told := printPreview(x)
			if why := s.wrongPreview(x, o); why != "" {
				errorf("%s: preview of %s: %s\n%s", at, o.Side, why, told)
			}
			if !bytes.Equal(fr.before.Encode(), fr.encoded) {
				errorf("%s: Preview changed its argument", at)
			}
			if got := printPreview(pv.Preview(s.rs.View(fr.before, o.Side), o)); got != told {
				errorf("%s: on its own view, %s gets another preview:\n%snot\n%s", at, o.Side, got, told)
			}
			seed++
			if s.Vary == nil {
				continue
			}
			if v := s.Vary(fr.before, o.Side, seed); v != nil && printPreview(pv.Preview(v, o)) != told {
				errorf("%s: hidden facts changed the preview of %s:\n%s", at, o.Side, told)
			}
		}
	})
}

// wrongPreview says what is wrong with a preview by itself.
func (s *suite) wrongPreview(x engine.Preview, o engine.Orders) string {
	if x.After == nil {
		return "there is no view"
	}
	if diff := firstDifference(s.rs.View(x.After, o.Side).Encode(), x.After.Encode()); diff != "" {
		return "what it shows is no view of the side: " + diff
	}
	for _, e := range x.Events {
		switch {
		case !e.VisibleTo(o.Side):
			return "the side may not see " + e.String()
		case e.Roll != nil:
			return "it rolls: " + e.String()
		}
	}
	for _, odds := range x.Odds {
		if why := wrongOdds(odds, o); why != "" {
			return why
		}
	}
	return ""
}

// wrongOdds says what is wrong with the odds of one attack by themselves.
func wrongOdds(x engine.Odds, o engine.Orders) string {
	if x.What.Empty() || x.Rule == "" || len(x.Lines) == 0 {
		return "no line, no rule or no words"
	}
	for _, n := range x.Lines {
		found := false
		for _, l := range o.Lines {
			found = found || l.Line == n
		}
		if !found {
			return fmt.Sprintf("there is no line %d", n)
		}
	}
	if len(x.Outcomes) == 0 && len(x.Notes) == 0 {
		return "neither outcomes nor a reason"
	}
	all := new(big.Rat)
	for _, c := range append(x.Outcomes[:len(x.Outcomes):len(x.Outcomes)], x.Also...) {
		if c.P.Sign() <= 0 || c.P.Cmp(big.NewRat(1, 1)) > 0 {
			return fmt.Sprintf("%q has the chance %s", c.What, c.P)
		}
	}
	for _, c := range x.Outcomes {
		all.Add(all, c.P)
	}
	if len(x.Outcomes) > 0 && all.Cmp(big.NewRat(1, 1)) != 0 {
		return "the chances add up to " + all.String()
	}
	return ""
}

func printPreview(p engine.Preview) string {
	var b strings.Builder
	if p.After != nil {
		fmt.Fprintf(&b, "%s", p.After.Encode())
	}
	b.WriteString(engine.PrintEvents(p.Events))
	for _, x := range p.Odds {
		fmt.Fprintln(&b, x.Lines, x.What, x.Rule, x.Mods, x.Outcomes, x.Also, x.Notes)
	}
	return b.String()
}
