package ccn

import (
	"fmt"
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/deck"
	"berthier/engine/hex"
)

// turn is what counts in one turn of a side and not after it. A turn is one procedure,
// so positions do not have it.
type turn struct {
	side    int
	card    setup.Card // in force: what is copied, in place of Counter Attack
	command int
	section setup.Section
	one     bool // one unit of choice in place of what the card says [8.0-f, Q60]
	dry     bool // the card orders nothing [5.1-e]

	orders   []*order
	ordered  []bool    // by piece
	detached []bool    // by leader
	moved    []int8    // by piece: hexes entered
	begun    []bool    // by piece: has moved, or may not any more
	entered  []bool    // by unit: stopped by terrain that forbids it to battle this turn
	fought   []bool    // by unit: has battled, or given its dice
	supplied int       // own unit that Short Supply moved, or -1
	bonus    bool      // the dice at hand are of a Bonus Melee
	led      []bool    // by unit: ordered by its leader [Q127]
	joined   []bool    // by unit: has come to its leader by a move of this turn
	stood    []hex.Hex // by piece: where it was when orders were given, for hints
}

func (r *run) newTurn() *turn {
	units, leaders := len(r.p.Units), len(r.p.Leaders)
	pieces := units + leaders
	flags := make([]bool, 2*pieces+leaders+4*units) // one piece of memory for all of them
	take := func(n int) []bool {
		taken := flags[:n:n]
		flags = flags[n:]
		return taken
	}
	return &turn{side: r.p.Active, ordered: take(pieces), detached: take(leaders), moved: make([]int8, pieces),
		begun: take(pieces), entered: take(units), fought: take(units), supplied: -1, led: take(units),
		joined: take(units)}
}

// play goes on until somebody owes a decision or the game is over.
func (r *run) play() error {
	for !r.waiting() {
		if err := r.procedure(); err != nil {
			return err
		}
		if err := r.tape.End(); err != nil {
			return err
		}
		r.setMark()
	}
	return nil
}

// waiting reports whether the game cannot go on without orders.
func (r *run) waiting() bool { return r.p.Phase == GameOver || r.p.Phase != DrawPhase && !r.have }

// procedure is what comes next in the sequence of play [5-c].
func (r *run) procedure() error {
	switch r.p.Phase {
	case DealPhase:
		r.deal()
	case TurnPhase:
		return r.turnPhase()
	case OrdersPhase:
		return r.ordersPhase()
	case DrawPhase:
		return r.drawPhase()
	}
	return nil
}

// deal gives both sides their hands and begins the first turn [3-e, 3-i].
func (r *run) deal() {
	r.have = false
	for side := range r.p.sc.Sides {
		r.draw("3-e", side, r.p.hand(side), r.p.sc.Sides[side].Hand)
	}
	r.event("3-i", "turn", r.p.sc.First, "turn", "1")
	r.startGoals()
	r.victory()
}

func (r *run) phase(rule string, ph Phase) {
	r.event(rule, "phase", r.p.Active, "phase", string(rune(ph)))
}

// readOrders reads the lines of the active side. They have been checked.
func (r *run) readOrders() {
	for i, read := range r.read {
		if r.p.sc.SideNo(r.in[i].Side) == r.p.Active {
			r.t.orders = read
			return
		}
	}
	for _, o := range r.linesOf(r.p.Active) {
		if read, bad := r.p.read(r.p.Active, o); bad == nil {
			r.t.orders = append(r.t.orders, read)
		}
	}
}

// lines are the orders with one of these verbs, in their order.
func (t *turn) lines(words ...string) (list []*order) {
	for _, o := range t.orders {
		if slices.Contains(words, o.Words[0]) {
			list = append(list, o)
		}
	}
	return list
}

// turnPhase is a turn, or its part before the orders if the card rolls for them.
func (r *run) turnPhase() error {
	r.have, r.t = false, r.newTurn()
	r.readOrders()
	if bad := r.command(); bad != nil {
		return engine.Faults{*bad}
	}
	if r.p.Phase == OrdersPhase {
		return nil
	}
	return r.rest()
}

// ordersPhase is the rest of a turn whose card has rolled for its orders.
func (r *run) ordersPhase() error {
	r.have, r.t = false, r.newTurn()
	r.readOrders()
	r.t.card, r.t.command = r.p.Force.Card, r.p.Force.Command
	return r.rest()
}

// rest is phases 2 to 4 [5.2 to 5.4].
func (r *run) rest() error {
	if bad := r.giveOrders(); len(bad) > 0 {
		return engine.Faults(bad)
	}
	if err := r.shortSupply(); err != nil {
		return err
	}
	if bad := r.moves(); len(bad) > 0 {
		return engine.Faults(bad)
	}
	if err := r.combats(); err != nil {
		return err
	}
	if !r.over() {
		r.phase("5.13", DrawPhase)
	}
	return nil
}

