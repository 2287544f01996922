package ccn

import (
	"fmt"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/deck"
	"berthier/engine/hex"
)

// run is one resolution under way. Procedures of the chapters are its methods: they look
// at r.p, roll, decide and emit events, which change r.p.
//
// Everything that happens between two marks is one procedure (package ask). When a
// player has to be asked, what asks returns an error, and so does each procedure up to
// play. When he has answered, the procedure is run again from its mark with its tape.
type run struct {
	rs    *Ruleset
	p     *Position
	dice  engine.Dice
	foe   int   // unit whose attack is answered
	dry   bool  // orders are only checked: nothing is rolled and no card drawn
	terse bool  // nobody reads the hints of its faults
	keeps bool  // what a dry run tells is kept
	fate  *fate // in place of the dice while odds are counted; no card is drawn then
	count int   // events emitted, to catch a procedure without an end
	out   []engine.Event
	mark  *Position
	tape  *ask.Tape
	have  bool // orders of the active side are at hand
	in    []engine.Orders
	read  [][]*order // the lines of in, unless they come from a question
	t     *turn
}

func newRun(rs *Ruleset, p *Position, dice engine.Dice) *run {
	return &run{rs: rs, p: p, dice: dice, tape: ask.NewTape(dice, false)}
}

// begins takes the orders for the phase.
func (r *run) begins(in []engine.Orders, read [][]*order) {
	r.in, r.read, r.have = in, read, true
	r.setMark()
}

// setMark begins a procedure.
func (r *run) setMark() {
	asks := len(r.p.ask) > 0
	if r.tape.Rewind(asks); asks {
		r.mark = r.p.clone()
	}
}

// suspend tells the questions for which a procedure stopped.
func (r *run) suspend(stop *ask.Stop) {
	orders := []engine.Orders{{Lines: r.linesOf(r.mark.Active)}}
	r.out = append(r.out, stop.Events(stop.Pending(orders, r.mark.body()))...)
}

// resume takes a stopped procedure up again with the answer to its question.
func (r *run) resume(in []engine.Orders) error {
	sent, a := r.out, r.p.Asked
	q := a.Questions[0]
	r.out = append(r.out, engine.NewEvent(q.Rule, "resume", ""))
	base, err := r.rs.decode([]byte(r.p.head() + a.Base))
	if err != nil {
		return fmt.Errorf("taking up question %s: %w", q.ID, err)
	}
	r.p, r.in, r.read, r.have = base, nil, nil, true
	r.setMark()
	r.tape = a.Resume(r.dice, a.Answers(in), sent)
	for _, o := range a.Orders {
		r.in = append(r.in, engine.Orders{Side: base.sideName(base.Active), Lines: o.Lines})
	}
	return nil
}

// linesOf returns the lines that a side sent.
func (r *run) linesOf(side int) []engine.Order {
	for _, o := range r.in {
		if r.p.sc.SideNo(o.Side) == side {
			return o.Lines
		}
	}
	return nil
}

// maxEvents is far more than any turn tells.
const maxEvents = 5_000

// emit records an event and applies it.
func (r *run) emit(e engine.Event) {
	if r.count++; r.count > maxEvents {
		panic("ccn: a resolution does not come to an end; its last event is " + e.String())
	}
	r.p.apply(e)
	if r.dry && r.keeps || !r.dry && r.tape.Tell(e) {
		r.out = append(r.out, e)
	}
}

// event emits an event that everybody sees; side -1 is nobody.
func (r *run) event(rule, kind string, side int, kv ...string) {
	r.emit(engine.NewEvent(rule, kind, r.p.sideName(side), kv...))
}

// secret emits an event that only its own side sees.
func (r *run) secret(rule, kind string, side int, kv ...string) {
	e := engine.NewEvent(rule, kind, r.p.sideName(side), kv...)
	e.For = engine.Only(r.p.sideName(side))
	r.emit(e)
}

// cards emits the events of cards that move.
func (r *run) cards(events []engine.Event) {
	for _, e := range events {
		r.emit(e)
	}
}

// draw draws n cards from the deck to a place of a side; when it is empty, the discards
// and the scouted cards that were rejected are shuffled into it [5.13-c, Q86].
func (r *run) draw(rule string, side int, to string, n int) {
	if r.dry {
		return
	}
	r.cards(
		r.p.Cards.Draw(r.tape, deck.Way{Rule: rule, By: r.p.sideName(side), From: "deck", To: to}, n, r.p.spent()...),
	)
}

// spent are the places of cards that a new deck is made of.
func (p *Position) spent() []string { return p.at.spent[:] }

// hand is the place of a side's hand.
func (p *Position) hand(side int) string { return p.at.hands[side] }

// faces are those of a battle die [2.3-a].
var faces = engine.Die{Faces: []string{"infantry", "infantry", "cavalry", "artillery", "flag", "saber"}}

// face is what a battle die shows: an arm, a flag or a saber.
type face int

const (
	flag  face = face(setup.NumArms)
	saber face = flag + 1
)

var faceOf = [...]face{
	face(setup.Infantry),
	face(setup.Infantry),
	face(setup.Cavalry),
	face(setup.Artillery),
	flag,
	saber,
}

// faceCount is how many dice show each face.
type faceCount [saber + 1]int

