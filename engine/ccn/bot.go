package ccn

import (
	"slices"
	"sort"
	"strings"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/deck"
)

// bots are the computer players. Whoever changes how one plays gives it another version.
func bots() []engine.Bot {
	return []engine.Bot{{Name: "tactical", Version: "3",
		Help: "weighs each card by exact odds of what it lets its units do, seeks cover and spares weak units",
		New: func(rs engine.Ruleset, _ uint64) func(engine.Position, engine.Side) engine.Orders {
			return rs.(*Ruleset).Tactical
		}}}
}

// Bots implements engine.Seater.
func (rs *Ruleset) Bots() []engine.Bot { return bots() }

// Tactical gives the orders of a computer player who plans the turn for each card of his
// hand, and plays the one of which he expects most: blocks and banners by exact odds, less
// what the answers to his attacks may cost and what the enemy may do to his units where
// they will stand. He does not look further than that.
func (rs *Ruleset) Tactical(pos engine.Position, side engine.Side) engine.Orders {
	p := pos.(*Position)
	s := p.sc.SideNo(side)
	orders := engine.Orders{Side: side}
	lines := [][]string(nil)
	if q, ok := p.question(side); ok {
		lines = [][]string{append([]string{"answer"}, strings.Fields(strings.ToLower(p.reply(q, s)))...)}
	} else if p.Asked == nil && p.Phase == DealPhase && len(p.Sheets[s]) == 0 {
		lines = openingOrders()
	} else if p.Asked == nil && p.Active == s && (p.Phase == TurnPhase || p.Phase == OrdersPhase) {
		lines = rs.bestPlan(p, s)
	}
	for i, words := range lines {
		orders.Lines = append(orders.Lines, engine.Order{Words: words}.Arrived(i+1))
	}
	return orders
}

// plan is the lines of a whole turn, and what they promise.
type plan struct {
	lines [][]string
	score int // in sixtieths of a block
}

// bestPlan is the best of the plans for the cards of a hand.
func (rs *Ruleset) bestPlan(p *Position, side int) [][]string {
	w := newWar(rs, p, side)
	best := plan{score: -1 << 30}
	for _, play := range w.plays() {
		if pl, ok := w.planWith(play); ok && pl.score > best.score {
			best = pl
		}
	}
	return best.lines
}

// plays lists the ways in which a side can play a card; one way without a line if it has
// been played.
func (w *war) plays() (ways [][]string) {
	p := w.p
	if p.Phase == OrdersPhase {
		return [][]string{nil}
	}
	for _, c := range slices.Compact(p.Cards.Cards(p.hand(w.side))) {
		card, _ := setup.ParseCard(string(c))
		if last := p.Last[1-w.side]; card == setup.CounterAttack && !last.None {
			card = last.Card // whose words it wants
		}
		switch card {
		case setup.ForceMarch:
			for s := range setup.NumSections {
				ways = append(ways, []string{"play", string(c), s.String()})
			}
			ways = append(ways, []string{"play", string(c)}) // one unit of choice
		case setup.ShortSupply:
			ways = append(ways, w.supplyPlay(c))
		default:
			ways = append(ways, []string{"play", string(c)})
		}
	}
	return ways
}

// supplyPlay sends the enemy unit back that has come farthest for what it is.
func (w *war) supplyPlay(c deck.Card) []string {
	play, best := []string{"play", string(c)}, 0
	for _, e := range w.foes {
		if w.p.inSquare(e) {
			continue
		}
		if v := w.forward(e); v > best {
			best, play = v, []string{"play", string(c), w.p.pieceID(e)}
		}
	}
	return play
}

// forward is what it is worth to send a unit to its baseline: its blocks, times how far
// it has come.
func (w *war) forward(e int) int {
	rows := int(w.p.Units[e].Hex.Row - setup.Baseline(w.p.top(w.p.unitSide(e))))
	return 1 + w.p.Units[e].Blocks*max(rows, -rows)*3 + w.goalValue(1-w.side, w.p.Units[e].Hex)
}

// planWith makes the plan of a turn with one way of playing a card.
func (w *war) planWith(play []string) (plan, bool) {
	b := &planner{war: w, r: newRun(w.rs, w.p.clone(), nil)}
	b.r.dry = true
	b.r.t = b.r.newTurn()
	if play != nil {
		b.write(play...)
		if b.r.command() != nil {
			return plan{}, false
		}
	} else {
		b.r.t.card, b.r.t.command = w.p.Force.Card, w.p.Force.Command
	}
	card := b.r.t.card
	switch {
	case b.r.t.dry:
		return plan{b.lines, -w.keep(card)}, true
	case card == setup.ShortSupply:
		return plan{b.lines, b.supplied(play)}, true
	case b.r.p.Phase == OrdersPhase && w.p.Phase == TurnPhase:
		return plan{b.lines, b.hoped()}, true
	}
	b.order()
	b.moves()
	score := b.attacks()
	return plan{b.lines, score - w.keep(card)}, true
}

// supplied is what Short Supply promises.
func (b *planner) supplied(play []string) int {
	if len(play) < 3 {
		return 0
	}
	u, _ := b.p.sc.Piece(play[2])
	return b.forward(u)
}

// hoped is what a card promises that rolls for its orders: for Elan the best units with
// two thirds of command, for Rally a block for each two dice.
func (b *planner) hoped() int {
	n := b.r.t.command
	if b.r.t.card == setup.Rally {
		lost := 0
		for _, u := range b.own {
			lost += b.p.kind(u).Blocks - b.p.Units[u].Blocks
		}
		return min(lost, n/2)*block - b.keep(setup.Rally)
	}
	sum := 0
	for i, c := range b.candidates() {
		if i < n*2/3 {
			sum += c.gain
		}
	}
	return sum*3/4 - b.keep(setup.Elan)
}

// keep is what a card is worth in the hand for a better moment: it has to promise more.
func (w *war) keep(card setup.Card) int {
	if w.patience == 0 {
		return 0
	}
	switch card {
	case setup.FirstStrike:
		return 60
	case setup.ShortSupply, setup.CounterAttack:
		return 10
	case setup.Elan, setup.Leadership, setup.ColdSteel, setup.Rally, setup.GrandeManoeuvre:
		return 20
	}
	return w.rs.worth(card) * 6
}

// openingOrders are the standing orders of the computer player.
func openingOrders() [][]string {
	return [][]string{{"standing", "first-strike", "always", "if", "own-dice", "3"}}
}

// candidate is a piece that could be ordered.
type candidate struct {
	piece  int
	gain   int  // of ordering it, in sixtieths of a block
	detach bool // a leader who would leave his unit
}

// candidates are the pieces that the card in force may order, the best first.
func (b *planner) candidates() (all []candidate) {
	o := &order{}
	for _, u := range b.own {
		if b.r.mayOrder(o, u) == nil {
			all = append(all, candidate{piece: u, gain: b.gain(u)})
		}
	}
	for l := range b.p.Leaders {
		piece := len(b.p.Units) + l
		if b.p.leaderSide(l) != b.side || !b.p.pieceAlive(piece) {
			continue
		}
		switch {
		case b.r.p.lone(l) && b.r.mayOrder(o, piece) == nil:
			all = append(all, candidate{piece: piece, gain: b.leaderGain(l)})
		case !b.r.p.lone(l) && b.r.mayDetach(o, piece) == nil:
			all = append(all, candidate{piece: piece, gain: b.leaderGain(l), detach: true})
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].gain > all[j].gain })
	return all
}
