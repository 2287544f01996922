package templates

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
)

// A report tells as much of its story as there is room for, whether or not that is all: of more
// and more episodes the one telling that is chosen is the first of all that fits beside the rest.
func TestStoryHasRoom(t *testing.T) {
	m := busyMail()
	episodes := m.Report.Episodes
	var whole, cut int
	for n := range 40 {
		m.Report.Episodes = nil
		for i := range n + 1 {
			m.Report.Episodes = append(m.Report.Episodes, episodes[i%len(episodes)])
		}
		_, text, told, err := m.report()
		if err != nil {
			t.Fatal(err)
		}
		marked := m
		marked.told = digest{marked: true}
		source, err := fillSource(m.Game.Language, "report.md", marked)
		if err != nil {
			t.Fatal(err)
		}
		without := read("", "", bytes.Replace(source, []byte(storyMark), nil, 1)).text(lineWidth)
		all := fullest(m.Game.Language, m.Report.Episodes)
		want := all.within(max(m.room(without), leastStory))
		if told.markdown() != want.markdown() {
			t.Errorf("%d episodes: got\n%s\nwant\n%s", n+1, told.markdown(), want.markdown())
		}
		if lines := bytes.Count(text, []byte("\n")); lines > mostLines && m.room(without) >= leastStory {
			t.Errorf("%d episodes: %d lines", n+1, lines)
		}
		if told.tables == all.tables && told.most == all.most && !slices.Contains([]bool{told.short, told.bare}, true) {
			whole++
		} else {
			cut++
		}
	}
	if whole < 2 || cut < 2 {
		t.Errorf("%d stories were told in full and %d cut: that shows too little", whole, cut)
	}
}

// An order block with many examples has as many of them as there is room for, in each language, and says how the
// others come.
func TestOrderBlockHasRoom(t *testing.T) {
	for _, l := range tongue.Languages() {
		m := busyMail()
		m.Game.Language = l
		for i := range 80 {
			m.Report.Template = slices.Insert(m.Report.Template, 0,
				engine.TemplateLine{Text: fmt.Sprintf("# move u%d to 0101", i)})
		}
		text, page, err := Report(m)
		if err != nil {
			t.Fatal(err)
		}
		moves := bytes.Count(text, []byte("# move u"))
		more := engine.Say("template.more", tongue.Number("n", 80-moves)).In(l)
		if lines := bytes.Count(text, []byte("\n")); lines != mostLines ||
			!bytes.Contains(text, []byte("## "+more+"\n")) {
			t.Errorf("%s: %d lines, without %q:\n%s", l, lines, more, text)
		}
		if got := bytes.Count(page, []byte("# move u")); got != moves {
			t.Errorf("%s: the page has %d moves, the text %d", l, got, moves)
		}
	}
}
