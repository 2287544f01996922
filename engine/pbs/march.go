package pbs

import (
	"slices"
	"strconv"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/pbs/setup"
)

// firstCards plays the first cards, which decide who chooses the territory, and puts the
// pawn on the map [2-b to 2-d, 3-a].
func (r *run) firstCards() {
	cards, played := [2]setup.Card{}, [2][]setup.Card{}
	for s := range cards {
		held := r.p.held(s)
		if len(held) == 0 {
			continue // counts as Black [B05]
		}
		cards[s] = held[0]
		if o := r.p.last(s, "card"); o != nil {
			cards[s] = choose(o.play, held)
		}
		played[s] = cards[s : s+1]
	}
	r.show("2-b", played)
	chooser, rule := r.p.Defender, "2-d"
	if cards[r.p.invader()] > cards[r.p.Defender] {
		chooser, rule = r.p.invader(), "2-c"
	}
	territory := r.p.wanted(chooser)
	placer := r.p.Defender
	if r.p.Intercept {
		placer = r.p.invader()
	}
	if o := r.p.last(chooser, "territory"); o != nil && !slices.Contains(o.territories, territory) {
		r.unmet(rule, chooser, "territory")
	}
	r.event(rule, "territory", chooser, "territory", territory.String())
	cell := r.p.start(placer, territory)
	if o := r.p.last(placer, "start"); o != nil && !slices.Contains(o.cells, cell) {
		r.unmet("3-b", placer, "start")
	}
	r.event("3-a", "pawn", placer, "cell", cell.String())
	if r.p.options.weather {
		r.weather()
	}
	r.enter("0-a", DayPhase)
}

// choose is the card that is meant: the card itself, or the next worse one, or the worst
// [B60]. held is not empty and sorted.
func choose(pl play, held []setup.Card) setup.Card {
	switch pl.word {
	case "lowest", "pass":
		return held[0]
	case "best":
		return held[len(held)-1]
	}
	card := held[0]
	for _, c := range held {
		if c <= pl.card {
			card = c
		}
	}
	return card
}

// wanted is the territory that a side chooses: the first that it named and that is on the
// Defender's list, or the first of that [2-c, 2-d, B06].
func (p *Position) wanted(side int) setup.Territory {
	list := p.roster(p.Defender).Territories
	if o := p.last(side, "territory"); o != nil {
		for _, t := range o.territories {
			if slices.Contains(list, t) {
				return t
			}
		}
	}
	return list[0]
}

// start is where a side puts the pawn: on the first cell that it named and that is of the
// territory, or on the nearest to the middle of the map [3-b, B63].
func (p *Position) start(side int, t setup.Territory) Cell {
	if o := p.last(side, "start"); o != nil {
		for _, c := range o.cells {
			if p.is(c, t) {
				return c
			}
		}
	}
	best, least := Cell{}, -1
	for _, c := range p.cells() {
		away := abs(2*(c.Line+1)-(len(p.grid.Lines)+1)) + 2*abs(int(c.Density)-int(setup.Normal))
		if p.is(c, t) && (least < 0 || away < least) {
			best, least = c, away
		}
	}
	return best
}

func abs(n int) int { return max(n, -n) }

// dayWord is the slot of a day's card.
func dayWord(day int) string { return "day " + strconv.Itoa(day) }

// day plays a day of the march [3-e]. Both plans are judged before a card is shown [B59].
func (r *run) day() {
	day := r.p.Site.Day + 1
	cards, played := [2]setup.Card{}, [2][]setup.Card{}
	for s := range cards {
		if card, passes := r.p.cardOf(s, day); !passes {
			cards[s] = card
			played[s] = cards[s : s+1]
		}
	}
	r.show("3-e", played)
	for s := range cards {
		if len(played[s]) == 0 {
			r.event("3-n", "pass", s, "day", strconv.Itoa(day))
		}
	}
	winner, rule := Nobody, "3-g"
	switch {
	case cards[0] > cards[1]:
		winner, rule = 0, "3-f"
	case cards[1] > cards[0]:
		winner, rule = 1, "3-f"
	}
	to := r.p.Site.Pawn
	difference := abs(int(cards[0]) - int(cards[1]))
	if winner != Nobody {
		to = r.p.pawnTo(winner, difference)
	}
	r.event(rule, "day", winner, "day", strconv.Itoa(day), "difference", strconv.Itoa(difference), "from",
		r.p.Site.Pawn.String(), "to", to.String())
	if day == days {
		r.enter("3-q", GroundPhase)
	}
}

// cardOf is the card of a side on a day, or that it passes [3-m to 3-o, B58].
func (p *Position) cardOf(side, day int) (card setup.Card, passes bool) {
	held := p.held(side)
	may := len(held) < days-day+1 || p.options.freePass && len(held) > 0
	if len(held) == 0 {
		return setup.Black, true
	}
	pl := play{word: "lowest"}
	if may && p.passesLater(side, day) < days-day+1-len(held) {
		pl.word = "pass" // by default on the first days
	}
	if o := p.last(side, dayWord(day)); o != nil {
		i := slices.IndexFunc(o.day, func(s ask.StandingOrder) bool {
			return s.If.Holds(func(t ask.Term) bool { return p.dayHolds(side, t) })
		})
		if i >= 0 {
			pl, _ = playOf(o.day[i].Answer)
		}
	}
	if pl.word == "pass" && may {
		return setup.Black, true
	}
	return choose(pl, p.playable(side, held)), false
}

