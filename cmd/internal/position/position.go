// Package position has the file position.txt, which every report carries. With it "berthier
// check" reads a turn file as the server will, without asking it, and the server reads it by the
// same code.
//
// What a person reads stands first
// (package templates), then an empty line and this. Lines are as in the log; after an
// empty line the canonical encoding of the reader's own view follows to the end. Line
// ends may become CRLF on the way.
//
//	berthier position 1
//	game: duel-1
//	side: Red
//	turn: 2
//	step: 2                            that a turn file must answer now
//	ruleset: duel 1
//	link: <link>                       of the step before; "anchor:" before step 1
//	data: <hash> tables/duel.csv "a value of this project"   *
//	text: tables/duel.csv              *
//	line: "# The duel [1]"             *
//
//	duel
//	round 2
//	phase choose
//
// "text" is for each data file that the program does not bring along, in the order of "data": one that an umpire
// replaced, or the scenario of a battle that another game exported. Behind it are its lines. They are quoted
// where they need it, so that their own line ends stay; behind the last line end there is one more, which may be
// empty. All together have at most MaxTexts bytes, else none travels. If a data file of the reader differs
// from that of the server all the same, Attachment.Check says so.
package position

import (
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/said"
	"berthier/engine"
	"berthier/engine/lines"
	"berthier/engine/tongue"
)

// Attachment is what a player needs to check a turn file without any server:
// the position as he may know it, and what the file has to say in its header.
type Attachment struct {
	Game    string
	Side    engine.Side
	Turn    int
	Step    int // that a turn file has to answer now
	Ruleset string
	Version string
	Link    engine.Link       // of the step before Step; before step 1 the anchor
	Data    []engine.DataFile // in force on the server
	Texts   map[string][]byte // those of Data that no program brings along, by name
	View    []byte            // canonical encoding of the side's view
}

// Print writes the attachment as the package doc specifies.
func (a Attachment) Print() []byte {
	var w lines.KeyWriter
	w.WriteString(record.AttachedFrom)
	w.Put("game", a.Game)
	w.Put("side", a.Side)
	w.Put("turn", a.Turn)
	w.Put("step", a.Step)
	w.Put("ruleset", a.Ruleset, a.Version)
	w.Put(a.linkKey(), a.Link)
	w.Files(a.Data)
	a.putTexts(&w)
	w.WriteByte('\n')
	w.Write(a.View)
	return w.Bytes()
}

func (a Attachment) linkKey() string {
	if a.Step <= 1 {
		return "anchor"
	}
	return "link"
}

// Parse reads what Attachment.Print writes, below what a person is told. Line
// ends may have become CRLF on the way.
func Parse(text []byte) (Attachment, error) {
	var a Attachment
	clean := strings.ReplaceAll(string(text), "\r\n", "\n")
	clean = strings.TrimPrefix(clean[len(record.Told(clean)):], "\n")
	r := lines.ReadKeys(clean)
	r.Title("berthier position 1")
	a.Game = r.Word("game")
	a.Side = engine.Side(r.Word("side"))
	a.Turn = r.Number(r.Word("turn"))
	a.Step = r.Number(r.Word("step"))
	f := r.Fields("ruleset", 2)
	a.Ruleset, a.Version = f[0], f[1]
	a.Link = r.Hash(r.Word(a.linkKey()))
	a.Data = r.Files()
	a.readTexts(r)
	r.Title("")
	a.View = []byte(r.Rest())
	return a, r.End("position attachment", []byte(clean), a.Print())
}

// Check reads a turn file as the server will, on the side's own view. A file without
// faults comes with its orders expanded (engine.Expander). notes says in plain
// sentences why the server may judge otherwise: another version of the rules or
// other data files there; and what an order leaves out. The error is for an attachment that
// the ruleset cannot use at all.
func (a Attachment) Check(rs engine.Ruleset, text []byte, limits engine.Limits) (file engine.TurnFile,
	faults []engine.Fault, notes []string, err error) {
	if rs.Name() != a.Ruleset {
		return file, nil, nil, fmt.Errorf("the position is of ruleset %q, not %q", a.Ruleset, rs.Name())
	}
	if rs.Version() != a.Version {
		notes = append(notes, fmt.Sprintf("The server plays version %s of the rules, this program version %s.",
			a.Version, rs.Version()))
	}
	view, err := rs.Decode(a.View)
	if err != nil {
		return file, nil, notes, fmt.Errorf("reading the position: %w", err)
	}
	file, faults, left := a.CheckAgainst(rs, view, text, limits)
	notes = append(notes, audit.OtherData(a.Data, rs.Data(view))...)
	for _, l := range left {
		notes = append(notes, l.String())
	}
	return file, faults, notes, nil
}

