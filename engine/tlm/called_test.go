package tlm

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
)

// called are names of Armies and units as people write them, with how they have to be read, or with what
// the answer has to say ("|" between the pieces).
var called = []struct{ side, text, reads, says string }{
	{"German", "move 1st Army to Liège", "move ge1 lie", ""},
	{"German", "move the first army to Liège", "move ge1 lie", ""},
	{"German", "move the army ge1 to Liège", "move ge1 lie", ""},
	{"German", "Přesuň armádu ge1 do Lutychu", "move ge1 lie", ""},
	{"German", "move ge1 to Liège; battle Ardennes", "", `"battle" begins another order|next is: battle AREA`},
	{"German", "move ge1 lie, move ge2 lie", "", `"move" begins another order`},
	{"German", "move 2nd German Army Liège", "move ge2 lie", ""},
	{"German", "move 2nd army and the 3rd army to the Ardennes", "move ge2,ge3 ard", ""},
	{"German", "move 2nd and 3rd Armies to the Ardennes", "move ge2,ge3 ard", ""},
	{"German", "Déplacez la 1re et la 2e armée à Liège", "move ge1,ge2 lie", ""},
	{"German", "Przesuń 1., 2. i 3. armię do Liège", "move ge1,ge2,ge3 lie", ""},
	{"German", "Přesuň 1. a 2. armádu do Lutychu", "move ge1,ge2 lie", ""},
	{"Allied", "move 1st and 2nd French Armies to Verdun", "move fr1,fr2 ver", ""},
	{"Allied", "move 1st, 2nd and 3rd French Armies to Verdun", "move fr1,fr2,fr3 ver", ""},
	{"German", "move 2 and 3 to Liège", "", `there is no unit "2"`},
	{"German", "move German 10th Army, Army 2 to LIE", "move ge10,ge2 lie", ""},
	{"German", "move GE1 lie", "move ge1 lie", ""},
	{"German", "Bewege die 1. Armee nach Lüttich", "move ge1 lie", ""},
	{"German", "Déplacez la 1re armée à Liège", "move ge1 lie", ""},
	{"German", "Déplacez la 2e armée allemande à Liège", "move ge2 lie", ""},
	{"German", "Przesuń 1. armię do Liège", "move ge1 lie", ""},
	{"German", "Přesuň 1. německou armádu do Lutychu", "move ge1 lie", ""},
	{"German", "Přesuň 1. armádu a 2. armádu do Lutychu", "move ge1,ge2 lie", ""},
	{"German", "Κίνησε την 1η Στρατιά προς Λιέγη", "move ge1 lie", ""},
	{"German", "Κίνησε τον 1ο Στρατό προς Λιέγη", "move ge1 lie", ""},
	{"German", "entrench 1st army", "entrench ge1", ""},
	{"German", "rebuild 5th army in Cologne", "rebuild ge5 col", ""},
	{"German", "join German infantry in Metz 5th Army", "join ge-i.met ge5", ""},
	{"German", "leave artillery of the 2nd Army", "leave ge-a.ge2", ""},
	{"German", "move 2 German Cavalry from Aachen to Ardennes, Luxembourg", "move 2*ge-c.aac ard,lux", ""},
	{"German", "move cavalry Aachen Liège", "move ge-c.aac lie", ""},
	{"German", "déplace 2 infanterie allemande de Cologne à Liège", "move 2*ge-i.col lie", ""},
	{"German", "place 3 German Infantry in Cologne", "place 3*ge-i col", ""},
	{"German", "build 2 Stormtroopers 5th Army", "build 2*ge-s ge5", ""},
	{"German", "build 1 artillery Metz", "build ge-a met", ""},
	{"German", "build German Siege Guns Metz", "build ge-g met", ""},
	{"German", "move 12th Army to Liège", "", "there is no unit|12"},
	{"German", "move infantry to Liège", "", `there is no unit "ge-i"`},
	{"German", "move French 5th Army to Liège", "", "fr5 is not one of yours"},
	{"German", "Déplacez l'armée allemande nº 2 vers les Ardennes", "move ge2 ard", ""},
	{"German", "je joue la carte Offensive", "play offensive", ""},
	{"German", "bataille de Liège", "battle lie", ""},
	{"German", "par rail 3 infanterie de Case EFT à Metz", "rail 3*ge-i.eft met", ""},
	{"German", "κινώ τον Γερμανικό Στρατό αρ. 2 στις Αρδένες", "move ge2 ard", ""},
	{"German", "Δηλητηριώδες αέριο στη Λιέγη", "gas lie", ""},
	{"German", "attaquez Liège avec la 1re armée", "", "declares a battle"},
	{"Allied", "move 1st Army to Liège", "", `"1st army" could be fr1, uk1|write one of these ids`},
	{"Allied", "move 5th Army to Verdun", "", "fr5, uk5"},
	{"Allied", "move French First Army to Verdun", "move fr1 ver", ""},
	{"Allied", "move the British 1st Army to Lille", "move uk1 lil", ""},
	{"Allied", "move infantry from Verdun to Nancy", "", "fr-i.ver|be-i.ver|could be"},
	{"Allied", "move French infantry of the 5th Army to Verdun", "move fr-i.fr5 ver", ""},
	{"Allied", "build 2 UK Infantry 1st Army", "", "fr1, uk1"},
}

func TestCalled(t *testing.T) {
	rs, p := caseAt(t, "scenario campaign\n")
	for _, tt := range called {
		text := []byte("game: g\nside: " + tt.side + "\nturn: 1\nstep: 1\n\n" + tt.text + "\nend\n")
		file, faults := engine.ReadTurnFile(rs, p, text, engine.Limits{})
		if faults == nil {
			faults = engine.CheckFile(rs, p, engine.Orders{Side: engine.Side(tt.side), Lines: file.Orders})
		}
		said := engine.Faults(faults).Error()
		var reads string
		if len(file.Orders) == 1 {
			reads = strings.Join(file.Orders[0].Words, " ")
		}
		if tt.reads != "" && reads != tt.reads {
			t.Errorf("%s: %q: got %q, want %q\n\t%s", tt.side, tt.text, reads, tt.reads, said)
		}
		for want := range strings.SplitSeq(tt.says, "|") {
			if tt.says != "" && !strings.Contains(strings.ToLower(said), strings.ToLower(want)) {
				t.Errorf("%s: %q: got\n\t%s\nwant %q in it", tt.side, tt.text, said, want)
			}
		}
	}
}

// TestCalledAsPrinted: what a report of any language calls an Army or units is read as their word of orders.
func TestCalledAsPrinted(t *testing.T) {
	rs, p := caseAt(t, "scenario campaign\n")
	read := func(l tongue.Language, line, want string) {
		file, faults := readFile(rs, p, line)
		if len(faults) > 0 || strings.Join(file.Orders[0].Words, " ") != want {
			t.Errorf("%s: %s is read as %v, %v; want %s", l, line, file.Orders, faults, want)
		}
	}
	for _, l := range tongue.Languages() {
		for i := range p.Armies {
			read(l, "entrench "+armyName(p.armyID(i)).In(l), "entrench "+p.armyID(i))
		}
		for _, word := range p.unitWords(0) {
			read(l, "build "+unitsName(3, word).In(l)+" col", "build 3*"+word+" col")
		}
		for _, word := range p.unitWords(1) {
			read(l, "build "+unitsName(2, word).In(l)+" "+placeName("Paris").In(l), "build 2*"+word+" par")
		}
	}
}
