package enginetest

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// Words holds the words of other languages in verbs to how orders are read: each is written as the reader has
// it, means a word that means no other, and begins one order alone.
func Words(t *testing.T, verbs []engine.Verb) {
	t.Helper()
	folded := func(w string) {
		if engine.Fold(strings.ToLower(w)) != w || w != strings.Join(strings.Fields(w), " ") || w == "" {
			t.Errorf("%q is never read so", w)
		}
	}
	of := map[string]string{}
	for _, v := range verbs {
		for _, w := range append(slices.Clone(v.Also), v.Word) {
			if folded(w); of[w] != "" || strings.Count(w, " ") > 1 {
				t.Errorf("%q begins %s and %s, or has more than two words", w, v.Word, of[w])
			}
			of[w] = v.Word
		}
		for _, w := range slices.Sorted(maps.Keys(v.Same)) {
			folded(w)
			means := v.Same[w]
			if _, again := v.Same[means]; again || strings.Count(w, " ") > 5 {
				t.Errorf("%s: %q means %q", v.Word, w, means)
			}
		}
	}
}
