package mail

import (
	"bytes"
	"iter"
	"path"
	"slices"
	"strings"
)

const (
	maxSignatures  = 8  // looked at in one message
	maxArmourLines = 40 // an Ed25519 signature needs 7
	maxPartners    = 8  // texts tried with one attached signature

	// Bytes of a text in which markers are looked for. Cutting it into lines
	// takes up to 24 times the memory.
	maxSearched = 1 << 20
)

// found is one signature of a message with the texts it may belong to.
type found struct {
	armour []byte // PEM, cleaned
	quoted bool
	form   Form
	texts  []candidate
}

type candidate struct {
	text []byte
	form Form
}

// finder collects signatures. The same one may be met several times, as
// received and with soft line breaks undone: its texts are added up.
type finder struct {
	m     *Message
	found []*found
}

func findSignatures(m *Message) []*found {
	f := &finder{m: m}
	f.inline([]byte(m.Text), FormInline)
	f.inline([]byte(m.Flowed), FormInline)
	if !bytes.Equal(m.TextBytes, []byte(m.Text)) {
		f.inline(m.TextBytes, FormInline)
	}
	for i, a := range m.Attachments {
		switch {
		case !a.mayHoldText():
		case isArmour(a.Bytes):
			for _, b := range findBlocks(a.Bytes) {
				f.add(b, FormAttached, f.partners(a.Name, i))
			}
		default:
			f.inline(a.Bytes, FormFile)
		}
	}
	if slices.ContainsFunc(f.found, func(x *found) bool { return !x.quoted }) {
		f.found = slices.DeleteFunc(f.found, func(x *found) bool { return x.quoted })
	}
	return f.found
}

func (f *finder) inline(text []byte, form Form) {
	for _, b := range findBlocks(text) {
		var cs []candidate
		for _, t := range b.texts {
			if len(bytes.TrimSpace(t)) > 0 && len(t) <= MaxSigned {
				cs = append(cs, candidate{t, form})
			}
		}
		if len(cs) == 0 {
			cs = f.partners("", -1) // a signature pasted alone, its text attached
		}
		f.add(b, form, cs)
	}
}

func (f *finder) add(b block, form Form, texts []candidate) {
	for _, x := range f.found {
		if bytes.Equal(x.armour, b.armour) {
			x.texts = append(x.texts, texts...)
			x.quoted = x.quoted && b.quoted
			return
		}
	}
	if len(f.found) < maxSignatures {
		f.found = append(f.found, &found{b.armour, b.quoted, form, texts})
	}
}

// partners gives the texts that an attached signature may belong to: the file
// it is named after; else every other text file; else the body.
func (f *finder) partners(sigName string, sigIndex int) []candidate {
	var all, named []candidate
	stem := strings.ToLower(strings.TrimSuffix(sigName, path.Ext(sigName)))
	for i, a := range f.m.Attachments {
		if i == sigIndex || !a.mayHoldText() || isArmour(a.Bytes) || len(a.Bytes) > MaxSigned {
			continue
		}
		cs := []candidate{{a.Bytes, FormAttached}}
		if utf := []byte((&Message{}).toUTF8(a.Bytes, a.Charset)); !bytes.Equal(utf, a.Bytes) {
			cs = append(cs, candidate{utf, FormAttached})
		}
		all = append(all, cs...)
		name := strings.ToLower(a.Name)
		if stem != "" && (name == stem || strings.TrimSuffix(name, path.Ext(name)) == stem) {
			named = append(named, cs...)
		}
	}
	switch {
	case len(named) > 0:
		return named
	case len(all) > 0:
		return all[:min(len(all), maxPartners)]
	}
	var body []candidate
	for _, t := range [][]byte{f.m.TextBytes, []byte(f.m.Text), []byte(f.m.Flowed)} {
		if len(bytes.TrimSpace(t)) > 0 && len(t) <= MaxSigned {
			body = append(body, candidate{t, FormDetached})
			body = append(body, fromTurnStart(t, FormDetached)...)
		}
	}
	return body
}

func (a *Attachment) mayHoldText() bool {
	for _, p := range []string{"image/", "audio/", "video/", "font/", "message/", "multipart/", "text/html"} {
		if strings.HasPrefix(a.Type, p) {
			return false
		}
	}
	return !bytes.ContainsRune(a.Bytes, 0)
}

// isArmour is true for a file that holds a signature and nothing before it.
func isArmour(b []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(b, " \t\r\n\uFEFF"), []byte(beginSignature))
}

// block is a signature block and what stands before it.
type block struct {
	armour []byte
	quoted bool
	texts  [][]byte
}

