package tlm

import (
	"strings"
	"sync"

	"berthier/engine"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// Armies and units as people call them: "2nd German Army" is ge2, "2 German Cavalry in Aachen" 2*ge-c.aac. A nation
// can be left out where the side has only one that fits.

// called reads the next words behind a verb, as engine.Lexicon has it.
func (p *Position) called(verb string, side engine.Side, words []string) (n int, ids []string) {
	v := verbOf(verb)
	if v == nil {
		return 0, nil
	}
	of := "fr uk be us"
	if p.sideNo(side) == setup.German {
		of = "ge"
	}
	units := strings.Contains(v.Usage, "UNIT")
	if units || strings.Contains(v.Usage, "ARMY") {
		n, ids = p.calledArmy(words, of)
	}
	if n == 0 && units {
		return p.calledUnits(words, of, verb != "place" && verb != "build")
	}
	return n, ids
}

// calledArmy reads the name of an Army in any order: its number, a word for an Army, and perhaps its nation in place
// of all that it can be of. What stands behind the last of a list is said of all: "1st and 2nd German Armies".
func (p *Position) calledArmy(words []string, of string) (n int, ids []string) {
	n, no, of := readArmy(words, of)
	if n == 0 {
		return 0, nil
	}
	for _, nation := range strings.Fields(of) {
		if _, ok := p.findArmy(nation + no); ok {
			ids = append(ids, nation+no)
		}
	}
	if ids == nil { // whoever reads the order says that there is none
		ids = []string{strings.Join(words[:n], "")}
	}
	return n, ids
}

// readArmy reads how many words the name of an Army has, its number, and of which nations it can be. No words are none.
func readArmy(words []string, of string) (n int, no, nations string) {
	is := false
name:
	for i, w := range words {
		figure := strings.TrimRight(w, "abcdefghijklmnopqrstuvwxyz") // of "1re"
		switch means := stemOf(w); {
		case littleWords[w]:
			continue
		case no == "" && isFigure(figure):
			no = figure
		case no == "" && len(w) > 2 && isNation(w[:2]) && isFigure(w[2:]): // "army ge1"
			of, no = w[:2], w[2:]
		case !is && means == "army":
			is = true
		case isNation(means):
			of = means
		default:
			if no != "" && !is && (w == "," || w == "&" || joined[w] == "&" || joined[w] == engine.OrTo) {
				behind := 0
				behind, _, of = readArmy(words[i+1:], of)
				is = behind > 0
			}
			break name
		}
		n = i + 1
	}
	if no == "" || !is {
		return 0, "", of
	}
	return n, no, of
}

// calledUnits reads a number of like units, and where they are if that belongs to them.
func (p *Position) calledUnits(words []string, of string, placed bool) (n int, ids []string) {
	number, rest := "", words
	if isFigure(rest[0]) {
		number, rest = rest[0]+"*", rest[1:]
	}
	if number == "1*" {
		number = ""
	}
	rest, of = afterNation(rest, of)
	long, kind := longest(rest, namedKinds())
	if kind == "" && len(rest) > 0 {
		long, kind = 1, stemOf(rest[0])
	}
	if len(kind) != 1 && kind != "cw" {
		return 0, nil
	}
	rest, of = afterNation(rest[long:], of)
	n = len(words) - len(rest)
	at := ""
	if placed {
		for len(rest) > 0 && (whereWords[rest[0]] || littleWords[rest[0]]) {
			rest = rest[1:]
		}
		if long, place := p.calledPlace(rest, of); long > 0 {
			at, n = "."+place, len(words)-len(rest)+long
		}
	}
	for _, nation := range strings.Fields(of) {
		u, _ := setup.ParseUnit(nation + "-" + kind)
		if p.rs.tables.Counters[u.Nation].Units[u.Kind] > 0 || len(of) == len(nation) {
			ids = append(ids, number+u.String()+at)
		}
	}
	return n, ids
}

// afterNation are the words behind little ones and a nation, and that nation in place of others.
func afterNation(words []string, of string) (rest []string, nation string) {
	for len(words) > 0 && littleWords[words[0]] {
		words = words[1:]
	}
	if len(words) > 0 && isNation(stemOf(words[0])) {
		return words[1:], stemOf(words[0])
	}
	return words, of
}

// calledPlace reads where units are: an area, or an Army of one of some nations.
func (p *Position) calledPlace(words []string, of string) (n int, place string) {
	if n, armies := p.calledArmy(words, of); len(armies) == 1 {
		return n, armies[0]
	}
	n, place = longest(words, onAreas())
	if n == 0 && len(words) > 0 {
		n, place = 1, words[0]
	}
	if _, ok := p.findPlace(place); !ok {
		return 0, ""
	}
	return n, place
}

// longest is what the next words mean in a table, and how many they are, as many as possible.
func longest(words []string, table map[string]string) (n int, means string) {
	const most = 3
	for n := min(len(words), most); n > 0; n-- {
		if means, ok := table[strings.Join(words[:n], " ")]; ok {
			return n, means
		}
	}
	return 0, ""
}

func isFigure(word string) bool {
	return word != "" && len(word) <= 2 && word[0] != '0' && strings.Trim(word, "0123456789") == ""
}

func isNation(means string) bool { _, ok := setup.ParseNation(means); return ok }

// stemOf is what a word means by its first letters.
func stemOf(word string) string {
	if strings.ContainsAny(word, "0123456789.*+-") {
		return ""
	}
	word = strings.TrimPrefix(word, "l'")
	for n := len(word); n > 0; n-- {
		if means, ok := stems[word[:n]]; ok {
			return means
		}
	}
	return ""
}

// stems are how words begin in all languages and all cases.
var stems = engine.Synonyms(`
army: army, armee, armia, armii, armie, armad, strato, stratia
ge: german, allemand, deutsch, niemieck, nemeck
fr: french, franc, franzo, gallik
uk: uk, brit, bryt, vretan
be: belg, velgik
us: us, ameri, amery
i: infant, piechot, pechot, pezik
s: storm, sturm
c: caval, kavall, kawaler, jezdec, jizd, ippik
a: artill, artyler, delostrel, pyrovolik
b: biplan, doppeldeck, dwuplat, dvouplos, diplan
t: tank, panzer, czolg
`)

// namedKinds are the kinds of units by their names in reports.
var namedKinds = sync.OnceValue(func() map[string]string {
	return with(printedKinds(1), printedKinds(2), printedKinds(5))
})

func printedKinds(n int) map[string]string {
	return engine.Printed(strings.Fields("i s cw c a g b t p"),
		func(k string) tongue.Text { return said.Say("kind."+k, tongue.Number("n", n)) })
}

// littleWords say nothing in a name; whereWords stand between units and where they are.
var (
	littleWords = wordSet("* the le la l die der den das no nr c ar o ton tin")
	whereWords  = wordSet("in of from at de du des d en dans depuis von aus im w we z ze v ve apo tis tou se sto " +
		"stin ston sti")
)

func wordSet(words string) map[string]bool {
	all := map[string]bool{}
	for _, w := range strings.Fields(words) {
		all[w] = true
	}
	return all
}
