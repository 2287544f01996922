package retold

import (
	"strings"
	"testing"
)

// FuzzOf reads any text as a mail about a game: it comes to an end, and what is found stands there.
func FuzzOf(f *testing.F) {
	for _, text := range []string{"a: 3 dice: 1, 2, 3 = 6", "a: 9999999999999999999 dice: , 1",
		"1. shock: 7, of 0 to 9", "x\n\nberthier\n3\nabc=\n\n— a b\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		f := Of(text)
		for line := range strings.SplitSeq(InOneLine(text), "\n") {
			if told, ok := f.ReadRoll(line); ok && !strings.Contains(line, told.Dice) {
				t.Errorf("%q in %q", told.Dice, line)
			}
		}
		for _, head := range Checkpoints(text) {
			if !strings.HasSuffix(head, "\n") {
				t.Errorf("checkpoint %q", head)
			}
		}
	})
}