// command is phase 1: a card is played, and counts as what it copies [5.1, Q84].
func (r *run) command() *engine.Fault {
	plays := r.t.lines("play")
	side, t := r.p.Active, r.t
	switch {
	case len(plays) > 1:
		return plays[1].fault("5.1-a", said.Say("hint.all-but-one"), "fault.one-card")
	case len(plays) == 0 && r.p.Cards.Count(r.p.hand(side)) == 0:
		t.dry = true // [Q89]
		return nil
	case len(plays) == 0 && len(t.orders) > 0 && r.dry:
		return t.orders[0].fault("5.1-a", said.Say("hint.play-one", name("cards", r.p.handText(side))), "fault.no-play")
	case len(plays) == 0:
		plays = []*order{{card: r.p.least(side), one: false}}
		t.dry = true
	}
	o := plays[0]
	if !r.p.Cards.Has(r.p.hand(side), o.card.Name()) {
		return o.fault("5.1-a", said.Say("hint.hand", name("cards", r.p.handText(side))), "fault.not-held",
			name("card", string(o.card.Name())))
	}
	t.command = r.p.Cards.Count(r.p.hand(side))
	t.section, t.one = o.section, o.one
	r.cards(r.p.Cards.Move(deck.Way{Rule: "5.1-f", By: r.p.sideName(side), From: r.p.hand(side), To: "played"},
		o.card.Name()))
	t.card = o.card
	copied := false
	if o.card == setup.CounterAttack {
		if r.p.uncopied(side).stands() {
			t.dry = true
		} else {
			t.card, copied = r.p.Last[1-side].Card.Mirrored(), true
		}
	}
	t.one = t.one || r.p.fallback(side, t.card)
	r.tellCommand(t, copied)
	if o.Words != nil { // somebody played it
		if bad := r.checkPlay(o); bad != nil {
			return bad
		}
	}
	if t.dry {
		return nil
	}
	if t.card == setup.Elan || t.card == setup.Rally {
		r.rollForOrders(copied)
	}
	return nil
}

// uncopied says why Counter Attack of a side has nothing to copy; a Counter Attack that has copied a card counts as
// that [Q33].
func (p *Position) uncopied(side int) reason {
	last, enemy := p.Last[1-side], string(p.sideName(1-side))
	switch {
	case last.None:
		return reason{rule: "Q33", word: "none-played", piece: enemy}
	case last.Card == setup.FirstStrike:
		return reason{rule: "Q33", word: "strike-played", piece: enemy, card: last.Card.Name()}
	case last.Card == setup.CounterAttack:
		return reason{rule: "Q33", word: "none-copied", piece: enemy, card: last.Card.Name()}
	}
	return reason{}
}

// tellCommand tells what the card in force is.
func (r *run) tellCommand(t *turn, copied bool) {
	card, copy := string(t.card.Name()), "no"
	if t.dry || t.card == setup.FirstStrike {
		t.dry = true // [Q38]
	}
	if copied {
		copy = "yes"
	}
	r.event("5.1", "command", t.side, "card", card, "command", strconv.Itoa(t.command), "copied", copy)
}

// handText lists the cards of a hand.
func (p *Position) handText(side int) string {
	text := ""
	for i, c := range p.Cards.Cards(p.hand(side)) {
		if i > 0 {
			text += ", "
		}
		text += string(c)
	}
	return text
}

// checkPlay holds what stands behind the card to what it wants.
func (r *run) checkPlay(o *order) *engine.Fault {
	alone := said.Say("hint.play", name("card", string(o.card.Name())))
	switch card := r.t.card; {
	case card == setup.ForceMarch && !r.t.one && !o.sections:
		hint := said.Say("hint.force-march", name("card", string(o.card.Name())))
		return o.fault("8.3-p", hint, "fault.needs-section")
	case card != setup.ForceMarch && o.sections:
		return o.fault(card.Rule(), alone, "fault.no-section", r.cardArg())
	case card != setup.ShortSupply && len(o.targets) > 0:
		return o.fault(card.Rule(), alone, "fault.no-unit", r.cardArg())
	case o.one && !r.p.fallback(r.t.side, card) && card != setup.GrandeManoeuvre:
		return o.fault("8.0-f", said.Say("hint.leave-word", name("word", "one")), "fault.one-choice", r.cardArg())
	case card == setup.ShortSupply: // it never has a unit of choice [8.3-x]
		return r.checkSupply(o)
	}
	return nil
}

