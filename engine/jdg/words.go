package jdg

import (
	"maps"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
	"berthier/engine/tongue"
)

// What people write in English for the words of orders; words_languages.go has other languages. A word is
// here only if it can mean one thing.

// idiom is how people begin an order.
type idiom struct {
	verb  string
	also  []string
	takes engine.Slot
	place string
}

var (
	ofUnits  = engine.Slot{Kinds: []string{"unit", "formation"}, List: true}
	ofPlaces = engine.Slot{Kinds: []string{"place"}, List: true}
	onePlace = engine.Slot{Kinds: []string{"place"}}
)

// wordings has a row for each verb of which people know other words, or behind which a name
// stands.
var wordings = []idiom{
	{
		verb:  "order",
		also:  []string{"give orders", "orders for"},
		takes: engine.Slot{Kinds: []string{"formation", "unit", "marker"}, List: true},
	},
	{verb: "cam", takes: engine.Slot{Kinds: []string{"marker"}, List: true}},
	{verb: "first", takes: engine.Slot{Kinds: []string{"formation"}, List: true}},
	{verb: "drop", takes: ofUnits},
	{verb: "when", also: []string{"if", "once"}, takes: engine.Slot{Kinds: []string{"formation", "marker"}}},
	{verb: "standing", also: []string{"standing order", "standing orders"}},
	{verb: "initiative", also: []string{"leader initiative", "leader's initiative"}, takes: ofUnits},
	{verb: "stack", takes: engine.Slot{Kinds: []string{"unit", "place"}, List: true}},
	{verb: "fire", also: []string{"shoot", "bombard", "cannonade", "open fire"}, takes: ofUnits, place: "at"},
	{verb: "move", also: []string{"go", "goes", "advance", "walk"}, takes: ofUnits},
	{verb: "march", also: []string{"force march", "forced march"}, takes: ofUnits},
	{verb: "face", also: []string{"turn", "rotate", "pivot", "wheel"}, takes: ofUnits},
	{verb: "square", also: []string{"form square"}, takes: ofUnits},
	{verb: "unsquare", also: []string{"leave square", "unform square", "break square", "un square"}, takes: ofUnits},
	{verb: "lead", takes: engine.Slot{Kinds: []string{"commander"}}},
	{verb: "enter", also: []string{"arrive", "reinforce"}, takes: ofUnits},
	{verb: "charge", also: []string{"cavalry charge"}, takes: ofUnits, place: "at"},
	{verb: "shock", also: []string{"assault", "melee", "bayonet", "storm", "close combat"}, takes: ofUnits,
		place: "at"},
	{verb: "resolve", takes: ofPlaces},
	{verb: "rally", also: []string{"regroup"}, takes: ofUnits},
	{verb: "hold", also: []string{"halt", "stay", "wait", "pass", "stop", "rest", "remain", "do nothing", "nothing",
		"no action", "stand", "stay put", "stays put", "stand fast", "stands fast",
		"stand firm", "hold position", "holds position", "hold fast"},
		takes: engine.Slot{Kinds: []string{"formation", "unit"}, List: true}},
}

// hints are words of people who know the board game, or another one, that no order has.
var hints = map[string]tongue.Text{
	"attack": hintAttack, "attacks": hintAttack, "fight": hintAttack, "combat": hintAttack, "marsch": hintMarch,
	"retreat": hintRetreat, "withdraw": hintRetreat, "retire": hintRetreat, "rout": hintRetreat, "fall": hintRetreat,
	"evade":    hintRetreat,
	"activate": say("hint.activate"),
	"limber":   hintLimber, "unlimber": hintLimber,
	"pursue":         hintStanding("pursue unit"),
	"breakthrough":   hintStanding("breakthrough yes"),
	"counterattack":  hintStanding("counter-attack enter"),
	"counter-attack": hintStanding("counter-attack enter"), "countercharge": hintStanding("counter-charge yes"),
	"counter-charge": hintStanding("counter-charge yes"),
}

var (
	hintAttack  = say("hint.attack")
	hintMarch   = say("hint.march")
	hintRetreat = say("hint.retreat")
	hintLimber  = say("hint.limber")
)

// allHints are those of all languages.
var allHints = withOthers(maps.Clone(hints), otherHints, func(word string) tongue.Text { return hints[word] })

func hintStanding(order string) tongue.Text { return say("hint.standing", named("order", order)) }

