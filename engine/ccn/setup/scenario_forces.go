package setup

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine/hex"
)

// reservedIDs are the words of turn files and of standing orders; nothing may be
// called so.
var reservedIDs = []string{
	"play", "copy", "order", "detach", "form", "move", "fire", "melee", "standing", "answer", "when", "hold",
	"advance", "all", "and", "any", "ask", "at", "back", "battle", "bonus", "by", "center", "default", "else", "end",
	"exit", "first", "flags", "for", "from", "game", "if", "in", "left", "max", "never", "no", "none",
	"off", "on", "or",
	"over", "right", "second", "side", "square", "stay", "step", "then", "through", "to", "turn", "unit", "via", "with",
	"yes", "infantry", "cavalry", "artillery", "leader", "flag",
}

// declare notes where a unit or leader is declared; they share one set of ids.
func (r *scenarioReader) declare(id string) bool {
	if fault := idFault(id); fault != "" {
		r.Fault("want 1 to 8 of a-z, 0-9 and -, for example 3lig", "id %q %s", id, fault)
		return false
	}
	if p, ok := r.ids[id]; ok {
		r.Fault("want an id of its own", "id %q is already used in line %d", id, p.Line)
		return false
	}
	r.ids[id] = r.Here()
	return true
}

// idFault says what is wrong with an id, or "".
func idFault(id string) string {
	if id == "" || len(id) > 8 {
		return "is too short or too long"
	}
	for _, c := range id {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' {
			return "has a character that is not allowed"
		}
	}
	if id[0] == '-' {
		return "begins with a hyphen"
	}
	if _, err := Sheet.Parse(id); err == nil {
		return "looks like a hex"
	}
	if _, card := ParseCard(id); card || slices.Contains(reservedIDs, id) {
		return "is a word of the turn file"
	}
	return ""
}

// titled reads ID ["NAME"] and the word after it, which is one of want.
func (r *scenarioReader) titled(what string, is func(string) bool) (id, name, next string, ok bool) {
	if id, ok = r.Word("id"); !ok {
		return
	}
	name = id
	if next, ok = r.Word(what); !ok {
		return
	}
	if words := r.Words(); !is(next) && len(words) > 0 && is(words[0]) {
		name = next
		next, ok = r.Word(what)
	}
	return id, name, next, ok && r.declare(id)
}

// Off stands for the hex of what is not on the board.
const Off = "off"

// place reads the hex of a unit or leader; hex.None if it arrives later.
func (r *scenarioReader) place() (hex.Hex, bool) {
	text, ok := r.Key("at")
	if !ok {
		r.Fault("at=HEX, or at=off if it arrives later", "it stands nowhere")
		return hex.None, false
	}
	if text == Off {
		return hex.None, true
	}
	return r.hex(text)
}

func (r *scenarioReader) readUnit() {
	if len(r.s.Units) == maxUnits {
		r.Fault(fmt.Sprintf("at most %d", maxUnits), "too many units")
		return
	}
	isNation := func(s string) bool { return slices.Contains(r.tables.Nations(), s) }
	id, name, nation, ok := r.titled("nation", isNation)
	if !ok {
		return
	}
	typ, ok := r.Word("type")
	if !ok {
		return
	}
	side, ok := r.sideOfNation(nation)
	if !ok {
		return
	}
	kind, ok := r.tables.Kind(nation, typ)
	if !ok {
		r.Fault("want one of "+strings.Join(r.tables.Types(nation), ", "), "%s has no type %q", nation, typ)
		return
	}
	if !kind.Used {
		r.Fault(
			"the row says used=no; confirm its values and replace tables/units.csv",
			"%s %s cannot be used yet [2.5-f]",
			nation,
			typ,
		)
		return
	}
	at, ok := r.place()
	if !ok {
		return
	}
	r.s.Units = append(r.s.Units, UnitSpec{ID: id, Name: name, Side: side, Kind: kind, Hex: at})
	r.units = append(r.units, r.Here())
}

// sideOfNation is for whom a unit fights: the side of its nation, or the one that the line
// names if the nation fights for both.
func (r *scenarioReader) sideOfNation(nation string) (side int, ok bool) {
	var of []int
	for i := range r.s.Sides {
		if slices.Contains(r.s.Sides[i].Nations, nation) {
			of = append(of, i)
		}
	}
	text, named := r.Key("side")
	if named {
		if side, ok = r.sideOf(text); !ok {
			return 0, false
		}
	}
	switch {
	case len(of) == 0:
		r.Fault("a nation stands behind nations= of its side", "nation %q fights for no side", nation)
	case named && !slices.Contains(of, side):
		r.Fault("a nation stands behind nations= of its side", "nation %q does not fight for %s", nation, text)
	case named:
		return side, true
	case len(of) > 1:
		r.Fault("side=SIDE", "nation %q fights for both sides", nation)
	default:
		return of[0], true
	}
	return 0, false
}

func (r *scenarioReader) readLeader() {
	if len(r.s.Leaders) == maxLeaders {
		r.Fault(fmt.Sprintf("at most %d", maxLeaders), "too many leaders")
		return
	}
	isSide := func(s string) bool { return s == string(r.s.Sides[0].Name) || s == string(r.s.Sides[1].Name) }
	id, name, text, ok := r.titled("side", isSide)
	if !ok {
		return
	}
	side, ok := r.sideOf(text)
	if !ok {
		return
	}
	at, ok := r.place()
	if !ok {
		return
	}
	r.s.Leaders = append(r.s.Leaders, LeaderSpec{ID: id, Name: name, Side: side, Hex: at})
	r.leaders = append(r.leaders, r.Here())
}

func (r *scenarioReader) readGoal() {
	if len(r.s.Goals) == maxGoals {
		r.Fault(fmt.Sprintf("at most %d", maxGoals), "too many goals")
		return
	}
	hs, ok := r.hexes()
	if !ok {
		return
	}
	g := Goal{
		Hexes:   hs,
		Once:    r.Flag("once"),
		AtStart: r.Flag("start"),
		Need:    r.NumberKey("need", 1, len(hs), len(hs)),
	}
	if len(r.Words()) > 0 {
		g.Name, _ = r.Word("name")
	} else if g.Name = r.s.names[hs[0]]; g.Name == "" {
		g.Name = Sheet.Name(hs[0])
	}
	for i := range r.s.Sides {
		g.Banners[i] = r.NumberKey(string(r.s.Sides[i].Name), 0, 9, 0)
	}
	if g.Banners == [2]int{} {
		r.Fault("SIDE=BANNERS for one side or both", "nobody gains a banner by it")
		return
	}
	r.s.Goals = append(r.s.Goals, g)
	r.goals = append(r.goals, r.Here())
}

func (r *scenarioReader) readExit() {
	text, ok := r.Word("side")
	if !ok {
		return
	}
	side, ok := r.sideOf(text)
	if !ok {
		return
	}
	hs, ok := r.hexes()
	if !ok {
		return
	}
	r.s.Exits = append(r.s.Exits, Exit{Side: side, Hexes: hs, Banners: r.NumberKey("banners", 0, 9, 0)})
	r.exits = append(r.exits, r.Here())
}