// throw rolls battle dice and tells them with what read makes of them: how many hit, and
// the result in words.
func (r *run) throw(rule string, side int, purpose string, pool []engine.Mod, n int,
	read func(faceCount) (hits int, result string)) faceCount {
	if r.fate != nil {
		return r.fate.throw(throwKey{rule, purpose, n, r.fate.rough(rule), r.fate.blocks}, read)
	}
	var got faceCount
	draws := engine.Throw(r.tape.Draw, purpose, n, len(faces.Faces))
	for _, d := range draws {
		got[faceOf[d.Value]]++
	}
	hits, result := read(got)
	r.emit(engine.Event{Rule: rule, Kind: "roll", By: r.p.sideName(side),
		Roll: &engine.Roll{Draws: draws, Die: faces, Pool: pool, Total: hits, Hits: true, Result: result}})
	return got
}

// choice is one decision put to a side in the middle of a turn.
type choice struct {
	kind, rule, prompt, def string
	side                    int
	piece                   int // whom it is about; -1 for the side
	options                 []string
	dice, own               int // of an attack that is announced, and of whoever it is at
	means                   func(s ask.StandingOrder) string
}

// decide returns one of the options: from the standing orders, from a question by mail if
// the game asks for this kind, or the default. A choice with one option is no choice.
func (r *run) decide(c choice) (string, error) {
	whom, owners := "army", []string(nil)
	if c.piece >= 0 {
		whom = r.p.pieceID(c.piece)
		owners = []string{whom}
	}
	means := c.means
	if means != nil {
		means = func(s ask.StandingOrder) string {
			if s.Answer == "ask" {
				return s.Answer
			}
			if !r.met(c, s) {
				return ""
			}
			return c.means(s)
		}
	}
	d, err := r.tape.Decide(ask.Choice{
		Question: ask.Question{
			Kind:    c.kind,
			Side:    r.p.sideName(c.side),
			Rule:    c.rule,
			Prompt:  c.prompt,
			Options: c.options,
			Default: c.def,
		},
		Whom: whom, Owners: owners, Means: means,
	}, r.p.Sheets[c.side], r.p.ask)
	if err != nil {
		return "", err
	}
	for _, e := range d.Sent {
		r.p.apply(e)
	}
	if d.Source != "" {
		r.secret(
			c.rule,
			"decision",
			c.side,
			"kind",
			c.kind,
			"whom",
			whom,
			"answer",
			d.Option,
			"source",
			string(d.Source),
		)
	}
	return d.Option, nil
}

// yes is decide for a choice between yes and no.
func (r *run) yes(c choice) (bool, error) {
	c.options = []string{"yes", "no"}
	answer, err := r.decide(c)
	return answer == "yes", err
}

// pathText prints hexes as events write them.
func pathText(path ...hex.Hex) string {
	names := make([]string, len(path))
	for i, h := range path {
		names[i] = setup.Sheet.Name(h)
	}
	return strings.Join(names, ",")
}

// lose takes blocks off a unit; its last one eliminates it, and the other side gains a
// banner [5.5.8-d, 5.5.8-e]. It returns how many it has lost.
func (r *run) lose(rule string, u, n int) int {
	n = min(n, r.p.Units[u].Blocks)
	if n == 0 {
		return 0
	}
	r.event(rule, "loss", r.p.unitSide(u), "piece", r.p.pieceID(u), "n", strconv.Itoa(n))
	if r.p.Units[u].Blocks == 0 {
		r.eliminate(rule, u)
	}
	return n
}

// eliminate takes a piece off the board.
func (r *run) eliminate(rule string, piece int) {
	if piece < len(r.p.Units) {
		r.freeSlot("6.2-as", piece, "eliminated")
	}
	at := r.p.pieceHex(piece)
	r.event(rule, "eliminate", r.p.pieceSide(piece), "piece", r.p.pieceID(piece), "at", setup.Sheet.Name(at))
	r.victory()
}

func (p *Position) pieceHex(piece int) hex.Hex {
	if piece < len(p.Units) {
		return p.Units[piece].Hex
	}
	return p.Leaders[piece-len(p.Units)].Hex
}

// over reports whether the game has ended.
func (r *run) over() bool { return r.p.Result.Over }

// victory ends the game when a side has its banners, the active one first [4-e, Q104], or
// the other has no unit left [Q117].
func (r *run) victory() {
	if r.over() || r.dry {
		return
	}
	for g, goal := range r.p.sc.Goals {
		for side := range r.p.sc.Sides {
			if goal.Once && !goal.AtStart && !r.p.Won[side][g] && goal.Banners[side] > 0 && r.p.stands(side, g) {
				r.event("4-d", "goal", side, "goal", strconv.Itoa(g+1))
			}
		}
	}
	for _, side := range []int{r.p.Active, 1 - r.p.Active} {
		name := string(r.p.sideName(side))
		switch {
		case r.p.banners(side) >= r.p.sc.Sides[side].Banners:
			r.event("4-e", "over", -1, "winner", name, "text",
				fmt.Sprintf("%s has %s.", name, plural(r.p.banners(side), "banner")))
			return
		case !r.p.hasUnits(1 - side):
			r.event("Q117", "over", -1, "winner", name, "text",
				fmt.Sprintf("%s has no unit left.", r.p.sideName(1-side)))
			return
		}
	}
}

// hasUnits reports whether a side has a unit on the board, or one that arrives.
func (p *Position) hasUnits(side int) bool {
	for u := range p.Units {
		if (p.alive(u) || p.awaited(u)) && p.unitSide(u) == side {
			return true
		}
	}
	return false
}

// unitsOf lists the units of a side, on the board or not.
func (p *Position) unitsOf(side int) (us []int) {
	for u := range p.Units {
		if p.unitSide(u) == side {
			us = append(us, u)
		}
	}
	return us
}
