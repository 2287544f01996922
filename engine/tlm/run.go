package tlm

import (
	"errors"
	"fmt"
	"strconv"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/deck"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// run is one resolution under way. Procedures of the chapters are its methods: they look at
// r.p, roll, decide and emit events, which change r.p.
//
// All that happens in a resolution is one procedure (package ask). When a player has to be
// asked, what asks returns an error, and so does each procedure up to play. When he has
// answered, the procedure is run again from its mark with its tape.
type run struct {
	rs    *Ruleset
	p     *Position
	dice  engine.Dice
	dry   bool // orders are only checked: nothing is rolled and no card drawn
	keeps bool // what a dry run tells is kept
	count int  // events emitted, to catch a procedure without an end
	out   []engine.Event
	mark  *Position
	tape  *ask.Tape
	in    [2][]engine.Order // the lines of each side for the phase at hand
	acts  [2][]*order       // in, read
	t     tally
	// faults takes what skip tells when orders are only checked; nil for nothing.
	faults *[]engine.Fault
}

// tally counts what is limited in a phase.
type tally struct {
	moved    int   // units and Armies in a Pass
	left     piece // the unit that has left its Army in a Pass, and has not gone on
	marched  []int // Armies that have moved
	rails    int
	straits  int // Sea Movement
	leaps    int // Strategic Movement
	reserves int
	assaults int // Enemy areas with enemy holding units that were entered
	bp       int
	dug      int // BP spent on entrenchment
	cards    int // bought
}

// newRun is a run before its mark: what it tells then is never told again.
func newRun(rs *Ruleset, p *Position, dice engine.Dice) *run {
	return &run{rs: rs, p: p, dice: dice, tape: ask.NewTape(dice, false)}
}

// Resolve implements engine.Ruleset.
func (rs *Ruleset) Resolve(pos engine.Position, in []engine.Orders, dice engine.Dice) ([]engine.Event, error) {
	p := pos.(*Position)
	var faults engine.Faults
	var acts [2][]*order
	for _, o := range in {
		all, bad := rs.check(p, o)
		acts[p.sideNo(o.Side)] = all
		faults = append(faults, bad...)
	}
	if len(faults) > 0 {
		return nil, faults
	}
	r := newRun(rs, p.clone(), dice)
	for _, o := range in {
		s := p.sideNo(o.Side)
		r.takeStanding(s, acts[s])
	}
	var err error
	if p.Asked == nil {
		for _, o := range in {
			r.in[p.sideNo(o.Side)] = o.Lines
		}
		r.acts = acts
		r.setMark()
	} else if err = r.resume(in); err == nil {
		r.readIn()
	}
	if err == nil {
		err = r.play()
	}
	var stop *ask.Stop
	switch {
	case errors.As(err, &stop):
		r.suspend(stop)
	case err != nil:
		return nil, err
	}
	return r.out, nil
}

// readAll reads the lines of a side. Those that cannot be read are left out: they were legal
// when they came.
func (r *run) readAll(side int, lines []engine.Order) (all []*order) {
	for _, l := range lines {
		if o, bad := r.p.read(side, l); bad == nil {
			all = append(all, o)
		}
	}
	return all
}

// readIn reads the orders of both sides.
func (r *run) readIn() {
	for s := range r.in {
		r.acts[s] = r.readAll(s, r.in[s])
	}
}

// setMark begins a procedure.
func (r *run) setMark() {
	asks := len(r.p.options.ask) > 0
	r.mark, r.tape = nil, ask.NewTape(r.dice, asks)
	if asks {
		r.mark = r.p.clone()
	}
}

// suspend tells the questions for which a procedure stopped.
func (r *run) suspend(stop *ask.Stop) {
	var orders []engine.Orders
	for s, lines := range r.in {
		if len(lines) > 0 {
			orders = append(orders, engine.Orders{Side: r.p.sideName(s), Lines: lines})
		}
	}
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
	r.p = base
	r.setMark()
	r.tape = a.Resume(r.dice, a.Answers(in), sent)
	for _, o := range a.Orders {
		r.in[base.sideNo(o.Side)] = o.Lines
	}
	return nil
}

// emit records an event and applies it.
func (r *run) emit(e engine.Event) {
	const most = 20_000
	if r.count++; r.count > most {
		panic("tlm: a resolution does not come to an end; its last event is " + e.String())
	}
	r.p.apply(e)
	if r.dry && r.keeps || !r.dry && r.tape.Tell(e) {
		r.out = append(r.out, e)
	}
}

// event emits an event that everybody sees; side Nobody is nobody.
func (r *run) event(rule, kind string, side int, kv ...string) {
	r.emit(engine.NewEvent(rule, kind, r.p.sideName(side), kv...))
}

// secret emits an event that only its own side sees.
func (r *run) secret(rule, kind string, side int, kv ...string) {
	e := engine.NewEvent(rule, kind, r.p.sideName(side), kv...)
	e.For = alone[side]
	r.emit(e)
}

// alone is each side, for events that nobody else sees.
var alone = func() (each [setup.NumSides]*engine.Readers) {
	for s, name := range setup.SideNames {
		each[s] = engine.Only(engine.Side(name))
	}
	return each
}()

// cards emits the events of cards that move.
func (r *run) cards(events []engine.Event) {
	for _, e := range events {
		r.emit(e)
	}
}

// draw draws cards from the deck; when it is empty, all that was played or exchanged is
// shuffled into it [1.3-c, A128].
func (r *run) draw(rule string, side, n int, to string) {
	if r.dry || n == 0 {
		return
	}
	r.cards(r.p.Cards.Draw(r.tape, deck.Way{Rule: rule, By: r.p.sideName(side), From: deckPlace, To: to}, n,
		discardPlace, buriedPlace(setup.German), buriedPlace(setup.Allied)))
}

// discard plays or throws cards away that are in the hand of a side.
func (r *run) discard(rule string, side int, to string, cards ...setup.Card) {
	r.discardFrom(handPlace(side), rule, side, to, cards...)
}

func (r *run) discardFrom(place, rule string, side int, to string, cards ...setup.Card) {
	names := make([]deck.Card, len(cards))
	for i, c := range cards {
		names[i] = deck.Card(c.String())
	}
	r.cards(r.p.Cards.Move(deck.Way{Rule: rule, By: r.p.sideName(side), From: place, To: to}, names...))
}

// holdsCard reports whether a side has a card in its hand.
func (p *Position) holdsCard(side int, c setup.Card) bool {
	return p.Cards.Has(handPlace(side), deck.Card(c.String()))
}

// hand lists the cards that a side can play, as far as the position shows them.
func (p *Position) hand(side int) []setup.Card { return p.cardsIn(handPlace(side)) }

// held lists all cards of a side: those too that it got in a Pass and cannot play yet [A27].
func (p *Position) held(side int) []setup.Card {
	return append(p.hand(side), p.cardsIn(freshPlace(side))...)
}

func (p *Position) cardsIn(place string) (cards []setup.Card) {
	for _, name := range p.Cards.Cards(place) {
		if c, ok := setup.ParseCard(string(name)); ok {
			cards = append(cards, c)
		}
	}
	return cards
}

// die is the die of the game.
var die = engine.Die{First: 1}

const sides = 6

// phases say how each phase goes on. One that ends sets the next.
var phases map[Phase]func(r *run) error

func init() {
	phases = map[Phase]func(r *run) error{StartPhase: (*run).start, ReinforcePhase: (*run).reinforce,
		TurnPhase: (*run).turn, RespondPhase: (*run).respond, ProductionPhase: (*run).production,
		DiscardPhase: (*run).excess}
}

// play goes on until somebody has to be asked. Whoever was asked has answered.
func (r *run) play() error {
	waited := r.p.Waits
	if waited != [2]bool{} {
		r.event("2.0", "answered", Nobody)
	}
	r.talks(waited)
	for {
		if !r.p.Result.Over {
			if err := phases[r.p.Phase](r); err != nil {
				return err
			}
		}
		r.in, r.acts, r.t = [2][]engine.Order{}, [2][]*order{}, tally{}
		if r.p.Result.Over {
			return r.tape.End()
		}
		if waits := r.p.asked(); waits != [2]bool{} {
			names := ""
			for s, w := range waits {
				if w && names != "" {
					names += ","
				}
				if w {
					names += string(r.p.sideName(s))
				}
			}
			r.event("2.0", "wait", Nobody, "sides", names)
			return r.tape.End()
		}
	}
}

// enter begins a phase.
func (r *run) enter(rule string, ph Phase, active int) {
	r.event(rule, "phase", active, "phase", string(rune(ph)))
}

// asked says who has to be asked before the phase goes on.
func (p *Position) asked() (waits [2]bool) {
	switch p.Phase {
	case StartPhase, ProductionPhase:
		return [2]bool{true, true}
	case ReinforcePhase:
		for s := range waits {
			waits[s] = p.arrives(s)
		}
	case TurnPhase:
		waits[p.Active] = true
	case RespondPhase:
		waits[1-p.Active] = true
	case DiscardPhase:
		for s := range waits {
			waits[s] = p.surplus(s) > 0
		}
	}
	return waits
}

// Owed implements engine.Ruleset. Who owes nothing may still send standing orders.
func (rs *Ruleset) Owed(pos engine.Position) (ds []engine.Decision) {
	p := pos.(*Position)
	if p.Phase == OverPhase {
		return nil
	}
	if p.Asked != nil {
		return p.questions()
	}
	for s, waits := range p.Waits {
		name := p.sideName(s)
		kind, rule := phaseDecision(p.Phase)
		if !waits {
			kind, rule = "D00", "5"
		}
		d := engine.Decision{ID: kind + "-" + string(name), Kind: kind, Side: name, Rule: rule,
			Prompt: said.Say("owed." + kind), Default: said.Say("default." + kind), Open: true,
			Secret: !waits || p.Phase != TurnPhase && p.Phase != RespondPhase, Optional: !waits}
		if waits && p.Phase != StartPhase { // standing orders are all that there is to say then
			d.Hold = string(name)
		}
		ds = append(ds, d)
	}
	return ds
}

// questions are those that are open. A record has them in English; a reader has them in his language.
func (p *Position) questions() []engine.Decision {
	ds := p.Asked.Owed()
	for i := range ds {
		ds[i].Prompt = said.Heard("ask.", ds[i].Prompt.String())
		if word := "answer." + ds[i].Default.String(); said.Has(word) {
			ds[i].Default = said.Say(word)
		}
	}
	return ds
}

// phaseDecision is what is owed in a phase.
func phaseDecision(ph Phase) (kind, rule string) {
	switch ph {
	case ReinforcePhase:
		return "D01", "2.I-b"
	case TurnPhase:
		return "D02", "2.II.1-a"
	case RespondPhase:
		return respondKind, "2.II.3-g"
	case ProductionPhase:
		return "D19", "2.V.2-b"
	case DiscardPhase:
		return "D20", "2.V.3-a"
	}
	return "D00", "5"
}

// decide makes a choice about an area: from the standing orders, from a question by mail if
// the game asks for this kind, or by default. A choice with one option is no choice.
func (r *run) decide(kind string, side, at int, def string, options []string, holds func(ask.Term) bool,
	means func(answer string) string) (string, error) {
	k := decisionOf(kind)
	d, err := r.tape.Decide(ask.Choice{
		Question: ask.Question{Kind: kind, Side: r.p.sideName(side), Rule: k.Rule,
			Prompt: r.p.prompt(kind, side, at).In(tongue.En), Options: options, Default: def},
		Whom: r.p.areaID(at), Owners: []string{r.p.areaID(at)},
		Means: func(s ask.StandingOrder) string {
			switch {
			case !s.If.Holds(holds):
				return "-"
			case means != nil:
				return means(s.Answer)
			}
			return s.Answer
		},
	}, r.p.Sheets[side], r.p.options.ask)
	if err != nil {
		return "", err
	}
	for _, e := range d.Sent {
		r.p.apply(e)
	}
	if d.Source != "" {
		r.secret(k.Rule, "decision", side, "kind", kind, "at", r.p.areaID(at), "answer", d.Option, "source",
			string(d.Source))
	}
	return d.Option, nil
}

// never is for conditions of decisions that have none.
func never(ask.Term) bool { return false }

// shift moves units from a place to another: everybody sees it, but for what is in Armies,
// which only its side sees.
func (r *run) shift(rule, kind string, u setup.Unit, n, from, to int, was, now State, kv ...string) {
	side, id := u.Nation.Side(), u.String()
	args := func(from, to int, was, now State) []string {
		all := append(make([]string, 0, 16), "unit", id, "n", strconv.Itoa(n), "from", r.p.placeID(from),
			"to", r.p.placeID(to), "was", was.String(), "now", now.String())
		return append(all, kv...)
	}
	out, in := r.p.armyOf(from) >= 0, r.p.armyOf(to) >= 0
	switch {
	case out && in:
		r.secret(rule, kind, side, args(from, to, was, now)...)
	case out:
		r.secret(rule, "out", side, args(from, Inside, was, State{})[:12]...)
		r.event(rule, kind, side, args(Inside, to, State{}, now)...)
	case in:
		r.event(rule, kind, side, args(from, Inside, was, State{})...)
		r.secret(rule, "in", side, args(Inside, to, State{}, now)[:12]...)
	default:
		r.event(rule, kind, side, args(from, to, was, now)...)
	}
}

// army changes the place or the state of an Army. What is in it has travelled so many areas.
func (r *run) army(rule, kind string, a, to int, now State, areas int, kv ...string) {
	x := &r.p.Armies[a]
	args := append([]string{"army", r.p.armyID(a), "from", r.p.placeID(x.Place), "to", r.p.placeID(to), "now",
		now.String()},
		kv...)
	if areas > 0 {
		args = append(args, "areas", strconv.Itoa(areas))
	}
	r.event(rule, kind, x.Nation.Side(), args...)
}

// settle tells whose areas are now, where that has changed [A90]. Empty Armies that are among
// enemies without Infantry are eliminated at once [8.1-k, A94].
func (r *run) settle(rule string) {
	for again := true; again; {
		again = false
		h := r.p.holders()
		for at := range r.p.Areas {
			if now := h.status(r.p, at); now != r.p.Areas[at].Control {
				side := Nobody
				if now != ContestedArea {
					side = int(now)
				}
				r.event(rule, "control", side, "area", r.p.areaID(at), "to", now.String())
				again = true
			}
		}
		if again {
			h = r.p.holders()
		}
		again = r.bury(h) || again
	}
}

// bury eliminates the Empty Armies that are without Infantry among enemies. It reports whether
// there was one.
func (r *run) bury(h holders) (found bool) {
	for a := range r.p.Armies {
		x := &r.p.Armies[a]
		if s := x.Nation.Side(); x.Place >= 0 && h[x.Place][1-s].holds && !h[x.Place][s].infantry && r.p.empty(a) {
			r.army("8.1-k", "eliminate", a, Lost, State{}, 0)
			found = true
		}
	}
	return found
}
