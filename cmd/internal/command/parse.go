package command

import (
	"slices"
	"strings"
	"unicode"

	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/engine/tongue"
)

// Mail is a text that gives commands.
type Mail struct {
	Game, Side string // of its header; "" if it has none
	Lines      []Line
	Faults     []engine.Fault
	Unread     int // line from which on it is a greeting; 0 if all was read
}

// Line is one command as it was given.
type Line struct {
	*Kind
	No    int    // line in the text, from 1
	Text  string // the sender's own
	Args  []string
	First int    // line at which its Body begins
	Body  string // text, or turn file with empty lines above it so that lines keep their numbers
	// Command is what was understood; nil if something is wrong with it, or the sender may
	// not give it.
	Command Command
}

// As is the command as it was understood, in full words.
func (l Line) As() string {
	return strings.TrimSpace(l.Word + " " + strings.Join(l.Args, " "))
}

// OnlyAsks reports whether the mail can change nothing.
func (m Mail) OnlyAsks() bool {
	return !slices.ContainsFunc(m.Lines, func(l Line) bool { return !l.Asks })
}

// Words are the commands of the mail, for a log.
func (m Mail) Words() string {
	var words []string
	for _, l := range m.Lines {
		words = append(words, l.Word)
	}
	return strings.Join(words, " ")
}

// Parse reads a text that begins with a command, below a header or a greeting; ok is
// false for any other text, and one that is too long. Beside faults the mail holds what
// could be read.
func Parse(text []byte, by Authority) (m Mail, ok bool) {
	if len(text) > maxText {
		return m, false
	}
	p := parser{table: kinds, by: by, lines: said.Lines(text), text: text}
	return p.read()
}

// ParseUmpire is Parse for the umpire, who may name one of these games behind a command. Typed
// is what he gives at the machine: its last text needs no line that closes it, and it may be longer.
func ParseUmpire(text []byte, games []string, typed bool) (m Mail, ok bool) {
	if len(text) > maxText && !(typed && len(text) <= maxTyped) {
		return m, false
	}
	p := parser{table: kinds, by: Umpire, lines: said.Lines(text), text: text, typed: typed, games: games}
	return p.read()
}

func (p *parser) read() (m Mail, ok bool) {
	for p.at < len(p.lines) && !p.closed && !p.foreign && len(p.m.Faults) < maxFaults && len(p.m.Lines) <= maxLines {
		p.readLine()
	}
	p.m.Faults = append(p.m.Faults, tooMuch(p.m.Lines, p.by)...)
	return p.m, !p.foreign && len(p.m.Lines)+len(p.m.Faults) > 0
}

type parser struct {
	table   []Kind
	by      Authority
	text    []byte
	lines   []said.Line
	at      int // next line
	m       Mail
	last    int // see lastCommand; 0 before it is asked
	greeted bool
	closed  bool     // what follows is not read
	typed   bool     // it was given at the machine
	games   []string // that the umpire may name behind a command
	inWords bool     // m.Game was named so, and not in the header
	foreign bool     // these are no commands
}

func (p *parser) fault(at int, msg, hint tongue.Text) {
	p.m.Faults = append(p.m.Faults, fault(at+1, Clip(p.lines[at].Raw), msg, hint))
}

// Clip is enough of the sender's text to recognise it.
func Clip(s string) string {
	if r := []rune(s); len(r) > 160 {
		return string(r[:160]) + "…"
	}
	return strings.TrimSpace(s)
}

// begun reports whether a command was read, good or bad.
func (p *parser) begun() bool { return len(p.m.Lines)+len(p.m.Faults) > 0 }

func (p *parser) readLine() {
	at := p.at
	l := p.lines[at]
	p.at++
	key, value := l.Header()
	switch {
	case l.Code == "":
	case l.IsSignature() || l.Ends():
		p.closed = true
	case key == "game" && (p.m.Game == "" || p.m.Game == strings.ToLower(value)):
		p.m.Game = strings.ToLower(value)
	case key == "side" && (p.m.Side == "" || strings.EqualFold(p.m.Side, value)):
		p.m.Side = value
	case key == "code":
	case slices.Contains([]string{"game", "side", "turn", "step", "key", "join"}, key):
		p.foreign = !p.begun() && key != "game" && key != "side"
		p.fault(at, phrase.Say("fault.headerline"), phrase.Say("hint.headerline"))
	default:
		p.readCommand(at)
	}
}

