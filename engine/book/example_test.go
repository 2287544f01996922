package book_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"berthier/engine/book"
	"berthier/engine/enginetest/duel"
)

// caseExample is the case of the package doc.
const caseExample = `The die shows 4; Red, one away, is nearer than Blue and scores a point.

-- position --
round 2
-- orders Red --
pick 5
-- orders Blue --
pick 2
-- dice --
3   # counted from 0
-- events --
[1.2] pick by=Red number=5 chips=0
[1.2] pick by=Blue number=2 chips=0
[1.3] roll draw=1 of=6 purpose="die of the round" value=3 mods="from one +1" total=4 result=fallen
[1.4] score by=Red points=1
[2] ask by=Red
`

// A case that goes as it expects comes back as it was, without an error. The rules
// of the game and the position come out of its first section.
func ExampleRunCase() {
	actual, err := book.RunCase([]byte(caseExample), duel.ReadCase)
	fmt.Println(string(actual) == caseExample, err)

	wrong := strings.Replace(caseExample, "points=1", "points=2", 1)
	actual, err = book.RunCase([]byte(wrong), duel.ReadCase)
	fmt.Println(string(actual) == caseExample, err != nil)
	// Output:
	// true <nil>
	// true true
}

// shortExample is the file of short cases of the package doc.
const shortExample = `# Red, one away, is nearer than Blue; a number there is not is refused.
with round 2

== the nearer one scores
Red: pick 5
Blue: pick 2
dice 3
event [1.3] roll total=4 mods="from one +1"
[1.4] score by=Red points=1
never score by=Blue

== no such number
with cards 3 7
Red: pick 7
fault Red 1 illegal 1.2 # no such number
`

// Each case of a file in the short form runs by itself.
func ExampleReadShort() {
	for _, text := range []string{shortExample, strings.Replace(shortExample, "by=Red points=1", "by=Red points=2",
		1)} {
		cases, err := book.ReadShort([]byte(text))
		fmt.Println(len(cases), err)
		for _, c := range cases {
			fmt.Println(c.Name+":", c.Run(duel.ReadCase) == nil)
		}
	}
	// Output:
	// 2 <nil>
	// the nearer one scores: true
	// no such number: true
	// 2 <nil>
	// the nearer one scores: false
	// no such number: true
}

// TestDocShowsTheExample: the package doc shows the cases that are run.
func TestDocShowsTheExample(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("//\t", "", "//\n", "\n").Replace(string(doc))
	for _, example := range []string{caseExample, shortExample} {
		if !strings.Contains(text, example) {
			t.Errorf("the package doc does not show\n%s", example)
		}
	}
}
