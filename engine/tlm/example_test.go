package tlm_test

import (
	"fmt"
	"strings"

	"berthier/engine"
	"berthier/engine/tlm"
	"berthier/engine/tongue"
)

// A case names what stands where. The German 4th Army walks into Luxembourg, where nobody is, and
// the Allies read of it.
func Example() {
	rs, p, err := tlm.ReadCase([]byte("hand German offensive\narmy ge4 tri\nunits ge-i ge4 3\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	orders := engine.Orders{Side: "German"}
	for i, line := range []string{"play offensive", "move ge4 lux"} {
		orders.Lines = append(orders.Lines, engine.Order{Words: strings.Fields(line)}.Arrived(i+1))
	}
	events, err := rs.Resolve(p, []engine.Orders{orders}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	report := engine.Tell(rs, p, rs.Apply(p, events), events, "Allied")
	fmt.Println(report.Summary)
	for _, c := range report.Story {
		for _, l := range c.Lines {
			fmt.Printf("%s [%s]\n", l.Text.In(tongue.En), l.Rule)
		}
	}
	// Output:
	// German now: Luxembourg.
	// German plays Offensive. [9.1.1-a]
	// German Army 4 to Luxembourg, from Trier. [4.1-a]
	// Luxembourg is German now. [4.1-a]
}
