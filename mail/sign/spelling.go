package sign

import (
	"iter"
	"strings"
)

// spellings gives what the texts of a signature, as they arrived, may have been
// when they were signed: what would be kept as proof, and the bytes to verify.
func (f *foundSignature) spellings() iter.Seq2[Proof, []byte] {
	return func(yield func(Proof, []byte) bool) {
		for _, c := range f.texts {
			for p, data := range formOf(c.form).spellings(f.armour, c.text) {
				if *f.left -= len(p.Data); *f.left < 0 {
					return
				}
				if p.Form = c.form; !yield(p, data) {
					return
				}
			}
		}
	}
}

// spellings gives the byte sequences that a text, as it arrived, may have had
// when it was signed; the list is in the package documentation.
func spellings(text []byte) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		seen := map[string]bool{}
		try := func(s string) bool {
			if seen[s] || strings.TrimSpace(s) == "" {
				return true
			}
			seen[s] = true
			return yield([]byte(s))
		}
		if !try(string(text)) {
			return
		}
		lf := strings.ReplaceAll(string(text), "\r\n", "\n")
		for _, mend := range mends {
			t := mend(lf)
			trimmed := strings.Trim(t, "\n")
			for _, s := range []string{t, trimmed + "\n", trimmed, string(Canonical([]byte(t)))} {
				if !try(s) || !try(strings.ReplaceAll(s, "\n", "\r\n")) {
					return
				}
			}
		}
	}
}

// mends undo what mail programs do to texts, one at a time and all together.
var mends = []func(string) string{asIs, plainBlanks, unstuff, unFrom, unmark, mark, mendAll}

// byteOrderMark is what programs of Windows put at the beginning of a text.
const byteOrderMark = "\uFEFF"

func asIs(s string) string { return s }

// plainBlanks undoes the no-break spaces that HTML editors make of blanks.
func plainBlanks(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

// unstuff undoes the space-stuffing of RFC 3676 section 4.4.
func unstuff(s string) string { return unlead(s, " ", "") }

// unFrom undoes what mbox files do to lines that start with From.
func unFrom(s string) string { return unlead(s, ">From ", "From ") }

// unmark and mark undo that a byte order mark was put there, or taken away.
func unmark(s string) string { return strings.TrimPrefix(s, byteOrderMark) }

func mark(s string) string { return byteOrderMark + unmark(s) }

func mendAll(s string) string { return unFrom(unstuff(plainBlanks(unmark(s)))) }

// unlead replaces what lines start with.
func unlead(s, old, new string) string {
	s = strings.ReplaceAll("\n"+s, "\n"+old, "\n"+new)
	return s[1:]
}
