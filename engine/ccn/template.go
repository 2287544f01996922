package ccn

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// template is an order block for what a side owes: a comment for each line that is legal
// now, and nothing that no card of the hand allows.
func (rs *Ruleset) template(p *Position, side engine.Side, owed []engine.Decision) engine.Template {
	if len(owed) == 0 {
		return nil
	}
	t := &offer{rs: rs, p: p, side: p.sc.SideNo(side)}
	q, asked := p.question(side)
	switch {
	case asked:
		for _, o := range answers(q) {
			if !p.canAnswer(t.side, q, o) {
				continue
			}
			t.line("answer "+o, remarkOf(o))
		}
	case owed[0].Kind == "D0":
		t.note("sheet.standing")
		t.line("standing square always if dice 3", said.Say("sheet.square"))
		t.line("standing reform always if dice 4", said.Say("sheet.reform"))
		t.line("standing first-strike always", said.Say("sheet.strike"))
		if slices.ContainsFunc(p.Arrivals, func(a setup.Arrival) bool { return a.Side == t.side }) {
			t.line("standing arrival d", said.Say("sheet.arrival"))
		}
	default:
		t.turn()
	}
	return append(t.out, engine.TemplateLine{Text: "end"})
}

// answers are those that a question can have, each once: two scouted cards can be of a kind.
func answers(q ask.Question) []string { return slices.Compact(slices.Clone(q.Options)) }

// offer is an order block that is being written.
type offer struct {
	rs     *Ruleset
	p      *Position
	side   int
	out    engine.Template
	pieces []int   // that some card orders, in the order of their numbers
	ways   []*hand // a turn for each card that orders somebody, in which all are ordered whom it can
}

func (t *offer) note(key string, args ...tongue.Arg) {
	t.out = append(t.out, engine.TemplateLine{Note: said.Say(key, args...)})
}

// longestLine is that of a template, and remarks begin where they all can.
const (
	longestLine = 72
	remarks     = 30
)

// line adds an order, from which pieces are left out that it has no room for, with a remark.
func (t *offer) line(order string, remark tongue.Text) {
	text := "# " + order
	for len(text) > longestLine && strings.Contains(text, ",") {
		text = text[:strings.LastIndexByte(text, ',')]
	}
	t.out = append(t.out, engine.TemplateLine{Text: text, Note: remark})
}

// lineOf adds an order with a remark about some names, as many as there is room for.
func (t *offer) lineOf(order, key string, all []string) {
	if len(all) == 0 {
		t.line(order, tongue.Text{})
		return
	}
	const sign = 12 // and the words of the message
	room, names := longestLine-max(len(order)+2, remarks)-sign, ""
	for i, n := range all {
		if i > 0 {
			n = ", " + n
		}
		if rest := i < len(all)-1; len(names)+len(n)+3*boolInt(rest) > room {
			names += ", …"
			break
		}
		names += n
	}
	if names = strings.TrimPrefix(names, ", "); names == "…" {
		t.line(order, tongue.Text{})
		return
	}
	t.line(order, said.Say(key, name("which", names)))
}

// turn writes how each card can be played and whom it orders, and then what those can do.
func (t *offer) turn() {
	if t.p.Phase == OrdersPhase {
		t.note("sheet.dice", tongue.Words("dice", t.p.Force.text()))
		t.orders(nil)
	} else {
		t.note("sheet.card")
		for _, play := range t.p.plays(t.side) {
			t.orders(play)
		}
	}
	t.each("sheet.moves", t.moves)
	t.each("sheet.attacks", t.attacks)
}

// each writes what those who can be ordered can do, below a note.
func (t *offer) each(key string, write func(piece int)) {
	at := len(t.out)
	t.note(key)
	for _, piece := range t.pieces {
		write(piece)
	}
	if len(t.out) == at+1 {
		t.out = t.out[:at]
	}
}

// plays are the ways in which a side can play a card, one for each kind that it holds; with
// what has to stand behind it.
func (p *Position) plays(side int) (ways [][]string) {
	for _, c := range slices.Compact(slices.Clone(p.Cards.Cards(p.hand(side)))) {
		ways = append(ways, []string{"play", string(c)})
	}
	return ways
}

