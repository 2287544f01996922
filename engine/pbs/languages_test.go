package pbs

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
	"berthier/engine/tongue"
)

// wholeFiles are the same turn file in each language of the reports, and in German. The first is English, as
// people write it; want is what all of them mean.
var wholeFiles = map[string]string{
	"want": `role invader intercept
card best
territory plains,standard,forest
start c3,c4
season spring
day 1 red if won and at c3,c4 else pass
day 2 lowest if goal and hand 4 else black
goal open,very-dense,none
march c4,d4
save green
flank left woods,forest depth 3 at 12.5,6 size 24x24
compulsory woods,marsh,terrained-woods
optional hills,boundaried-fields
place marsh on 3,4 at 12.5,6
adjust move -2,3.5 if kind woods,forest and sector centre and roll 5
camp 20
deploy f01 12.5,6 or 13,6
ambush f07 12,7
flank-march n3 left f09,f10
bluff n2 right
general n1 at 21,6 commands f01,f02
drop march
hold`,
	"en": `Role: invader intercept
Card best
Territory plains, standard and forest
Start c3, c4
Season spring
Day 1 red, if won and at c3, c4, else pass
Day 2 lowest if goal and hand 4 else black
Goal open, very dense, none
March c4 & d4
Save green
Flank left woods, forest depth 3 at 12.5,6 size 24x24
Compulsory woods, marsh, hills with woods
Optional hills and boundaried fields
Place marsh on 3,4 at 12.5,6
Adjust move -2,3.5 if kind woods,forest and sector centre and roll 5
Camp 20
Deploy f01 at 12.5,6 or 13,6
Ambush f07 at 12,7
Flank-march n3 left f09 and f10
Bluff n2 right
General n1 at 21,6 commands f01,f02
Drop march
Hold`,
	"fr": `Rôle : envahisseur interception
Carte la meilleure
Région plaines, pays ordinaire et forêt
Départ c3, c4
Saison printemps
Jour 1 rouge si gagné et en c3, c4 sinon passe
Jour 2 la plus basse si but et main 4 sinon noire
Objectif découvert, très dense, aucun
Marche c4, d4
Garde verte
Flanc gauche bois, forêt profondeur 3 à 12.5,6 taille 24x24
Obligatoires bois, marais, collines avec bois
Facultatifs collines et champs clos
Placer marais sur 3,4 à 12.5,6
Ajuster déplacer -2,3.5 si sorte bois, forêt et secteur centre et jet 5
Camp 20
Déployer f01 12.5,6 ou 13,6
Embuscade f07 12,7
Contournement n3 gauche f09 et f10
Leurre n2 droite
Général n1 à 21,6 commande f01, f02
Renonce marche
Attendre`,
	"de": `Rolle: Angreifer Abfangen
Karte beste
Gebiet Ebene, normal und Wald
Anfang c3, c4
Jahreszeit Frühling
Tag 1 rot falls gewonnen und bei c3, c4 sonst passen
Tag 2 niedrigste falls Ziel und Hand 4 sonst schwarz
Ziel offen, sehr dicht, keine
Marsch c4, d4
Spare grün
Flanke links Gehölz, Wald Tiefe 3 auf 12.5,6 Größe 24x24
Pflicht Gehölz, Sumpf, terrained-woods
Wahlfrei Hügel und eingehegte Felder
Setze Sumpf bei 3,4 auf 12.5,6
Ändere verschieben -2,3.5 falls Art Gehölz, Wald und Sektor Mitte und Wurf 5
Lager 20
Aufstellen f01 12.5,6 oder 13,6
Hinterhalt f07 12,7
Flankenmarsch n3 links f09 und f10
Täuschung n2 rechts
Feldherr n1 auf 21,6 führt f01, f02
Streiche Marsch
Warten`,
	"pl": `Rola: najeźdźca przechwycenie
Karta najlepsza
Terytorium równiny, zwykły teren i las
Początek c3, c4
Pora roku wiosna
Dzień 1 czerwona jeśli wygrany i na c3, c4 inaczej pas
Dzień 2 najniższa jeśli cel oraz ręka 4 inaczej czarna
Cel otwarty, bardzo gęsty, brak
Marsz c4, d4
Zachowaj zielona
Skrzydło lewe zagajnik, las głębokość 3 na 12.5,6 rozmiar 24x24
Obowiązkowe zagajnik, bagno, wzgórza: zagajnik
Dodatkowe wzgórza i ogrodzone pola
Umieść bagno przy 3,4 na 12.5,6
Zmień przesuń -2,3.5 jeśli rodzaj zagajnik, las i sektor środek i rzut 5
Obóz 20
Rozwiń f01 12.5,6 lub 13,6
Zasadzka f07 12,7
Obejście n3 lewo f09 i f10
Blef n2 prawo
Generał n1 na 21,6 dowodzi f01, f02
Cofnij marsz
Czekaj`,
	"cs": `Role: útočník zachycení
Karta nejlepší
Území roviny, běžná krajina a les
Začátek c3, c4
Roční doba jaro
Den 1 červená pokud vyhraný a na c3, c4 jinak pas
Den 2 nejnižší pokud cíl a ruka 4 jinak černá
Cíl otevřený, velmi hustý, žádné
Pochod c4, d4
Šetři zelená
Křídlo levé háj, les hloubka 3 na 12.5,6 velikost 24x24
Povinné háj, bažina, kopce: háj
Volitelné kopce a ohrazená pole
Umísti bažina při 3,4 na 12.5,6
Uprav posun -2,3.5 pokud druh háj, les a sektor střed a hod 5
Tábor 20
Rozviň f01 12.5,6 nebo 13,6
Záloha f07 12,7
Obchvat n3 vlevo f09 a f10
Blafuj n2 vpravo
Generál n1 na 21,6 velí f01, f02
Zruš pochod
Čekej`,
	"el": `Ρόλος: εισβολέας αναχαίτιση
Κάρτα καλύτερη
Περιοχή πεδιάδες, κανονική περιοχή και δάσος
Αρχή c3, c4
Εποχή άνοιξη
Ημέρα 1 κόκκινη αν κερδισμένη και στο c3, c4 αλλιώς πάσο
Ημέρα 2 χαμηλότερη αν στόχος και χέρι 4 αλλιώς μαύρη
Στόχος ανοιχτό, πολύ πυκνό, καμία
Πορεία c4, d4
Κράτα πράσινη
Πλευρά αριστερά άλσος, δάσος βάθος 3 στο 12.5,6 μέγεθος 24x24
Υποχρεωτικά άλσος, έλος, λόφοι με άλσος
Προαιρετικά λόφοι και περιφραγμένα χωράφια
Τοποθέτησε έλος με 3,4 στο 12.5,6
Άλλαξε μετακίνησε -2,3.5 αν είδος άλσος, δάσος και τομέας κέντρο και ζαριά 5
Στρατόπεδο 20
Παράταξε f01 12.5,6 ή 13,6
Ενέδρα f07 12,7
Πλευρική πορεία n3 αριστερά f09 και f10
Μπλόφα n2 δεξιά
Στρατηγός n1 στο 21,6 διοικεί f01, f02
Παράτησε πορεία
Περίμενε`,
}

