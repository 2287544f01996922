package umpire

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"berthier/cmd/internal/said"
	"berthier/engine"
)

// commandMail is a text that gives commands.
type commandMail struct {
	game, side string // of its header; "" if it has none
	lines      []commandLine
	faults     []engine.Fault
	unread     int // line from which on it is a greeting; 0 if all was read
}

// commandLine is one command as it was given.
type commandLine struct {
	*command
	no   int    // line in the text, from 1
	text string // the sender's own
	args []string
	body string // text, or turn file with empty lines above it so that lines keep their numbers
}

// as is the command as it was understood, in full words.
func (l commandLine) as() string {
	return strings.TrimSpace(l.word + " " + strings.Join(l.args, " "))
}

// parseCommands reads a text that begins with a command, below a header or a
// greeting; ok is false for any other text. Beside faults the mail holds what
// could be read.
func parseCommands(text []byte, table []command, by authority) (m commandMail, ok bool) {
	p := commandParser{table: table, by: by, lines: said.Lines(text), text: text}
	return p.read()
}

// parseTyped is parseCommands for what the umpire gives at the machine: its last text
// needs no line that closes it.
func parseTyped(text []byte, table []command) (m commandMail, ok bool) {
	p := commandParser{table: table, by: byUmpire, lines: said.Lines(text), text: text, typed: true}
	return p.read()
}

func (p *commandParser) read() (m commandMail, ok bool) {
	for p.at < len(p.lines) && !p.closed && !p.foreign && len(p.m.faults) < maxCommandFaults && len(p.m.lines) <= maxCommands {
		p.readLine()
	}
	p.m.faults = append(p.m.faults, tooMuch(p.m.lines)...)
	return p.m, !p.foreign && len(p.m.lines)+len(p.m.faults) > 0
}

type commandParser struct {
	table   []command
	by      authority
	text    []byte
	lines   []said.Line
	at      int // next line
	m       commandMail
	last    int // see lastCommand; 0 before it is asked
	greeted bool
	closed  bool // what follows is not read
	typed   bool // it was given at the machine
	foreign bool // these are no commands
}

func (p *commandParser) fault(at int, msg, hint string) {
	f := engine.Fault{Kind: engine.Invalid, Line: at + 1, Text: clip(p.lines[at].Raw), Msg: msg, Hint: hint}
	p.m.faults = append(p.m.faults, f)
}

// clip is enough of the sender's text to recognise it.
func clip(s string) string {
	if r := []rune(s); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return strings.TrimSpace(s)
}

// begun reports whether a command was read, good or bad.
func (p *commandParser) begun() bool { return len(p.m.lines)+len(p.m.faults) > 0 }

func (p *commandParser) readLine() {
	at := p.at
	l := p.lines[at]
	p.at++
	key, value := l.Header()
	switch {
	case l.Code == "":
	case l.IsSignature() || l.Ends():
		p.closed = true
	case key == "game" && (p.m.game == "" || p.m.game == strings.ToLower(value)):
		p.m.game = strings.ToLower(value)
	case key == "side" && (p.m.side == "" || strings.EqualFold(p.m.side, value)):
		p.m.side = value
	case key == "code":
	case slices.Contains([]string{"game", "side", "turn", "step", "key", "join"}, key):
		p.foreign = !p.begun() && key != "game" && key != "side"
		p.fault(at, "this line of a header cannot stand here", "the lines game: and side: come once, above the commands; a turn file stands below a line \"orders\" or \"preview\"")
	default:
		p.readCommand(at)
	}
}

func (p *commandParser) readCommand(at int) {
	word, args := p.lines[at].Words()
	c, hint := findCommand(p.table, word, p.by)
	if !p.begun() {
		greets := strings.HasSuffix(p.lines[at].Code, ",") || strings.HasSuffix(p.lines[at].Code, "!")
		near := c == nil && len(args) <= 1 && p.slipped(word) && !greets && !p.hasOther()
		fits := near || c != nil && !strings.HasSuffix(p.lines[at].Code, ":") && len(args) <= c.most && (c.word == word || len(args) >= c.least)
		if !fits && (c == nil || c.word != word || p.m.game == "") {
			// One line may greet; anything else is not for us.
			p.foreign = p.greeted || p.m.game != "" || !greets
			p.greeted = true
			return
		}
	}
	l := commandLine{command: c, no: at + 1, text: clip(p.lines[at].Raw), args: args}
	switch {
	case c == nil && hint == "" && p.closes(at):
		p.closed, p.m.unread = true, at+1
		return
	case c == nil:
		if hint == "" {
			hint = `"help" lists the commands; "end" below the last one closes them before a greeting or a name`
		}
		p.fault(at, "this is not a command", hint)
		return
	case len(args) < c.least:
		p.fault(at, "something is missing behind the command", "write: "+c.usage())
	case len(args) > c.most:
		p.fault(at, "there are too many words behind the command", "write: "+c.usage())
	case slices.ContainsFunc(args, func(a string) bool { return len(a) > maxArg || strings.ContainsFunc(a, unprintable) }):
		p.fault(at, fmt.Sprintf("a word behind a command has at most %d printable letters", maxArg), "write: "+c.usage())
	}
	p.readBody(at, &l)
	p.m.lines = append(p.m.lines, l)
}