// passesLater is on how many days after one a side says that it passes, whatever happens: on these days, and not on
// the first ones, it has chosen to be short of cards [3-m].
func (p *Position) passesLater(side, day int) (n int) {
	for later := day + 1; later <= days; later++ {
		if o := p.last(side, dayWord(later)); o != nil {
			n += boolInt(o.day[0].Answer == "pass" && len(o.day[0].If) == 0)
		}
	}
	return n
}

// playable are the cards that a side does not want to keep for scouting, or all if it keeps
// all [3-p].
func (p *Position) playable(side int, held []setup.Card) []setup.Card {
	o := p.last(side, "save")
	if o == nil {
		return held
	}
	left := slices.DeleteFunc(slices.Clone(held), func(c setup.Card) bool { return c >= o.play.card })
	if len(left) == 0 {
		return held
	}
	return left
}

// dayHolds reports whether a term of a condition holds for a side.
func (p *Position) dayHolds(side int, t ask.Term) bool {
	switch t.Fact {
	case "goal":
		return p.inGoal(side, p.Site.Pawn)
	case "off-goal":
		return !p.inGoal(side, p.Site.Pawn)
	case "won":
		return p.Site.Last == side
	case "lost":
		return p.Site.Last == 1-side
	case "at":
		return slices.Contains(t.List, p.Site.Pawn.String())
	case "density":
		return slices.Contains(t.List, p.Site.Pawn.Density.String())
	case "flank":
		return slices.Contains(t.List, p.flank().String())
	case "hand":
		return p.Cards.Count(p.hand(side)) >= t.Number
	case "theirs":
		return p.Cards.Count(p.hand(1-side)) >= t.Number
	}
	return false
}

// inGoal reports whether a cell is where a side wants to fight; without a goal it is
// anywhere.
func (p *Position) inGoal(side int, c Cell) bool {
	o := p.last(side, "goal")
	if o == nil {
		return true
	}
	return (len(o.densities) == 0 || slices.Contains(o.densities, c.Density)) &&
		(len(o.flanks) == 0 || slices.Contains(o.flanks, p.grid.Lines[c.Line].Flank))
}

// pawnTo is where the winner of a day moves the pawn: to the first of his cells that he can
// reach, else nearer to his goal, else nowhere [3-f, B08, B61].
func (p *Position) pawnTo(side, difference int) Cell {
	reach := p.reach(difference)
	if o := p.last(side, "march"); o != nil {
		for _, c := range o.cells {
			if slices.Contains(reach, c) {
				return c
			}
		}
	}
	best := p.Site.Pawn
	for _, c := range reach {
		if p.fromGoal(side, c) < p.fromGoal(side, best) {
			best = c
		}
	}
	return best
}

// fromGoal is how far a cell is from the nearest one of the territory where a side wants to
// fight, in cells along lines and columns; 0 without such a cell.
func (p *Position) fromGoal(side int, from Cell) int {
	least := -1
	for _, c := range p.cells() {
		if !p.is(c, p.Site.Territory) || !p.inGoal(side, c) {
			continue
		}
		lines := abs(c.Line - from.Line)
		away := min(lines, len(p.grid.Lines)-lines) + abs(int(c.Density)-int(from.Density))
		if least < 0 || away < least {
			least = away
		}
	}
	return max(least, 0)
}

// applyDay notes the end of a day.
func (p *Position) applyDay(e engine.Event) {
	p.Site.Day, p.Site.Last = e.Int("day"), p.sideNo(e.By)
	if c, ok := p.parseCell(e.Get("to")); ok {
		p.Site.Pawn = c
	}
}

// weather chooses the season and rolls for the weather [13-a to 13-d, B43].
func (r *run) weather() {
	season := setup.Spring
	if o := r.p.last(r.p.invader(), "season"); o != nil {
		season = o.season
	}
	const sides = 6
	draws := engine.Throw(r.dice.Draw, "weather", 2, sides)
	mods, score := []engine.Mod(nil), draws[0].Value+draws[1].Value+2
	if season != setup.Spring {
		n := map[setup.Season]int{setup.Winter: -2, setup.Summer: 2}[season]
		mods, score = []engine.Mod{{Name: season.String(), Value: n}}, score+n
	}
	w := r.rs.tables.Weather(score, r.p.Site.Territory)
	r.event("13-a", "season", r.p.invader(), "season", season.String())
	r.emit(
		engine.Event{Rule: "13-b", Kind: "roll", Roll: &engine.Roll{Die: engine.Die{First: 1}, Draws: draws, Mods: mods,
			Total: score, Result: strings.ReplaceAll(w.String(), "-", " ")}},
	)
	r.event("13-c", "weather", Nobody, "weather", w.String(), "variable", yesNo(draws[0].Value == draws[1].Value))
}
