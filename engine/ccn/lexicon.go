package ccn

import (
	"regexp"
	"strings"
	"sync"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/tongue"
)

// What people write for the words of orders. A word is here only if it can mean one thing.

// idiom is how people begin an order.
type idiom struct {
	also  []string
	takes engine.Slot
}

var (
	somePieces = engine.Slot{Kinds: []string{"unit", "leader", "place"}, List: true}
	someUnits  = engine.Slot{Kinds: []string{"unit", "place"}, List: true}
	oneHex     = engine.Slot{Kinds: []string{"place"}}
)

// wordings has a row for each verb of which people know other words, or behind which a name
// stands: in English, French, German, Polish, Czech and Greek.
var wordings = map[string]idiom{
	"play": {
		also: []string{"card", "play card", "use", "use card", "jouer", "joue", "jouez", "carte", "spiele", "spielen",
			"spielt", "karte", "zagraj", "zagrywam", "graj", "gram", "zahraj", "zahraji", "hraj", "hraji", "hraju",
			"karta",
			"paixe", "paizo", "je joue"},
		takes: engine.Slot{Kinds: []string{"card"}},
	},
	"order": {also: []string{"activate", "orders for", "give orders", "ordre", "ordres", "activer", "active", "activez",
		"befehl", "befehle", "aktiviere", "aktivieren", "rozkaz", "rozkazy", "aktywuj", "aktivuj",
		"ordonne", "ordonnez", "ordonner", "rozkazuj", "rozkazuje", "wydaj rozkaz", "vydej rozkaz", "vydejte rozkaz",
		"diatagi",
		"diatages", "diataxe", "diataxte", "diatasso", "j'ordonne",
		"entoli", "entoles", "dose entoli", "doste entoli"}, takes: somePieces},
	"detach": {
		also: []string{"separate", "detach leader", "detacher", "detachez", "detache", "trenne", "abtrennen", "odlacz",
			"odlaczam", "odluc", "odloucit", "aposyndese", "aposyndesi"},
		takes: engine.Slot{Kinds: []string{"leader", "place"}, List: true},
	},
	"dissolve": {
		also: []string{"unform", "unsquare", "leave square", "break square", "dissoudre", "dissous", "rompre carre",
			"auflosen", "aufloesen", "rozwiaz", "rozpust", "zrus kare", "dialyse", "dialysi"},
		takes: someUnits,
	},
	"move": {also: []string{"go", "goes", "advance", "walk", "march", "bewege", "bewegen", "bewegt", "gehe", "ziehe",
		"ziehen", "zieh", "avance", "avancer", "avancez", "bouge", "bouger", "bougez", "deplace",
		"deplacer", "deplacez",
		"ruch", "rusz", "ruszam", "przesun", "przesuwam", "idz", "idzie", "pohyb", "presun", "presunout", "presouvam",
		"tahni", "tahnu", "jdi", "kinisi", "kinise", "metakinisi",
		"metakinise", "prochora",
		"kino", "kineitai", "metakino", "je deplace", "j'avance"}, takes: somePieces},
	"fire": {also: []string{"shoot", "bombard", "cannonade", "ranged", "ranged combat", "open fire", "feuer", "feuern",
		"feuert", "schiessen", "schiess", "schiesse", "beschiesse", "tirer", "tire", "tirez", "tir", "feu", "ostrzelaj",
		"strzelaj", "strzela", "strzelam", "ostrzal", "strelba", "strili", "strilim", "ogien",
		"pal", "palba", "strilej", "voli", "pyr", "vale",
		"pyrovola", "pyrovolei", "pyrovolo", "je tire"}, takes: someUnits},
	"melee": {
		also: []string{"charge", "close combat", "hand to", "bayonet", "nahkampf", "melee attack", "walka", "wrecz",
			"boj", "boj zblizka", "zblizka", "symploki"},
		takes: someUnits,
	},
	"standing": {also: []string{"standing order", "standing orders", "ordre permanent", "consigne", "dauerbefehl",
		"staly rozkaz", "rozkaz staly", "trvaly rozkaz", "pagia entoli", "pagia diatagi"}},
	"answer": {
		also: []string{"reponse", "reponds", "repondre", "antwort", "antworte", "odpowiedz", "odpoved", "odpovez",
			"apantisi", "apantise"},
	},
	"hold": {
		also: []string{
			"halt",
			"stay",
			"wait",
			"pass",
			"stop",
			"rest",
			"do nothing",
			"nothing",
			"no action",
			"stand fast",
			"warten",
			"warte",
			"passen",
			"nichts",
			"attendre",
			"attends",
			"passe",
			"rien",
			"czekaj",
			"pas",
			"nic",
			"cekej",
			"perimene",
			"paso",
			"tipota",
		},
	},
}

