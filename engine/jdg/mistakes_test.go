package jdg

import (
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/hex"
)

// mistakes are what newcomers write who know the board game and not this program, with
// how it has to be read, or with what the answer has to say ("|" between the pieces). at
// is the position: "orders" is the Orders Phase of The Goldbach crossing, "legrand" and
// "margaron" are activations in it, "austerlitz" the Orders Phase of Austerlitz; it is
// always the French who write.
var mistakes = []struct{ at, text, reads, says string }{
	// Units by what people call them.
	{"legrand", "move 3rd Line to 0407", "move 3lig to 0407", ""},
	{"legrand", "mouvement 3lig à 0407 orientation NNE", "move 3lig to 0407 face nne", ""},
	{"legrand", "przesuń 3lig do 0407 zwrot NNE", "move 3lig to 0407 face nne", ""},
	{"legrand", "ruch 3lig na 0407, zwrot NNE", "move 3lig to 0407 face nne", ""},
	{"legrand", "posuň 3lig na 0407 čelem k NNE", "move 3lig to 0407 face nne", ""},
	{"legrand", "move the 3rd Line to 0407", "move 3lig to 0407", ""},
	{"legrand", "move 3 Line to 0407", "move 3lig to 0407", ""},
	{"legrand", "move third line to 0407", "move 3lig to 0407", ""},
	{"legrand", "move 3rd to 0407", "move 3lig to 0407", ""},
	{"legrand", "move 3 lig to 0407", "move 3lig to 0407", ""},
	{"legrand", "move 3-Lig to 0407", "move 3lig to 0407", ""},
	{"legrand", "move Corsicans to 0504", "move corse to 0504", ""},
	{"legrand", "move the 26th Light Regiment to 0404", "move 26leg to 0404", ""},
	{"legrand", "fire foot artillery at 0606", "fire art4 at 0606", ""},
	{"legrand", "fire Art 4 at 0606", "fire art4 at 0606", ""},
	{"legrand", "fire artillery at 0606", "", "artillery|art4|arthor"},
	{"legrand", "move 26th to 0404", "", "26th|26leg|26cha"},
	{"legrand", "move 3lg to 0407", "", "did you mean 3lig"},
	{"legrand", "move 3rd Lien to 0407", "", "did you mean 3lig|3rd Line"},
	{"legrand", "move Hessen-Homburg Hussars to 0606", "", "hessen|not yours"},
	{"legrand", "move 8th Hussars to 0408", "", "8hus|Margaron"},
	{"legrand", "move all to 0606", "", "all|3lig"},
	{"legrand", "move infantry to 0606", "", "infantry|3lig"},
	{"legrand", "move Soult to 0307", "", "soult|lead"},
	{"legrand", "lead Marshal Soult with 3rd Line", "lead soult with 3lig", ""},
	{"austerlitz", "when legrand move 3e ligne toward 0629", "when legrand move 3lig toward 0629", ""},
	{"austerlitz", "when legrand move 3rd Line toward 0629", "when legrand move 3lig toward 0629", ""},
	{"austerlitz", "when legrand march 26e leger toward 0629", "when legrand march 26leg toward 0629", ""},
	{"austerlitz", "when legrand move Tirailleurs du Pô toward 0629", "when legrand move tirpo toward 0629", ""},

	// Formations and commanders.
	{"orders", "order Legrand", "order legrand", ""},
	{"orders", "order legrnad", "", "legrnad|did you mean legrand"},
	{"orders", "order Division Legrand", "order legrand", ""},
	{"orders", "order Legrand's division", "order legrand", ""},
	{"orders", "order Legrand and Margaron", "order legrand,margaron", ""},
	{"orders", "order Legrand & Margaron", "order legrand,margaron", ""},
	{"orders", "order legrand margaron", "order legrand,margaron", ""},
	{"orders", "order legrand; margaron", "order legrand,margaron", ""},
	{"orders", "order Legrand/Margaron", "order legrand,margaron", ""},
	{"orders", "order: Legrand, and Margaron.", "order legrand,margaron", ""},
	{"orders", "orders to Legrand", "order legrand", ""},
	{"orders", "order Legrand by Marshal Soult", "order legrand by soult", ""},
	{"orders", "order Soult", "", "soult is a commander, no unit|yours are legrand, margaron"},
	{"orders", "order legrand, Buxhöwden", "", "buxhow is not yours|yours are legrand, margaron"},
	{"orders", "Margaron en premier", "", "the verb comes first, and then margaron"},
	{"orders", "D'abord Margaron", "first margaron", ""},
	{"orders", "order Legrand by Napoleon", "", "napoleon|soult"},
	{"orders", "order Kienmayer", "", "not yours|legrand"},
	{"orders", "order everybody", "", "everybody|legrand|margaron"},
	{"orders", "first Legrand, then Margaron", "first legrand,margaron", ""},
	{"orders", "activate Legrand", "", "order|first"},
	{"orders", "when Margaron is drawn: hold", "when margaron hold", ""},
	{"orders", "if margaron hold", "when margaron hold", ""},
	{"austerlitz", "first Saint-Hilaire", "first sthil", ""},
	{"austerlitz", "first the Imperial Guard", "first garde", ""},
	{"austerlitz", "order Kellermann by Napoléon", "order lightcav by napoleon", ""},

	// Places.
	{"legrand", "move 18lig to Telnitz", "move 18lig to 0507", ""},
	{"legrand", "move 26leg to the ford", "move 26leg to 0503", ""},
	{"legrand", "move 18lig to hex 0406", "move 18lig to 0406", ""},
	{"legrand", "move 18lig to 04.06", "move 18lig to 0406", ""},
	{"legrand", "move 18lig to 406", "", "406|0406"},
	{"legrand", "move 18lig to 1399", "", "1399|0101|1210"},
	{"legrand", "move 18lig toward Telnits", "", "telnits|did you mean 0507|Telnitz"},
	{"legrand", "shock 3lig at the Hessen-Homburg Hussars", "", "hessen|0606"},
	{"austerlitz", "when legrand move 3lig toward Sokolnitz", "when legrand move 3lig toward 0629", ""},
	{"austerlitz", "when suchet move 17leg toward the Zuran", "when suchet move 17leg toward 1007", ""},
	{"austerlitz", "when legrand move 3lig toward Sokolnitz castle", "when legrand move 3lig toward 0628", ""},

	// What stands between words.
	{"margaron", "move lothring to 0409", "", "lothring is not yours|yours are arthor, 8hus, 11cha, 26cha"},
	{"margaron", "move kienmay toward 0409", "", "kienmay is not yours|yours are legrand, margaron"},
	{"margaron", "lead buxhow to 0205", "", `"buxhow" is no commander of yours|yours are soult`},
	{"orders", "when margaron move lothring to 0409", "", "lothring is not yours|yours are legrand, margaron"},
	{"margaron", "move 8hus and 11cha to 0409", "move 8hus,11cha to 0409", ""},
	{"margaron", "move 8hus 11cha to 0409", "move 8hus,11cha to 0409", ""},
	{"margaron", "move 8th Hussars + 11th Chasseurs to 0409", "move 8hus,11cha to 0409", ""},
	{"legrand", "move 3lig from 0507 to 0407", "move 3lig from 0507 to 0407", ""},
	{"legrand", "move 3lig from 0505 to 0407", "", "3lig|0507|0505"},
	{"legrand", "move 18lig 0405-0406-0507", "move 18lig 0405 0406 0507", ""},
	{"legrand", "move 18lig 0406, 0507", "move 18lig 0406 0507", ""},
	{"legrand", "move 18lig 0406 -> 0507", "move 18lig 0406 0507", ""},
	{"legrand", "move 18lig → 0507", "move 18lig to 0507", ""},
	{"legrand", "- move 18lig to 0507", "move 18lig to 0507", ""},
	{"legrand", "• move 18lig to 0507", "move 18lig to 0507", ""},
	{"legrand", "1. move 18lig to 0507\n2) fire art4 at 0606", "move 18lig to 0507\nfire art4 at 0606", ""},
	{"legrand", "18lig: move to 0507", "move 18lig to 0507", ""},
	{"legrand", "18th Line move to 0507", "move 18lig to 0507", ""},
	{"legrand", "18lig to 0507", "", "18lig|move 18lig to 0507"},
	{"legrand", "move [18lig] to (0507);", "move 18lig to 0507", ""},
	{"legrand", "move 18lig to 0507, fire art4 at 0606", "", "one order a line|fire"},
	{"legrand", "move 18lig to 0507 and shock at 0606", "", "one order a line|shock"},
	{"legrand", "move 18lig 0507", "", "to 0507"},
	{"legrand", "move 18lig north", "move 18lig n", ""},
	{"legrand", "move 18lig to 0507 facing east", "move 18lig to 0507 face e", ""},

	// Words for what to do.
	{"legrand", "attack 3lig at 0606", "", "shock|charge"},
	{"legrand", "assault 3lig at 0606", "shock 3lig at 0606", ""},
	{"legrand", "shoot art4 at 0606", "fire art4 at 0606", ""},
	{"legrand", "bombard 0606 with art4", "fire art4 at 0606", ""},
	{"legrand", "fire art4 0606", "fire art4 at 0606", ""},
	{"legrand", "fire art4 against 0606", "fire art4 at 0606", ""},
	{"legrand", "advance 18lig to 0507", "move 18lig to 0507", ""},
	{"legrand", "halt", "hold", ""},
	{"legrand", "do nothing", "hold", ""},
	{"legrand", "turn 18lig to SSE", "face 18lig sse", ""},
	{"legrand", "form square 18lig", "square 18lig", ""},
	{"legrand", "retreat 18lig to 0306", "", "move|standing retire"},
	{"legrand", "Feuer art4 auf 0606", "fire art4 at 0606", ""},
	{"legrand", "tirer art4 sur 0606", "fire art4 at 0606", ""},
	{"legrand", "attaque 3lig 0606", "", "shock|charge"},
	{"legrand", "Marsch 18lig nach 0507", "", "move|march"},

	// What an order inside of another is about, before its verb; and verbs as of somebody else.
	{"orders", "when margaron: 8th Hussars halt", "", "not for 8hus|stays where it is|when margaron hold"},
	{"orders", "when margaron 8hus hold", "", "not for 8hus|stays where it is|when margaron hold"},
	{"orders", "when margaron: halt 8th Hussars", "", "not for 8hus|stays where it is|when margaron hold"},
	{"orders", "when legrand is drawn, 3rd Line stays", "", "not for 3lig|when legrand hold"},
	{"orders", "when margaron: Margaron halts", "when margaron margaron hold", ""},
	{"orders", "when legrand: stay put", "when legrand hold", ""},
	{"orders", "when margaron: 8th Hussars advance to 0409", "when margaron move 8hus to 0409", ""},
	{"orders", "when margaron: 8th Hussars advances toward Telnitz", "when margaron move 8hus toward 0507", ""},
	{"orders", "when margaron: 8th Hussars and 11th Chasseurs advance toward 0606",
		"when margaron move 8hus,11cha toward 0606", ""},
	{"orders", "when margaron, the 8th Hussars move to 0409", "when margaron move 8hus to 0409", ""},
	{"orders", "when margaron if enemy-within 3 8th Hussars move to 0409",
		"when margaron if enemy-within 3 move 8hus to 0409", ""},
	{"orders", "when margaron move 8hus to 0409 if enemy-within 3", "", "if enemy-within 3|[if CONDITION] ORDER"},
	{"orders", "when margaron move toward 0409 if enemy-within 3", "", "if enemy-within 3|[if CONDITION] ORDER"},
	{"orders", "when margaron if enemy-within 3 move toward 0409", "when margaron if enemy-within 3 move toward 0409",
		""},
	{"orders", "when margaron: 8th Hussars attack 0606", "", "shock|charge"},
	{"orders", "when margaron: 8th Hussars to 0409", "", "move 8hus to 0409"},
	{"orders", "when margaron: 8th Hussars", "", "the verb comes first, and then 8hus"},
	{"legrand", "Legrand advances", "", "toward HEX|nearest"},
	{"legrand", "fire art4 at nearest", "", "\"nearest\"|fire FORMATION"},
	{"legrand", "move 3lig toward the nearest", "", "\"nearest\"|move FORMATION"},
	{"legrand", "Legrand advances toward Telnitz", "move legrand toward 0507", ""},
	{"legrand", "Legrand halts", "hold legrand", ""},
	{"legrand", "3rd Line stays where it is", "", "not for 3lig|stays where it is"},
	{"legrand", "3rd Line assaults 0606", "shock 3lig at 0606", ""},
	{"legrand", "3rd Line attacks 0606", "", "shock|charge"},
	{"legrand", "3rd Line retreats to 0306", "", "move|standing retire"},
	{"legrand", "Legrand marches toward 0606", "", "move|march|forced"},
	{"margaron", "8th Hussars and 11th Chasseurs move to 0409", "move 8hus,11cha to 0409", ""},
	{"legrand", "the artillery fires at 0606", "", "art4|arthor|one of these ids"},
	{"legrand", "3rd Line", "", "the verb comes first, and then 3lig"},

	// The block as a whole.
	{"legrand", "", "", "no order for Legrand|hold"},
	{"legrand", "# move 18lig to 0507", "", "no order for Legrand|hold|take the #"},
	{"legrand", "hold\nmove 18lig to 0507", "", "hold|one or the other"},
	{"legrand", "move 18lig to 0507\nKind regards, Jean", "", "kind|end"},
	{"legrand", "order legrand\nmove 18lig to 0507", "", "Orders Phase"},
}

