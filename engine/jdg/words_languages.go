package jdg

import (
	"strings"

	"berthier/engine"
)

// Words of orders in French, German, Polish, Czech and Greek, as engine.Fold has them. A word is here only
// if it can mean one thing: "ne" is a direction, and no Czech no; "s" is another.

// otherVerbs are what begins an order, by the verb that it means.
var otherVerbs = rows(`
order: ordre, ordres, donner ordres, befehl, befehle, befehlen, rozkaz, rozkazy, wydaj rozkazy, wydaj rozkaz, vydej rozkazy, vydej rozkaz, diatagi, diatages, diataxe, entoli, entoles
first: premier, premiere, d'abord, zuerst, erste, pierwsza, pierwszy, najpierw, prvni, nejprve, prota, protos, proto
drop: renonce, renoncer, renoncez, verzichte, verzichten, oddaj, zrezygnuj, odevzdej, paradose
when: wenn, sobald, falls, quand, lorsque, si, gdy, kiedy, jesli, jezeli, kdyz, jestli, pokud, jakmile, otan, an, ean
standing: ordre permanent, consigne, dauerbefehl, staly rozkaz, rozkaz staly, trvaly rozkaz, pagia entoli, pagia diatagi
initiative: eigeninitiative, inicjatywa, iniciativa, protovoulia
stack: pile, empiler, stapel, stapeln, stos, uloz stos, stoh, stos jednotek, stoiva
fire: feuer, feuern, feuert, schiessen, schiess, schiesse, schiesst, beschiessen, beschiesse, tirer, tire, tirez, tir, feu, canonner, ostrzelaj, strzelaj, ogien, pal, otworz ogien, palba, strilej, ostreluj, zahaj palbu, voli, vale, pyr, pyrovolise
move: mouvement, posun, pohyb, bewege, bewegen, bewegt, gehe, ziehe, ziehen, zieh, avance, avancer, avancez, bouge, bouger, bougez, deplace, deplacer, deplacez, ruch, rusz, przesun, idz, presun, presunout, tahni, jdi, postup, postupuj, kinisi, kinise, metakinisi, metakinise, prochora, pigaine
march: marche forcee, gewaltmarsch, eilmarsch, marsz forsowny, forsowny marsz, zrychleny pochod, usilovny pochod, syntoni poreia
face: drehen, drehe, wende, schwenke, tourner, tourne, tournez, pivoter, obroc, zwrot, zwroc, otoc, otocit, natoc, strepse, stripse, strofi
square: carre, former carre, formez carre, karree, bilde karree, czworobok, formuj czworobok, uformuj czworobok, utworz czworobok, kare, utvor kare, formuj kare, tetragono, schimatise tetragono
unsquare: rompre carre, rompez carre, dissous, loese karree, lose karree, rozwin czworobok, rozwiaz czworobok, zrus kare, rozpust kare, lyse tetragono, dialyse tetragono
lead: conduire, conduis, mene, mener, fuhre, fuehre, prowadz, poprowadz, ved, odigise
enter: entrer, entre, entrez, eintreten, betritt, wejdz, wejscie, wprowadz, vstup, vstoupi, eisodos, mpes, mpainei
charge: charger, chargez, reite, attacke, szarza, szarzuj, utok jizdy, jizdni utok, zautoc jizdou, efodos, eforma, eformise, epelasi
shock: assaut, choc, nahkampf, sturm, stuerme, sturme, szturm, szturmuj, zwarcie, walka, walka wrecz, wrecz, na bagnety, boj, boj zblizka, zblizka, ztec, na bodaky, symploki
resolve: resoudre, resous, entscheide, rozstrzygnij, vyhodnot, rozhodni, epilyse
rally: rallier, rallie, ralliez, ralliement, sammeln, sammle, porzadkuj, uporzadkuj, porzadkowanie, zbierz, serad, serazeni, shromazdi, anasyntaxi, anasyntaxe
answer: reponse, reponds, repondre, antwort, antworte, odpowiedz, odpoved, odpovez, apantisi, apantise
hold: attendre, attends, attendez, passe, rien, halte, reste, restez, warten, warte, passen, halten, nichts, czekaj, stoj, pas, nic, zostan, cekej, stuj, zustan, perimene, meine, paso, tipota
`)

// otherHints are words that no order has, by one that has a hint.
var otherHints = engine.Synonyms(`
attack: attaque, attaquer, attaquez, combattre, angriff, angreifen, atak, atakuj, natarcie, walcz, utok, zautoc, utoc, epithesi, machi
marsch: marschiere, marschieren, marche, marcher, marchez, marsz, maszeruj, pochod, pochoduj, poreia
retreat: retraite, repli, rueckzug, ruckzug, odwrot, wycofaj, cofnij, ustup, ustoupit, stahni, ypochorisi, ypochorise, aposyrsi
activate: activer, active, activez, j'active, aktiviere, aktivieren, aktywuj, aktivuj, energopoiise
pursue: poursuivre, poursuis, verfolge, verfolgen, scigaj, poscig, pronasleduj, katadioxi, katadioxe
breakthrough: percee, durchbruch, przelamanie, prulom, diaspasi
counter-attack: contre-attaque, gegenangriff, kontratak, protiutok, antepithesi
counter-charge: contre-charge, gegenattacke, kontrszarza, antefodos
`)

