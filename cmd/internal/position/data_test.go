package position

import (
	"crypto/sha256"
	"strings"
	"testing"

	"berthier/engine"
)

// TestTextsAsTheyAre: a file comes home byte by byte, and nothing else is taken for one.
func TestTextsAsTheyAre(t *testing.T) {
	print := func(texts ...string) string {
		a := Attachment{Game: "game-1", Side: "Red", Ruleset: "duel", Version: "1", Texts: map[string][]byte{},
			View: []byte("duel\n")}
		for i, text := range texts {
			name := string(rune('a' + i))
			a.Data = append(a.Data, engine.DataFile{Name: name, Hash: sha256.Sum256([]byte(text)), Source: "me"})
			a.Texts[name] = []byte(text)
		}
		return string(a.Print())
	}
	for _, text := range []string{"", "\n", "a", "a\n", "a\r\n\r\nb", "\ufeff# \"x\"\n", "\xff\x00 \\",
		" a \t\nline: x\n\n", strings.Repeat("a long line ", 5000)} {
		a, err := Parse([]byte(print(text, "b")))
		if err != nil || string(a.Texts["a"]) != text || string(a.Texts["b"]) != "b" {
			t.Errorf("%.40q came as %.40q and %q, %v", text, a.Texts["a"], a.Texts["b"], err)
		}
	}
	good := print("one\ntwo", "b")
	for name, tt := range map[string]struct{ old, new, want string }{
		"another text":  {"line: two", "line: three", "a is not the data file that the position names"},
		"another name":  {"text: a", "text: ../a", "../a is not the data file that the position names"},
		"twice":         {"text: a\n", "text: a\nline: one\nline: two\ntext: a\n", "canonical"},
		"another order": {"text: b\nline: b\n", "text: b\nline: b\ntext: a\nline: one\nline: two\n", "canonical"},
		"no lines":      {"text: b\nline: b\n", "text: b\n", "b is not the data file"},
		"not quoted so": {"line: two", `line: "two"`, "canonical"},
		"larger than is": {"one\n", strings.Repeat("x", 32767) + "\nline: " + strings.Repeat("x", 32767) + "\n",
			"more than 65536"},
	} {
		text := strings.Replace(good, tt.old, tt.new, 1)
		if _, err := Parse([]byte(text)); text == good || err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
}
