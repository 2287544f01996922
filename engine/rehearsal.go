package engine

// Rehearser is a Ruleset that can show beforehand where orders lead as far as
// that does not depend on dice. It is optional, like Forecaster.
type Rehearser interface {
	Ruleset

	// Rehearse carries the orders of one side out as if every test were passed,
	// no fire hit and nobody reacted, up to the attacks that they declare, and
	// gives the side's view after that and the events that led there. For orders
	// in which Check finds a fault, and for decisions that move nothing, that is
	// the view as it is, and no events. It draws nothing, changes nothing, and
	// uses what the side may know and nothing else.
	Rehearse(p Position, o Orders) (Position, []Event)
}

// Stander is a Ruleset in which sides leave standing orders.
type Stander interface {
	Ruleset

	// Standing lists the standing orders of a side that are in force, as order
	// lines that would give them again.
	Standing(p Position, side Side) []string
}
