package jdg

import (
	"strings"

	"berthier/engine"
	"berthier/engine/hex"
)

// What people write for the words of orders. The board game is played in English, French and
// German; a word is here only if it can mean one thing.

// wording is how people begin an order.
type wording struct {
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
var wordings = map[string]wording{
	"order": {also: []string{"ordre", "befehl", "give orders", "orders for", "ordres"},
		takes: engine.Slot{Kinds: []string{"formation", "unit", "marker"}, List: true}},
	"cam":   {takes: engine.Slot{Kinds: []string{"marker"}, List: true}},
	"first": {takes: engine.Slot{Kinds: []string{"formation"}, List: true}},
	"drop":  {takes: ofUnits},
	"when": {also: []string{"if", "once", "wenn", "quand", "lorsque"},
		takes: engine.Slot{Kinds: []string{"formation", "marker"}}},
	"standing":   {also: []string{"standing order", "standing orders"}},
	"initiative": {also: []string{"leader initiative", "leader's initiative"}, takes: ofUnits},
	"stack":      {takes: engine.Slot{Kinds: []string{"unit", "place"}, List: true}},
	"fire": {also: []string{"shoot", "bombard", "cannonade", "open fire", "feuer", "feuern", "feuert", "schiessen",
		"schiess", "schiesst", "beschiessen", "tirer", "tire", "tirez", "feu", "canonner"}, takes: ofUnits, place: "at"},
	"move": {also: []string{"go", "goes", "advance", "walk", "bewege", "bewegen", "bewegt", "gehe", "ziehe", "ziehen",
		"zieh", "avance", "avancer", "avancez", "bouge", "bouger", "deplace", "deplacer"}, takes: ofUnits},
	"march": {also: []string{"force march", "forced march", "marche forcee", "gewaltmarsch", "eilmarsch"}, takes: ofUnits},
	"face": {also: []string{"turn", "rotate", "pivot", "wheel", "drehen", "drehe", "tourner", "tourne"},
		takes: ofUnits},
	"square": {also: []string{"form square", "carre", "former carre", "karree", "form carre"}, takes: ofUnits},
	"unsquare": {also: []string{"leave square", "unform square", "break square", "un square"},
		takes: ofUnits},
	"lead":  {takes: engine.Slot{Kinds: []string{"commander"}}},
	"enter": {also: []string{"arrive", "reinforce", "entrer", "entre"}, takes: ofUnits},
	"charge": {also: []string{"charger", "chargez", "reite", "attacke", "cavalry charge"}, takes: ofUnits,
		place: "at"},
	"shock": {also: []string{"assault", "melee", "bayonet", "storm", "close combat", "assaut", "choc", "nahkampf", "sturm",
		"stuerme", "sturme"}, takes: ofUnits, place: "at"},
	"resolve": {takes: ofPlaces},
	"rally":   {also: []string{"rallier", "rallie", "sammeln", "regroup"}, takes: ofUnits},
	"hold": {also: []string{"halt", "stay", "wait", "pass", "stop", "rest", "remain", "do nothing", "nothing",
		"no action", "stand", "stay put", "stays put", "stand fast", "stands fast",
		"stand firm", "hold position", "holds position", "hold fast", "attendre", "attends", "warten", "warte", "passe", "passen", "halten", "rien", "nichts"},
		takes: engine.Slot{Kinds: []string{"formation", "unit"}, List: true}},
}

// hints are words of people who know the board game, or another one, that no order has.
var hints = map[string]string{
	"attack": hintAttack, "attacks": hintAttack, "attaque": hintAttack, "attaquer": hintAttack, "attaquez": hintAttack,
	"angriff": hintAttack, "angreifen": hintAttack, "fight": hintAttack, "combat": hintAttack,
	"marsch": hintMarch, "marschiere": hintMarch, "marschieren": hintMarch, "marche": hintMarch, "marcher": hintMarch,
	"marchez": hintMarch,
	"retreat": hintRetreat, "withdraw": hintRetreat, "retire": hintRetreat, "rout": hintRetreat, "fall": hintRetreat,
	"evade": hintRetreat, "rueckzug": hintRetreat, "ruckzug": hintRetreat, "retraite": hintRetreat,
	"activate": "\"order FORMATION\" gives it orders, \"first FORMATION\" has it open the turn; which marker comes " +
		"after that is drawn",
	"limber": hintLimber, "unlimber": hintLimber,
	"pursue":         hintStanding("pursue unit"),
	"breakthrough":   hintStanding("breakthrough yes"),
	"counterattack":  hintStanding("counter-attack enter"),
	"counter-attack": hintStanding("counter-attack enter"), "countercharge": hintStanding("counter-charge yes"),
	"counter-charge": hintStanding("counter-charge yes"),
}

const (
	hintAttack = "infantry and cavalry attack by \"shock UNIT[,UNIT…] at HEX\", cavalry charges by \"charge UNIT at HEX " +
		"to HEX\", guns fire by \"fire UNIT at HEX\""
	hintMarch   = "\"move UNIT to HEX\" is the movement of every turn, \"march UNIT to HEX\" a forced march"
	hintRetreat = "\"move UNIT to HEX\" goes back in your own activation; before an enemy's attack standing orders do, " +
		"for instance \"standing retire one\""
	hintLimber = "guns need not be limbered: \"move UNIT to HEX\" moves them, \"fire UNIT at HEX\" fires"
)

func hintStanding(order string) string {
	return "that is decided when it comes to it; say beforehand, for instance, \"standing " + order + "\""
}

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
var sameWords = map[string]string{
	"against": "at", "on": "at", "onto": "to", "into": "to", "in": "", "hex": "", "hexes": "", "vs": "at", "versus": "at",
	"towards": "toward", "through": "via", "over": "via", "facing": "face", "under": "by",
	"auf": "at", "gegen": "at", "nach": "to", "zu": "to", "bis": "to", "richtung": "toward", "mit": "with", "von": "from",
	"uber": "via", "ueber": "via", "sur": "at", "contre": "at", "vers": "toward", "avec": "with", "par": "via",
	"depuis": "from", "en": "", "feld": "",
	"the": "", "my": "", "our": "", "please": "", "is": "", "gets": "", "drawn": "", "activated": "", "activates": "", "where": "", "it": "",
	"north": "n", "northeast": "ne", "north-east": "ne", "southeast": "se", "south-east": "se", "south": "s",
	"southwest": "sw", "south-west": "sw", "northwest": "nw", "north-west": "nw", "east": "e", "west": "w",
	"nord": "n", "sud": "s", "est": "e", "ouest": "w", "ost": "e", "closest": nearest,
}

// alike are words of counters in other languages, and those that every second name has.
var alike = map[string]string{
	"ligne": "line", "linie": "line", "leger": "light", "legere": "light", "leicht": "light", "leichte": "light",
	"hussards": "hussars", "husaren": "hussars", "hussard": "hussars", "artillerie": "artillery", "batterie": "battery",
	"corses": "corsican", "garde": "guard", "dragoner": "dragoons", "kurassiere": "cuirassiers",
	"cuirassier": "cuirassiers", "musketiere": "musketeers", "jager": "jaegers", "grenadiere": "grenadiers",
	"regiment": "", "regiments": "", "regt": "", "battalion": "", "division": "", "div": "", "brigade": "", "unit": "",
	"formation": "", "marshal": "", "general": "", "marechal": "",
}

// withWordings gives the verbs the words that people have for them.
func withWordings(verbs []*verb) []*verb {
	for i, v := range verbs {
		w := wordings[v.Word]
		with := *v
		with.Also, with.Takes, with.Place = w.also, w.takes, w.place
		with.Inner, with.Raw = v.Word == "when", v.Word == "answer"
		verbs[i] = &with
	}
	return verbs
}

// Lexicon implements engine.Namer.
func (rs *Ruleset) Lexicon(pos engine.Position) *engine.Lexicon {
	p := pos.(*Position)
	return &engine.Lexicon{Things: p.things(), After: joints, Words: otherWords, Same: sameWords, Alike: alike,
		Hints: hints, Place: p.placeWord}
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