// otherSame are the words that stand between others.
var otherSame = engine.Synonyms(`
at: gegen, contre, przeciw, przeciwko, proti, kata, enantion
to: nach, zu, bis, do, k, ke, az, pros, mechri
at|to: auf, sur, a, au, na, an, sto, ston, stin, sta, sti
toward: richtung, vers, w strone, w kierunku, smerem, smer, katefthynsi, kateythynsi
via: uber, ueber, pres, kolem, meso
by|via: par, durch, przez, apo
from: depuis, ab
by|from: von, od
from|with: z, ze
with: mit, avec, me, spolu
for: fur, fuer, pour, dla, pro, gia
face: front, orientation, blickrichtung, przodem, frontem, zwrot, zwrotem, celem, celem k, metopo
again: encore, nochmals, wieder, znowu, ponownie, znovu, opet, xana, pali
none: aucun, aucune, keine, keiner, brak, zadne, zaden, zadny, zadna, kanena, kaneis, kamia
if: si, wenn, falls, jesli, jezeli, gdy, pokud, jestli, kdyz, ean
enemy-within: ennemi, feind, wrog, nepritel, echthros
no-enemy-within: sans-ennemi, kein-feind, brak-wroga, bez-wroga, bez-nepritele, choris-echthro
ordered: avec-ordres, mit-befehl, z-rozkazami, s-rozkazy, me-diatages
no-orders: sans-ordres, ohne-befehl, bez-rozkazow, bez-rozkazu, choris-diatages
normal: normale, normalnie, normalne, kanonika
nearest: le plus proche, plus proche, naechsten, nachsten, naechster, nachster, najblizszy, najblizszego, najblizszym, nejblizsi, nejblizsiho, plisiestero, kontinotero
n: nord, polnoc, sever, vorras, vorra, voreia
ne: nordost, nord-est, nordest, polnocny-wschod, severovychod, voreioanatolika
se: sudost, suedost, sud-est, sudest, poludniowy-wschod, jihovychod, notioanatolika
s: sud, sued, poludnie, jih, notos, noto, notia
sw: sudwest, suedwest, sud-ouest, sudouest, poludniowy-zachod, jihozapad, notiodytika
nw: nordwest, nord-ouest, nordouest, polnocny-zachod, severozapad, voreiodytika
e: est, ost, wschod, vychod, anatoli, anatolika
w: ouest, west, zachod, zapad, dysi, dytika
: en, feld, hex, heks, heksu, heksie, hexu, pole, i, oraz, kai, exagono, prosze, prosim, parakalo
`)

// otherAlike are words of counters.
var otherAlike = engine.Synonyms(`
line: ligne, linie, liniowa, liniowy, liniova, grammis
light: leger, legere, leicht, leichte, lekka, lekki, lehka, lehky, elafry
hussars: hussards, husaren, hussard, husarzy, huzarzy, husari, oussaroi
artillery: artillerie, artyleria, delostrelectvo, pyrovoliko
battery: batterie, bateria, baterie, pyrovolarchia
guard: garde, gwardia, garda, froura
dragoons: dragoner, dragoni, dragonoi
cuirassiers: kurassiere, cuirassier, kirasjerzy, kyrysnici, thorakoforoi
musketeers: musketiere
jaegers: jager, jegrzy, myslivci
grenadiers: grenadiere, grenadierzy, granatnici, grenadieroi
corsican: corses
infantry: infanterie, piechota, pechota, peziko
cavalry: kavallerie, cavalerie, kawaleria, jazda, jizda, jezdectvo, ippiko
: marechal, pulk, pluk, dywizja, divize, brygada, brigada, batalion, prapor, jednostka, jednotka, formacja, formace, marszalek, marsal, merarchia, taxiarchia, syntagma, monada, stratarchis, stratigos
`)

