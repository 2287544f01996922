package engine

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// wrapColumn is the length from which a line may have been wrapped by a mail
// program: they break at 65 to 78 columns, and before a word that may be long.
const wrapColumn = 60

// mailLine is one physical line with the damage of the mail taken off.
type mailLine struct {
	no    int    // from 1
	depth int    // how often it is quoted
	text  string // cleaned, without quote marks and outer blanks
	own   string // as the player sees it, without quote marks
	width int    // in characters, quote marks included
	soft  bool   // ends in a blank: format=flowed may have broken it here
}

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\v", "\n", "\f", "\n", "\u0085", "\n",
	"\u2028", "\n", "\u2029", "\n")

func splitLines(text string) []mailLine {
	var lines []mailLine
	for raw := range strings.Lines(lineBreaks.Replace(strings.ToValidUTF8(text, "\uFFFD"))) {
		raw = strings.TrimSuffix(raw, "\n")
		l := mailLine{no: len(lines) + 1, soft: strings.HasSuffix(raw, " ")}
		shown := strings.Map(dropHidden, raw)
		l.width = utf8.RuneCountInString(strings.TrimSpace(shown))
		_, l.own = cutQuote(shown)
		l.depth, l.text = cutQuote(strings.Map(plainRune, shown))
		lines = append(lines, l)
	}
	return lines
}

// cutQuote takes the quote marks ">", "> >", ">>" off.
func cutQuote(s string) (depth int, rest string) {
	for strings.HasPrefix(s, ">") {
		s = strings.TrimPrefix(s[1:], " ")
		depth++
	}
	return depth, strings.TrimSpace(s)
}

// dropHidden takes out what nobody sees: byte-order marks, zero-width and
// direction characters, soft hyphens, variation selectors.
func dropHidden(c rune) rune {
	if unicode.In(c, unicode.Cf, unicode.Variation_Selector) {
		return -1
	}
	return c
}

// plainRune undoes the typography of mail programs and word processors.
func plainRune(c rune) rune {
	switch {
	case c == '\t' || unicode.Is(unicode.Zs, c):
		return ' '
	case c == '\u2212' || unicode.Is(unicode.Pd, c):
		return '-'
	case strings.ContainsRune("‘’‚‛′´", c):
		return '\''
	case strings.ContainsRune("“”„‟″«»", c):
		return '"'
	}
	return c
}

// cutComment splits a line before a "//" that follows no colon, as in links, or before a "#" that opens a word.
func cutComment(text string) (code string, commented bool) {
	for i := range len(text) {
		if strings.HasPrefix(text[i:], "//") && (i == 0 || text[i-1] != ':') ||
			text[i] == '#' && (i == 0 || text[i-1] == ' ') {
			return strings.TrimSpace(text[:i]), true
		}
	}
	return text, false
}

// opening returns the first word of a line, lower case, without a colon.
func opening(text string) string {
	word, _ := openings(text)
	return word
}

// openings returns the first word of a line and the first two, lower case, without a colon.
func openings(text string) (one, two string) {
	code, _ := cutComment(cutBullet(text))
	code, _, _ = strings.Cut(strings.ToLower(Fold(code)), ",")
	f := strings.Fields(code)
	if len(f) == 0 {
		return "", ""
	}
	one = strings.TrimSuffix(f[0], ":")
	if len(f) == 1 {
		return one, one
	}
	return one, f[0] + " " + strings.TrimSuffix(f[1], ":")
}

func (r *turnReader) isHeader(text string) bool {
	code, _ := cutComment(text)
	_, _, ok := r.headerLine(code)
	return ok
}

// isEnd recognises the line that closes a file. Word processors make a sentence of it, and who writes in his own
// language writes that word in it too.
func isEnd(text string) bool {
	code, _ := cutComment(text)
	word := strings.TrimRight(strings.ToLower(Fold(cutBullet(code))), ".;! ")
	return slices.Contains([]string{"end", "fin", "koniec", "konec", "telos"}, word)
}

