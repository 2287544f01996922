package hex

// Chart is a map with its counters as a drawing needs it: no rule, only what
// is seen. A game fills it for one side's view.
type Chart struct {
	Title      string
	Cols, Rows int
	Cells      []Cell    // every hex, ordered by Less
	Sides      []Side    // hexsides with something on them
	Lines      []Line    // roads, trails: drawn from centre to centre
	Counters   []Counter // within a hex from the bottom of the stack to the top
	Arrows     []Arrow   // moves of the step, in order
}

// Cell is one hex of the ground.
type Cell struct {
	Hex     Hex
	Terrain string // "clear", "woods", "village" …
	Level   int    // elevation, from 0
	Name    string // place name printed in it, or empty
	Mark    string // "objective 5", "entry A" …, or empty
}

// Side is a feature along one hexside.
type Side struct {
	Edge Edge
	Kind string // "stream", "river", "bridge", "ford", "slope", "steep", "ridge", "wall" …
}

// Line is a road or trail through hexes.
type Line struct {
	Kind  string // "road" or "trail"
	Hexes []Hex
}

// Counter is one unit or commander on the map.
type Counter struct {
	Hex      Hex
	ID       string // short ASCII id as in turn files
	Side     int    // index of its side, from 0
	Arm      string // "inf", "cav", "art", "cmd"
	Heavy    bool   // heavy cavalry
	Strength string // "6", or "?" if unknown
	Rating   string // small print: cohesion, or empty
	Stripe   string // formation id: decides the colour of the stripe
	Facing   Facing
	Faces    bool   // false: no facing (routed, commander, square)
	State    string // "", "disordered", "routed", "square"
	Active   bool   // of the activated formation
}

// Arrow is one move or fire of the step.
type Arrow struct {
	Kind string // "move", "fire", "shock", "charge", "retreat", "rout"
	Side int
	Path []Hex
}
