package said

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"berthier/engine"
)

// others are words of commands in French, German, Polish, Czech and Greek, and what else people write who mean one, as
// engine.Fold has them. One that can mean two commands, or is the beginning of another, means neither.
var others = engine.Synonyms(`
help: aide, hilfe, pomoc, napoveda, voitheia, rules, regles, regeln, zasady, pravidla, kanones
status: statut, etat, lage, zustand, stav, katastasi, echeance, frist, termin, lhuta, prothesmia
status|standing: stan, stand
games: parties, spiele, gry, hry, paichnidia
orders: ordres, befehle, rozkazy, diatages
preview: apercu, vorschau, podglad, nahled, proepiskopisi
withdraw: retirer, zuruckziehen, zurueckziehen, wycofaj, stahni, anakalese
standing: consignes, dauerbefehle, stale, trvale, pagies
template: modele, vorlage, szablon, sablona, protypo
concede: capituler, aufgeben, kapituliere, poddaj, poddaje, kapituluj, vzdat, vzdavam, paradidomai
concede|resign: abandonner, abandonne, rezygnuje, odchodze, koncim, apochoro
draw: nulle, remis, unentschieden, remiza, isopalia
resign: demissionner, rucktritt, ruecktritt, ustepuje, odstoupit, odstupuji, paraitisi, paraitoumai
report: rapport, bericht, raport, hlaseni, anafora
map: carte, karte, mapa, chartis
history: historique, verlauf, historia, historie, istoriko
language: langue, sprache, jezyk, jazyk, glossa
join: rejoindre, beitreten, dolacz, pripojit, symmetochi
press: presse, prasa, tisk, typos
observe: observer, beobachten, obserwuj, sleduj, parakolouthisi
unobserve: abmelden, nieobserwuj, nesleduj
final: definitif, endgultig, endgueltig, ostateczne, konecne, oristiko
notfinal: provisoire, vorlaufig, vorlaeufig, nieostateczne, predbezne, prosorino
absence: abwesenheit, nieobecnosc, nepritomnost, apousia
pause: pauza, paysi
resume: reprendre, fortsetzen, wznow, pokracuj, synecheia
`)

// answers are what can stand behind those commands, by their word.
var answers = map[string]map[string]string{
	"concede": engine.Synonyms(no), "draw": engine.Synonyms(no), "resign": engine.Synonyms(no),
	"map": engine.Synonyms("large: grande, gross, grosse, duza, velka, megalos"),
	"press": engine.Synonyms(`all: tous, alle, wszyscy, wszystkim, vsichni, vsem, oloi, olous
		umpire: arbitre, schiedsrichter, sedzia, rozhodci, diaititis
		anonymous: anonyme, anonym, anonimowo, anonymne, anonyma`),
}

const no = "no: non, nein, nie, ne, ochi"

// Means lists the commands that a word in another language can mean.
func Means(word string) []string {
	if all := others[engine.Fold(word)]; all != "" {
		return strings.Split(all, "|")
	}
	return nil
}

// IsCommand reports whether a word is one of these commands, in English or in another language.
func IsCommand(word string) bool {
	word = engine.Fold(strings.ToLower(word))
	return others[word] != "" || slices.ContainsFunc(slices.Collect(maps.Values(others)), func(means string) bool {
		return slices.Contains(strings.Split(means, "|"), word)
	})
}

// plain are the words in other languages that mean one thing, in their order.
var plain = sync.OnceValue(func() (all []string) {
	for w, means := range others {
		if !strings.Contains(means, "|") {
			all = append(all, w)
		}
	}
	slices.Sort(all)
	return all
})

// Near is the word in another language that a word nearly is; "" if there is none.
func Near(word string) string { return engine.Nearest(engine.Fold(word), plain()) }

// inWords brings the words of a command into those that it has in English.
func inWords(word string, args []string) string {
	if all := Means(word); len(all) == 1 {
		word = all[0]
	}
	for i, a := range args {
		if same, ok := answers[word][engine.Fold(strings.ToLower(a))]; ok {
			args[i] = same
		}
	}
	return word
}