// mistakePositions are where the mistakes are made.
var mistakePositions = map[string]func(t *testing.T) *Position{
	"orders":     func(t *testing.T) *Position { return scenarioStart(t, "goldbach") },
	"austerlitz": func(t *testing.T) *Position { return scenarioStart(t, "austerlitz") },
	"legrand":    func(t *testing.T) *Position { return drawnInGoldbach(t, "legrand") },
	"margaron":   func(t *testing.T) *Position { return drawnInGoldbach(t, "margaron") },
}

func scenarioStart(t *testing.T, scenario string) *Position {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := rs.Start(engine.Setup{Scenario: scenario})
	if err != nil {
		t.Fatal(err)
	}
	return p.(*Position)
}

// drawnInGoldbach has a marker drawn in turn 2, with enemy horse beside Telnitz.
func drawnInGoldbach(t *testing.T, form string) *Position {
	p := scenarioStart(t, "goldbach")
	f, _ := p.sc.Form(form)
	p.Turn, p.Phase, p.Drawn = 2, ActivationPhase, Marker{form, 1, p.sc.Forms[f].AMs[0]}
	for i := range p.Groups {
		p.Faces[i].Orders, p.Faces[i].Revealed = ReceivedOrders, true
	}
	hessen := unit(t, p, "hessen")
	p.lift(hessen)
	p.place(hessen, hex.H(606))
	p.edit(unit(t, p, "art4")).Facing, _ = hex.ParseFacing("SSE")
	return p
}