// isClosing recognises the line above a signature, or above an original
// message that is not quoted.
func isClosing(l mailLine) bool {
	if l.text == "--" || l.own == "—" {
		return true
	}
	rule := strings.HasPrefix(l.text, "----") && strings.HasSuffix(l.text, "----")
	return rule || len(l.text) >= 10 && strings.Trim(l.text, "_") == ""
}

func (r *turnReader) isVerb(text string) bool {
	word := opening(text)
	return slices.ContainsFunc(r.verbs, func(v Verb) bool { return v.Word == word })
}

// pickLines chooses the lines that are the turn file: from the first line of
// the header on, at the depth of quoting at which the header stands. An
// unquoted line inside a quoted file counts too: the player opened it there.
func (r *turnReader) pickLines(lines []mailLine) []mailLine {
	depth := r.depth(lines)
	lines = r.dropAttributions(lines)
	lines = slices.DeleteFunc(lines, func(l mailLine) bool { return l.depth != depth && l.depth != 0 })
	start := slices.IndexFunc(lines, func(l mailLine) bool { return l.depth == depth && r.isHeader(l.text) })
	if start < 0 {
		start = slices.IndexFunc(lines, func(l mailLine) bool { return r.isVerb(l.text) })
	}
	if start < 0 {
		return nil
	}
	for _, l := range lines[:start] {
		if r.isVerb(l.text) {
			r.fault(l.no, l.own, Say("fault.above-header"), Say("hint.header-first"))
		}
	}
	return lines[start:]
}

// depth is the shallowest depth of quoting at which a header line stands, or
// else a verb.
func (r *turnReader) depth(lines []mailLine) int {
	header, verb := -1, -1
	for _, l := range lines {
		if r.isHeader(l.text) && (header < 0 || l.depth < header) {
			header = l.depth
		}
		if r.isVerb(l.text) && (verb < 0 || l.depth < verb) {
			verb = l.depth
		}
	}
	if header >= 0 {
		return header
	}
	return max(verb, 0)
}

// dropAttributions removes "On Monday X wrote:" above a quote: a paragraph of
// up to three lines, the last of which ends in a colon, with at most one blank
// line below. Of any other text only that last line goes, so that no order is
// dropped in silence.
func (r *turnReader) dropAttributions(lines []mailLine) []mailLine {
	var kept []mailLine
	for i, l := range lines {
		if i > 0 && l.depth > lines[i-1].depth {
			kept = kept[:r.attribution(kept, lines[i-1].depth)]
		}
		kept = append(kept, l)
	}
	return kept
}

// attribution returns where the attribution at the end of lines begins, or
// len(lines).
func (r *turnReader) attribution(lines []mailLine, depth int) int {
	last := len(lines) - 1
	if last > 0 && lines[last].text == "" && lines[last].depth == depth {
		last--
	}
	if last < 0 || !strings.HasSuffix(lines[last].text, ":") || r.isOurs(lines[last].text) {
		return len(lines)
	}
	for first := last; first > last-3; first-- {
		if first == 0 || lines[first-1].text == "" || lines[first-1].depth != depth {
			return first
		}
		if r.isOurs(lines[first-1].text) {
			break
		}
	}
	return last
}

// isOurs reports whether a line opens like one of a turn file.
func (r *turnReader) isOurs(text string) bool {
	return r.isHeader(text) || isEnd(text) || r.opensOrder(text)
}

// joinedLine is one header or order line, put together again.
type joinedLine struct {
	no       int    // of its first physical line
	own      string // the player's words
	code     string // cleaned, without comments
	words    []byte // own, and
	cleaned  []byte // code, while they grow
	comment  bool   // ends in a comment
	goesOn   bool   // ended in a backslash
	header   bool
	lastLine mailLine
}

