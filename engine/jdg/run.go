package jdg

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/hex"
)

// run is one resolution under way. Procedures of the chapters are its
// methods: they look at r.p, roll, decide and emit events, which change r.p.
//
// Everything that happens between two marks is one procedure (package ask).
// When a player has to be asked, decide returns an error, and so does each
// procedure up to play. When he has answered, the procedure is run again from
// its mark with its tape, which leads to the same point.
type run struct {
	rs   *Ruleset
	p    *Position
	dice engine.Dice
	// dry is a run for checking orders or listing options: nothing is rolled,
	// tests count as passed, and what depends on dice is left out.
	dry bool
	// listing is a dry run that looks for legal orders: nobody reads why the
	// others are not.
	listing bool
	// full is a listing run that leaves no hex out to which units may go.
	full bool
	// below picks one of the orders that a listing run would list, by a number
	// from 0 to n-1; nil if all are wanted.
	below func(n int) int
	// room is that of the last search of a listing run, for the next one.
	room *field
	// onWay is the same for the way of an order, which is looked for while orders are listed too.
	onWay *field
	// ways is that of the last search for a withdrawal.
	ways *wayFinder
	// chains are those of the last search for tactical groups.
	chains chains
	// spare is that of an activation that is over.
	spare *activation
	// line is room for the one that is being read.
	line line
	// words is room for those of an order that it lists.
	words []string
	// firsts are what firstOfHexes found since the last event.
	firsts []int
	// numbers are those from 0 on, for subjects.
	numbers []int
	// args is room for the arguments of an event of a dry run.
	args []engine.Arg
	// fate takes the place of dice while odds are counted, and then only
	// the combat at hand is fought, not those that follow from it; nil in play.
	fate *fate

	count int            // events emitted, to catch a procedure without an end
	out   []engine.Event // told by this resolution
	mark  *Position      // position at the last mark, if the game asks questions
	tape  *ask.Tape      // drawn, answered and told since the mark
	have  bool           // orders for the phase are at hand
	in    []engine.Orders
	read  []*order // lines that have been read before, in the check
	act   *activation
	// trails are the hexes that units went through since their last combat,
	// for pursuits; looked up by unit only.
	trails []wake

	// unfollowed are the standing orders of which this procedure has told that
	// they cannot be followed, with why.
	unfollowed []string

	replaced []ask.Slot // activations for which the turn files have given orders beforehand

	side   int     // whose orders are being checked or listed, in Phase A
	issued []issue // orders given so far by the side at hand [2.3.2]
	convoy convoy  // the unit that is withdrawing, with commanders [2.5.2-d]
}

func newRun(rs *Ruleset, p *Position, dice engine.Dice) *run { return runOn(rs, p.clone(), dice) }

// runOn is newRun on a position that it may change.
func runOn(rs *Ruleset, p *Position, dice engine.Dice) *run {
	return &run{rs: rs, p: p, dice: dice, tape: ask.NewTape(dice, false)}
}

// renew makes a new run in the room of one that is over, from a position.
func (r *run) renew(from *Position) {
	*r = run{rs: r.rs, p: r.p, room: r.room, onWay: r.onWay, ways: r.ways, chains: r.chains, args: r.args,
		spare: cmp.Or(r.act, r.spare)}
	from.copyTo(r.p)
}

// setMark begins a procedure.
func (r *run) setMark() {
	asks := len(r.p.ask) > 0
	*r.tape = *ask.NewTape(r.dice, asks)
	if r.mark, r.unfollowed = nil, nil; asks {
		r.mark = r.p.clone()
	}
}

// maxEvents is far more than any activation tells.
const maxEvents = 20_000

// emit records an event and applies it.
func (r *run) emit(e engine.Event) {
	if r.count++; r.count > maxEvents {
		panic("jdg: a resolution does not come to an end; its last event is " + e.String())
	}
	r.p.apply(e)
	r.firsts = nil
	if r.dry {
		return
	}
	if r.tape.Tell(e) {
		r.out = append(r.out, e)
	}
}

// event emits an event that everybody sees; side -1 is nobody.
func (r *run) event(rule, kind string, side int, kv ...string) {
	r.emit(r.newEvent(rule, kind, side, kv))
}

// newEvent makes an event; that of a dry run lasts until the next one.
func (r *run) newEvent(rule, kind string, side int, kv []string) engine.Event {
	if !r.dry {
		return engine.NewEvent(rule, kind, r.p.sideName(side), kv...)
	}
	r.args = r.args[:0]
	for i := 0; i+1 < len(kv); i += 2 {
		r.args = append(r.args, engine.Arg{Key: kv[i], Value: kv[i+1]})
	}
	return engine.Event{Rule: rule, Kind: kind, By: r.p.sideName(side), Args: r.args}
}