// Preview shows what the orders of a file would do in which Check found no
// fault. A game without this facet shows nothing.
func (a Attachment) Preview(rs engine.Ruleset, file engine.TurnFile) (engine.Preview, error) {
	pv, ok := rs.(engine.Previewer)
	if !ok {
		return engine.Preview{}, nil
	}
	view, err := rs.Decode(a.View)
	if err != nil {
		return engine.Preview{}, fmt.Errorf("reading the position: %w", err)
	}
	return pv.Preview(view, engine.Orders{Side: a.Side, Lines: file.Orders}), nil
}

// CheckAgainst is what both sides do: read the file, compare its header, check its
// orders, expand them if they can be accepted. left tells what that leaves out.
func (a Attachment) CheckAgainst(rs engine.Ruleset, view engine.Position, text []byte, limits engine.Limits) (
	file engine.TurnFile, faults []engine.Fault, left []tongue.Text) {
	file, faults = a.read(rs, view, text, limits)
	if len(faults) > 0 {
		return file, faults, nil
	}
	expanded, missing := engine.Expanded(rs, view, engine.Orders{Side: a.Side, Lines: file.Orders})
	for _, f := range missing {
		left = append(left, phrase.Say("left.out", "line", f.Line, "text", f.Text, "what", f.Msg))
	}
	file.Orders = expanded.Lines
	return file, nil, left
}

// read reads and judges a file.
func (a Attachment) read(rs engine.Ruleset, view engine.Position, text []byte, limits engine.Limits) (engine.TurnFile,
	[]engine.Fault) {
	text, _ = said.CutCode(said.Turn(text))
	file, faults := engine.ReadTurnFile(rs, view, text, limits)
	if len(file.Orders) == 0 && !a.headed(text) {
		faults = asCommands(faults)
	}
	unread := len(faults)
	for i := range faults {
		nameCommand(&faults[i])
		nameQuestion(&faults[i], file)
		if isCommand(faults[i]) && file.Step == 0 && engine.QuoteDepth(text) > 0 { // the block that a mail asks for
			faults[i].Hint = phrase.Say("hint.quoted-twice")
		}
		a.nameSide(&faults[i])
	}
	wrong := func(key string, msg, hint tongue.Text) {
		line, own := engine.HeaderLine(text, key)
		faults = append(faults, engine.Fault{Kind: engine.Invalid, Line: line, Text: own, Msg: msg, Hint: hint})
	}
	if file.Game != "" && engine.QuoteDepth(text) > 1 { // a block of ours is quoted once in an answer to it
		wrong("game", phrase.Say("fault.quoted-twice"), phrase.Say("hint.quoted-twice"))
	}
	copied := phrase.Say("hint.copy-header")
	if file.Game != "" && file.Game != a.Game {
		wrong("game", phrase.Say("fault.other-game", "named", file.Game, "game", a.Game), copied)
	}
	misnamed := 0
	named := func(s engine.Side) bool { return strings.EqualFold(string(file.Side), string(s)) }
	if file.Side != "" && !named(a.Side) {
		wrong("side", phrase.Say("fault.other-side", "named", file.Side, "side", a.Side), a.written("side"))
		if !slices.ContainsFunc(rs.Sides(view), named) {
			misnamed = 1 // as "Germany": the orders are those of no other side
		}
	}
	switch may := engine.MayAnswer(rs.Owed(view), a.Side); {
	case unread > 0 && (file.Step == 0 || file.Turn == 0):
		// Perhaps these lines are what could not be read.
	case file.Step != a.Step:
		wrong("step", StaleStep(file.Step, a.Step), phrase.Say("hint.last-report"))
	case file.Turn != a.Turn:
		wrong("turn", phrase.Say("fault.other-turn", "named", file.Turn, "turn", a.Turn), a.written("turn"))
	case !may:
		wrong("step", phrase.Say("fault.asks-nothing", "step", a.Step, "side", a.Side), phrase.Say("hint.wait"))
	}
	if len(faults) > unread+misnamed || file.Step != a.Step || file.Turn != a.Turn {
		engine.SortFaults(faults)
		return file, faults
	}
	// The orders that could be read are checked all the same, so that the
	// player learns of everything at once.
	file.Side = a.Side
	orders, check := engine.Orders{Side: a.Side, Lines: file.Orders}, engine.CheckFile
	if unread > 0 {
		check = engine.Ruleset.Check // an order may be among what could not be read
	}
	faults = append(faults, check(rs, view, orders)...)
	engine.SortFaults(faults)
	return file, faults
}

