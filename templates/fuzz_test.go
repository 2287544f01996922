package templates

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"berthier/engine"
	"berthier/engine/tongue"
)

// FuzzPages writes anything as what people call themselves and say: no element, no link and no picture comes of it.
func FuzzPages(f *testing.F) {
	for _, s := range []string{"Al <script>alert(1)</script>", "[x](javascript:alert(1))", "![x](https://e.org/t.png)",
		"a | b\n---|---\n", "```\n</pre><img src=x onerror=y>\n```", "<https://e.org> https://e.org www.e.org a@e.org",
		"x\n===\n", "&lt;b&gt; &#60;b>", "[a]: https://e.org 'x'\n[a]", "\u202e\u2066]]>", "src=\"map.svg\""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if plain(s) == "" || bare(s) == "" {
			return
		}
		got, want := pagesWith(t, s), pagesWith(t, "x")
		for i := range got {
			if g, w := tags(t, got[i]), tags(t, want[i]); g != w {
				t.Errorf("%q makes\n%s\nwant\n%s\n%s", s, g, w, got[i])
			}
		}
	})
}

// pagesWith are pages in which a text stands wherever one of somebody else can.
func pagesWith(t *testing.T, s string) (all [][]byte) {
	t.Helper()
	game := Game{ID: "g-1", Title: s, Players: []Player{{Side: "Red", Name: s}, {Side: "Blue", Name: "B"}}}
	say := tongue.Name(s)
	table := engine.Table{Title: say, Columns: []tongue.Text{say, say}, Rows: [][]tongue.Text{{say, say}}}
	add := func(_, page []byte, err error) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, page)
	}
	add(Press(PressMail{Game: game, Reader: "Red", From: say, Sender: "Blue", Text: s}))
	add(Club(ClubPage{Name: s, Games: []ClubGame{{ID: game.ID, Title: s, Players: "Red: " + s, Stands: s, Waits: s,
		Last: s}}}))
	add(GamePage(PublicGame{Game: game, Stands: s, Map: "map.svg", Tables: []engine.Table{table},
		History: [][]tongue.Text{{say, say, say}}}))
	kept, err := Keepsake(PublicGame{Game: game, Stands: s, Map: "map.svg", Kept: []KeptReport{{Step: 1, Side: "Red",
		Text: s}}}, map[string][]byte{"map.svg": []byte("<svg/>")})
	add(nil, kept, err)
	return all
}

// tags are the elements of a page with their attributes.
func tags(t *testing.T, page []byte) string {
	t.Helper()
	var all strings.Builder
	z := html.NewTokenizer(bytes.NewReader(page))
	for {
		switch z.Next() {
		case html.ErrorToken:
			if z.Err() != io.EOF {
				t.Fatal(z.Err())
			}
			return all.String()
		case html.StartTagToken, html.SelfClosingTagToken:
			k := z.Token()
			if k.Data == "br" || k.Data == "wbr" {
				continue
			}
			all.WriteString(k.Data)
			for _, a := range k.Attr {
				if k.Data == "td" || k.Data == "th" {
					continue
				}
				all.WriteString(" " + a.Key + "=" + a.Val)
			}
			all.WriteString("\n")
		}
	}
}
