package book

import (
	"reflect"
	"strings"
	"testing"
)

// TestLogFiles: files of another game stand in the log whatever they hold, so that the
// game can be played again from the log alone.
func TestLogFiles(t *testing.T) {
	g := duelGame(t)
	g.Setup.Options = map[string]string{"a": "1", "b": "2"}
	g.Setup.Files = map[string][]byte{"battle.txt": []byte("two lines\n# and \"quotes\" \\\n"),
		"a b": {}, "c": []byte("\x00\xff\r\n")}
	read, err := ParseLog(g.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(read.Setup, g.Setup) {
		t.Errorf("got %q, want %q", read.Setup, g.Setup)
	}
	if string(read.Encode()) != string(g.Encode()) {
		t.Errorf("got\n%s\nwant\n%s", read.Encode(), g.Encode())
	}
	text := string(g.Encode())
	for bad, want := range map[string]string{
		"file c\n":        "want NAME CONTENT",
		"file c d e\n":    "want NAME CONTENT",
		"file c \"d\n":    "want NAME CONTENT",
		"file c \"\"\n":   "the file c stands twice",
		"option late=1\n": "too early or too late",
	} {
		_, err := ParseLog([]byte(strings.Replace(text, "seed ", bad+"seed ", 1)))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", bad, err, want)
		}
	}
}
