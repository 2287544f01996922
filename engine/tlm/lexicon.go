package tlm

import (
	"maps"
	"strings"
	"sync"

	"berthier/engine"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// What people write for the words of orders, in English, French, German, Polish, Czech and Greek, as engine.Fold
// has it: a word for a verb, and behind a verb what can stand there. Areas and cards are understood by the names
// that reports have for them; what is the id of an area means nothing else.

// otherVerbs are what begins an order, by the verb that it means.
var otherVerbs = engine.Synonyms(`
play: je joue, jouer, joue, jouez, spiele, spielen, zagraj, zagrywam, graj, gram, zahraj, hraj, hraju, paixe, paizo
move: je deplace, kino, kineitai, go, advance, bewege, bewegen, gehe, ziehe, ziehen, deplacer, deplace, deplacez, avancer, avance, avancez, bouger, bouge, bougez, ruch, rusz, przesun, przesuwam, idz, tah, presun, presouvam, presunout, tahni, jdi, kinisi, kinise, metakinisi, metakinise
rail: train, par rail, bahn, eisenbahn, kolej, koleja, pociagiem, zeleznice, zeleznici, vlakem, sidirodromika, treno
strategic: strategique, strategisch, strategiczny, strategicznie, strategicky, stratigiki, stratigika
sea: mer, par mer, see, seeweg, morze, morzem, more, morem, thalassa, thalassia
reserves: reserven, rezerwy, zalohy, apothemata
join: rejoindre, rejoint, rejoignez, anschliessen, beitreten, dolacz, polacz, pripoj, spoj, enose, entaxe
leave: quitter, quitte, quittez, verlassen, verlasse, opusc, wyjdz, odlacz, opust, vystup, afise, apochorise
crisis: crise, krise, kryzys, krize, krisi
battle: bataille, schlacht, schlachten, bitwa, bitwy, bitva, bitvy, machi, maches
keep: garder, garde, gardez, behalte, behalten, zachowaj, zachovej, krata, kratise
gas: gaz, gaz toxiques, giftgas, plyn, aerio, dilitiriodes aerio
aaf: tir d'artillerie, artilleriefeuer, ogien artylerii, delostrelecka palba, pyra pyrovolikou
surprise: attaque surprise, uberraschung, ueberraschung, zaskoczenie, prekvapeni, aifnidiasmos, aifnidiastiki epithesi
extra: des supplementaires, zusatzwurfel, zusatzwuerfel, dodatkowe kosci, kostky navic, prostheta zaria
weather: meteo, mauvais temps, wetter, schlechtes wetter, pogoda, zla pogoda, pocasi, spatne pocasi, kakokairia
exchange: echanger, echange, echangez, tausche, tauschen, wymien, wymiana, vymen, vymena, antallaxe, antallagi
place: placer, placez, setze, platziere, umiesc, postaw, umisti, postav, topothetise, topothetisi
commonwealth: wspolnota, spolecenstvi, koinopoliteia
rebuild: reconstruire, reconstruis, reconstruisez, wiederaufbauen, odbuduj, obnov, anasygkrotise, anasygkrotisi
build: construire, construis, construisez, baue, bauen, buduj, zbuduj, wystaw, vybuduj, kataskeyase, kataskeyi
upgrade: ameliorer, ameliore, ameliorez, verbessern, verbessere, aufwerten, ulepsz, vylepsi, povys, anavathmise
entrench: retrancher, retranche, retranchez, eingraben, verschanzen, verschanze, okop, okopuj, zakopej, ochyrose, ochyrosi
cards: cartes, karten, karty, kartes, chartia
discard: defausser, defausse, defaussez, abwerfen, ablegen, odrzuc, odhod, petaxe, aporripse
armistice: waffenstillstand, rozejm, zawieszenie broni, primeri, anakochi
resign: abandonner, abandonne, abandonnez, aufgeben, poddaj, poddaje sie, vzdavam, vzdej, paraitisi, paraitoumai
standing: standing order, standing orders, ordre permanent, consigne, dauerbefehl, staly rozkaz, rozkaz staly, trvaly rozkaz, pagia entoli, pagia diatagi
answer: reponse, reponds, repondre, antwort, antworte, odpowiedz, odpoved, odpovez, apantisi, apantise
hold: wait, nothing, pass, attendre, attends, attendez, passe, rien, warten, warte, passen, nichts, czekaj, pas, nic, cekej, stoj, perimene, paso, tipota
`)

// joined are words before an area, and between members of a list. "a" is French, and Polish and Czech.
var joined = with(engine.Synonyms(`
: the, les, la, le, de, sur, stis, stous, to, into, in, vers, en, dans, au, nach, zu, zur, auf, do, na, w, we, v, ve, k, ke, pros, sto, stin, ston, sti, sta, se
&: i, oraz, kai
eft: case eft, l'eft, eft-feld, pole eft, plaisio metavasis, ostfront
`), map[string]string{"a": engine.OrTo})

// namedAreas are the areas by their names in reports, in German, and as they stand behind a Polish or Czech
// preposition.
var namedAreas = sync.OnceValue(func() map[string]string {
	names := engine.Printed(areaWords(), func(w string) tongue.Text { return said.Say("area." + w) })
	return with(names, otherAreas)
})

var otherAreas = engine.Synonyms(`
ant: antwerpen, antwerpii, antverp
fla: flandern, flandrii, flander, flandr, flandrech
bru: brussel, bruessel, brukseli, bruselu
lie: luttich, luettich, lutychu
ard: ardennen, ardenow, ardenach, arden, ardenech
lux: luxemburg, luksemburga, luksemburgu, lucemburska, lucembursku
nor: normandii
par: paryza, paryzu, parize, parizi
orl: orleanu, orleanie
rei: remese
aac: akwizgranu, akwizgranie, cach
col: koln, koeln, kolonii, kolin, kolina
tri: trewiru, trewirze, treviru
saa: saarland, saary, sarska
mai: moguncji, mohuce, mohuci
str: strassburg, strasburga, strasburgu, strasburku
mul: mulhausen, muelhausen, miluzy, mylhuz
eng: anglii
`)

func areaWords() (ids []string) {
	for _, key := range said.Keys() {
		if id, ok := strings.CutPrefix(key, "area."); ok {
			ids = append(ids, id)
		}
	}
	return ids
}

// namedCards are the cards by their names in reports and in German.
var namedCards = sync.OnceValue(func() map[string]string {
	names := engine.Printed(setup.CardNames(), func(w string) tongue.Text { return said.Say("card." + w) })
	return with(names, otherCards)
})

var otherCards = with(engine.Synonyms(`
limited: begrenzte offensive
big-push: grosser vorstoss
to-battle: alle in die schlacht
gas: giftgas
aaf: artilleriefeuer
weather: schlechtes wetter
reserves: strategische reserven
surprise: uberraschungsangriff, ueberraschungsangriff
crisis-allied: alliierte krise
crisis-german: deutsche krise
`), engine.Synonyms(`&: i, oraz, a, kai`))

var (
	playing = engine.Synonyms(`
: la carte, carte, the card, card, tin karta, karta
plain: sans effet, ohne effekt, bez efektu, bez ucinku, choris ` +
		`apotelesma`)
	offering = engine.Synonyms(`
offer: offrir, offre, proposer, propose, anbieten, biete, proponuj, zaproponuj, nabidni, navrhni, proteine
accept: accepter, accepte, annehmen, przyjmij, prijmi, dexou
withdraw: retirer, retire, zuruckziehen, zurueckziehen, wycofaj, cofnij, stahni, aposyre
`)
	// answering are the answers that decisions have.
	answering = engine.Synonyms(`
stay: rester, reste, restez, bleiben, zostan, zostaja, zustan, zustanou, meine, menoun
retreat: reculer, recule, reculez, retraite, ruckzug, rueckzug, odwrot, ustup, ustoupit, ypochorisi, ypochorise
react: reagir, reagis, reagieren, reakcja, reaguj, reakce, antidrasi, antidrase
attack: attaquer, attaque, angreifen, angriff, atak, atakuj, utok, zautoc, epithesi
neither: aucun, rien, keins, nic, zadne, tipota
hold: tenir, tiens, halten, trzymaj, drz, krata
cover: couvrir, couvre, decken, oslona, oslaniaj, kryti, kryj, kalypsi, kalypse
withdraw: se retirer, retirer, zuruckziehen, zurueckziehen, wycofanie, wycofaj, stazeni, stahni, aposyrsi
units: unites, einheiten, jednostki, jednotky, monades
cards: cartes, karten, karty, kartes, chartia
`)
	// standing are the words of standing orders: the decision, the answer and its condition.
	standing = with(answering, engine.Synonyms(`
if: si, wenn, falls, jesli, jezeli, gdy, pokud, jestli, kdyz, an, ean
else: sinon, sonst, inaczej, jinak, allios
for: pour, fur, fuer, dla, pro, gia
&: oraz, kai
crisis: crise, krise, kryzys, krize, krisi
aaf: tir d'artillerie, artilleriefeuer, ogien artylerii, delostrelecka palba, pyra pyrovolikou
gas: gaz, giftgas, plyn, aerio
weather: meteo, mauvais temps, wetter, pogoda, zla pogoda, pocasi, spatne pocasi, kakokairia
cavalry: cavalerie, kavallerie, kawaleria, jezdectvo, jizda, ippiko
biplanes: biplans, doppeldecker, dwuplatowce, dvouplosniky, diplana
stance: posture, haltung, postawa, postoj, stasi
pursuit: poursuite, verfolgung, poscig, pronasledovani, katadioxi
losses: pertes, verluste, straty, ztraty, apoleies
ersatz: ypokatastata
ties: egalites, gleichstand, remisy, shody, isopalies
raid: uberfall, ueberfall, rajd, najezd, epidromi
after: apres, apres la bataille, danach, po bitwie, po bitve, meta
to: vers, wohin, dokad, kam, pros
ways: chemins, wege, drogi, cesty, dromoi
obey: obeir, gehorchen, poslucha, poslechne, ypakouei
nation: narod, kraj, zeme, ethnos
unsupplied: non ravitaillee, unversorgt, bez zaopatrzenia, bez zasobovani, anefodiastos
surplus: excedent, uberschuss, ueberschuss, nadmiar, prebytek, pleonasma
attrition: abnutzung, wyniszczenie, opotrebeni, fthora
armistice: waffenstillstand, rozejm, primeri, anakochi
guns: canons, geschutze, geschuetze, dziala, dela, pyrovola
always: toujours, immer, zawsze, vzdy, panta
never: jamais, nie, niemals, nigdy, nikdy, pote
separate: separees, einzelne, osobne, samostatne, choristes
armies: armees, armeen, armie, armady, stratoi
leave: laisser, laisse, zurucklassen, zuruecklassen, zostaw, nech, afise
lose: perdre, perds, verlieren, strac, ztrat, chase
stalemate: match nul, patt, pat, isopalia
marginal: marginale, nieznaczne, tesne, oriaki
substantial: substantielle, znaczne, vyrazne, simantiki
ask: demander, fragen, pytaj, ptej, rota
default: defaut, standard, domyslnie, vychozi, proepilogi
strength: force, starke, staerke, sila, dynami
weak: faible, schwach, slaby, slaba, adynamo
hits: touches, treffer, trafienia, zasahy, chtypimata
army-lost: armee perdue, armee verloren, armia stracona, armada ztracena, stratos chamenos
special: speciale, spezial, specjalna, specialni, eidiki
limited: limitee, begrenzt, ograniczona, omezena, periorismeni
enhanced: renforcee, verstarkt, verstaerkt, wzmocniona, posilena, enischymeni
battles: batailles, schlachten, bitwy, bitvy, maches
`))
)

// same are the words behind each verb that mean others. Behind those that are not here stand areas and pieces.
var same = sync.OnceValue(func() map[string]map[string]string {
	return map[string]map[string]string{
		"play": with(namedCards(), playing), "exchange": namedCards(), "discard": namedCards(),
		"armistice": offering, "answer": answering, "standing": with(namedAreas(), standing),
	}
})

var onAreas = sync.OnceValue(func() map[string]string { return with(namedAreas(), joined) })

// with is a table of words to which others are added.
func with(tables ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, t := range tables {
		maps.Copy(all, t)
	}
	return all
}

// also are the words that begin an order, by their verb.
var also = engine.Alternatives(otherVerbs)

// worded gives a verb the words that people have for it.
func worded(v engine.Verb) engine.Verb {
	if v.Also, v.Same = also[v.Word], same()[v.Word]; v.Same == nil {
		v.Same = onAreas()
	}
	return v
}

// facts begin the terms of conditions.
var facts = strings.Fields("strength weak hits army-lost special limited enhanced battles")

// hinted are words of people who know the board game that no order begins with.
var hinted = sync.OnceValue(func() map[string]tongue.Text {
	all := map[string]tongue.Text{}
	for key, words := range map[string]string{
		"hint.attack":  "attack attaque attaquer attaquez angriff atak atakuj utok zautoc epithesi",
		"hint.retreat": "retreat withdraw retraite rueckzug ruckzug odwrot ustup ypochorisi",
		"hint.ersatz":  "ersatz ersatz2 ersatz3 substitut ypokatastato",
	} {
		for _, w := range strings.Fields(words) {
			all[w] = said.Say(key)
		}
	}
	return all
})

// please are words that say nothing before an order.
var please = engine.Synonyms(": please, bitte, prosze, prosim, parakalo")

// Lexicon implements engine.Namer.
func (rs *Ruleset) Lexicon(pos engine.Position) *engine.Lexicon {
	p := pos.(*Position)
	return &engine.Lexicon{Same: please, Facts: facts, Plus: true, Hints: p.hinted(), Called: p.called}
}

// hinted are the words of hinted, and Armies, behind which the verb was forgotten: "ge2 -> par".
func (p *Position) hinted() map[string]tongue.Text {
	var fit []string
	for _, v := range verbs {
		if strings.ContainsRune(v.phases, rune(p.Phase)) &&
			(strings.Contains(v.Usage, "UNIT") || strings.Contains(v.Usage, "ARMY")) {
			fit = append(fit, v.Word)
		}
	}
	all := maps.Clone(hinted())
	for i, a := range p.Armies {
		id := p.words.ids[p.in(i)]
		if a.Place >= 0 && fit != nil {
			all[id] = engine.VerbThen(id, fit)
		}
	}
	return all
}
