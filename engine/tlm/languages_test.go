package tlm

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/enginetest"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// wholeFiles are the same turn file in each language of the reports, and in German. "want" is what all of them
// mean; English is as people write it.
var wholeFiles = map[string]string{
	"want": `play limited plain
move ge-i.aac,ge4 lie
move ge-c.tri ard,nam
move 2*ge-i.col eft
rail ge-i.aac str
strategic fr-i.cal rei
sea uk1 cal
reserves ge-i.met ver
join ge-i+.met ge5
leave ge-i.ge5
crisis
battle lie,ard
keep lie
gas lie,ard
aaf lie
surprise ver
extra lie,ver
weather
exchange gas,to-battle
place 3*ge-i col
commonwealth eng
rebuild fr5 par
build 2*fr-i fr5
upgrade ge-i.met
entrench ge4,ge-i.met
cards 4
discard big-push,ersatz2
armistice offer
resign
standing stance withdraw if strength 3 and army-lost else hold for lie
standing gas always if limited and enhanced
standing ties f+a+i
standing to bar+cha
standing ways fr1:stay+2*fr-i.ver:cha
standing obey fr3+fr1
hold`,
	"en": `Play Limited Offensive plain
Move ge-i.aac, ge4 to Liège
Move ge-c.tri ARD, NAM
Advance 2*ge-i.col eft
Rail ge-i.aac to Strasbourg
Strategic fr-i.cal Reims
Sea uk1 to Calais
Reserves ge-i.met Verdun
Join ge-i+.met ge5
Leave ge-i.ge5
Crisis
Battle Liège and Ardennes
Keep Liège
Gas Liège, Ardennes
Aaf Liège
Surprise Verdun
Extra Liège & Verdun
Weather
Exchange Poison Gas!, Everyone to Battle!
Place 3*ge-i Cologne
Commonwealth England
Rebuild fr5 Paris
Build 2*fr-i fr5
Upgrade ge-i.met
Entrench ge4 and ge-i.met
Cards 4
Discard The Big Push, Ersatz 2
Armistice offer
Resign
Standing order stance withdraw if strength 3 and army-lost else hold for Liège
Standing gas always if limited and enhanced
Standing ties f+a+i
Standing to bar+cha
Standing ways fr1:stay+2*fr-i.ver:cha
Standing obey fr3+fr1
Pass`,
	"fr": `Jouez Offensive limitée sans effet
Déplacez ge-i.aac et ge4 à Liège
Avance ge-c.tri Ardennes, Namur
Bouge 2*ge-i.col vers case EFT
Par rail ge-i.aac à Strasbourg
Stratégique fr-i.cal vers Reims
Par mer uk1 à Calais
Réserves ge-i.met à Verdun
Rejoindre ge-i+.met ge5
Quitter ge-i.ge5
Crise
Bataille Liège et Ardennes
Garder Liège
Gaz Liège, Ardennes
Tir d’artillerie Liège
Attaque surprise Verdun
Dés supplémentaires Liège et Verdun
Mauvais temps
Échanger Gaz toxiques !, Tout le monde à la bataille !
Placer 3*ge-i à Cologne
Commonwealth en Angleterre
Reconstruire fr5 à Paris
Construire 2*fr-i fr5
Améliorer ge-i.met
Retrancher ge4 et ge-i.met
Cartes 4
Défausser La Grande Poussée, Ersatz 2
Armistice offrir
Abandonner
Ordre permanent posture se retirer si force 3 et armée perdue sinon tenir pour Liège
Consigne gaz toujours si limitée et renforcée
Consigne égalités f+a+i
Consigne vers bar+cha
Consigne chemins fr1:stay+2*fr-i.ver:cha
Consigne obéir fr3+fr1
Attendre`,
	"de": `Spiele begrenzte Offensive ohne Effekt
Bewege ge-i.aac und ge4 nach Lüttich
Ziehe ge-c.tri Ardennen, Namur
Bewege 2*ge-i.col Ostfront
Eisenbahn ge-i.aac nach Straßburg
Strategisch fr-i.cal nach Reims
Seeweg uk1 nach Calais
Reserven ge-i.met nach Verdun
Beitreten ge-i+.met ge5
Verlassen ge-i.ge5
Krise
Schlacht Lüttich und Ardennen
Behalte Lüttich
Giftgas Lüttich, Ardennen
Artilleriefeuer Lüttich
Überraschung Verdun
Zusatzwürfel Lüttich und Verdun
Schlechtes Wetter
Tausche Giftgas, Alle in die Schlacht
Setze 3*ge-i in Köln
Commonwealth England
Wiederaufbauen fr5 in Paris
Baue 2*fr-i fr5
Verbessere ge-i.met
Verschanze ge4 und ge-i.met
Karten 4
Abwerfen Großer Vorstoß, Ersatz 2
Waffenstillstand anbieten
Aufgeben
Dauerbefehl Haltung zurückziehen wenn Stärke 3 und Armee verloren sonst halten für Lüttich
Dauerbefehl Giftgas immer falls begrenzt und verstärkt
Dauerbefehl Gleichstand f+a+i
Dauerbefehl wohin bar+cha
Dauerbefehl Wege fr1:stay+2*fr-i.ver:cha
Dauerbefehl gehorchen fr3+fr1
Warten`,
	"pl": `Zagraj Ograniczona ofensywa bez efektu
Przesuń ge-i.aac i ge4 do Liège
Rusz ge-c.tri Ardeny, Namur
Przesuń 2*ge-i.col na pole EFT
Koleją ge-i.aac do Strasburga
Strategicznie fr-i.cal do Reims
Morzem uk1 do Calais
Rezerwy ge-i.met do Verdun
Dołącz ge-i+.met ge5
Opuść ge-i.ge5
Kryzys
Bitwa Liège i Ardeny
Zachowaj Liège
Gaz Liège oraz Ardeny
Ogień artylerii Liège
Zaskoczenie Verdun
Dodatkowe kości Liège i Verdun
Zła pogoda
Wymień Gaz trujący!, Wszyscy do boju!
Umieść 3*ge-i w Kolonii
Wspólnota Anglia
Odbuduj fr5 w Paryżu
Buduj 2*fr-i fr5
Ulepsz ge-i.met
Okop ge4 i ge-i.met
Karty 4
Odrzuć Wielkie natarcie, Ersatz 2
Zawieszenie broni proponuj
Poddaję się
Stały rozkaz postawa wycofanie jeśli siła 3 oraz armia stracona inaczej trzymaj dla Liège
Stały rozkaz gaz zawsze jeśli ograniczona oraz wzmocniona
Stały rozkaz remisy f+a+i
Stały rozkaz dokąd bar+cha
Stały rozkaz drogi fr1:stay+2*fr-i.ver:cha
Stały rozkaz posłucha fr3+fr1
Czekaj`,
	"cs": `Zahraj Omezená ofenziva bez účinku
Přesuň ge-i.aac a ge4 do Lutychu
Táhni ge-c.tri Ardeny, Namur
Přesuň 2*ge-i.col na pole EFT
Vlakem ge-i.aac do Štrasburku
Strategicky fr-i.cal do Remeše
Morem uk1 do Calais
Zálohy ge-i.met k Verdun
Připoj ge-i+.met ge5
Opusť ge-i.ge5
Krize
Bitva Lutych a Ardeny
Zachovej Lutych
Plyn Lutych, Ardeny
Dělostřelecká palba Lutych
Překvapení Verdun
Kostky navíc Lutych a Verdun
Špatné počasí
Vyměň Jedovatý plyn!, Všichni do boje!
Umísti 3*ge-i v Kolín nad Rýnem
Společenství Anglie
Obnov fr5 v Paříži
Vybuduj 2*fr-i fr5
Vylepši ge-i.met
Zakopej ge4 a ge-i.met
Karty 4
Odhoď Velký nápor, Ersatz 2
Příměří nabídni
Vzdávám
Trvalý rozkaz postoj stažení pokud síla 3 oraz armáda ztracena jinak drž pro Lutych
Trvalý rozkaz plyn vždy pokud omezená oraz posílena
Trvalý rozkaz shody f+a+i
Trvalý rozkaz kam bar+cha
Trvalý rozkaz cesty fr1:stay+2*fr-i.ver:cha
Trvalý rozkaz poslechne fr3+fr1
Čekej`,
	"el": `Παίξε Περιορισμένη Επίθεση χωρίς αποτέλεσμα
Κίνησε ge-i.aac και ge4 προς Λιέγη
Μετακίνησε ge-c.tri Αρδένες, Ναμύρ
Κίνηση 2*ge-i.col eft
Σιδηροδρομικά ge-i.aac στο Στρασβούργο
Στρατηγική fr-i.cal στη Ρενς
Θάλασσα uk1 στο Καλαί
Αποθέματα ge-i.met στο Βερντέν
Ένωσε ge-i+.met ge5
Άφησε ge-i.ge5
Κρίση
Μάχη Λιέγη και Αρδένες
Κράτησε Λιέγη
Αέριο Λιέγη, Αρδένες
Πυρά πυροβολικού Λιέγη
Αιφνιδιασμός Βερντέν
Πρόσθετα ζάρια Λιέγη και Βερντέν
Κακοκαιρία
Αντάλλαξε Δηλητηριώδες Αέριο!, Όλοι στη Μάχη!
Τοποθέτησε 3*ge-i στην Κολωνία
Κοινοπολιτεία Αγγλία
Ανασυγκρότησε fr5 στο Παρίσι
Κατασκεύασε 2*fr-i fr5
Αναβάθμισε ge-i.met
Οχύρωσε ge4 και ge-i.met
Κάρτες 4
Πέταξε Η Μεγάλη Απώθηση, Υποκατάστατο 2
Ανακωχή πρότεινε
Παραίτηση
Πάγια διαταγή στάση απόσυρση αν δύναμη 3 και στρατός χαμένος αλλιώς κράτα για Λιέγη
Πάγια εντολή αέριο πάντα αν περιορισμένη και ενισχυμένη
Πάγια διαταγή ισοπαλίες f+a+i
Πάγια διαταγή προς bar+cha
Πάγια διαταγή δρόμοι fr1:stay+2*fr-i.ver:cha
Πάγια διαταγή υπακούει fr3+fr1
Περίμενε`,
}

