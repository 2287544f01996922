package mail

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestHTMLText(t *testing.T) {
	for _, tc := range []struct{ name, html, want string }{
		{"a line each: Gmail", `<div dir="ltr">game: a<div>side: b</div><div><br></div><div>end</div></div>`,
			"game: a\nside: b\n\nend\n"},
		{"a line each: Outlook", "<p class=MsoNormal>game: a<o:p></o:p></p>\r\n<p class=MsoNormal>side:\r\n" +
			"b</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p>end</p>", "game: a\nside: b\n\u00a0\nend\n"},
		{"br", "a<br>b<br/>\n<br>c", "a\nb\n\nc\n"},
		{"pre", "<pre>a  b\r\n\tc\n\nd</pre>e", "a  b\n\tc\n\nd\ne\n"},
		{"quoted", "yes<blockquote type=cite>a<br>b<blockquote>c</blockquote></blockquote>no",
			"yes\n> a\n> b\n> > c\nno\n"},
		{"entities", "&lt;a&gt; &amp; &eacute;&#x3b1;&euro;", "<a> & éα€\n"},
		{"nobody sees it", "<head><title>x</title><style>p{}</style></head><script>alert('game: a')</script><!-- " +
			"game: b --><p title='game: c'>d</p>", "d\n"},
		{"table", "<table><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></table>", "1 2\n3\n"},
		{"blanks", " a \n\t b  <b> c</b> d ", "a b c d\n"},
		{"invisible", "a\u200b\ufeffb\x00\x07c", "abc\n"},
		{"not closed", "<div>a<p>b<blockquote>c", "a\nb\n> c\n"},
		{"closed too often", "</blockquote></pre></head>a", "a\n"},
		{"no HTML at all", "game: a", "game: a\n"},
		{"empty", "", ""},
	} {
		if got := HTMLText(tc.html); got != tc.want {
			t.Errorf("%s: got %q, want %q", tc.name, got, tc.want)
		}
	}
	if got := HTMLText(strings.Repeat("<blockquote>a", 100000)); len(got) > 2*maxHTMLText {
		t.Errorf("%d bytes", len(got))
	}
}

func FuzzHTMLText(f *testing.F) {
	f.Add("<div>a<br>b</div><pre>c\n</pre><blockquote>d</blockquote>&nbsp;<script>e</script>")
	f.Add("<!--><p <<br>>&#0;")
	f.Fuzz(func(t *testing.T, source string) {
		got := HTMLText(source)
		if len(got) > maxHTMLText+2*len(source)+2*maxQuote+2 || got != "" && !strings.HasSuffix(got, "\n") {
			t.Fatalf("%d bytes of text from %d of HTML", len(got), len(source))
		}
		if strings.ContainsAny(got, "\x00\r\x1b") && utf8.ValidString(source) {
			t.Fatalf("control characters in %q", got)
		}
	})
}
