package lines_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"berthier/engine/lines"
)

// fileExample and tableExample are those of the package doc.
const (
	fileExample = `# The ford at dawn, an example.

scenario "The ford at dawn"  # its title
turns 6
unit 3lig "3e léger" French form=vandamme at=0304
`
	tableExample = `# Strength Ratio Table [8.6.1].
# Source: a value of this project; the published chart is not used
# column  attacker : defender, one side of it 1
# drm     added to the roll, -9 to 9
column,drm
1:1.5,-1
2:1,2
`
)

// A game lists its kinds of lines. Each takes what it understands; what is left
// over is a fault.
func ExampleRead() {
	r := lines.Read([]byte(fileExample))
	fmt.Println(r.Note())
	fmt.Printf("%s", r.Print())

	kinds := []lines.Kind{
		{Word: "scenario", Usage: `scenario "TITLE"`, Read: func() { r.Word("title") }},
		{Word: "turns", Usage: "turns COUNT", Read: func() {
			if text, ok := r.Word("number of turns"); ok {
				n, _ := r.Number("number of turns", text, 1, 99)
				fmt.Println("turns:", n)
			}
		}},
		{Word: "unit", Usage: `unit ID "NAME" SIDE form=ID`, Read: func() {
			id, _ := r.Word("id")
			form, _ := r.Key("form")
			fmt.Println("unit:", id, form)
			r.Word("name")
			r.Word("side")
		}},
	}
	r.Only(kinds)
	r.ReadPhase(kinds, 0)
	fmt.Println(r.Err())
	// Output:
	// The ford at dawn, an example.
	// # The ford at dawn, an example.
	//
	// scenario "The ford at dawn"
	// turns 6
	// unit 3lig "3e léger" French form=vandamme at=0304
	// turns: 6
	// unit: 3lig vandamme
	// line 5: "unit 3lig \"3e léger\" French form=vandamme at=0304": unknown or repeated setting "at" (write unit ID "NAME" SIDE form=ID)
}

func ExampleReadTable() {
	table, err := lines.ReadTable("tables/ratio.csv", "column,drm", []byte(tableExample))
	fmt.Println(err, table.Rule, table.Own)
	err = table.EachName([]string{"1:1.5", "2:1"}, func(_ int, r *lines.Row) {
		fmt.Println(r.Name(), r.Number(-9, 9))
	})
	fmt.Println(err, string(table.Print()) == tableExample)

	_, err = lines.ReadTable("tables/ratio.csv", "column,drm",
		[]byte(strings.Replace(tableExample, "drm\n", "DRM\n", 1)))
	fmt.Println(err)
	// Output:
	// <nil> 8.6.1 true
	// 1:1.5 -1
	// 2:1 2
	// <nil> true
	// tables/ratio.csv:5: columns column,DRM, want column,drm
}

// TestDocShowsTheExamples: the package doc shows the files that are read.
func TestDocShowsTheExamples(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("//\t", "", "//\n", "\n").Replace(string(doc))
	for _, example := range []string{fileExample, tableExample} {
		if !strings.Contains(text, example) {
			t.Errorf("the package doc does not show\n%s", example)
		}
	}
}
