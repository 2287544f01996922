package ccn

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// TestRefusedAsTold: what is answered to orders that chance writes, line after line, with each
// card in the hand. Those that are legal stay, and the next ones follow them. The file is read
// when it changes.
func TestRefusedAsTold(t *testing.T) {
	var b page
	chance := rand.New(rand.NewPCG(1, 2))
	for _, hand := range hands() {
		rs, p := mistakesAt(t, hand)
		card := string(p.Cards.Cards(p.hand(0))[0])
		o := engine.Orders{Side: "British"}
		try := func(line string) {
			l := engine.Order{Words: strings.Fields(line)}.Arrived(len(o.Lines) + 1)
			tried := engine.Orders{Side: "British", Lines: append(slices.Clone(o.Lines), l)}
			bad := rs.Check(p, tried)
			if bad == nil {
				o = tried
				b.add("%s", line)
			}
			for _, f := range bad {
				b.add("%s: %d [%s] %s (%s)", line, f.Line, f.Rule, f.Msg, f.Hint)
			}
		}
		try("play " + card + map[string]string{"force-march": " left", "short-supply": " 45lig"}[card])
		for _, piece := range []string{"3ld", "28ft", "royal", "hill", "6pt", "43lt"} {
			try("order " + piece)
		}
		for range 20 {
			line := p.chanceLine(chance)
			for strings.HasPrefix(line, "play") || strings.HasPrefix(line, "standing") ||
				strings.HasPrefix(line, "order") || line == "answer yes" {
				line = p.chanceLine(chance)
			}
			try(line)
		}
	}
	golden(t, "refused.txt", b.String())
}