// TestOrdersInLanguages reads whole turn files of all verbs as the orders that they mean.
func TestOrdersInLanguages(t *testing.T) {
	rs, p, err := ReadCase([]byte(fullPosition))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(wholeFiles["want"], "\n")
	for _, language := range slices.Sorted(maps.Keys(wholeFiles)) {
		file, faults := engine.ReadTurnFile(rs, p, []byte("game: g\nside: French\nturn: 1\nstep: 1\n\n"+
			wholeFiles[language]+"\nend\n"), engine.Limits{})
		if len(faults) > 0 || len(file.Orders) != len(want) {
			t.Errorf("%s: %d orders, want %d: %v", language, len(file.Orders), len(want), faults)
			continue
		}
		for i, o := range file.Orders {
			if got := strings.Join(o.Words, " "); got != want[i] {
				t.Errorf("%s: %s\ngot  %s\nwant %s", language, o.Text, got, want[i])
			}
		}
	}
	if verbs := len(verbs); len(want) != verbs+1 { // two lines for days
		t.Errorf("%d lines for %d verbs", len(want), verbs)
	}
}

// TestPrintedWords: what a report of any language calls a thing is read as the word of orders for it.
func TestPrintedWords(t *testing.T) {
	rs, p, err := ReadCase([]byte(fullPosition))
	if err != nil {
		t.Fatal(err)
	}
	for _, pr := range printed {
		for _, verb := range pr.verbs {
			if verb == "day" || verb == "flank" || verb == "place" || verb == "adjust" { // more stands before it
				continue
			}
			for _, word := range pr.words {
				for _, l := range tongue.Languages() {
					name := pr.said(word).In(l)
					file, faults := engine.ReadTurnFile(rs, p,
						[]byte("game: g\nside: French\nturn: 1\nstep: 1\n\n"+verb+" "+
							name+"\nend\n"), engine.Limits{})
					if len(faults) > 0 || strings.Join(file.Orders[0].Words, " ") != verb+" "+word {
						t.Errorf("%s: %s %s is read as %v, %v; want %s", l, verb, name, file.Orders, faults, word)
					}
				}
			}
		}
	}
}