// joinLines puts broken lines together and stops at "end"; below a signature
// it drops what is quoted as deep as the signature.
func (r *turnReader) joinLines(lines []mailLine) []joinedLine {
	var out []joinedLine
	closed := make(map[int]bool)
	for i, l := range lines {
		if closed[l.depth] {
			continue
		}
		if len(out) > 0 && r.continues(out[len(out)-1], l) {
			out[len(out)-1].add(l)
			continue
		}
		if isEnd(l.text) {
			r.checkBelowEnd(l, lines[i+1:])
			break
		}
		if isClosing(l) {
			closed[l.depth] = true
			continue
		}
		j := joinedLine{no: l.no, header: r.isHeader(l.text)}
		j.add(l)
		out = append(out, j)
	}
	for i := range out {
		out[i].own, out[i].code = string(out[i].words), string(out[i].cleaned)
	}
	return out
}

// checkBelowEnd refuses orders that somebody wrote below a quoted template
// instead of into it: dropping them in silence would lose his turn.
func (r *turnReader) checkBelowEnd(end mailLine, below []mailLine) {
	for _, l := range below {
		if end.depth > 0 && l.depth == 0 && r.isVerb(l.text) {
			r.fault(l.no, l.own, Say("fault.below-end"), Say("hint.below-end"))
		}
	}
}

// continues reports whether l is a piece of the line before it.
func (r *turnReader) continues(prev joinedLine, l mailLine) bool {
	switch last := prev.lastLine; {
	case prev.header || l.text == "" || last.text == "" || l.no != last.no+1:
		return false
	case prev.goesOn:
		return true
	case strings.HasPrefix(l.text, "#") || strings.HasPrefix(l.text, "//"):
		return false
	case isClosing(l) || r.isOurs(l.text):
		return false
	case bytes.HasSuffix(prev.cleaned, []byte(",")):
		return true
	default:
		return last.width >= wrapColumn || last.soft && last.depth == l.depth
	}
}

// opensOrder reports whether the line opens with a verb, of one word or two, an abbreviation, or
// something near a verb: a misspelt order must not vanish into the one above.
func (r *turnReader) opensOrder(text string) bool {
	word, two := openings(text)
	verb, longer := r.known(word)
	if verb != "" || len(longer) > 1 {
		return true
	}
	if verb, _ = r.known(two); verb != "" {
		return true
	}
	if hint := r.hintFor(word); !hint.Empty() {
		return !r.lex.Hints[word].Empty()
	}
	return Nearest(word, r.verbWords()) != ""
}

// add appends a physical line. What follows a wrapped comment belongs to the
// comment, unless the line said that it goes on.
func (j *joinedLine) add(l mailLine) {
	j.words = bytes.TrimSpace(append(append(j.words, ' '), l.own...))
	j.lastLine = l
	explicit := j.goesOn || bytes.HasSuffix(j.cleaned, []byte(","))
	if j.comment && !explicit {
		return
	}
	code, commented := cutComment(l.text)
	j.comment = commented
	j.cleaned = bytes.TrimSpace(append(append(j.cleaned, ' '), code...))
	if j.cleaned, j.goesOn = bytes.CutSuffix(j.cleaned, []byte(`\`)); j.goesOn {
		j.cleaned = bytes.TrimSpace(j.cleaned)
	}
}

// HeaderLine finds the line of a turn file that gives a key of the header, as ParseTurnFile reads it, with the
// player's own text; 0 if there is none.
func HeaderLine(text []byte, key string) (line int, own string) {
	var r turnReader
	for _, l := range r.joinLines(r.pickLines(splitLines(string(text)))) {
		if k, _, ok := r.headerLine(cutBullet(l.code)); ok && k == key {
			return l.no, l.own
		}
	}
	return 0, ""
}

// QuoteDepth is how often the header of a turn file is quoted, as ParseTurnFile reads it.
func QuoteDepth(text []byte) int {
	if bytes.IndexByte(text, '>') < 0 {
		return 0
	}
	var r turnReader
	return r.depth(splitLines(string(text)))
}
