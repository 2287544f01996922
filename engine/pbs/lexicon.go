package pbs

import (
	"maps"
	"strings"
	"sync"

	"berthier/engine"
	"berthier/engine/pbs/setup"
	"berthier/engine/tongue"
)

// What people write for the words of orders, in English, French, German, Polish, Czech and Greek, as engine.Fold
// has it: a word for a verb, and behind a verb what can stand there. What reports call a thing is understood too.

// otherVerbs are what begins an order, by the verb that it means.
var otherVerbs = engine.Synonyms(`
role: rolle, rola, rolos
card: carte, karte, karta, charti
territory: territoire, region, gebiet, gegend, terytorium, uzemi, periochi
start: depart, debut, anfang, beginn, poczatek, zacatek, archi, enarxi
season: saison, jahreszeit, pora roku, rocni doba, epochi
day: jour, tag, dzien, den, imera, mera
goal: but, objectif, ziel, cel, cil, stochos
march: marche, marsch, marsz, pochod, poreia
save: garder, garde, gardez, sparen, spare, zachowaj, oszczedz, setri, usetri, fylaxe, krata
flank: flanc, flanke, skrzydlo, kridlo, pleyra
compulsory: obligatoire, obligatoires, pflicht, obowiazkowe, obowiazkowy, povinne, povinny, ypochreotika, ypochreotiko
optional: facultatif, facultatifs, facultative, wahlfrei, dodatkowe, dodatkowy, volitelne, volitelny, proairetika, proairetiko
place: placer, placez, pose, poser, posez, setze, lege, poloz, umiesc, rozstaw, umisti, topothetise, topothetisi
adjust: ajuster, ajuste, ajustez, anpassen, andere, aendere, zmien, popraw, zmen, uprav, allaxe, allagi
camp: lager, oboz, tabor, stratopedo
deploy: deployer, deploie, deployez, aufstellen, entfalte, rozwin, ustaw, rozvin, rozestav, parataxe, parataxi
ambush: embuscade, hinterhalt, zasadzka, zaloha, enedra
flank-march: contournement, contourner, contourne, umgehung, flankenmarsch, obejscie, obejdz, obchvat, obejdi, pleyriki poreia
bluff: leurre, ruse, tauschung, taeuschung, blef, blefuj, blafuj, mplofa
general: feldherr, strategos, stratigos
drop: renonce, renoncer, renoncez, streiche, verwirf, cofnij, odwolaj, zrus, odvolej, anairese, paratise
hold: wait, nothing, stay, attendre, attends, attendez, passe, rien, warten, warte, passen, nichts, czekaj, nic, cekej, stoj, perimene, paso, tipota
`)

// joinedBy are words between members of a list, or of a condition.
const joinedBy = `
&: i, oraz, a, kai
if: si, wenn, falls, jesli, jezeli, gdy, pokud, jestli, kdyz, an, ean
else: sinon, sonst, inaczej, jinak, allios
`

// joinedAt are those of orders in which a place stands, where "a" is French.
const joinedAt = `
&: i, oraz, kai
at: a, en, auf, na, sto
size: taille, grosse, groesse, rozmiar, velikost, megethos
`

// needlessAt are words before a place that need none.
const needlessAt = ": at, to, in, a, en, auf, na, sto\n"

const cardSame = `
black: noir, schwarz, czarny, cerny, cerna, czarna, noire
white: blanc, weiss, weisse, bialy, bily, leyki
green: vert, grun, gruen, grune, gruene, zielony, zeleny
yellow: gelb, gelbe, zolty, zluty
red: rot, rote, czerwony, cerveny
lowest: plus basse, la plus basse, plus faible, la plus faible, niedrigste, schlechteste, najnizsza, najslabsza, nejnizsi, nejslabsi, chamiloteri, cheiroteri
best: meilleure, la meilleure, beste, hochste, hoechste, najlepsza, nejlepsi, kalyteri
pass: passe, passer, passen, pas, paso
`

const leftSame = `
left: gauche, links, lewo, lewe, lewy, vlevo, leve, levy, aristera
right: droite, droit, rechts, prawo, prawe, prawy, vpravo, prave, pravy, dexia
centre: center, mitte, zentrum, srodek, centrum, stred, kentro
`

const siteSame = `
featureless: kahl, plat, plaskie
open: offen
normal: bezny, zwykla
dense: dicht, husty, gesty
very-dense: sehr dicht
none: aucun, keine, kein, brak, zadne, zadny, kamia, kanena
rocky-or-woods: rochers ou bois, felsen oder geholz, skaly lub zagajnik, skaly nebo haj, vrachia i alsos
mountains-or-forest: montagnes ou foret, gebirge oder wald, gory lub las, hory nebo les, vouna i dasos
deep-water: tiefes wasser
`

// kindSame are German words for kinds of terrain; the reports have those of the others.
const kindSame = `
boundaried-fields: eingehegte felder
brush: gestrupp, gestruepp
deep-water: tiefes wasser
forest: wald
gully: schlucht
hills: hugel, huegel
impassable-hills: unpassierbare hugel, unpassierbare huegel
marsh: sumpf
mountains: berge, gebirge
open-area: offenes gelande, offenes gelaende
orchards: obstgarten, obstgaerten
ploughed-fields: acker, aecker
river: fluss
rocky-ground: felsen
sand-dunes: dunen, duenen
sandy-ground: sand
stream: bach
swamp: morast
tall-crops: hohes getreide
town: stadt
village: dorf
vineyards: weinberge
woods: geholz, gehoelz, waldchen, waeldchen
none: rien, aucun, keine, nichts, brak, nic, zadne, tipota, kanena
`

