package jdg

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// brief makes the episodes of a report beside its story, out of the same sentences: one for
// each activation, and for what stands between them. Ways of units become one sentence,
// and what belongs to a fight goes into its table.
type brief struct {
	all     []engine.Episode
	open    bool          // the last fight of the last episode goes on
	to      []arrival     // where units moved, in the order in which they did
	text    []tongue.Text // sentences of the episode
	acts    []tongue.Text // the same where there is no room
	skipped []tongue.Text // orders that were not carried out, and why
	noted   int           // other notes
	able    []tongue.Text // groups whose leader had them act
	unable  []tongue.Text // and those that can only rally
	moved   int           // units
	head    heading       // of the episode
	side    engine.Side
	idle    bool // an activation ended
}

// arrival is where units moved.
type arrival struct {
	hex   hex.Hex
	units []tongue.Text
}

// begin ends one episode and begins another: of a side, if it is an activation.
func (b *brief) begin(h heading, side engine.Side) {
	b.end()
	if b.all == nil {
		b.all = make([]engine.Episode, 0, 2)
	}
	b.all, b.head, b.side = append(b.all, engine.Episode{}), h, side
}

// told are all episodes in which something happened.
func (b *brief) told() []engine.Episode {
	b.end()
	return b.all
}

// end writes the episode that was going on, or drops it if nothing happened in it.
func (b *brief) end() {
	b.open = false
	if len(b.all) == 0 {
		return
	}
	e := &b.all[len(b.all)-1]
	if len(b.to) > 0 {
		b.text = slices.Insert(b.text, 0, b.ways())
		b.acts = slices.Insert(b.acts, 0, counted("brief.moved", b.moved))
	}
	led := b.led()
	b.text, b.acts = slices.Insert(b.text, 0, led...), slices.Insert(b.acts, 0, led...)
	if b.noted > 0 {
		b.text = append(b.text, counted("brief.notes", b.noted))
	}
	if n := len(b.skipped); n > 0 {
		const most = 2 // with their reasons
		b.text = append(b.text, b.skipped[:min(n, most)]...)
		if n > most {
			b.text = append(b.text, counted("brief.more", n-most))
		}
		b.acts = append(b.acts, counted("brief.skipped", n))
	}
	if b.idle && b.text == nil && len(e.Fights) == 0 {
		b.text = []tongue.Text{say("brief.idle")}
		b.acts = b.text
	}
	e.Text, e.Short = tongue.List(b.text, " "), tongue.List(b.acts, " ")
	switch {
	case e.Text.Empty() && len(e.Fights) == 0:
		b.all = b.all[:len(b.all)-1]
	case b.side != "":
		e.Name = tongue.Name(b.head.name + ", " + string(b.side))
	default:
		e.Name = b.head.text()
	}
	*b = brief{all: b.all}
}

// ways tell where units moved.
func (b *brief) ways() tongue.Text {
	ways := make([]tongue.Text, len(b.to))
	for i, a := range b.to {
		ways[i] = say("brief.to", tongue.Words("who", tongue.List(a.units, tongue.And)), named("hex", a.hex.String()))
	}
	return say("brief.moves", tongue.Words("ways", tongue.List(ways, "; ")))
}

// counted is a message about a number of things.
func counted(key string, n int) tongue.Text { return say(key, tongue.Number("n", n)) }

// untold are kinds of events that a reader does not miss in short.
var untold = []string{"activate", "aside", "cup", "decision", "delayed", "due", "face", "first", "group", "markers",
	"order", "plan", "resume", "reveal", "shock", "stack", "standing", "ungroup", "unplan"}

// lasting are kinds that no fight is the cause of: they end it.
var lasting = []string{"hold", "initiative", "leader", "over", "rally", "renfort", "skip", "tie", "turn", "ask"}

// weights are how much kinds of events count in the weight of a fight.
var weights = map[string]int{"eliminate": 8, "rout": 4, "disorder": 2, "retire": 1, "retreat": 1, "rout-move": 1,
	"advance": 1}

// leader takes what came of the initiative of a leader.
func (b *brief) leader(group tongue.Text, acts bool) {
	if b.open = false; acts {
		b.able = append(b.able, group)
	} else {
		b.unable = append(b.unable, group)
	}
}

// led says which groups act, and which can only rally.
func (b *brief) led() (all []tongue.Text) {
	if b.able != nil {
		all = append(all, say("brief.acts", tongue.Words("who", tongue.List(b.able, tongue.And))))
	}
	if b.unable != nil {
		all = append(all, say("brief.rallies", tongue.Words("who", tongue.List(b.unable, tongue.And))))
	}
	return all
}

// take puts a sentence about an event where it belongs.
func (b *brief) take(kind string, l engine.Line) {
	if len(b.all) == 0 {
		b.begin(heading{}, "")
	}
	switch {
	case kind == "skip":
		b.skipped = append(b.skipped, l.Text)
	case kind == "ahead":
		b.text = append(b.text, l.Text)
	case l.Note:
		b.noted++
	case slices.Contains(untold, kind):
		b.idle = b.idle || kind == "aside"
	case kind == "fire", kind == "combat":
		if f := b.fight(); f.Text.Empty() {
			f.Text = l.Text
		}
	case b.open && !slices.Contains(lasting, kind):
		f := b.fight()
		f.Ends = append(f.Ends, l)
		f.Weight += weights[kind]
	default:
		b.open = false
		b.text = append(b.text, l.Text)
		if kind != "commander" {
			b.acts = append(b.acts, l.Text)
		}
	}
}