// nameCommand gives a hint on a command that stands among the orders.
func nameCommand(f *engine.Fault) {
	for i, word := range strings.Fields(f.Text) {
		const first = 2 // as "I resign."
		word = strings.TrimRight(word, ".!")
		if i < first && said.IsCommand(word) && beginsNone(*f, word) {
			f.Hint = phrase.Say("hint.command", "word", word)
		}
	}
}

// isCommand reports whether a line was refused because it is a command.
func isCommand(f engine.Fault) bool {
	word, _, _ := strings.Cut(f.Text, " ")
	return noOrder(f) && said.IsCommand(word)
}

// nameQuestion gives a hint on a question among the orders, which may begin as one of them does: "When is the
// deadline?"
func nameQuestion(f *engine.Fault, file engine.TurnFile) {
	asks := func(text string) bool { return strings.HasSuffix(said.Lines([]byte(text))[0].Code, "?") }
	alone := len(file.Orders) == 1 && lacks(*f, "turn:", "step:") && asks(file.Orders[0].Text)
	if alone || f.Text != "" && asks(f.Text) {
		f.Hint = phrase.Say("hint.question")
	}
}

// asCommands puts in the place of a missing turn and step what somebody needs whose lines are neither orders nor
// commands: he may have meant either.
func asCommands(faults []engine.Fault) []engine.Fault {
	none := len(faults) == 1 && lacks(faults[0], "game:", "side:", "turn:", "step:") // and no order
	rest := slices.DeleteFunc(slices.Clone(faults), func(f engine.Fault) bool { return lacks(f, "turn:", "step:") })
	if !none && (len(rest) == len(faults) || !slices.ContainsFunc(rest, noOrder)) {
		return faults
	}
	for i := range rest {
		if none || noOrder(rest[i]) {
			rest[i].Hint = phrase.Say("hint.order-or-command")
		}
	}
	return rest
}

// headed reports whether a line of the text gives the game in the words of another language, as "gra: duel-1".
func (a Attachment) headed(text []byte) bool {
	return slices.ContainsFunc(said.Lines(text), func(l said.Line) bool {
		key, value := l.Header()
		return key != "game" && strings.EqualFold(value, a.Game)
	})
}

// lacks reports whether a fault says that these lines of the header are missing, and no others.
func lacks(f engine.Fault, keys ...string) bool {
	return f.Msg.Equal(engine.Say("fault.header-missing",
		tongue.Words("key", tongue.List(tongue.Names(keys...), tongue.And))))
}

// noOrder reports whether a line was refused because no order begins with its first word.
func noOrder(f engine.Fault) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(f.Text), " ")
	return beginsNone(f, word)
}

// beginsNone reports whether a line was refused because no order begins with a word.
func beginsNone(f engine.Fault, word string) bool {
	return f.Msg.Equal(engine.Say("fault.no-verb", tongue.Words("word", tongue.Name(strings.ToLower(word)))))
}

// nameSide gives a hint on a line for the side that names none: a player writes it in his own language.
func (a Attachment) nameSide(f *engine.Fault) {
	key, _, _ := strings.Cut(f.Text, ":")
	if strings.EqualFold(strings.TrimSpace(key), "side") {
		f.Hint = a.written("side")
	}
}

// written is the hint to write a line of the header as it is in the attachment.
func (a Attachment) written(key string) tongue.Text {
	for line := range strings.Lines(a.TurnHeader()) {
		if strings.HasPrefix(line, key+":") {
			return phrase.Say("hint.write", "line", strings.TrimSuffix(line, "\n"))
		}
	}
	return phrase.Say("hint.copy-header")
}

// StaleStep says that a file answers another step than the next.
func StaleStep(got, want int) tongue.Text {
	if got < want {
		return phrase.Say("fault.step-over", "named", got, "step", want)
	}
	return phrase.Say("fault.step-ahead", "named", got, "step", want)
}

// TurnHeader is the header of a turn file that answers the attachment.
func (a Attachment) TurnHeader() string {
	return fmt.Sprintf("game: %s\nside: %s\nturn: %d\nstep: %d\n", a.Game, a.Side, a.Turn, a.Step)
}