func (p *parser) readCommand(at int) {
	word, args := p.lines[at].Words()
	k, hint := find(p.table, word, p.by)
	if p.gameFirst(at, k, word, args) {
		return
	}
	if !p.begun() && !p.opens(at, k, word, args) && !p.umpires(k, word, hint) {
		// One line may greet; anything else is not for us.
		p.foreign = p.greeted || p.m.Game != "" || !p.greets(at)
		p.greeted = true
		return
	}
	if k == nil {
		p.refuse(at, hint)
		return
	}
	before := len(p.m.Faults)
	args = p.cutGame(at, k, args)
	may := k.Who&p.by != 0
	if may { // whoever may not give the command need not know how it is written
		p.checkWords(at, k, args)
	}
	l := Line{Kind: k, No: at + 1, Text: Clip(p.lines[at].Raw), Args: args}
	p.readBody(at, &l)
	if len(p.m.Faults) == before && may {
		r := reader{Line: &l}
		l.Command = k.read(&r)
		p.m.Faults = append(p.m.Faults, r.faults[:min(len(r.faults), maxFaults)]...)
	}
	p.m.Lines = append(p.m.Lines, l)
}

// greets reports whether a line may be a greeting.
func (p *parser) greets(at int) bool {
	code := p.lines[at].Code
	return strings.HasSuffix(code, ",") || strings.HasSuffix(code, "!")
}

// opens reports whether the first line that is no header begins a text of commands: with
// the command k, or with a slip.
func (p *parser) opens(at int, k *Kind, word string, args []string) bool {
	if k == nil {
		unclear := p.slipped(word) || len(said.Means(word)) > 1 // a word of several commands is asked back
		return (p.cutShort(word) || len(args) <= 1 && unclear) && !p.greets(at) && !p.hasOther()
	}
	most := k.Most
	if k.takesGame(p.by) {
		most++
	}
	fits := len(args) <= most && (k.Word == word || len(args) >= k.Least)
	return fits && !strings.HasSuffix(p.lines[at].Code, ":") || k.Word == word && p.m.Game != ""
}

// umpires reports whether the umpire, who writes nothing but commands, gives or nearly gives one.
func (p *parser) umpires(k *Kind, word string, hint tongue.Text) bool {
	return p.by == Umpire && (k != nil && k.Word == word || k == nil && !hint.Empty())
}

// refuse deals with a line that is no command; hint says what there is.
func (p *parser) refuse(at int, hint tongue.Text) {
	if hint.Empty() && p.closes(at) {
		p.closed, p.m.Unread = true, at+1
		return
	}
	if hint.Empty() {
		hint = phrase.Say("hint.help")
	}
	p.fault(at, phrase.Say("fault.nocommand"), hint)
}

// checkWords counts and measures the words behind a command.
func (p *parser) checkWords(at int, k *Kind, args []string) {
	long := func(a string) bool { return len(a) > maxArg || strings.ContainsFunc(a, unprintable) }
	write := write(k.Usage())
	switch {
	case len(args) < k.Least:
		p.fault(at, phrase.Say("fault.missing"), write)
	case len(args) > k.Most && k.takesGame(p.by):
		hint := write
		if n := nearest(args[0], p.games); n != "" {
			hint = phrase.Say("hint.mean", "word", n)
		}
		p.fault(at, phrase.Say("fault.manywordsorgame", "game", args[0]), hint)
	case len(args) > k.Most:
		p.fault(at, phrase.Say("fault.manywords"), write)
	case slices.ContainsFunc(args, long):
		p.fault(at, phrase.Say("fault.longword", "n", maxArg), write)
	}
}

// hasOther reports whether the text has the header of a turn file or of a
// message about a key, so that it may well be one below a greeting.
func (p *parser) hasOther() bool {
	return slices.ContainsFunc(p.lines, func(l said.Line) bool {
		key, _ := l.Header()
		return slices.Contains([]string{"turn", "step", "key", "join"}, key)
	})
}

// cutShort reports whether a word is the beginning of one that is written in full.
func (p *parser) cutShort(word string) bool {
	return slices.ContainsFunc(p.table, func(c Kind) bool {
		return c.Whole && c.Who&p.by != 0 && len(word) >= said.MinAbbreviation && strings.HasPrefix(c.Word, word)
	})
}

// slipped reports whether one slip makes a command a word: a letter too many,
// missing, changed, or swapped with its neighbour.
func (p *parser) slipped(word string) bool {
	return slices.ContainsFunc(p.table, func(c Kind) bool {
		a, b := word, c.Word
		for a != "" && b != "" && a[0] == b[0] {
			a, b = a[1:], b[1:]
		}
		for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
			a, b = a[:len(a)-1], b[:len(b)-1]
		}
		swapped := len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0]
		return len(word) > said.MinAbbreviation && c.Who&p.by != 0 && (len(a) <= 1 && len(b) <= 1 || swapped)
	})
}

