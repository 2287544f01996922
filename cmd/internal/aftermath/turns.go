package aftermath

import (
	"cmp"
	"slices"

	"berthier/engine"
	"berthier/templates"
)

// turn is one turn of a game: the last point in it, and the one before its first.
type turn struct {
	n             int
	before, after point
}

// turns are those of the game, in order.
func (t *teller) turns() (all []turn) {
	for i, p := range t.points[1:] {
		if n := len(all); n > 0 && all[n-1].n == p.turn {
			all[n-1].after = p
			continue
		}
		all = append(all, turn{p.turn, t.points[i], p})
	}
	return all
}

// story tells the turns in which most happened, and counts those that it leaves out although
// something did.
func (t *teller) story() (told []templates.StoryTurn, quiet int) {
	weights := map[int]int{} // by turn
	var turns []int          // that are told
	for _, x := range t.turns() {
		one, weight := t.tell(x)
		if weight > 0 {
			told = append(told, one)
			turns, weights[one.Turn] = append(turns, one.Turn), weight
		}
	}
	if len(told) <= MostTurns {
		return told, 0
	}
	slices.SortStableFunc(turns, func(a, b int) int { return cmp.Compare(weights[b], weights[a]) })
	left := turns[MostTurns:]
	told = slices.DeleteFunc(told, func(x templates.StoryTurn) bool { return slices.Contains(left, x.Turn) })
	return told, len(left)
}

// What the parts of a turn weigh against each other.
const (
	weighsBroken = 20
	weighsTaken  = 10
	weighsFight  = 1
)

// tell tells one turn, and how much it weighs; 0 if nothing happened.
func (t *teller) tell(x turn) (told templates.StoryTurn, weight int) {
	told.Turn = x.n
	for i, g := range x.after.Goals {
		if g.Holder != x.before.Goals[i].Holder {
			told.Taken = append(told.Taken, g)
		}
	}
	lost := make([]int, len(t.sides))
	for i, f := range x.after.Forces {
		if f.Broken && !x.before.Forces[i].Broken {
			told.Broken = append(told.Broken, f)
		}
		if s := slices.Index(t.sides, f.Side); s >= 0 {
			lost[s] += f.Lost - x.before.Forces[i].Lost
		}
	}
	for i, n := range lost {
		if n > 0 {
			told.Lost = append(told.Lost, templates.SideNumber{Side: t.sides[i], Number: n})
			weight += n
		}
	}
	for _, p := range t.points {
		if p.turn == x.n && p.fight != nil && (told.Fight == nil || p.fight.Weight > told.Fight.Weight) {
			told.Fight = p.fight
		}
	}
	if told.Fight != nil {
		weight += weighsFight
	}
	score := x.after.Measures[0]
	told.By = score.Name
	for i, n := range score.Of {
		told.Score = append(told.Score, templates.SideNumber{Side: t.sides[i], Number: n})
	}
	return told, weight + weighsTaken*len(told.Taken) + weighsBroken*len(told.Broken)
}

// held says who held each goal, from turn to turn.
func (t *teller) held() (all []templates.Tenure) {
	turns := t.turns()
	for i, g := range t.points[0].Goals {
		h := templates.Tenure{Goal: g.Name, Spans: []templates.Span{{Side: g.Holder}}}
		for _, x := range turns {
			last := &h.Spans[len(h.Spans)-1]
			if now := x.after.Goals[i].Holder; now != last.Side {
				h.Spans = append(h.Spans, templates.Span{Side: now, From: x.n, To: x.n})
			} else {
				last.To = x.n
			}
		}
		all = append(all, h)
	}
	return all
}

// curves are those of the measures of the game, and of luck.
func (t *teller) curves(end engine.Position) (all []templates.Curve) {
	turns := t.turns()
	if len(turns) == 0 {
		return nil
	}
	colors := t.colors(end)
	first := t.points[0]
	for m, score := range first.Measures {
		c := templates.Curve{Name: word(score.Name.String()), Title: score.Name, First: turns[0].n - 1}
		for s, side := range t.sides {
			l := templates.CurveLine{Name: string(side), Color: colors[side], Values: []float64{float64(score.Of[s])}}
			for _, x := range turns {
				l.Values = append(l.Values, float64(x.after.Measures[m].Of[s]))
			}
			c.Lines = append(c.Lines, l)
		}
		all = append(all, c)
	}
	luck := templates.Curve{Name: "luck", Title: templates.LuckTitle(), First: turns[0].n - 1}
	for _, side := range t.sides {
		l := templates.CurveLine{Name: string(side), Color: colors[side], Values: []float64{0}}
		sum := 0.0
		for _, x := range turns {
			for _, one := range engine.LuckOf(t.trials(x.n)) {
				if one.Side == side {
					sum += float64(one.Successes) - one.Expected
				}
			}
			l.Values = append(l.Values, sum)
		}
		luck.Lines = append(luck.Lines, l)
	}
	return append(all, luck)
}

// colors are those of the sides on the map.
func (t *teller) colors(end engine.Position) map[engine.Side]string {
	m, ok := t.rules.(engine.Mapper)
	if !ok {
		return nil
	}
	all := map[engine.Side]string{}
	for _, s := range engine.Show(m, end, nil, "").Sides {
		all[engine.Side(s.Name)] = s.Color
	}
	return all
}

// word makes the name of a file of a measure: its first word, in lower case.
func word(name string) string {
	var w []byte
	for _, c := range []byte(name) {
		switch {
		case 'A' <= c && c <= 'Z':
			w = append(w, c-'A'+'a')
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			w = append(w, c)
		default:
			return cmp.Or(string(w), "curve")
		}
	}
	return cmp.Or(string(w), "curve")
}
