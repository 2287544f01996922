package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestOneAddress: a mail is put together of the words of several packages, and calls its reader vous, vy and εσείς in
// all of them.
func TestOneAddress(t *testing.T) {
	informal := map[string]*regexp.Regexp{
		"fr": regexp.MustCompile(`(?i)(?:^|[ (])(?:tu|toi|ton|tes|t’es)(?:$|[ ,.;:])`),
		"cs": regexp.MustCompile(`(?i)(?:^|[ ` +
			`(])(?:tv[éáůo]j?|tvého|tvému|tvojí?|tebe|tobě|máš|můžeš|jsi|chceš|smaž|zvol)(?:$|[ ,.;:])`),
		"el": regexp.MustCompile(`(?i)(?:^|[ (])(?:σου|έχεις|μπορείς|θέλεις|διάλεξε|γράψε|δώσε|πες)(?:$|[ ,.;:·])`),
	}
	n := 0
	for _, pattern := range []string{"words", "*/words", "*/*/words", "*/*/*/words", "*/*/*/*/words"} {
		for language, form := range informal {
			files, err := filepath.Glob(filepath.Join(root, pattern, language+".properties"))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range files {
				text, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				n++
				for line := range strings.Lines(string(text)) {
					if _, words, ok := strings.Cut(line, " = "); ok && form.MatchString(words) {
						t.Errorf("%s: %q", name, form.FindString(words))
					}
				}
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d files were read", n)
	}
}