// gameFirst refuses a line in which a game stands before the command.
func (p *parser) gameFirst(at int, k *Kind, word string, args []string) bool {
	if k != nil || len(args) == 0 || !slices.Contains(p.games, word) {
		return false
	}
	behind, _ := find(p.table, strings.ToLower(args[0]), p.by)
	if behind == nil {
		return false
	}
	words := []string{behind.Word, word}
	if behind.NoGame && !strings.HasPrefix(behind.Args, "[GAME]") {
		words = words[:1]
	}
	p.fault(at, phrase.Say("fault.gamefirst"),
		write(strings.Join(append(words, args[1:]...), " ")))
	return true
}

// cutGame takes the name of a game off the words behind a command. All of a mail is about one.
func (p *parser) cutGame(at int, k *Kind, args []string) []string {
	if !k.takesGame(p.by) || len(args) == 0 || !slices.Contains(p.games, strings.ToLower(args[0])) {
		return args
	}
	game := strings.ToLower(args[0])
	switch {
	case p.m.Game == "" && len(p.m.Lines) > 0 && p.aboutGame():
		p.fault(at, phrase.Say("fault.lategame"), phrase.Say("hint.gameabove", "game", game))
	case p.m.Game == "" || p.m.Game == game:
		p.inWords, p.m.Game = p.inWords || p.m.Game == "", game
	case p.inWords:
		p.fault(at, phrase.Say("fault.twogames", "game", p.m.Game), phrase.Say("hint.ownmail"))
	default:
		p.fault(at, phrase.Say("fault.othergame", "game", p.m.Game), phrase.Say("hint.ownmailor"))
	}
	return args[1:]
}

// aboutGame reports whether a command so far is about a game that it does not name.
func (p *parser) aboutGame() bool {
	return slices.ContainsFunc(p.m.Lines, func(l Line) bool { return l.takesGame(p.by) })
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) || r == '\uFFFD' }

// closes reports whether the line begins a paragraph and nothing from there on
// looks like a command, so that it is a greeting or a name.
func (p *parser) closes(at int) bool {
	if at == 0 || p.lines[at-1].Code != "" {
		return false
	}
	if p.last == 0 {
		p.last = p.lastCommand(at)
	}
	return at > p.last
}

// lastCommand finds the last line from at on that looks like a command.
func (p *parser) lastCommand(at int) (last int) {
	for i, l := range p.lines[at:] {
		if l.IsSignature() || l.Ends() {
			break
		}
		word, _ := l.Words()
		if c, hint := find(p.table, word, p.by); l.Code != "" && (c != nil || !hint.Empty()) {
			last = at + i
		}
	}
	return last
}

// readBody reads what belongs to a command below its line.
func (p *parser) readBody(at int, l *Line) {
	switch l.Kind.Below {
	case TextBelow:
		p.readText(at, l)
	case TurnBelow, MayTurnBelow:
		next := p.at
		for next < len(p.lines) && p.lines[next].Code == "" {
			next++
		}
		found := false
		p.closed = l.Kind.Below == TurnBelow
		if next < len(p.lines) {
			key, _ := p.lines[next].Header()
			found = slices.Contains(said.TurnHeader, key)
		}
		switch {
		case !found && l.Kind.Below == MayTurnBelow:
			return
		case !found:
			p.closed = false
			p.fault(at, phrase.Say("fault.nofile"), phrase.Say("hint.nofile"))
			return
		case l.Kind.Below == TurnBelow && said.OrdersLine(p.text) != at:
			p.fault(at, phrase.Say("fault.whichfile"), phrase.Say("hint.whichfile"))
			return
		}
		l.Body = string(said.Below(p.text, at))
		p.closed = true
	}
}

// readText reads the text of a command to the line that closes it.
func (p *parser) readText(at int, l *Line) {
	closing := "end" + l.Word
	end := slices.IndexFunc(p.lines[p.at:], func(line said.Line) bool {
		return strings.EqualFold(strings.ReplaceAll(strings.TrimSpace(line.Raw), " ", ""), closing)
	})
	if end < 0 && !p.typed {
		hint := phrase.Say("hint.noend", "closing", closing)
		if !slices.ContainsFunc(p.lines[p.at:], func(l said.Line) bool { return l.Code != "" && !l.Ends() }) {
			hint = phrase.Say("hint.notext", "closing", closing) // he does not know of a text
		}
		p.fault(at, phrase.Say("fault.noend"), hint)
		p.closed = true
		return
	}
	if end < 0 {
		end = len(p.lines) - p.at
	}
	var text []string
	for _, line := range p.lines[p.at : p.at+end] {
		if text = append(text, line.Raw); l.First == 0 && line.Raw != "" {
			l.First = p.at + len(text)
		}
	}
	l.Body = strings.Trim(strings.Join(text, "\n"), "\n")
	p.at += end + 1
	if strings.TrimSpace(l.Body) == "" {
		hint := phrase.Say("hint.notext", "closing", closing)
		if p.typed {
			hint = phrase.Say("hint.notext.typed")
		}
		p.fault(at, phrase.Say("fault.notext"), hint)
	}
}