// with is a turn that begins with one way of playing a card, and whether that is legal.
func (t *offer) with(play []string) (*hand, bool) {
	r := newRun(t.rs, t.p.clone(), nil)
	r.dry = true
	r.t = r.newTurn()
	if play == nil {
		r.t.card, r.t.command = t.p.Force.Card, t.p.Force.Command
		return &hand{r: r, side: t.side}, true
	}
	o, bad := t.p.read(t.side, engine.Order{Words: play}.Arrived(1))
	if bad != nil {
		return nil, false
	}
	r.t.orders = []*order{o}
	return &hand{r: r, side: t.side, play: play}, r.command() == nil
}

// hand is a turn in which a card has been played.
type hand struct {
	r    *run
	side int
	play []string // nil if it was played before
}

// takes reports whether the card can order these pieces together.
func (t *offer) takes(h *hand, ids []string) bool {
	o := engine.Orders{Side: t.p.sideName(t.side)}
	if h.play != nil {
		o.Lines = append(o.Lines, engine.Order{Words: h.play}.Arrived(1))
	}
	o.Lines = append(o.Lines, engine.Order{Words: []string{"order", strings.Join(ids, ",")}}.Arrived(2))
	return len(t.rs.Check(t.p, o)) == 0
}

// orders writes how a card is played, and whom it orders.
func (t *offer) orders(play []string) {
	ways := [][]string{play}
	switch {
	case play == nil:
	case play[1] == string(setup.ForceMarch.Name()):
		ways = nil
		for s := range setup.NumSections {
			ways = append(ways, []string{"play", play[1], s.String()})
		}
	case play[1] == string(setup.ShortSupply.Name()):
		t.supply(play)
		return
	}
	for _, way := range ways {
		b, ok := t.with(way)
		if !ok {
			continue
		}
		order := strings.Join(way, " ")
		switch later := b.r.p.Phase == OrdersPhase && t.p.Phase == TurnPhase; {
		case later:
			t.line(order, said.Say("sheet.later", tongue.Number("n", b.r.t.command)))
			continue
		case b.r.t.dry:
			t.line(order, said.Say("sheet.nobody"))
			continue
		case way != nil:
			t.line(order, b.r.ordersText())
		}
		t.who(b)
	}
}

// haveDice reports whether the dice of Elan and Rally, if they lie, have a symbol for each of some pieces. A longer
// list is no fault, as it is one of preference.
func (r *run) haveDice(pieces []int) bool {
	if r.p.Phase != OrdersPhase {
		return true
	}
	left, wild := r.p.Force.Symbols, r.p.Force.Flags
	if r.t.card == setup.Rally && !r.p.options.RallyFlags {
		wild = 0
	}
	for _, piece := range pieces {
		switch {
		case piece < len(r.p.Units) && left[r.p.arm(piece)] > 0:
			left[r.p.arm(piece)]--
		case wild > 0:
			wild--
		default:
			return false
		}
	}
	return true
}

// supply writes Short Supply, which names a unit.
func (t *offer) supply(play []string) {
	var ids []string
	for _, side := range []int{1 - t.side, t.side} {
		for _, u := range t.p.unitsOf(side) {
			if _, ok := t.with(append(slices.Clone(play), t.p.pieceID(u))); ok {
				ids = append(ids, t.p.pieceID(u))
			}
		}
	}
	if len(ids) > 0 {
		t.lineOf(strings.Join(play, " ")+" "+ids[0], "sheet.or", ids[1:])
	}
}