// secret emits an event that only its own side sees.
func (r *run) secret(rule, kind string, side int, kv ...string) {
	e := engine.NewEvent(rule, kind, r.p.sideName(side), kv...)
	e.For = engine.Only(r.p.sideName(side))
	r.emit(e)
}

// d10 rolls one die, 0 to 9 [0.4], adds the DRMs and tells the roll with what
// read makes of the total. It is not called in a dry run.
func (r *run) d10(rule string, side int, purpose string, mods []engine.Mod,
	read func(total int) (need, result string)) int {
	d := r.roll(purpose, mods, read)
	r.convoy = convoy{} // whatever withdrew has arrived
	total := d.Value
	for _, m := range mods {
		total += m.Value
	}
	need, result := read(total)
	r.emit(engine.Event{Rule: rule, Kind: "roll", By: r.p.sideName(side),
		Roll: &engine.Roll{Draws: []engine.Draw{d}, Mods: mods, Total: total, Need: need, Result: result}})
	return total
}

// roll makes the draw of a d10.
func (r *run) roll(purpose string, mods []engine.Mod, read func(total int) (need, result string)) engine.Draw {
	if r.fate != nil {
		return r.fate.roll(mods, read)
	}
	return r.tape.Draw(purpose, 10)
}

// test rolls a test that is passed on a result of at most target [0.4]. In a
// dry run every test is passed.
func (r *run) test(rule string, side int, purpose string, target int, mods ...engine.Mod) bool {
	if r.dry || r.fate.closed() {
		return true
	}
	need := "<=" + strconv.Itoa(target)
	total := r.d10(rule, side, purpose, mods, func(total int) (string, string) {
		if total <= target {
			return need, "passed"
		}
		return need, "failed"
	})
	return total <= target
}

// cohesionTest rolls a unit's CT [0.4.1] with the weather's DRM [12.1, 12.2]
// and any others.
func (r *run) cohesionTest(rule string, u int, why string, mods ...engine.Mod) bool {
	mods = r.p.inWeather(mods)
	if r.fate.opened() {
		r.convoy = convoy{} // whatever withdrew has arrived
		return r.fate.test(r.p.values(u).Cohesion, mods)
	}
	return r.test(rule, r.p.side(u), "cohesion test of "+r.p.spec(u).ID+": "+why, r.p.values(u).Cohesion, mods...)
}

// inWeather adds the DRM that the weather brings to a CT.
func (p *Position) inWeather(mods []engine.Mod) []engine.Mod {
	switch t := p.turn(); {
	case t.Night:
		return append(mods, engine.Mod{Name: "night", Value: 2})
	case t.Fog:
		return append(mods, engine.Mod{Name: "fog", Value: 2})
	}
	return mods
}

// engagementTest rolls a unit's ET [0.4.2].
func (r *run) engagementTest(rule string, u int, why string, mods ...engine.Mod) bool {
	return r.test(rule, r.p.side(u), "engagement test of "+r.p.spec(u).ID+": "+why, r.p.values(u).Engagement, mods...)
}

// choice is one decision put to a side in the middle of a procedure.
type choice struct {
	kind    string // "P17"
	side    int
	unit    int     // for whom; standing orders are looked up for it. -1: the army
	with    []int   // others of its stack or group; theirs count if it has none of its own
	leader  string  // the commander whom it is about, if any; asked before the unit
	combat  *combat // that would follow, for conditions of standing orders; may be nil
	entry   *combat // the same for the answer "enter" of P32
	sheet   string  // the option that standing orders in other words than the options come to; may be empty
	rule    string
	prompt  string
	options []string // at least one, plain words, the same ones always for the same position
	def     string   // the documented default, one of options
	detail  bool     // of a decision that has been made: who answered that beforehand is not asked for it
}

// decide returns one of c's options: from the standing orders, from a
// question by mail if the game asks for this kind, or the default; and tells
// the side where the answer came from. A choice with one option is no choice.
func (r *run) decide(c choice) (string, error) {
	if r.dry || c.sheet == "" && r.byDefault(c.side, c.kind) {
		return c.def, nil
	}
	d, err := r.tape.Decide(r.question(c), r.p.Sheets[c.side], r.p.ask)
	if err != nil {
		return "", err
	}
	for _, e := range d.Sent {
		r.p.apply(e)
	}
	if d.By.Kind != "" {
		r.followed(c, d)
	}
	if d.Source == "" {
		return d.Option, nil
	}
	kv := []string{"kind", c.kind, "whom", r.who(c), "answer", d.Option, "source", string(d.Source)}
	if len(d.By.If) > 0 && d.Option == conditions[c.kind].Otherwise {
		kv = append(kv, "unmet", d.By.If.String())
	}
	r.secret(c.rule, "decision", c.side, kv...)
	return d.Option, nil
}