// findBlocks finds the signature blocks of a text, with quote marks removed.
func findBlocks(text []byte) []block {
	text = text[:min(len(text), maxSearched)]
	if !bytes.Contains(text, []byte(beginSignature)) {
		return nil
	}
	var out []block
	lines := bytes.SplitAfter(text, []byte("\n"))
	from := 0
	for i := 0; i < len(lines) && len(out) < maxSignatures; i++ {
		prefix, ok := marker(lines[i], beginSignature)
		if !ok {
			continue
		}
		end := i + 1
		for end < len(lines) && end < i+maxArmourLines {
			if _, ok := marker(lines[end], endSignature); ok {
				break
			}
			end++
		}
		if end == len(lines) || end == i+maxArmourLines {
			end = i // no end: whatever follows is damaged armour
		}
		out = append(out, block{
			armour: cleanArmour(lines[i+1:max(end, i+1)], prefix),
			quoted: strings.ContainsAny(prefix, ">|"),
			texts:  textsBefore(lines[from:i], prefix),
		})
		i = end
		from = i + 1
	}
	return out
}

// marker reports whether a line is the given marker line, and the quote marks
// and blanks in front of it.
func marker(line []byte, mark string) (prefix string, ok bool) {
	before, after, ok := strings.Cut(string(line), mark)
	if !ok || strings.Trim(after, " \t\r\n\u00a0") != "" || strings.Trim(before, "> |\t\u00a0") != "" {
		return "", false
	}
	return before, true
}

// textsBefore gives what may have been signed by the block that follows the
// lines: the text behind the last begin marker, else all of it and the part
// from where a turn seems to start.
func textsBefore(lines [][]byte, sigPrefix string) [][]byte {
	for b := len(lines) - 1; b >= 0; b-- {
		if prefix, ok := marker(lines[b], BeginTurn); ok {
			return [][]byte{unquote(lines[b+1:], prefix)}
		}
	}
	all := unquote(lines, sigPrefix)
	texts := [][]byte{all}
	for _, c := range fromTurnStart(all, FormInline) {
		texts = append(texts, c.text)
	}
	return texts
}

// fromTurnStart gives the text from its first line that looks like the start
// of a turn file, if that is not its first line anyway.
func fromTurnStart(text []byte, form Form) []candidate {
	at := 0
	for line := range bytes.Lines(text) {
		word, _, ok := bytes.Cut(bytes.TrimLeft(line, " \t"), []byte(":"))
		if ok && strings.EqualFold(string(bytes.TrimSpace(word)), "game") && at > 0 {
			return []candidate{{text[at:], form}}
		}
		at += len(line)
	}
	return nil
}

// unquote removes a line prefix. Programs trim it on empty lines.
func unquote(lines [][]byte, prefix string) []byte {
	if prefix == "" {
		return bytes.Join(lines, nil)
	}
	short := strings.TrimRight(prefix, " \t\u00a0")
	var out []byte
	for _, l := range lines {
		rest, ok := bytes.CutPrefix(l, []byte(prefix))
		if !ok {
			rest, _ = bytes.CutPrefix(l, []byte(short))
		}
		out = append(out, rest...)
	}
	return out
}

// cleanArmour rebuilds a PEM block from lines that a mail program may have
// indented, quoted or wrapped anew.
func cleanArmour(lines [][]byte, prefix string) []byte {
	base64 := strings.Map(func(r rune) rune {
		if strings.ContainsRune(" \t\r\n\u00a0", r) {
			return -1
		}
		return r
	}, string(unquote(lines, prefix)))
	var out strings.Builder
	out.WriteString(beginSignature + "\n")
	for len(base64) > 64 {
		out.WriteString(base64[:64] + "\n")
		base64 = base64[64:]
	}
	out.WriteString(base64 + "\n" + endSignature + "\n")
	return []byte(out.String())
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
		for _, mend := range []func(string) string{asIs, plainBlanks, unstuff, unFrom, mendAll} {
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

func asIs(s string) string { return s }

// plainBlanks undoes the no-break spaces that HTML editors make of blanks.
func plainBlanks(s string) string { return strings.ReplaceAll(s, "\u00a0", " ") }

// unstuff undoes the space-stuffing of RFC 3676 section 4.4.
func unstuff(s string) string { return unlead(s, " ", "") }

// unFrom undoes what mbox files do to lines that start with From.
func unFrom(s string) string { return unlead(s, ">From ", "From ") }

func mendAll(s string) string { return unFrom(unstuff(plainBlanks(s))) }

// unlead replaces what lines start with.
func unlead(s, old, new string) string {
	s = strings.ReplaceAll("\n"+s, "\n"+old, "\n"+new)
	return s[1:]
}
