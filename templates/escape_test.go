package templates

import (
	"html"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"berthier/engine/tongue"
)

// What is printed the quick way is what the full treatment makes of it.
func TestBland(t *testing.T) {
	for s, want := range map[string]bool{
		"": true, "26leg": true, "Hex 1002 is woods (6.3).": true, "1 of 4": true, "3-7": true, "rolled 7: AR": true,
		" a": false, "a ": false, "a  b": false, "1. a": false, "12) a": false, "- a": false, "a|b": false,
		"a*b": false, "é": true, "a\nb": false, "Άρμα · ώρα": true, "żółć – „tak”…": true,
		"a\u00a0b": false, "a\u2028b": false, "\u037e": false, "a\u200bb": false, "ж": false, "+1": false, "a_b": false,
	} {
		if got := bland(s); got != want {
			t.Errorf("%q: got %v, want %v", s, got, want)
		}
	}
	usual := rapid.StringOfN(rapid.RuneFrom([]rune("ab01 9.,-/():;'+=%\"#_żΆ…„\u00a0\u2028")), 0, 12, -1)
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(usual, nasty).Draw(t, "s")
		if got := escapeAny(s); bland(s) && got != s {
			t.Fatalf("%q is bland, but becomes %q", s, got)
		}
		if tidy(s) && strings.Map(visible, strings.Join(strings.Fields(s), " ")) != s {
			t.Fatalf("%q is not plain", s)
		}
	})
}

// TestPilesOfMarks: what somebody wrote covers no line above or below it, in no part of a mail and in no language's
// way of writing.
func TestPilesOfMarks(t *testing.T) {
	zalgo := "Ne\u0301" + strings.Repeat("\u0334\u0321\u0322\u030d", 60) + "y"
	want := "Ne\u0301\u0334\u0321\u0322y"
	text, page, err := Press(PressMail{From: tongue.Name(zalgo), Sender: "Red", Text: zalgo + "\n" + zalgo})
	if err != nil {
		t.Fatal(err)
	}
	for what, s := range map[string]string{"text": string(text), "page": html.UnescapeString(string(page)),
		"subject": plain(zalgo)} {
		if !strings.Contains(s, want) || strings.Contains(s, "\u0322\u030d") {
			t.Errorf("the %s does not say %q:\n%s", what, want, s)
		}
	}
	for _, s := range []string{"שָׁלוֹם", "مُحَمَّدٌ", "Việt", "कुछ", "ไม่", "é̩"} {
		if plain(s) != s {
			t.Errorf("%q becomes %q", s, plain(s))
		}
	}
}

// A page is the same in ASCII.
func TestPageIsASCII(t *testing.T) {
	page, err := read("", "Kraków – Łódź", []byte("# Möckern 🎲\n\n```\nΑθήνα\n```\n")).html()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range page {
		if c >= 0x80 {
			t.Fatalf("not ASCII:\n%s", page)
		}
	}
	for _, want := range []string{"<title>Krak&#243;w &#8211; &#321;&#243;d&#378;</title>",
		"<h1>M&#246;ckern &#127922;</h1>", "&#913;&#952;&#942;&#957;&#945;"} {
		if !strings.Contains(string(page), want) {
			t.Errorf("want %s in\n%s", want, page)
		}
	}
}

// TestPageIsLight: a page that would be larger in ASCII has the letters as they are.
func TestPageIsLight(t *testing.T) {
	greek := strings.Repeat("Τα στρατεύματα προχωρούν. ", 100)
	page, err := read("", "Αθήνα", []byte(greek)).html()
	if err != nil || !strings.Contains(string(page), strings.TrimSpace(greek)) {
		t.Errorf("%v\n%s", err, page)
	}
}

// A list that goes past Markdown is what Markdown makes of it, in both forms.
func TestItems(t *testing.T) {
	all := []string{"plain", "*not* `code` [8.7.2] <b> & \"so\"", "1. no number", "  a\nb  ", "- no item", "```",
		strings.Repeat("long words and more ", 12), "# no heading", "Kraków – Łódź 🎲", "a | b"}
	var list strings.Builder
	for _, s := range all {
		list.WriteString("- " + md(s) + "\n")
	}
	for _, around := range [][2]string{{"", ""}, {"## Above\n\n", "\n\nBelow\n"}} {
		want := read("", "", []byte(around[0]+list.String()+around[1]))
		got := read("", "", []byte(around[0]+items(all)+around[1]))
		wantPage, err1 := want.html()
		gotPage, err2 := got.html()
		whole := strings.ReplaceAll(string(wantPage), "</li>", "") // which HTML does not need
		if err1 != nil || err2 != nil || string(gotPage) != whole {
			t.Errorf("the page is\n%s, %v, want\n%s, %v", gotPage, err2, wantPage, err1)
		}
		if g, w := string(got.text(78)), string(want.text(78)); g != w {
			t.Errorf("the text is\n%s\nwant\n%s", g, w)
		}
	}
	if got := items(nil); got != "" {
		t.Errorf("no items are %q", got)
	}
}

// A code with hyphens stays in one line of its cell, however narrow the screen.
func TestCodesOfCells(t *testing.T) {
	page, err := read("", "", []byte(table([]string{"Id", "SP-Coh"},
		[][]string{{"ge-i", "6-7-7-5"}, {"3lig", "6-7 and more"}}))).html()
	want := "<tr><th>Id<th nowrap>SP-Coh\n<tr><td nowrap>ge-i<td nowrap>6-7-7-5\n<tr><td>3lig<td>6-7 and more\n"
	if err != nil || !strings.Contains(string(page), want) {
		t.Errorf("%v: no\n%s in\n%s", err, want, page)
	}
}