// byDefault reports whether every decision of some kinds is left to the default,
// and told to nobody: odds are counted, and the side has no standing orders for them.
func (r *run) byDefault(side int, kinds ...string) bool {
	return r.fate.opened() && !slices.ContainsFunc(r.p.Sheets[side], func(s ask.StandingOrder) bool {
		return slices.Contains(kinds, s.Kind)
	})
}

// question is a choice in the words of package ask.
func (r *run) question(c choice) ask.Choice {
	return ask.Choice{
		Question: ask.Question{Kind: c.kind, Side: r.p.sideName(c.side), Rule: c.rule, Prompt: c.prompt,
			Options: c.options, Default: c.def},
		Whom: r.who(c), Owners: r.owners(c), Preferred: c.sheet, Detail: c.detail,
		Means: func(s ask.StandingOrder) string { return r.means(c, s) },
		PassedOver: func(s ask.StandingOrder, answer string) {
			if !c.detail && slices.Contains(decisionOf(c.kind).Answers, s.Answer) && c.sheet == "" {
				r.notFollowed(c.side, s, r.notAnOption(c, answer))
			}
		},
	}
}

// followed tells what a standing order that answers a choice leaves aside.
func (r *run) followed(c choice, d ask.Decision) {
	if c.kind == "P15" && d.Option != d.By.Answer {
		r.notFollowed(c.side, d.By, &bar{c.rule, "he does not stay with routed troops"})
	}
	r.outvoted(c, d.By)
}

// chosen is decide for a choice with one thing for each option.
func chosen[T any](r *run, c choice, things []T) (thing T, err error) {
	answer, err := r.decide(c)
	if err != nil {
		return thing, err
	}
	return things[slices.Index(c.options, answer)], nil
}

// yes is decide for a choice between yes and no.
func (r *run) yes(c choice) (bool, error) {
	c.options = []string{"yes", "no"}
	answer, err := r.decide(c)
	return answer == "yes", err
}

func (r *run) who(c choice) string {
	switch {
	case c.leader != "":
		return c.leader
	case c.unit < 0:
		return "army"
	}
	return r.p.spec(c.unit).ID
}

// suspend tells the questions for which a procedure stopped.
func (r *run) suspend(stop *ask.Stop) {
	var orders []engine.Orders // of the side whose formation has been drawn
	if r.act != nil {
		orders = []engine.Orders{{Lines: r.act.lines}}
	}
	r.out = append(r.out, stop.Events(stop.Pending(orders, r.mark.body()))...)
}

// resume takes a stopped procedure up again with the answer to its question.
// What has been sent beforehand with the answer counts from then on.
func (r *run) resume(in []engine.Orders) error {
	sent := r.out
	a := r.p.Asked
	q := a.Questions[0]
	r.out = append(r.out, engine.NewEvent(q.Rule, "resume", ""))
	base, err := r.rs.decode([]byte(r.p.head() + a.Base))
	if err != nil {
		return fmt.Errorf("taking up question %s: %w", q.ID, err)
	}
	r.p = base
	r.setMark()
	r.tape = a.Resume(r.dice, a.Answers(in), sent)
	// In an activation its orders are at hand; a question of another phase
	// leaves none for what comes after it.
	r.in, r.have = nil, base.Drawn != (Marker{})
	for _, o := range a.Orders {
		r.in = append(r.in, engine.Orders{Side: base.activeSide(), Lines: o.Lines})
	}
	return nil
}

// activeSide is the side whose formation has been drawn.
func (p *Position) activeSide() engine.Side {
	return p.sideName(p.markerSide(p.Drawn))
}

// markerSide returns the side that a marker belongs to, -1 for none.
func (p *Position) markerSide(m Marker) int {
	if c := p.sc.CAM(m.ID); m.No == 0 && c != nil {
		return c.Side
	}
	if f, ok := p.sc.Form(m.ID); ok {
		return p.sc.Forms[f].Side
	}
	return -1
}

// pathString prints the hexes of a move.
func pathString(path []hex.Hex) string {
	b := make([]byte, 0, 64)
	for i, h := range path {
		if i > 0 {
			b = append(b, ',')
		}
		b = h.Append(b)
	}
	return string(b)
}
