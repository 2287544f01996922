package main

import (
	"bytes"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"berthier/engine/tongue"
)

// inBlocks is what stands in the blocks of a page, byte for byte.
var inBlocks = regexp.MustCompile("(?ms)^```.*?^```$")

// TestPagesInLanguages: a page says the same in each language: with the same blocks byte for byte, and as many
// headings, items and words to type. What is not translated stands in a file, which only shrinks.
func TestPagesInLanguages(t *testing.T) {
	const list = "testdata/untranslated-pages.txt"
	text, err := os.ReadFile(list)
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Fields(string(text))
	heading, item := regexp.MustCompile("(?m)^#+ "), regexp.MustCompile(`(?m)^ *(-|[0-9]+\.) `)
	for _, topic := range topics() {
		for _, l := range tongue.Languages()[1:] {
			name := string(l) + "/" + topic.Name
			other, ok := topic.Others[l]
			if listed := slices.Contains(known, name); ok == listed {
				t.Errorf("%s: translated is %v, and in %s it is %v", name, ok, list, listed)
			}
			if !ok {
				continue
			}
			if got, want := inBlocks.FindAllString(other.Text, -1),
				inBlocks.FindAllString(topic.Text, -1); !slices.Equal(got, want) {
				t.Errorf("%s has other blocks than the page in English:\n%q\n%q", name, got, want)
			}
			for _, p := range []*regexp.Regexp{heading, item} {
				count := func(text string) int { return len(p.FindAllString(inBlocks.ReplaceAllString(text, ""), -1)) }
				if got, want := count(other.Text), count(topic.Text); got != want {
					t.Errorf("%s has %d of %s, in English there are %d", name, got, p, want)
				}
			}
			if got, want := typed(other.Text), typed(topic.Text); !slices.Equal(got, want) {
				t.Errorf("%s has the words %q, in English there are %q", name, got, want)
			}
		}
	}
}

// typed are the words of a page that are typed as they are.
func typed(text string) []string {
	words := regexp.MustCompile("`[^`]+`").FindAllString(inBlocks.ReplaceAllString(text, ""), -1)
	for i, w := range words {
		words[i] = strings.Join(strings.Fields(w), " ")
	}
	slices.Sort(words)
	return slices.Compact(words)
}

func TestHelpInLanguages(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"-language", "pl", "signing"}, "Podpisywanie wiadomości\n---"},
		{[]string{"-language", "Czech", "signing"}, "Podepisování e-mailů\n---"},
		{[]string{"signing"}, "Signing your mails\n---"},
		{[]string{"-language", "tlh", "signing"},
			"there is no language \"tlh\" here; there are en (English), fr (français)"},
	} {
		var out bytes.Buffer
		if help(tt.args, &out, &out); !strings.Contains(out.String(), tt.want) {
			t.Errorf("%q: no %q in\n%s", tt.args, tt.want, out.String())
		}
	}
}

func TestLanguageOf(t *testing.T) {
	for _, tt := range []struct {
		query, header string
		want          tongue.Language
	}{
		{"", "", tongue.En}, {"", "el-GR,en;q=0.5", tongue.El}, {"", "de,cs;q=0.8,en;q=0.7", tongue.Cs},
		{"?language=fr", "pl", tongue.Fr}, {"?language=tlh", "pl", tongue.Pl}, {"", "\x00;;", tongue.En},
	} {
		r := httptest.NewRequest("GET", "/help"+tt.query, nil)
		r.Header.Set("Accept-Language", tt.header)
		if got := languageOf(r); got != tt.want {
			t.Errorf("%q, %q: got %s, want %s", tt.query, tt.header, got, tt.want)
		}
	}
}