// TestSameWords: each word is written as it is read, and means a word that means nothing else; no word begins
// two orders.
func TestSameWords(t *testing.T) {
	enginetest.Words(t, (&Ruleset{}).Verbs())
}

// TestAskedForWhatIsUnknown: a word that none of the languages has is refused, with what there is.
func TestAskedForWhatIsUnknown(t *testing.T) {
	rs, p, err := ReadCase([]byte("phase R\nhand French white\n"))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"Carte mauve":     "black, white, green",
		"Karta fioletowa": "black, white, green",
		"Αττακ f01":       "role, card",
	} {
		file, faults := engine.ReadTurnFile(rs, p, []byte("game: g\nside: French\nturn: 1\nstep: 1\n\n"+text+"\nend\n"),
			engine.Limits{})
		faults = append(faults, rs.Check(p, engine.Orders{Side: "French", Lines: file.Orders})...)
		if len(faults) != 1 || !strings.Contains(engine.Faults(faults).Error(), want) {
			t.Errorf("%s: got %v, want %q", text, faults, want)
		}
	}
}

// TestPiecesInLanguages: unit groups, generals, the bands of those whom they command, and cards of a hand are called
// on the map as its reader calls them.
func TestPiecesInLanguages(t *testing.T) {
	rs, p, err := ReadCase([]byte("army carthage-218bce\narmy rome-218bce\nphase N\ndefender Carthage\n" +
		"site standard c4 5 -\ncamp Rome 82,112,16,8\nug r03 84,92,16,4 1\ngeneral r2 84 92\nhand Rome white\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := engine.Show(rs, p, nil, "Rome")
	for l, want := range map[tongue.Language]string{
		tongue.En: "// Legionary foot, third body/The other consul's legate/ The other consul's legate// //White",
		tongue.Cs: "// legionářská pěchota, třetí oddíl/legát druhého konzula/ legát druhého konzula// //bílá",
	} {
		var names []string
		for _, piece := range append(m.Pieces, m.Piles[1].Pieces...) {
			names = append(names, piece.Name.In(l)+"/"+piece.Under.In(l)+"/"+piece.Title.In(l))
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("the pieces are %q, want %q", got, want)
		}
	}
}

// TestTroopsInLanguages: a name of troops that is not the name of a person alone is said in every language.
func TestTroopsInLanguages(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	same := 0
	for _, scenario := range rs.Scenarios() {
		pos, err := rs.Start(engine.Setup{Scenario: scenario})
		if err != nil {
			t.Fatal(err)
		}
		for s := range 2 {
			for _, g := range pos.(*Position).roster(s).Groups {
				if words := troops(g.Name); words.In("el") != g.Name {
					continue
				} else if strings.Contains(g.Name, " ") || words.In("en") != g.Name {
					t.Errorf("%q is English to all", g.Name)
				}
				same++
			}
		}
	}
	if persons := 13; same != persons {
		t.Errorf("%d are the same in all, want %d", same, persons)
	}
}