// TestMistakes takes each mistake the way of a mail: from its text to the orders that are
// recorded, or to the faults that are answered.
func TestMistakes(t *testing.T) {
	const header = "game: evening\nside: French\nturn: 1\nstep: 7\n\n"
	for _, tt := range mistakes {
		p := mistakePositions[tt.at](t)
		file, faults := engine.ReadTurnFile(p.rs, p, []byte(header+tt.text+"\nend\n"), engine.Limits{})
		if faults == nil {
			faults = engine.CheckFile(p.rs, p, engine.Orders{Side: "French", Lines: file.Orders})
		}
		var reads []string
		for _, o := range file.Orders {
			reads = append(reads, strings.Join(o.Words, " "))
		}
		said := engine.Faults(faults).Error()
		if got := strings.Join(reads, "\n"); tt.reads != "" && (got != tt.reads || faults != nil) {
			t.Errorf("%s: %q: got %q, want %q\n\t%s", tt.at, tt.text, got, tt.reads, said)
		}
		for want := range strings.SplitSeq(tt.says, "|") {
			if tt.says != "" && !strings.Contains(strings.ToLower(said), strings.ToLower(want)) {
				t.Errorf("%s: %q: got\n\t%s\nwant %q in it", tt.at, tt.text, said, want)
			}
		}
	}
}
