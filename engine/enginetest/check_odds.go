package enginetest

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"

	"berthier/engine"
)

// checkOdds holds a ruleset that counts odds to engine.Forecaster; others have
// none to be held to.
func checkOdds(s *suite, errorf errorf) {
	f, ok := s.rs.(engine.Forecaster)
	if !ok {
		return
	}
	seed := s.seed
	s.eachFrame(func(at string, fr *frame) {
		for _, o := range fr.in {
			odds := f.Odds(fr.before, o)
			told := printOdds(odds)
			for _, x := range odds {
				if why := wrongOdds(x, o); why != "" {
					errorf("%s: odds of %s: %s\n%s", at, o.Side, why, told)
				}
			}
			if !bytes.Equal(fr.before.Encode(), fr.encoded) {
				errorf("%s: Odds changed its argument", at)
			}
			if got := printOdds(f.Odds(s.rs.View(fr.before, o.Side), o)); got != told {
				errorf("%s: on its own view, %s gets other odds:\n%snot\n%s", at, o.Side, got, told)
			}
			seed++
			if s.Vary == nil {
				continue
			}
			if v := s.Vary(fr.before, o.Side, seed); v != nil && printOdds(f.Odds(v, o)) != told {
				errorf("%s: hidden facts changed the odds of %s:\n%s", at, o.Side, told)
			}
		}
	})
}

// wrongOdds says what is wrong with the odds of one attack by themselves.
func wrongOdds(x engine.Odds, o engine.Orders) string {
	if x.What == "" || x.Rule == "" || len(x.Lines) == 0 {
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

func printOdds(odds []engine.Odds) string {
	var b strings.Builder
	for _, x := range odds {
		fmt.Fprintln(&b, x.Lines, x.What, x.Rule, x.Mods, x.Outcomes, x.Also, x.Notes)
	}
	return b.String()
}