// rollForOrders rolls the dice of Elan and Rally [5.2-j]; the orders follow when they lie.
func (r *run) rollForOrders(copied bool) {
	if r.dry {
		r.phase("5.2-j", OrdersPhase)
		return
	}
	name := map[setup.Card]string{setup.Elan: "Elan", setup.Rally: "Rally"}[r.t.card]
	got := r.throw("5.2-j", r.t.side, name, []engine.Mod{{Name: "command", Value: r.t.command}}, r.t.command,
		func(d faceCount) (int, string) {
			n := d[setup.Infantry] + d[setup.Cavalry] + d[setup.Artillery]
			return n, fmt.Sprintf(
				"%d infantry, %d cavalry, %d artillery, %s",
				d[setup.Infantry],
				d[setup.Cavalry],
				d[setup.Artillery],
				plural(d[flag], "flag"),
			)
		})
	r.event(
		"5.2-j",
		"symbols",
		r.t.side,
		"infantry",
		strconv.Itoa(got[setup.Infantry]),
		"cavalry",
		strconv.Itoa(
			got[setup.Cavalry],
		),
		"artillery",
		strconv.Itoa(got[setup.Artillery]),
		"flag",
		strconv.Itoa(got[flag]),
	)
	r.phase("5.2-j", OrdersPhase)
}

// drawPhase is phase 5 [5.13-h]. What it was taken up with, after a question in it, are no orders for the turn that
// begins with it.
func (r *run) drawPhase() error {
	r.have = false
	side := r.p.Active
	played := r.p.Cards.Cards("played")
	if len(played) > 0 {
		r.cards(r.p.Cards.Empty(deck.Way{Rule: "5.13-a", By: r.p.sideName(side), From: "played", To: "discard"}))
	}
	last := r.p.Last[side]
	last.None = last.None || len(played) == 0 // an empty hand has played none now [Q89]
	if !last.None && last.Card == setup.Elan {
		for _, from := range r.p.spent() {
			r.cards(r.p.Cards.Empty(deck.Way{Rule: "5.13-d", From: from, To: "deck"}))
		}
	}
	for range r.p.Struck {
		r.draw("5.13-b", 1-side, r.p.hand(1-side), 1)
	}
	if !last.None && last.Card.Scout() {
		if err := r.scout(side); err != nil {
			return err
		}
	} else {
		r.draw("5.13-a", side, r.p.hand(side), 1)
	}
	r.event("5.13-e", "turn", 1-side, "turn", strconv.Itoa(r.p.Turn+1))
	r.startGoals()
	r.victory()
	return r.arrive()
}

// startGoals gives the banners that count at the start of a turn [Q104].
func (r *run) startGoals() {
	side := r.p.Active
	for g, goal := range r.p.sc.Goals {
		if goal.AtStart && goal.Once && !r.p.Won[side][g] && goal.Banners[side] > 0 && r.p.stands(side, g) {
			r.event("4-d", "goal", side, "goal", strconv.Itoa(g+1))
		}
	}
}

// scout draws two cards, of which one is kept [8.3-a].
func (r *run) scout(side int) error {
	name := string(r.p.sideName(side))
	place := "scouted-" + name
	r.draw("8.3-a", side, place, 2)
	cards := r.p.Cards.Cards(place)
	if len(cards) == 0 {
		return nil
	}
	keep := cards[0]
	// Two of a kind are asked for as well, or who is not asked would have told the other side that he has drawn them.
	if len(cards) > 1 && (cards[0] != cards[1] || slices.Contains(r.p.ask, "D13")) {
		answer, err := r.decide(choice{kind: "D13", side: side, piece: -1, rule: "8.3-a",
			prompt:  "Which of the two scouted cards do you keep?",
			options: []string{string(cards[0]), string(cards[1])},
			def:     r.rs.better(cards[0], cards[1]), means: r.preferred(cards)})
		if err != nil {
			return err
		}
		keep = deck.Card(answer)
	}
	r.cards(r.p.Cards.Move(deck.Way{Rule: "8.3-a", By: r.p.sideName(side), From: place, To: r.p.hand(side)}, keep))
	if r.p.Cards.Count(place) > 0 {
		r.cards(r.p.Cards.Empty(deck.Way{Rule: "8.3-a", By: r.p.sideName(side), From: place, To: "rejected-" + name}))
	}
	return nil
}

// pieceAlive reports whether a piece is on the board.
func (p *Position) pieceAlive(piece int) bool { return p.pieceHex(piece) != hex.None }

// least is the card of a hand that orders least, which is played for a side that says
// nothing.
func (p *Position) least(side int) setup.Card {
	c, _ := setup.ParseCard(string(slices.MinFunc(p.Cards.Cards(p.hand(side)), func(a, b deck.Card) int {
		return p.rs.orders(a) - p.rs.orders(b)
	})))
	return c
}
