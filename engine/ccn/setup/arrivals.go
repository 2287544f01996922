package setup

import (
	"slices"
	"strings"

	"berthier/engine/hex"
	"berthier/engine/lines"
)

// ArrivalsFile is the name of the hidden file with the arrivals of a scenario.
const ArrivalsFile = "arrivals.txt"

// Arrival is units that come onto the board in a turn of their side.
type Arrival struct {
	Side   int
	Left   bool  // where: from the left of the side, or else its right
	Turn   int   // of the side alone, from 1
	Units  []int // in the order in which they come
	Leader int   // who comes with the first of them, or -1
}

// The turns in which somebody can arrive: those of one side, which has begun with its first.
const firstArrival, lastArrival = 2, 30

// ParseArrivals reads an arrivals file of a scenario. The error is an [engine.Faults] with
// every fault of the text.
func (s *Scenario) ParseArrivals(text []byte) ([]Arrival, error) {
	r := &arrivalReader{Reader: lines.Read(text), s: s, come: map[int]bool{}}
	kinds := []lines.Kind{{Word: "arrival", Phase: 0, Usage: `arrival SIDE left|right TURN UNIT[,UNIT…] [leader=ID]`,
		Read: r.read}}
	r.Only(kinds)
	r.ReadPhase(kinds, 0)
	if r.Faultless() {
		for i, u := range s.Units {
			r.due(i, u.ID, u.Hex)
		}
		for i, l := range s.Leaders {
			r.due(len(s.Units)+i, l.ID, l.Hex)
		}
	}
	if err := r.Err(); err != nil {
		return nil, err
	}
	return r.all, nil
}

type arrivalReader struct {
	*lines.Reader
	s    *Scenario
	all  []Arrival
	come map[int]bool // by piece
}

// due demands of a piece that is off the board that it arrives.
func (r *arrivalReader) due(piece int, id string, at hex.Hex) {
	if at == hex.None && !r.come[piece] {
		r.Fault("each unit and leader with at=off in one line", "%s never arrives", id)
	}
}

func (r *arrivalReader) read() {
	name, _ := r.Word("side")
	where, _ := r.Word("left or right")
	turn, _ := r.Word("turn")
	list, ok := r.Word("units")
	if !ok {
		return
	}
	a := Arrival{Leader: -1, Left: where == "left"}
	if a.Side = slices.IndexFunc(r.s.Sides[:], func(s SideSpec) bool { return string(s.Name) == name }); a.Side < 0 {
		r.Fault("want "+string(r.s.Sides[0].Name)+" or "+string(r.s.Sides[1].Name), "unknown side %q", name)
		return
	}
	if where != "left" && where != "right" {
		r.Fault("want left or right", "from %q", where)
		return
	}
	if a.Turn, ok = r.Number("turn", turn, firstArrival, lastArrival); !ok {
		return
	}
	for id := range strings.SplitSeq(list, ",") {
		u, ok := r.piece(id, a.Side, false)
		if !ok {
			return
		}
		a.Units = append(a.Units, u)
	}
	if id, named := r.Key("leader"); named {
		l, ok := r.piece(id, a.Side, true)
		if !ok {
			return
		}
		a.Leader = l - len(r.s.Units)
	}
	r.all = append(r.all, a)
}

// piece reads the id of a unit or leader that arrives.
func (r *arrivalReader) piece(id string, side int, leader bool) (int, bool) {
	i, ok := r.s.Piece(id)
	if !ok || leader != (i >= len(r.s.Units)) {
		r.Fault("an id of the scenario", "%q is no %s", id, map[bool]string{false: "unit", true: "leader"}[leader])
		return 0, false
	}
	var at hex.Hex
	var of int
	if leader {
		at, of = r.s.Leaders[i-len(r.s.Units)].Hex, r.s.Leaders[i-len(r.s.Units)].Side
	} else {
		at, of = r.s.Units[i].Hex, r.s.Units[i].Side
	}
	switch {
	case of != side:
		r.Fault("an id of that side", "%s fights for %s", id, r.s.Sides[of].Name)
	case at != hex.None:
		r.Fault("one that has at=off", "%s is on the board", id)
	case r.come[i]:
		r.Fault("each once", "%s arrives twice", id)
	default:
		r.come[i] = true
		return i, true
	}
	return 0, false
}
