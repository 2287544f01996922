package pbs

import (
	"slices"

	"berthier/engine"
)

// Preview implements engine.Previewer for the deployment: where the whole army comes to stand by
// what its player has said and says now, its ambushes and flank marches first, as if nothing of
// it had to be deployed before. What lies on the ground, and where the enemy stands, does not
// change that; all other plans wait for dice or for the other player, and there are no odds.
func (rs *Ruleset) Preview(pos engine.Position, o engine.Orders) engine.Preview {
	view := rs.View(pos, o.Side).(*Position)
	side := view.sideNo(o.Side)
	shows := func(l engine.Order) bool {
		return slices.Contains([]string{"camp", "deploy", "ambush", "flank-march", "bluff"}, l.Words[0])
	}
	deploying := view.Phase == ListPhase || view.Phase == DeployPhase || view.Phase == HidePhase
	if !deploying || side == Nobody || !slices.ContainsFunc(o.Lines, shows) || len(rs.Check(view, o)) > 0 {
		return engine.Preview{After: view}
	}
	r := &run{rs: rs, p: view.clone()}
	r.note(o)
	if !r.p.Armies[side].Camp.laid() {
		r.event("9-a", "camp", side, "at", rectText(r.p.seen(side, r.p.campFor(side))))
	}
	if view.Phase != DeployPhase || view.Step == 0 {
		r.hideOf(side)
	}
	for _, g := range r.p.order(side) {
		r.deployGroup(side, g)
	}
	return engine.Preview{After: rs.View(r.p, o.Side), Events: engine.Visible(r.out, o.Side)}
}