// hasOther reports whether the text has the header of a turn file or of a
// message about a key, so that it may well be one below a greeting.
func (p *commandParser) hasOther() bool {
	return slices.ContainsFunc(p.lines, func(l said.Line) bool {
		key, _ := l.Header()
		return slices.Contains([]string{"turn", "step", "key", "join"}, key)
	})
}

// slipped reports whether one slip makes a command a word: a letter too many,
// missing, changed, or swapped with its neighbour.
func (p *commandParser) slipped(word string) bool {
	return slices.ContainsFunc(p.table, func(c command) bool {
		a, b := word, c.word
		for a != "" && b != "" && a[0] == b[0] {
			a, b = a[1:], b[1:]
		}
		for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
			a, b = a[:len(a)-1], b[:len(b)-1]
		}
		swapped := len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
		return len(word) > said.MinAbbreviation && c.who&p.by != 0 && (len(a) <= 1 && len(b) <= 1 || swapped)
	})
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) || r == '\uFFFD' }

// closes reports whether the line begins a paragraph and nothing from there on
// looks like a command, so that it is a greeting or a name.
func (p *commandParser) closes(at int) bool {
	if at == 0 || p.lines[at-1].Code != "" {
		return false
	}
	if p.last == 0 {
		p.last = p.lastCommand(at)
	}
	return at > p.last
}

// lastCommand finds the last line from at on that looks like a command.
func (p *commandParser) lastCommand(at int) (last int) {
	for i, l := range p.lines[at:] {
		if l.IsSignature() || l.Ends() {
			break
		}
		word, _ := l.Words()
		if c, hint := findCommand(p.table, word, p.by); l.Code != "" && (c != nil || hint != "") {
			last = at + i
		}
	}
	return last
}

// readBody reads what belongs to a command below its line.
func (p *commandParser) readBody(at int, l *commandLine) {
	switch l.command.body {
	case textBody:
		p.readText(at, l)
	case turnBody, mayTurn:
		next := p.at
		for next < len(p.lines) && p.lines[next].Code == "" {
			next++
		}
		found := false
		p.closed = l.command.body == turnBody
		if next < len(p.lines) {
			key, _ := p.lines[next].Header()
			found = slices.Contains(said.TurnHeader, key)
		}
		switch {
		case !found && l.command.body == mayTurn:
			return
		case !found:
			p.closed = false
			p.fault(at, "the turn file is missing", "put the whole turn file below this line, from its header to \"end\"")
			return
		case l.command.body == turnBody && said.OrdersLine(p.text) != at:
			p.fault(at, "it is not clear where the turn file begins", "a mail has one line \"orders\", with the turn file below it and nothing below its \"end\"")
			return
		}
		l.body = string(said.Below(p.text, at))
		p.closed = true
	}
}

// readText reads the text of a command to the line that closes it.
func (p *commandParser) readText(at int, l *commandLine) {
	closing := "end" + l.word
	end := slices.IndexFunc(p.lines[p.at:], func(line said.Line) bool {
		return strings.EqualFold(strings.ReplaceAll(strings.TrimSpace(line.Raw), " ", ""), closing)
	})
	if end < 0 && !p.typed {
		p.fault(at, "the text of this command has no end", "put a line "+closing+" below it")
		p.closed = true
		return
	}
	if end < 0 {
		end = len(p.lines) - p.at
	}
	var text []string
	for _, line := range p.lines[p.at : p.at+end] {
		text = append(text, line.Raw)
	}
	l.body = strings.Trim(strings.Join(text, "\n"), "\n")
	p.at += end + 1
	if strings.TrimSpace(l.body) == "" {
		p.fault(at, "the text is empty", "write it below this line, and "+closing+" below it")
	}
}
