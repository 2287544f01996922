package templates

import (
	"reflect"
	"strings"
	"testing"
)

const signingPage = "# Signing\n\nFor players: how to sign.\n\n## With gpg\n\n```\n# a comment\ngpg\n```\n\n" +
	"See `help dice` and `help signing`.\n"

func TestReadTopic(t *testing.T) {
	got, err := ReadTopic("signing", signingPage)
	want := Topic{Name: "signing", For: "players", Title: "Signing", About: "how to sign.", Text: signingPage}
	if !reflect.DeepEqual(got, want) || err != nil {
		t.Errorf("got %+v, %v", got, err)
	}
	for _, text := range []string{
		"", "Signing\n\nFor players: how to sign.\n", "# Signing\nFor players: how to sign.\n",
		"# Signing\n\nFor nobody: how to sign.\n", "# Signing\n\nplayers: how to sign.\n",
		"# Signing\n\nFor players: \n",
	} {
		if got, err := ReadTopic("signing", text); err == nil {
			t.Errorf("%q: got %+v", text, got)
		}
	}
}

// The sentence of a page may stand on several lines.
func TestReadTopicOfLines(t *testing.T) {
	got, err := ReadTopic("pages", "# Pages\n\nFor umpires: pages for a folder that everybody\ncan open.\n\nMore.\n")
	if want := "pages for a folder that everybody can open."; got.About != want || err != nil {
		t.Errorf("got %q, %v, want %q", got.About, err, want)
	}
}

func topics(t *testing.T) (all []Topic) {
	t.Helper()
	for name, text := range map[string]string{"signing": signingPage,
		"dice": "# The dice\n\nFor archivists: how a roll is checked.\n"} {
		topic, err := ReadTopic(name, text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, topic)
	}
	return all
}

// A page in a browser has links where a mail has commands, and none to itself.
func TestHelpForBrowsers(t *testing.T) {
	all := topics(t)
	index, err := HelpIndex(all, "")
	if err != nil {
		t.Fatal(err)
	}
	signing, _ := FindTopic(all, "signing")
	page, err := HelpPage(signing, all, "")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name, html, has string
	}{
		{"index", string(index), `<li><a href="help/signing">Signing</a>: how to sign.</li>`},
		{"index", string(index), "<h2>For archivists</h2>\n<ul>\n<li><a href=\"help/dice\">The dice</a>"},
		{"page", string(page), "<title>Signing</title>"},
		{"page", string(page), `<a href="../help">Help</a>`},
		{"page", string(page), `See <a href="dice"><code>help dice</code></a> and <code>help signing</code>.`},
	} {
		if !strings.Contains(tt.html, tt.has) {
			t.Errorf("%s: no %q in\n%s", tt.name, tt.has, tt.html)
		}
	}
	if _, ok := FindTopic(all, "nothing"); ok {
		t.Error("found a page that is not there")
	}
}

// The headings of a page are below those of a mail; what a block holds stays.
func TestPageInMail(t *testing.T) {
	text, _, err := Commands(CommandsMail{Done: []CommandResult{{As: "help signing",
		Parts: []Part{{Page: signingPage}}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\n\nSigning:\n\n", "\n\nWith gpg:\n\n", "\n\n# a comment\ngpg\n\n"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