// joints are the words behind which a name stands.
var joints = map[string]engine.Slot{
	"at": ofPlaces, "to": onePlace, "toward": onePlace, "via": onePlace, "from": onePlace,
	"by": {Kinds: []string{"commander"}}, "with": {Kinds: []string{"unit"}, List: true},
	"for":  {Kinds: []string{"unit", "formation", "commander"}},
	"face": {},
}

// otherWords are the words of orders that can follow a name.
var otherWords = []string{"none", "again", "if", "enemy-within", "no-enemy-within", "ordered", "no-orders", "normal",
	"n", "ne", "se", "s", "sw", "nw", "nne", "e", "sse", "ssw", "w", "nnw"}

// sameWords are what people write for them.
var sameWords = withOthers(map[string]string{
	"against": "at", "on": "at", "onto": "to", "into": "to", "in": "", "hexes": "", "vs": "at", "versus": "at",
	"towards": "toward", "through": "via", "over": "via", "facing": "face", "under": "by",
	"the": "", "my": "", "our": "", "please": "", "is": "", "gets": "", "drawn": "", "activated": "", "activates": "",
	"where": "", "it": "",
	"north": "n", "northeast": "ne", "north-east": "ne", "southeast": "se", "south-east": "se", "south": "s",
	"southwest": "sw", "south-west": "sw", "northwest": "nw", "north-west": "nw", "east": "e",
	"closest": nearest,
}, otherSame, itself)

// alike are words of counters that mean others, and those that every second name has.
var alike = withOthers(map[string]string{
	"regiment": "", "regiments": "", "regt": "", "battalion": "", "division": "", "div": "", "brigade": "", "unit": "",
	"formation": "", "marshal": "", "general": "",
}, otherAlike, itself)

// withWordings gives the verbs the words that people have for them.
func withWordings(verbs []*verb) []*verb {
	for i, v := range verbs {
		with, w := *v, idiom{}
		if n := slices.IndexFunc(wordings, func(w idiom) bool { return w.verb == v.Word }); n >= 0 {
			w = wordings[n]
		}
		with.Also, with.Takes, with.Place = slices.Concat(w.also, otherVerbs[v.Word]), w.takes, w.place
		with.Inner, with.Raw = v.Word == "when", v.Word == "answer"
		if v.Word == "standing" {
			with.Same = standingSame
		}
		verbs[i] = &with
	}
	return verbs
}

// Lexicon implements engine.Namer.
func (rs *Ruleset) Lexicon(pos engine.Position) *engine.Lexicon {
	p := pos.(*Position)
	return &engine.Lexicon{Things: p.things(), After: joints, Words: otherWords, Same: sameWords, Alike: alike,
		Hints: allHints, Place: p.placeWord}
}

// hexSigns are what people write between the column and the row of a hex.
var hexSigns = strings.NewReplacer(".", "", "-", "", "/", "")

// placeWord reads a hex of any map, also as people write it.
func (p *Position) placeWord(word string) (string, bool) {
	if word == nearest { // it stands where a hex can
		return word, true
	}
	bare := hexSigns.Replace(word)
	if len(bare) != len(word) && len(word) != 5 || len(bare) != 4 {
		return "", false
	}
	h, err := hex.Parse(bare)
	return bare, err == nil && h != hex.None
}

// things are what the orders of a game can name, by ids and names.
func (p *Position) things() []engine.Thing {
	var all []engine.Thing
	sc := p.sc
	name := func(s int) engine.Side { return sc.Sides[s].Name }
	for _, u := range sc.Units {
		all = append(all, engine.Thing{ID: u.ID, Kind: "unit", Side: name(u.Side), Names: []string{u.Name}})
	}
	for _, f := range sc.Forms {
		all = append(all, engine.Thing{ID: f.ID, Kind: "formation", Side: name(f.Side), Names: []string{f.Name}})
	}
	for _, c := range sc.CAMs {
		all = append(all, engine.Thing{ID: c.ID, Kind: "marker", Side: name(c.Side), Names: []string{c.Name}})
	}
	for _, l := range sc.Leaders {
		all = append(all, engine.Thing{ID: l.ID, Kind: "commander", Side: name(l.Side), Names: []string{l.Name}})
	}
	for _, h := range sc.Map.Hexes() {
		if at := sc.Map.At(h).Name; at != "" {
			all = append(all, engine.Thing{ID: h.String(), Kind: "place", Names: []string{at}})
		}
	}
	for _, g := range sc.Goals {
		all = append(all, engine.Thing{ID: g.Hex.String(), Kind: "place", Names: []string{g.Name}})
	}
	return all
}
