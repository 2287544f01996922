package tlm

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// Check implements engine.Ruleset: lines that cannot be read, and what the rules forbid as far as
// their side can know it. A line that turns out not to be possible is skipped when it comes.
func (rs *Ruleset) Check(pos engine.Position, o engine.Orders) []engine.Fault {
	_, bad := rs.check(pos.(*Position), o)
	return bad
}

// check is Check; it also returns the lines that can be read.
func (rs *Ruleset) check(pos *Position, o engine.Orders) (all []*order, bad []engine.Fault) {
	if len(o.Lines) == 0 {
		return nil, nil
	}
	p := rs.View(pos, o.Side).(*Position)
	side := p.sideNo(o.Side)
	var acts []*order
	var held *order
	for _, l := range o.Lines {
		read, f := p.read(side, l)
		if f == nil {
			all = append(all, read)
			f = p.misplaced(side, read)
		}
		switch {
		case f != nil:
			bad = append(bad, *f)
		case read.verb.Word == "hold":
			held = read
		case !read.verb.Ahead && read.verb.Word != "armistice" && read.verb.Word != "answer":
			acts = append(acts, read)
		}
	}
	if held != nil && len(acts) > 0 {
		bad = append(bad, no("2.II.1-c", "fault.hold").but(said.Say("hint.hold")).fault(held))
	}
	if len(acts) == 0 || len(bad) > 0 && !p.plain(acts) {
		return all, bad
	}
	bad = append(bad, rs.foresee(p, side, acts)...)
	if len(bad) == 0 {
		return all, nil
	}
	engine.SortFaults(bad)
	rs.hints(rs.View(pos, o.Side).(*Position), side, acts, bad)
	return all, bad
}

// plain reports whether orders mean the same without lines that cannot be read. In a Player Turn one of these may be
// the card of the Offensive.
func (p *Position) plain(acts []*order) bool {
	return p.Phase != TurnPhase || slices.ContainsFunc(acts, func(o *order) bool { return o.verb.Word == "play" })
}

// misplaced says why an order cannot be given at this point of the game.
func (p *Position) misplaced(side int, o *order) *engine.Fault {
	phases := o.verb.phases
	refuse := func(rule, key string, args ...tongue.Arg) *engine.Fault {
		f := no(rule, key, args...).but(p.verbHint(side)).fault(o)
		return &f
	}
	switch {
	case o.verb.Word == "answer" || o.verb.Ahead:
		return nil
	case p.Asked != nil && o.verb.Word != "hold":
		return refuse("5", "fault.asked")
	case o.verb.Word == "armistice" && o.word == "accept" && p.Offers != 1-side:
		return refuse("3.2-a", "fault.no-offer")
	case o.verb.Word == "armistice" && o.word == "withdraw" && p.Offers != side:
		return refuse("3.2-a", "fault.no-offer")
	case o.verb.Word == "resign" && p.winning(side):
		return refuse("3.3-a", "fault.resign")
	case phases == anyPhase:
		return nil
	case o.verb.Word == "weather" && (p.Phase != RespondPhase || !p.Waits[side]):
		now := name("words", strings.Join(p.wordsNow(side), ", "))
		f := no("9.5-a", "fault.weather-whose").but(said.Say("hint.weather", now)).fault(o)
		return &f
	case !p.Waits[side] || !strings.ContainsRune(phases, rune(p.Phase)):
		return refuse("2.0-a", "fault.phase", name("word", o.verb.Word))
	}
	return nil
}

// verbHint lists the words that can open a line now.
func (p *Position) verbHint(side int) tongue.Text { return oneOf("", p.wordsNow(side)) }

// wordsNow are the words that can open a line now.
func (p *Position) wordsNow(side int) (words []string) {
	for _, v := range verbs {
		if v.phases == anyPhase && (v.Word != "answer" || p.Asked != nil) ||
			p.Asked == nil && p.Waits[side] && strings.ContainsRune(v.phases, rune(p.Phase)) {
			words = append(words, v.Word)
		}
	}
	return words
}

// foresee does what lines come to as far as that needs no dice, which changes the position, and
// returns what is wrong with them.
func (rs *Ruleset) foresee(p *Position, side int, acts []*order) (bad []engine.Fault) {
	r := newRun(rs, p, nil)
	r.dry = true
	r.acts[side] = acts
	r.t.bp = p.year().BP[side]
	for _, o := range acts {
		f := r.do(side, o)
		if f == nil {
			f = r.foreseeCards(side, o)
		}
		if f != nil {
			bad = append(bad, f.fault(o))
		}
	}
	if p.Phase == TurnPhase && len(bad) == 0 {
		bad = append(r.foreseeExchange(side), r.foreseeBattles(side)...)
	}
	return bad
}

// foreseeExchange says that nothing is exchanged at the end of a Player Turn in which a card is played, in a line
// before or behind that of the exchange [A27].
func (r *run) foreseeExchange(side int) (bad []engine.Fault) {
	for _, o := range r.lines(side, "exchange") {
		if !r.p.pass() || r.p.Offense.Spent {
			nothing := said.Say("hint.nothing", name("word", o.verb.Word))
			bad = append(bad, no("2.II.1-i", "fault.exchange").but(nothing).fault(o))
		}
	}
	return bad
}

// foreseeCards says what is wrong with cards that a line names.
func (r *run) foreseeCards(side int, o *order) *refusal {
	p := r.p
	switch o.verb.Word {
	case "exchange":
		return p.lacks("2.II.1-i", side, p.hand(side), o.cards)
	case "discard":
		if p.Phase == DiscardPhase { // in the Production Phase it can name what will be bought
			return p.lacks("2.V.3-a", side, p.held(side), o.cards)
		}
	case "weather":
		if !p.holdsCard(side, setup.Weather) {
			return p.noCard("9.5-a", side, setup.Weather)
		}
		if p.Turn < p.rs.tables.Cards[setup.Weather].From {
			return p.early("9.5-h", setup.Weather)
		}
	case "gas", "aaf":
		if p.Phase == RespondPhase {
			return r.foreseeAnswer(side, o)
		}
	}
	return nil
}

// lacks says that a card is not among those that a side has.
func (p *Position) lacks(rule string, side int, has, cards []setup.Card) *refusal {
	for _, c := range cards {
		i := slices.Index(has, c)
		if i < 0 {
			return p.noCard(rule, side, c)
		}
		has = slices.Delete(has, i, i+1)
	}
	return nil
}

// foreseeAnswer plays the cards of the Defender without him.
func (r *run) foreseeAnswer(side int, o *order) *refusal {
	for _, a := range o.areas {
		if f := r.enhance(side, o.verb.Word, a); f != nil {
			return f
		}
	}
	return nil
}

// foreseeBattles says what is wrong with the battles that are declared.
func (r *run) foreseeBattles(side int) (bad []engine.Fault) {
	words := []string{"battle", "keep", "gas", "aaf", "surprise", "extra"}
	if r.p.pass() {
		for _, o := range r.lines(side, words...) {
			bad = append(bad, no("2.II.1-c", "fault.pass-battle").but(r.p.offensives(side)).fault(o))
		}
		return bad
	}
	r.endOfMoves(side)
	r.faults = &bad
	r.declare(side)
	return bad
}