// who writes whom a card orders: as many as it can, and of whom they are chosen.
func (t *offer) who(b *hand) {
	may, chosen := b.r.orderable(), []string(nil)
	b.r.t.orders = nil
	var pieces []int
	for _, id := range may {
		piece, _ := t.p.sc.Piece(id)
		b.r.t.ordered[piece] = true
		if more := append(pieces[:len(pieces):len(pieces)], piece); b.r.haveDice(more) &&
			t.takes(b, append(chosen[:len(chosen):len(chosen)], id)) {
			chosen, pieces = append(chosen, id), more
		}
	}
	for i, ordered := range b.r.t.ordered {
		if ordered && !slices.Contains(t.pieces, i) {
			t.pieces = append(t.pieces, i)
		}
	}
	slices.Sort(t.pieces)
	if len(chosen) > 0 {
		var rest []string
		for _, id := range may {
			if !slices.Contains(chosen, id) {
				rest = append(rest, id)
			}
		}
		t.lineOf("order "+strings.Join(chosen, ","), "sheet.or", rest)
	}
	t.ways = append(t.ways, b)
}

// moves writes where a piece can move if it is ordered: the hexes nearest to the enemy. Of several cards it is the one
// that takes it least far, so that each of the others can do as much.
func (t *offer) moves(piece int) {
	var least *hand
	for _, b := range t.ways {
		if b.r.t.ordered[piece] && b.r.allowance(piece) > 0 &&
			(least == nil || b.r.allowance(piece) < least.r.allowance(piece)) {
			least = b
		}
	}
	if least == nil {
		return
	}
	if to := least.reaches(piece); len(to) > 0 {
		t.lineOf("move "+t.p.pieceID(piece)+" to "+to[0], "sheet.or", to[1:])
	}
}

// reaches lists the hexes that an ordered piece can move to, those nearest to an enemy first.
func (b *hand) reaches(piece int) (names []string) {
	var all []hex.Hex
	r := b.r
	from, most := r.p.pieceHex(piece), r.allowance(piece)
	for _, h := range setup.Sheet.Hexes() {
		if h != from && setup.Sheet.Distance(from, h) <= most && r.way(piece, h) != nil {
			all = append(all, h)
		}
	}
	slices.SortStableFunc(all, func(x, y hex.Hex) int { return b.far(x) - b.far(y) })
	for _, h := range all {
		names = append(names, setup.Sheet.Name(h))
	}
	return names
}

// far is how far a hex is from the next enemy unit.
func (b *hand) far(h hex.Hex) int {
	least := 99
	for _, u := range b.r.p.unitsOf(1 - b.side) {
		if b.r.p.alive(u) {
			least = min(least, setup.Sheet.Distance(h, b.r.p.Units[u].Hex))
		}
	}
	return least
}

// attacks writes whom a unit can attack from where it stands, with the dice that it has.
func (t *offer) attacks(piece int) {
	if piece >= len(t.p.Units) {
		return
	}
	for target := range len(t.p.Units) + len(t.p.Leaders) {
		if t.p.pieceSide(target) == t.side || !t.p.pieceAlive(target) {
			continue
		}
		for _, verb := range []string{"fire", "melee"} {
			t.attack(verb, piece, target)
		}
	}
}

// attack writes one attack, if some card allows it.
func (t *offer) attack(verb string, unit, target int) {
	order := verb + " " + t.p.pieceID(unit) + " at " + t.p.pieceID(target)
	if verb == "melee" && t.p.advances(unit) {
		order += " advance yes"
	}
	for _, b := range t.ways {
		if !b.r.t.ordered[unit] {
			continue
		}
		if dice := b.dice(verb, unit, target); dice > 0 {
			t.line(order, said.Say("sheet.attack", tongue.Number("n", dice)))
			return
		}
	}
}

// dice is how many an attack would have now; 0 if it is not possible.
func (b *hand) dice(verb string, unit, target int) int {
	r := b.r
	if r.cannotBattle(unit).stands() {
		return 0
	}
	if verb == "melee" {
		m := &melee{o: &order{}, a: unit, d: target}
		if r.t.card == setup.FireAndHold && !r.oneOfChoice() {
			return 0
		}
		if r.noMelee(m, nil).stands() {
			return 0
		}
		return r.attackDice(m).n
	}
	if target >= len(r.p.Units) {
		return 0
	}
	if r.cannotFire(unit).stands() {
		return 0
	}
	if r.noShot(unit, target, true).stands() {
		return 0
	}
	return r.diceOf(r.fireAim(unit, target)).n
}