// standingSame are the words behind "standing": what it answers, and the answer.
var standingSame = engine.Synonyms(`
drop: renoncer, verzicht, verzichten, rezygnacja, odevzdani, paraitisi
order-first: ordres d'abord, befehl zuerst, najpierw rozkazy, nejprve rozkazy, diatages prota
first: premier, premiere, zuerst, pierwsza, pierwszy, prvni, protos
initiative: inicjatywa, iniciativa, protovoulia
stack: pile, stapel, stos, stoh, stoiva
fire: feuer, feu, tir, ogien, palba, voli
counter-battery: contre-batterie, gegenfeuer, ogien kontrbateryjny, protibaterijni palba, voli antipyrovolikou
form-square: former carre, karree bilden, formuj czworobok, utvor kare, schimatise tetragono
lead: mener, fuhren, fuehren, prowadz, ved, odigise
displace: deplacement, verlegen, przemieszczenie, premisteni, metatopisi
square: carre, karree, czworobok, kare, tetragono
recall: rappel, ruckruf, rueckruf, odwolanie, odvolani, anaklisi
enter: entree, entrer, eintritt, wejscie, wejdz, vstup, eisodos, mpes
retire: repli, zuruckziehen, zurueckziehen, wycofanie, stazeni, apochorisi
enter-vacated: entrer abandonne, nachrucken, nachruecken, zajecie heksu, obsazeni hexu, eisodos keno
counter-charge: contre-charge, gegenattacke, kontrszarza, protiutok jizdy, antefodos
reaction-fire: tir de reaction, abwehrfeuer, reakcja ogniem, ogien reakcji, reakcni palba, voli antidrasis
withdraw: retraite, ruckzug, rueckzug, odwrot, ustup, ypochorisi
advance: avance, progression, vorrucken, vorruecken, awans, awansowanie, postup, proelasi
breakthrough: percee, durchbruch, przelamanie, prulom, diaspasi
counter-attack: contre-attaque, gegenangriff, kontratak, protiutok, antepithesi
pursue: qui poursuit, verfolger, scigajacy, pronasledovatel, katadioktis
counter-pursue: contre-poursuite, gegenverfolgung, poscig obroncy, pronasledovani obrancem, antikatadioxi
pursuit: poursuite, verfolgung, poscig, pronasledovani, katadioxi
rally: ralliement, sammeln, porzadkowanie, serazeni, anasyntaxi
rout: deroute, flucht, ucieczka, utek, fygi
stop-rout: arret deroute, flucht anhalten, zatrzymanie ucieczki, zastaveni uteku, diakopi fygis
pass: passage, durchziehen, przejscie, pruchod, dielefsi, dieleysi
yes: oui, ja, tak, ano, nai
no: non, nein, nie, ne, ochi
none: aucun, aucune, keine, keiner, brak, zadne, zaden, zadny, zadna, kanena
default: defaut, standard, domyslnie, vychozi, proepilogi
ask: demander, fragen, pytaj, ptej, rota
keep: garder, behalten, zachowaj, zachovej, diatirise
infantry: infanterie, piechota, pechota, peziko
cavalry: cavalerie, kavallerie, kawaleria, jazda, jizda, ippiko
guns: canons, geschutze, geschuetze, dziala, dela, pyrovola
any: tous, alle, wszystkie, vsechny, ola
reach: portee, reichweite, zasieg, dosah, emveleia
stay: rester, bleiben, zostan, zustan, meine
fall-back: reculer, zuruckgehen, zurueckgehen, cofnij, couvni, opisthochorise
march: marche, marsch, marsz, pochod, poreia
normal: normale, normalnie, normalne, kanonika
one: un, une, ein, eins, jeden, jedno, ena
two: deux, zwei, dwa, dva, dyo
n: nord, polnoc, sever, vorras, voreia
ne: nordost, nord-est, nordest, polnocny-wschod, severovychod, voreioanatolika
se: sudost, suedost, sud-est, sudest, poludniowy-wschod, jihovychod, notioanatolika
s: sud, sued, poludnie, jih, notos, notia
sw: sudwest, suedwest, sud-ouest, sudouest, poludniowy-zachod, jihozapad, notiodytika
nw: nordwest, nord-ouest, nordouest, polnocny-zachod, severozapad, voreiodytika
strongest: plus fort, starkste, staerkste, najsilniejszy, nejsilnejsi, ischyroteros
weakest: plus faible, schwachste, schwaechste, najslabszy, nejslabsi, adynamoteros
hold: tenir, halten, trzymaj, drz, kratise
unit: unite, einheit, jednostka, jednotka, monada
stop: arreter, anhalten, zatrzymaj, zastav, stamata
go-on: continuer, weiter, dalej, pokracuj, synechise
left: gauche, links, lewo, vlevo, aristera
right: droite, rechts, prawo, vpravo, dexia
round: contourner, herum, obejdz, obejdi, gyro
avoid: eviter, meiden, unikaj, vyhni, apofyge
through: traverser, hindurch, przejdz, projdi, diaschise
if: si, wenn, falls, jesli, jezeli, gdy, pokud, jestli, kdyz, an, ean
for: pour, fur, fuer, dla, pro, gia
`)

// rows reads a table like engine.Synonyms by its first words.
func rows(table string) map[string][]string {
	all := map[string][]string{}
	for row := range strings.Lines(strings.TrimSpace(table)) {
		first, words, _ := strings.Cut(strings.TrimSpace(row), ": ")
		all[first] = strings.Split(words, ", ")
	}
	return all
}

// withOthers adds to words in English what others mean.
func withOthers[V any](english map[string]V, others map[string]string, of func(means string) V) map[string]V {
	for word, means := range others {
		english[word] = of(means)
	}
	return english
}

func itself(word string) string { return word }