// otherSame are the words behind each verb.
var otherSame = map[string]string{
	"role": `
invader: envahisseur, l'envahisseur, angreifer, eindringling, najezdzca, utocnik, eisvoleas
defender: defenseur, le defenseur, verteidiger, obronca, obrance, amynomenos
intercept: interception, abfangen, przechwycenie, zachyceni, anachaitisi
`,
	"card": cardSame, "save": cardSame,
	"territory": joinedBy + `
standard: normal, pays normal, normales land
plains: ebene, ebenen
coastal: kuste, kueste
mountains: berge, gebirge
forest: wald
jungle: dschungel
desert: wuste, wueste
`,
	"start": joinedBy, "march": joinedBy,
	"season": `
winter: hiver, l'hiver, zima, cheimonas
spring: printemps, fruhling, fruehling, fruhjahr, fruehjahr, wiosna, jaro, anoixi
autumn: fall, automne, l'automne, herbst, jesien, podzim, fthinoporo
summer: ete, l'ete, sommer, lato, leto, kalokairi
`,
	"day": joinedBy + cardSame + siteSame + `
goal: but, objectif, ziel, cel, cil, stochos
off-goal: hors but, abseits, poza celem, mimo cil, ektos stochou
won: gagne, gewonnen, wygrany, wygrana, vyhrany, vyhra, kerdismeni
lost: perdu, verloren, przegrany, przegrana, prohrany, prohra, chameni
at: en, sur, auf, bei, na, sto
density: densite, dichte, gestosc, hustota, pyknotita
flank: flanc, flanke, skrzydlo, kridlo, pleyra
hand: main, reka, ruka, cheri
theirs: leurs, adversaire, gegner, przeciwnik, souper, antipalos
`,
	"goal": joinedBy + siteSame,
	"flank": joinedAt + leftSame + kindSame + `
depth: profondeur, tiefe, glebokosc, hloubka, vathos
`,
	"compulsory": joinedBy + kindSame, "optional": joinedBy + kindSame,
	"place": joinedAt + kindSame + `
on: sur, bei, przy, pri, me
`,
	"adjust": joinedBy + leftSame + kindSame + `
move: deplacer, deplace, verschieben, verschiebe, przesun, posun, metakinise
rotate: tourner, tourne, drehen, drehe, obroc, otoc, strepse
remove: enlever, enleve, retirer, entfernen, entferne, usun, zabierz, odstran, odeber, afairese
kind: sorte, art, rodzaj, druh, eidos
sector: secteur, sektor, tomeas
roll: jet, wurf, rzut, hod, zaria
`,
	"deploy":      needlessAt + "or: ou, oder, lub, albo, nebo, i",
	"ambush":      needlessAt,
	"flank-march": joinedBy + leftSame,
	"bluff":       leftSame,
	"general": joinedAt + `
commands: commande, fuhrt, fuehrt, dowodzi, veli, dioikei
`,
	"camp": "", "hold": "",
}

// printed are the words that reports have for words of orders, by the verbs behind which they stand.
var printed = []struct {
	verbs []string
	words []string
	said  func(word string) tongue.Text
}{
	{[]string{"card", "save", "day"}, setup.CardNames(), func(w string) tongue.Text { return said.Say("card." + w) }},
	{[]string{"territory"}, setup.TerritoryNames(), term},
	{[]string{"goal", "day"}, setup.DensityNames(), func(w string) tongue.Text { return said.Say("density." + w) }},
	{[]string{"flank", "compulsory", "optional", "place", "adjust"}, allGrounds(), groundName},
}

// allGrounds are the words of all kinds of terrain.
func allGrounds() (words []string) {
	for k := range setup.NumKinds {
		if k == setup.TerrainedHills {
			continue
		}
		words = append(words, k.String())
		if g := "terrained-" + k.String(); isGround(g) {
			words = append(words, g)
		}
	}
	return words
}

func isGround(word string) bool {
	_, ok := setup.ParseGround(word)
	return ok
}

// same are the words behind each verb that mean others, in all languages.
var same = sync.OnceValue(func() map[string]map[string]string {
	all := map[string]map[string]string{}
	for verb := range otherSame {
		all[verb] = map[string]string{}
	}
	for _, p := range printed {
		names := engine.Printed(p.words, p.said)
		for _, verb := range p.verbs {
			if all[verb] != nil {
				maps.Copy(all[verb], names)
			}
		}
	}
	for verb, table := range otherSame {
		maps.Copy(all[verb], engine.Synonyms(table))
	}
	all["drop"] = otherVerbs
	return all
})

// also are the words that begin an order, by their verb.
var also = engine.Alternatives(otherVerbs)

// facts begin the terms of conditions.
var facts = strings.Fields("goal off-goal won lost at density flank hand theirs kind sector roll")

// please are words that say nothing before an order.
var please = engine.Synonyms(": please, bitte, prosze, prosim, parakalo")

// Lexicon implements engine.Namer. Unit groups and generals have no names in it: what a side has it alone knows.
func (rs *Ruleset) Lexicon(engine.Position) *engine.Lexicon {
	return &engine.Lexicon{Same: please, Facts: facts}
}