// hints are words of people who know the board game that no order begins with.
var hints = sync.OnceValue(func() map[string]tongue.Text {
	all := map[string]tongue.Text{}
	put := func(hint tongue.Text, words string) {
		for _, w := range strings.Fields(words) {
			all[w] = hint
		}
	}
	attack, advance := said.Say("hint.attack"), said.Say("hint.advance")
	put(attack, "attack attacks assault assaults fight combat attaque attaquer angriff atak atakuj utok zautoc "+
		"epithesi machi")
	put(advance, "take breakthrough")
	put(said.Say("hint.retreat"), "retreat withdraw retraite rueckzug ruckzug odwrot ustup ypochorisi")
	put(said.Say("hint.facing"), "face turn rotate wheel")
	for _, beforehand := range [][2]string{
		{"square always", "form square carre karree kare czworobok tetragono"},
		{"reform always", "retire reform"}, {"flags max", "ignore flags"}, {"first-strike always", "strike"},
	} {
		put(hintStanding(beforehand[0]), beforehand[1])
	}
	put(said.Say("hint.battle", tongue.Words("decided", hintStanding("battle-back always")),
		tongue.Words("attack", attack)), "battle")
	put(said.Say("hint.bonus", tongue.Words("advance", advance)), "bonus")
	put(said.Say("hint.discard"), "discard")
	put(said.Say("hint.draw"), "draw")
	return all
})

func hintStanding(order string) tongue.Text { return said.Say("hint.standing", name("order", order)) }

// joints are the words behind which a name stands.
var joints = map[string]engine.Slot{
	"at": somePieces, "to": oneHex, "from": oneHex, "with": someUnits, "aid": someUnits, "bonus": somePieces,
	"advance": {}, "for": {Kinds: []string{"unit", "leader"}},
}

// otherWords are the words of orders that can follow a name.
var otherWords = []string{"yes", "no", "back", "off", "halt", "if", "else"}

// sameWords are what people write for them. A word of the name of a card is here only with "",
// as a name ends before the others.
var sameWords = map[string]string{
	"against": "at", "vs": "at", "versus": "at", "on": "at", "onto": "to", "into": "to", "in": "", "towards": "to",
	"toward": "to", "hex": "", "hexes": "", "card": "", "the": "", "my": "", "our": "", "please": "", "is": "",
	"take": "advance yes", "ground": "", "supported": "", "by": "with",
	"contre": "at", "sur": "at", "vers": "to", "avec": "with", "depuis": "from", "a": "", "occupe": "advance yes",
	"en": "", "au": "", "aux": "", "le": "", "la": "", "les": "", "de": "", "puis": "", "terrain": "",
	"oui": "yes", "non": "no", "retour": "back", "aide": "aid",
	"auf": "at", "gegen": "at", "nach": "to", "mit": "with", "von": "from", "feld": "", "besetze": "advance yes",
	"ja": "yes", "nein": "no", "zuruck": "back", "zurueck": "back", "hilfe": "aid",
	"przeciw": "at", "przeciwko": "at", "do": "to", "z": "with", "od": "from", "na": "", "pole": "",
	"zajmij": "advance yes", "tak": "yes", "nie": "no", "powrot": "back", "pomoc": "aid", "i": "", "oraz": "",
	"proti": "at", "k": "to", "ke": "to", "s": "with", "obsad": "advance yes", "ano": "yes", "ne": "no", "zpet": "back",
	"kata": "at", "enantion": "at", "pros": "to", "apo": "from", "sto": "", "ston": "", "stin": "", "sta": "", "se": "",
	"karta": "", "carte": "", "tin": "", "ton": "", "katalipsi": "advance yes", "edafous": "",
	"katalamvanei": "advance yes", "katalave": "advance yes", "nai": "yes", "ochi": "no", "piso": "back",
}

// sectionWords are what people call the sections that force-march takes.
var sectionWords = map[string]setup.Section{
	"centre": setup.Center, "gauche": setup.Left, "droite": setup.Right,
	"links": setup.Left, "mitte": setup.Center, "zentrum": setup.Center, "rechts": setup.Right,
	"lewo": setup.Left, "lewe": setup.Left, "centrum": setup.Center, "srodek": setup.Center, "prawo": setup.Right,
	"prawe": setup.Right,
	"vlevo": setup.Left, "stred": setup.Center, "vpravo": setup.Right,
	"aristera": setup.Left, "kentro": setup.Center, "dexia": setup.Right,
}

