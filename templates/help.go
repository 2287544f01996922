package templates

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine/tongue"
)

// Topic is a page of the help: Markdown that belongs to the program, so that nothing in it
// is escaped. Its file begins with these lines:
//
//	# Signing
//
//	For players: how to sign your orders with each mail program.
type Topic struct {
	Name  string // how it is asked for: "signing"
	For   string // one of Readers
	Title string
	About string // one sentence, without what stands before the colon
	Text  string // all of the file
	// Others are the same page in other languages.
	Others map[tongue.Language]Topic
}

// In is the page in a language, or in English if it is not translated.
func (t Topic) In(l tongue.Language) Topic {
	if other, ok := t.Others[l]; ok {
		return other
	}
	return t
}

// Translate adds the page in another language. Its file begins in the same way; whom it is for is said in
// that language, up to the first colon. The error says how a page has to begin.
func (t *Topic) Translate(l tongue.Language, text string) error {
	head, line := topicHead(text)
	_, about, _ := strings.Cut(line, ": ")
	title, ok := strings.CutPrefix(head, "# ")
	if !ok || about == "" {
		return fmt.Errorf("help page %s in %s: want \"# TITLE\", an empty line and \"READERS: SENTENCE\"",
			t.Name, l.Name())
	}
	if t.Others == nil {
		t.Others = map[tongue.Language]Topic{}
	}
	t.Others[l] = Topic{Name: t.Name, For: t.For, Title: title, About: about, Text: text}
	return nil
}

// Readers are whom pages of the help are for, in the order of the index.
var Readers = []string{"players", "umpires", "archivists"}

// ReadTopic reads the file of a page. The error says how a page has to begin.
func ReadTopic(name, text string) (Topic, error) {
	head, line := topicHead(text)
	reader, about, _ := strings.Cut(strings.TrimPrefix(line, "For "), ": ")
	title, ok := strings.CutPrefix(head, "# ")
	if !ok || about == "" || !strings.HasPrefix(line, "For ") || !slices.Contains(Readers, reader) {
		return Topic{}, fmt.Errorf("help page %s: want \"# TITLE\", an empty line and \"For %s: SENTENCE\"", name,
			strings.Join(Readers, "|"))
	}
	return Topic{Name: name, For: reader, Title: title, About: about, Text: text}, nil
}

// topicHead is the title of a page, and the sentence below it on one line.
func topicHead(text string) (head, sentence string) {
	head, rest, _ := strings.Cut(text, "\n\n")
	sentence, _, _ = strings.Cut(rest, "\n\n")
	return head, strings.Join(strings.Fields(sentence), " ")
}

// FindTopic finds a page by its name, in lower case.
func FindTopic(all []Topic, name string) (Topic, bool) {
	i := slices.IndexFunc(all, func(t Topic) bool { return t.Name == name })
	if i < 0 {
		return Topic{}, false
	}
	return all[i], true
}

// TopicNames are the names of the pages.
func TopicNames(all []Topic) (names []string) {
	for _, t := range all {
		names = append(names, t.Name)
	}
	return names
}

// TopicItems lists the pages, in a line for each, by whom they are for.
func TopicItems(all []Topic, l tongue.Language) (items []string) {
	for _, reader := range Readers {
		for _, t := range all {
			if t.For == reader {
				items = append(items, catalogue.Say("help.item", tongue.Words("name", tongue.Name(t.Name)),
					tongue.Words("readers", tongue.Name(uncapital(readers(t.For, l)))),
					tongue.Words("about", tongue.Name(t.In(l).About))).In(l))
			}
		}
	}
	return items
}

// readers says whom a page is for.
func readers(of string, l tongue.Language) string {
	return catalogue.Say("help.for", tongue.Choice("readers", of)).In(l)
}

// HelpIndex is the list of all pages for a browser. It is served as "help" and the
// pages as "help/NAME".
func HelpIndex(all []Topic, l tongue.Language) (html []byte, err error) {
	var b strings.Builder
	title := speaker(l).word("help.title")
	b.WriteString("# " + title + "\n")
	for _, reader := range Readers {
		fmt.Fprintf(&b, "\n## %s\n\n", readers(reader, l))
		for _, t := range all {
			if t.For == reader {
				t = t.In(l)
				fmt.Fprintf(&b, "- [%s](help/%s): %s\n", t.Title, t.Name, t.About)
			}
		}
	}
	return read(speaker(l), title, []byte(b.String())).html()
}

// HelpPage is a page for a browser. Where it names another one, as in `help signing`,
// there is a link.
func HelpPage(t Topic, all []Topic, l tongue.Language) (html []byte, err error) {
	t = t.In(l)
	var links []string
	for _, other := range all {
		if other.Name != t.Name {
			name := "`help " + other.Name + "`"
			links = append(links, name, "["+name+"]("+other.Name+")")
		}
	}
	text := "[" + speaker(l).word("help.title") + "](../help)\n\n" + strings.NewReplacer(links...).Replace(t.Text)
	return read(speaker(l), t.Title, []byte(text)).html()
}

// HelpText is a page for a terminal, as the text part of a mail has it.
func HelpText(t Topic) []byte {
	d := read("", t.Title, []byte(t.Text))
	return d.text(lineWidth)
}

// deeper puts the headings of a page two levels down, so that it can stand in a mail.
func deeper(text string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		}
		if !fenced && strings.HasPrefix(line, "#") {
			b.WriteString("##")
		}
		b.WriteString(line)
	}
	return strings.TrimRight(b.String(), "\n")
}
