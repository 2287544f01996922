package setup

// Pile counts the units that are to share a hex.
type Pile struct {
	InLine bool // one of them is not in square

	count          [3]int // by Arm
	sp             int    // of infantry and cavalry
	mixed          bool   // infantry or cavalry of several formations
	routed, others bool
	squared        bool
	form           string
}

// Add puts a unit into the pile, in the state and shape that it has.
func (c *Pile) Add(u *UnitSpec, s State, square bool) {
	c.count[u.Arm]++
	if u.Arm != Artillery {
		c.mixed = c.mixed || c.form != "" && c.form != u.Form
		c.form = u.Form
		c.sp += u.Values(s).SP
	}
	c.routed, c.others = c.routed || s == Routed, c.others || s != Routed
	c.squared, c.InLine = c.squared || square, c.InLine || !square
}

// Fault says which clause forbids the units to share a hex [5.1.1].
func (c *Pile) Fault() (rule, why string) {
	inf, cav, art := c.count[Infantry], c.count[Cavalry], c.count[Artillery]
	switch {
	case c.routed && c.others:
		return "5.1.1-i", "routed units stack with no other units"
	case c.squared && c.InLine:
		return "5.1.1-j", "a unit in square stacks with no unit that is not"
	case inf > 0 && cav > 0:
		return "5.1.1-k", "infantry and cavalry do not stack"
	case art > 2:
		return "5.1.1-b", "no more than two artillery units stack"
	case art == 2 && cav > 0:
		return "5.1.1-d", "only one artillery unit stacks with infantry or cavalry"
	case art == 2 && inf > 0:
		return "5.1.1-c", "only one artillery unit stacks with infantry or cavalry"
	case art == 1 && cav > 1:
		return "5.1.1-d", "artillery stacks with one cavalry unit, not with more"
	case c.mixed && !c.routed:
		return "5.1.1-b", "infantry or cavalry of different formations do not stack"
	case inf+cav > 3:
		return "5.1.1-g", "no more than three units of one arm stack"
	case inf+cav == 3 && c.sp > 6:
		return "5.1.1-g", "three units of one arm stack only if they have 6 SP or less together"
	}
	return "", ""
}