// alike are words of names that mean others, or say only what kind of thing it is.
var alike = map[string]string{
	"centre": "center", "ligne": "line", "linie": "line", "leger": "light", "legere": "light", "leicht": "light",
	"leichte": "light", "hussards": "hussars", "husaren": "hussars", "hussard": "hussars", "artillerie": "artillery",
	"garde": "guard", "dragoner": "dragoons", "cuirassier": "cuirassiers", "manoeuver": "manoeuvre",
	"maneuver": "manoeuvre", "infanterie": "infantry", "kavallerie": "cavalry", "cavalerie": "cavalry",
	"piechota": "infantry", "pechota": "infantry", "peziko": "infantry", "kawaleria": "cavalry", "jizda": "cavalry",
	"ippiko": "cavalry", "artyleria": "artillery", "delostrelectvo": "artillery", "pyrovoliko": "artillery",
	"lekka": "light", "lehka": "light", "liniowa": "line", "liniova": "line", "husarzy": "hussars", "husari": "hussars",
	"dragoni": "dragoons", "gwardia": "guard", "garda": "guard",
	"regiment": "", "regiments": "", "regt": "", "battalion": "", "brigade": "", "unit": "", "leader": "",
	"marshal": "",
	"general": "", "marechal": "", "lord": "", "sir": "", "duke": "", "pulk": "", "pluk": "",
}

// standingWords are what people write for the words of standing orders.
var standingWords = engine.Synonyms(`
always: toujours, immer, zawsze, vzdy, panta
never: jamais, nie, niemals, nigdy, nikdy, pote
square: carre, karree, czworobok, kare, tetragono
reform: reformer, se reformer
flags: drapeaux, fahnen, flagi, vlajky, simaies
retreat: retraite, ruckzug, rueckzug, odwrot, ustup, ypochorisi
if: si, wenn, falls, jesli, gdy, pokud, an, ean
else: sinon, sonst, inaczej, jinak, allios
for: pour, fur, fuer, dla, pro, gia
`)

// withWordings gives a verb the words that people have for it.
func withWordings(v engine.Verb) engine.Verb {
	w := wordings[v.Word]
	v.Also, v.Takes, v.Raw = w.also, w.takes, v.Word == "answer"
	if v.Word == "standing" {
		v.Same = standingWords
	}
	return v
}

// Lexicon implements engine.Namer.
func (rs *Ruleset) Lexicon(pos engine.Position) *engine.Lexicon {
	p := pos.(*Position)
	return &engine.Lexicon{
		Things: p.things(),
		After:  joints,
		Words:  otherWords,
		Same:   sameWords,
		Alike:  alike,
		Hints:  hints(),
		Place:  p.placeWord,
	}
}

// hexLike is what can be meant as the name of a hex, of this board or another.
var hexLike = regexp.MustCompile(`^(?:[a-z]0?[0-9]{1,2}|[0-9]{4})$`)

var hexSigns = strings.NewReplacer(".", "", "-", "")

// placeWord reads a hex, also as people write it: "E-6". Whether there is one the rules say.
func (p *Position) placeWord(word string) (string, bool) {
	if _, id := p.sc.Piece(word); id {
		return "", false
	}
	bare := hexSigns.Replace(word)
	if len(bare) < len(word)-1 || !hexLike.MatchString(bare) {
		return "", false
	}
	if len(bare) == 3 && bare[1] == '0' {
		bare = bare[:1] + bare[2:]
	}
	return bare, true
}

// things are what orders can name.
func (p *Position) things() (all []engine.Thing) {
	sc := p.sc
	for _, u := range sc.Units {
		kind := u.Kind.Nation + " " + u.Kind.Type
		if arm := u.Kind.Arm.String(); !strings.Contains(u.Kind.Type, arm) {
			kind += " " + arm
		}
		names := []string{u.Name, kind}
		if u.Name == u.ID {
			names = names[1:]
		}
		all = append(all, engine.Thing{ID: u.ID, Kind: "unit", Side: sc.Sides[u.Side].Name, Names: names})
	}
	for _, l := range sc.Leaders {
		all = append(all, engine.Thing{ID: l.ID, Kind: "leader", Side: sc.Sides[l.Side].Name, Names: []string{l.Name}})
	}
	for _, h := range setup.Sheet.Hexes() {
		if name := sc.PlaceName(h); name != "" {
			all = append(
				all,
				engine.Thing{ID: strings.ToLower(setup.Sheet.Name(h)), Kind: "place", Names: []string{name}},
			)
		}
	}
	return append(all, cardThings()...)
}

// cardThings are the cards by their names in all languages, and in the rulebooks.
var cardThings = sync.OnceValue(func() (all []engine.Thing) {
	for c := range setup.NumCards {
		t := engine.Thing{ID: string(c.Name()), Kind: "card"}
		for _, l := range tongue.Languages() {
			t.Names = append(t.Names, cardName(t.ID).In(l))
		}
		t.Names = append(t.Names, titles[t.ID]...)
		all = append(all, t)
	}
	return all
})
