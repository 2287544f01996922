package engine

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine/tongue"
)

// TestTemplateWidth writes lines of 72 columns, and none longer, in any language.
func TestTemplateWidth(t *testing.T) {
	word := func(n int) string { return strings.Repeat("é", n) }
	order := func(n int) string { return "# " + strings.Repeat("u", n) }
	for _, c := range []struct{ text, note, want string }{
		{"", word(34) + " " + word(34), "## " + word(34) + " " + word(34) + "\n"},
		{"", word(34) + " " + word(35), "## " + word(34) + "\n##   " + word(35) + "\n"},
		{order(70), "", order(70) + "\n"},
		{order(8), word(38), order(8) + strings.Repeat(" ", 22) + "# " + word(38) + "\n"},
		{order(8), word(39), order(8) + "  # " + word(39) + "\n"},
		{order(40), word(26), order(40) + "  # " + word(26) + "\n"},
		{order(40), word(27), order(40) + "\n"},
		{"end", "", "end\n"},
	} {
		for _, l := range tongue.Languages() {
			if got := (Template{{c.text, tongue.Name(c.note)}}).In(l); got != c.want {
				t.Errorf("%s: got\n%swant\n%s", l, got, c.want)
			}
		}
	}
	if got := LinesOf("# a\nend\n"); len(got) != 2 || got.String() != "# a\nend\n" || got.Empty() ||
		!LinesOf("").Empty() {
		t.Errorf("got %v", got)
	}
}

// TestTemplateWithin leaves out the last of the longest row of examples, and says how many are missing.
func TestTemplateWithin(t *testing.T) {
	block := LinesOf("# hold\n# move a to 1\n# move a to 2\n# move b to 1\n# fire c\n# fire d\nstay\nend\n")
	block = slices.Insert(block, 4, TemplateLine{Note: tongue.Name("Fire")})
	for lines, want := range map[int]string{
		9: "# hold\n# move a to 1\n# move a to 2\n# move b to 1\n## Fire\n# fire c\n# fire d\nstay\nend\n",
		8: "# hold\n# move a to 1\n# move a to 2\n## Fire\n# fire c\nstay\n" +
			"## 2 more examples: send the line \"template\".\nend\n",
		7: "# hold\n# move a to 1\n## Fire\n# fire c\nstay\n## 3 more examples: send the line \"template\".\nend\n",
		1: "# hold\n# move a to 1\n## Fire\n# fire c\nstay\n## 3 more examples: send the line \"template\".\nend\n",
	} {
		if got := block.Within(lines, tongue.En).String(); got != want {
			t.Errorf("%d lines: got\n%s\nwant\n%s", lines, got, want)
		}
	}
	if got := LinesOf("end\n").Within(0, tongue.En).String(); got != "end\n" {
		t.Errorf("got %q", got)
	}
}