// moves takes a way of units outside of fights; it reports whether it is one.
func (b *brief) moves(p *Position, tr trail) bool {
	n := len(tr.path)
	if !slices.Contains([]string{"move", "march", "enter", "charge"}, tr.kind) || n == 0 || len(tr.units) == 0 {
		return false
	}
	b.open = false
	at := slices.IndexFunc(b.to, func(a arrival) bool { return a.hex == tr.path[n-1] })
	if at < 0 {
		at = len(b.to)
		b.to = append(b.to, arrival{hex: tr.path[n-1]})
	}
	for _, u := range tr.units {
		b.to[at].units = append(b.to[at].units, tongue.Name(p.spec(u).Name))
	}
	b.moved += len(tr.units)
	return true
}

// fight is the last one.
func (b *brief) fight() *engine.Fight {
	e := &b.all[len(b.all)-1]
	if !b.open || len(e.Fights) == 0 {
		b.open = true
		e.Fights = append(e.Fights, engine.Fight{})
	}
	return &e.Fights[len(e.Fights)-1]
}

// undeclared are the kinds of close combat that nobody declared.
var undeclared = []string{"breakthrough", "counter-attack", "pursuit"}

// fights opens a close combat.
func (b *brief) fights(p *Position, e engine.Event, attackers, defenders []int) {
	b.open = false
	kind := e.Get("kind")
	if !slices.Contains(undeclared, kind) && charges(e) {
		kind = "charge"
	}
	f := b.fight()
	f.Title, f.Rule = say("fight", tongue.Choice("kind", kind), p.spotsArg("where", hexesIn(e.Get("targets")))), e.Rule
	b.forces(p, f, attackers, defenders)
}

// fires opens the fire of guns, or tells that of others in a fight.
func (b *brief) fires(p *Position, e engine.Event, guns, targets []int) {
	if e.Get("mode") != "normal" && b.open {
		return
	}
	b.open = false
	f := b.fight()
	f.Title, f.Rule = say("fight", tongue.Choice("kind", "fire"), p.spotsArg("where", hexesIn(e.Get("at")))), e.Rule
	b.forces(p, f, guns, targets)
}

func (b *brief) forces(p *Position, f *engine.Fight, us ...[]int) {
	for _, side := range us {
		if len(side) == 0 {
			continue
		}
		force := engine.Force{Side: p.sideName(p.side(side[0])), Who: p.nameList(side)}
		if sp := p.strength(side); sp > 0 {
			force.Strength = say("sp", tongue.Number("n", sp))
		}
		f.Forces = append(f.Forces, force)
	}
}

// rollNames are the names of rolls in tables, by the beginning of their purpose.
var rollNames = []struct{ prefix, key string }{
	{"fire of ", "rolled.fire"}, {"cohesion test of ", "rolled.cohesion"}, {"engagement test of ", "rolled.engagement"},
	{"square of ", "rolled.square"}, {"shock of ", "rolled.shock"}, {"charge of ", "rolled.charge"},
	{"rally of ", "rolled.rally"}, {"leader's initiative of ", "rolled.leader"},
}

// namedRoll is what a roll is for.
type namedRoll struct {
	key   string // of its name
	name  tongue.Text
	who   tongue.Text // whom it is for
	units []int       // they
}

// nameRoll names a roll and whom it is for.
func (p *Position) nameRoll(r *engine.Roll) namedRoll {
	for _, n := range rollNames {
		about, ok := strings.CutPrefix(r.Purpose(), n.prefix)
		if !ok {
			continue
		}
		id, _, _ := strings.Cut(about, ": ")
		id, _, _ = strings.Cut(id, " ")
		if n.key == "rolled.leader" {
			return namedRoll{key: n.key, name: say(n.key), who: tongue.Name(p.groupName(id))}
		}
		us := p.unitsOf(id)
		return namedRoll{n.key, say(n.key), p.nameList(us), us}
	}
	return namedRoll{name: tongue.English(capital(r.Purpose()))}
}

// roll takes a roll; l is its sentence in the story.
func (b *brief) roll(p *Position, e engine.Event, l engine.Line) {
	n := p.nameRoll(e.Roll)
	switch {
	case n.key == "rolled.rally":
		b.open = false
		if e.Roll.Result == "failed" {
			who := tongue.Words("who", n.who)
			if plural(n.who.String()) {
				who = who.Many()
			}
			text := say("brief.unrallied", who).Sentence()
			b.text, b.acts = append(b.text, text), append(b.acts, text)
		}
		return
	case n.key == "rolled.leader", strings.HasPrefix(e.Roll.Purpose(), "strategic initiative"):
		return
	case !b.open:
		b.text = append(b.text, say("brief.rolled", tongue.Words("what", l.Text.Clause()),
			tongue.Words("result", resultOf(e.Roll.Result))))
		return
	}
	f := b.fight()
	switch n.key {
	case "rolled.fire":
		if f.Result.Empty() {
			f.Result = spelt("hit.", e.Roll.Result)
		}
	case "rolled.shock", "rolled.charge":
		f.Result = effectsOf(e.Roll.Result)
	default:
		f.Rolls = append(f.Rolls, engine.FightRoll{Name: n.name, Who: n.who, Rule: e.Rule, Roll: e.Roll, Fell: l.Fell})
		return
	}
	if len(f.Forces) > 0 && f.Forces[0].Who.Equal(n.who) {
		n.who = tongue.Text{}
	}
	f.Rolls = append(f.Rolls, engine.FightRoll{Name: n.name, Who: n.who, Rule: e.Rule, Roll: e.Roll, Fell: l.Fell})
}
