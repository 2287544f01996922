package ccn

import (
	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/tongue"
)

// weatherDice takes off the dice that the weather costs a unit in ranged combat, after terrain
//
func (r *run) weatherDice(q *pool, a aim) {
	const far = 3
	if a.melee {
		return
	}
	if r.p.sc.Weather.Wet && q.n > 0 {
		q.add("wet", -1)
	}
	if r.p.sc.Weather.Wind && q.n > 0 && setup.Sheet.Distance(r.p.Units[a.unit].Hex, a.at) >= far {
		q.add("wind", -1)
	}
}

// inMud is how far a unit may move that could move so far on dry ground.
func (r *run) inMud(u, n int) int {
	k := r.p.kind(u)
	if n > 1 && r.p.sc.Weather.Mud && (k.Arm == setup.Cavalry || k.Horse) {
		return n - 1
	}
	return n
}

// weatherTable is what the weather does in the whole battle; none in a fair one.
func (p *Position) weatherTable() []engine.Table {
	t := engine.Table{Title: said.Say("table.weather"), Columns: columns("effect")}
	w := p.sc.Weather
	for _, what := range []struct {
		is  bool
		key string
	}{{w.Wet, "weather.wet"}, {w.Wind, "weather.wind"}, {w.Mud, "weather.mud"}} {
		if what.is {
			t.Rows = append(t.Rows, []tongue.Text{said.Say(what.key)})
		}
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return []engine.Table{t}
}