// TestOrdersInLanguages reads whole turn files of all verbs as the orders that they mean.
func TestOrdersInLanguages(t *testing.T) {
	rs, p := asked(t)
	want := strings.Split(wholeFiles["want"], "\n")
	for _, language := range slices.Sorted(maps.Keys(wholeFiles)) {
		file, faults := readFile(rs, p, wholeFiles[language])
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
	for _, v := range verbs {
		if v.Word != "answer" && !strings.Contains("\n"+wholeFiles["want"], "\n"+v.Word) {
			t.Errorf("no file has %s", v.Word)
		}
	}
}

func readFile(rs *Ruleset, p *Position, orders string) (engine.TurnFile, []engine.Fault) {
	return engine.ReadTurnFile(rs, p, []byte("game: g\nside: German\nturn: 1\nstep: 1\n\n"+orders+"\nend\n"),
		engine.Limits{})
}

// asked is a position in which the Allied side is asked what retreats in Liège.
func asked(t *testing.T) (*Ruleset, *Position) {
	t.Helper()
	rs, p, err := ReadCase([]byte("option ask=D13\nhand German offensive\nunits ge-i aac 3\nunits be-i lie 2\n" +
		"units be-i bru 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	orders := engine.Orders{Side: "German"}
	for i, line := range []string{"play offensive", "move 3*ge-i.aac lie", "battle lie"} {
		orders.Lines = append(orders.Lines, engine.Order{Words: strings.Fields(line)}.Arrived(i+1))
	}
	events, err := rs.Resolve(p, []engine.Orders{orders}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rs, rs.Apply(p, events).(*Position)
}

// TestQuestionsInLanguages: whoever is asked has the question, the area and what counts without an answer in his
// own language, and can answer in it.
func TestQuestionsInLanguages(t *testing.T) {
	rs, p := asked(t)
	ds := rs.Owed(p)
	if len(ds) != 1 {
		t.Fatalf("%v is owed", ds)
	}
	for l, want := range map[tongue.Language][3]string{
		"en": {"Who retreats in Liège instead of firing?", "hold", "withdraw"},
		"fr": {"Liège", "tenir", "se retirer"},
		"pl": {"Obszar Liège: kto wycofuje się, zamiast strzelać?", "trzymaj", "wycofanie"},
		"cs": {"Lutych", "drž", "stažení"},
		"el": {"Λιέγη", "κράτα", "απόσυρση"},
	} {
		if prompt, err := ds[0].Prompt.Render(l); err != nil || !strings.Contains(prompt, want[0]) {
			t.Errorf("%s: got %q, %v, want %q", l, prompt, err, want[0])
		}
		if got := ds[0].Default.In(l); got != want[1] {
			t.Errorf("%s: by default %q, want %q", l, got, want[1])
		}
		file, faults := readFile(rs, p, "answer "+want[2])
		if len(faults) > 0 || strings.Join(file.Orders[0].Words, " ") != "answer withdraw" {
			t.Errorf("%s: answer %s is read as %v %v", l, want[2], file.Orders, faults)
		}
	}
}

// TestPrintedWords: what a report of any language calls an area, a card or an answer is read as the word of
// orders for it.
func TestPrintedWords(t *testing.T) {
	rs, p := asked(t)
	for _, all := range []struct{ verb, kind string }{{"battle", "area."}, {"discard", "card."},
		{"answer", "answer."}} {
		for _, key := range said.Keys() {
			word, ok := strings.CutPrefix(key, all.kind)
			if !ok || key == "card.extra" {
				continue
			}
			for _, l := range tongue.Languages() {
				name := said.Say(key).In(l)
				file, faults := readFile(rs, p, all.verb+" "+name)
				if len(faults) > 0 || strings.Join(file.Orders[0].Words, " ") != all.verb+" "+word {
					t.Errorf("%s: %s %s is read as %v, %v; want %s", l, all.verb, name, file.Orders, faults, word)
				}
			}
		}
	}
}

// TestSameWords: each word is written as it is read, and no word of orders means another.
func TestSameWords(t *testing.T) {
	enginetest.Words(t, (&Ruleset{}).Verbs())
	_, p := asked(t)
	play, standing := same()["play"], same()["standing"]
	for at, a := range p.sc.Map.Areas {
		if id := p.areaID(at); onAreas()[id] != "" || standing[id] != "" || !said.Has("area."+id) ||
			said.Say("area."+id).In("en") != a.Name {
			t.Errorf("%s means another, or has no name", id)
		}
	}
	for _, w := range slices.Concat(setup.CardNames(), p.unitWords(0), p.unitWords(1)) {
		if onAreas()[w]+play[w]+standing[w] != "" {
			t.Errorf("%s means another", w)
		}
	}
}

// TestTheatresInLanguages: a reader has a name for each theatre of a Military Crisis.
func TestTheatresInLanguages(t *testing.T) {
	rs := loaded(t)
	n := 0
	for _, card := range []setup.Card{setup.CrisisAllied, setup.CrisisGerman} {
		for year := 1914; year <= 1919; year++ {
			event, ok := rs.tables.Crisis(card, year)
			if !ok {
				continue
			}
			if n++; placeName(event.Event).Equal(tongue.Name(event.Event)) {
				t.Errorf("%q is English to all", event.Event)
			}
		}
	}
	if n != 6 {
		t.Errorf("there are %d", n)
	}
}
