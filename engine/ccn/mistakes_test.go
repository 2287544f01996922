package ccn

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// mistakes are what newcomers write who know the board game and not this program, with how it
// has to be read, or with what the answer has to say ("|" between the pieces). at is the
// position: "turn" is the turn of the British, "ordered" the same after a card and orders,
// "dice" their turn when the dice of Elan lie, "theirs" the turn of the French, "opening" before
// the deal. It is always the British who write.
var mistakes = []struct{ at, text, reads, says string }{
	// Cards, as the rulebooks call them.
	{"turn", "παίζω ανίχνευση του κέντρου", "", "you do not hold scout-center"},
	{"turn", "παίζω Ανίχνευση στο κέντρο", "", "you do not hold probe-center"},
	{"turn", "παίζω ΕΠΕΛΑΣΗ ΣΤΟ ΚΕΝΤΡΟ", "", "you do not hold assault-center"},
	{"turn", "παίζω επίθεση ιππικού", "play cavalry-charge", ""},
	{"turn", "παίζω στατικά πυρά", "", "you do not hold fire-and-hold"},
	{"turn", "hraj útok na střed", "", "you do not hold assault-center"},
	{"turn", "hraj Útok středu", "play attack-center", ""},
	{"turn", "zahraj napadení střed", "play attack-center", ""},
	{"turn", "hraj zkusit levé křídlo", "play probe-left", ""},
	{"turn", "play attack-center\nordonne 28ft", "play attack-center\norder 28ft", ""},
	{"turn", "play attack-center\nrozkazuj 28ft", "play attack-center\norder 28ft", ""},
	{"turn", "play attack-center\nvydejte rozkaz 28ft", "play attack-center\norder 28ft", ""},
	{"turn", "play attack-center\nδώστε εντολή 28ft", "play attack-center\norder 28ft", ""},
	{"ordered", "melee 28ft at 9leg breakthrough", "", "none of with, advance, bonus|advance yes"},
	{"turn", "je joue la carte Attaque centre\nordre au 28th Foot et à la Royal Artillery",
		"play attack-center\norder 28ft,royal", ""},
	{"turn", "παίζω την κάρτα Επίθεση στο κέντρο\nδιατάσσω 28ft και 43lt", "play attack-center\norder 28ft,43lt", ""},
	{"turn", "play attack-center\nrozkaz 28ft i 43lt", "play attack-center\norder 28ft,43lt", ""},
	{"turn", "play attack-center\nrozkaz 28ft, 43lt oraz royal", "play attack-center\norder 28ft,43lt,royal", ""},
	{"turn", "play attack-center\nrozkaz 28ft a 43lt", "play attack-center\norder 28ft,43lt", ""},
	{"turn", "παίζω Έφοδος με λόγχη", "", "you do not hold bayonet-charge"},
	{"ordered", "déplacez 28ft en D6", "move 28ft d6", ""},
	{"ordered", "déplacez 28ft de E6 à D6", "move 28ft e6 d6", ""},
	{"ordered", "mêlée 28ft contre 9leg occupe le terrain", "melee 28ft at 9leg advance yes", ""},
	{"ordered", "mêlée royal contre 45lig occupe le terrain", "", "royal takes no ground"},
	{"ordered", "melee 28ft at 9leg advance back", "", "only cavalry goes on|advance yes"},
	{"ordered", "συμπλοκή 28ft κατά 9leg κατάληψη εδάφους", "melee 28ft at 9leg advance yes", ""},
	{"ordered", "κινείται 28ft από E6 στο D6", "move 28ft from e6 d6", ""},
	{"ordered", "πυροβολεί royal κατά 45lig", "fire royal at 45lig", ""},
	{"ordered", "κίνησε 28ft Δ6", "", "Latin letters"},
	{"turn", "Gram Atak centrum\nRozkazuję 28ft", "play attack-center\norder 28ft", ""},
	{"turn", "Hraju Útok středu\nRozkaz 28ft", "play attack-center\norder 28ft", ""},
	{"ordered", "Przesuwam 28ft na D6", "move 28ft d6", ""},
	{"ordered", "28ft idzie na D6", "move 28ft d6", ""},
	{"ordered", "Pohyb 28ft na D6", "move 28ft d6", ""},
	{"ordered", "Ostrzał royal przeciw 45lig", "fire royal at 45lig", ""},
	{"ordered", "Střelba royal proti 45lig", "fire royal at 45lig", ""},
	{"ordered", "fire royal -> 45lig", "fire royal at 45lig", ""},
	{"theirs", "consigne carré toujours si hand 4", "standing square always if hand 4", ""},
	{"theirs", "πάγια διαταγή τετράγωνο πάντα για 28ft", "standing square always for 28ft", ""},
	// Cards.
	{"turn", "play Attack Center", "play attack-center", ""},
	{"turn", "play the Attack Center card", "play attack-center", ""},
	{"turn", "Play: attack centre", "play attack-center", ""},
	{"turn", "play card attack center", "play attack-center", ""},
	{"turn", "use attack center", "play attack-center", ""},
	{"turn", "play probe left flank", "play probe-left", ""},
	{"turn", "play Scout Right", "play scout-right", ""},
	{"turn", "play Cavalry Charge", "play cavalry-charge", ""},
	{"turn", "play force march left", "play force-march left", ""},
	{"turn", "play Force March in the center", "play force-march center", ""},
	{"turn", "play force march", "", "left, center or right"},
	{"turn", "play attack", "", "attack-center|attack-left"},
	{"turn", "play atack-center", "", "did you mean attack-center"},
	{"turn", "play assault center", "", "you do not hold assault-center|your hand has attack-center"},
	{"turn", "play first strike", "", "you do not hold first-strike|your hand"},
	{"turn", "attack center", "", "play attack-center"},
	{"turn", "Probe Left Flank", "", "play probe-left"},
	{"turn", "play probe left\nplay attack center", "", "one card is played in a turn"},
	{"turn", "play 1", "", "your hand has attack-center"},
	{"turn", "order 28ft", "", "no card is played|play one of your hand"},
	{"turn", "play short supply 45e de Ligne", "", "at UNIT"},
	{"turn", "play Fire and Hold", "", "you do not hold fire-and-hold"},
	{"turn", "play Give Them the Cold Steel", "", "you do not hold cold-steel"},
	{"turn", "play La Grande Manoeuvre", "", "you do not hold grande-manoeuvre"},
	{"turn", "play bombard", "", "you do not hold bombard"},
	{"turn", "play short supply on the 45th Line", "play short-supply at 45lig", ""},
	{"turn", "play attack-center left", "", "takes no section"},
	{"turn", "play attack-center one", "", "leave out \"one\""},
	{"turn", "discard attack center", "", "play CARD"},
	{"turn", "draw a card", "", "by itself"},

	// Orders.
	{"turn", "play attack-center\norder 28th Foot, Royal Artillery", "play attack-center\norder 28ft,royal", ""},
	{"turn", "play attack-center\norder 28ft and royal", "play attack-center\norder 28ft,royal", ""},
	{"turn", "play attack-center\norder 28ft royal 43lt", "play attack-center\norder 28ft,royal,43lt", ""},
	{"turn", "play attack-center\norder the 28th", "play attack-center\norder 28ft", ""},
	{"turn", "play attack-center\nactivate 28th Foot", "play attack-center\norder 28ft", ""},
	{"turn", "play attack-center\norder artillery", "play attack-center\norder royal", ""},
	{"turn", "play attack-center\norder E6", "play attack-center\norder e6", ""},
	{"turn", "play attack-center\norder D1", "", "D1|nobody of yours"},
	{"turn", "play attack-center\norder 28foot", "", "28ft"},
	{"turn", "play attack-center\norder light", "", "43lt|3ld"},
	{"turn", "play attack-center\norder infantry", "", "28ft|43lt|6pt"},
	{"turn", "play attack-center\norder all", "", "all"},
	{"turn", "play attack-center\norder 28ft, 28ft", "", "28ft|twice"},
	{"turn", "play attack-center\norder 28ft\norder 28ft", "", "28ft is ordered twice|5.2-c"},
	{"turn", "play attack-center\norder 28ft,43lt,royal,6pt", "", "attack-center orders 3 center|take some out"},
	{"turn", "play attack-center\norder 3ld", "", "attack-center orders 3 center|3ld"},
	{"turn", "play attack-center\norder 45lig", "", "45lig|enemy's"},
	{"turn", "play attack-center\norder 45e de Ligne", "", "45lig|enemy's"},
	{"turn", "play attack-center\norder Wellington", "", "wel is with a unit|detach wel"},
	{"turn", "play attack-center\ndetach Lord Wellington", "play attack-center\ndetach wel", ""},
	{"turn", "play attack-center\norder General Hill", "play attack-center\norder hill", ""},
	{"turn", "play attack-center\norder 28ft, move 28ft to D6", "", "one order a line"},

	// Moves.
	{"turn", "play attack-center\norder 28ft\nmove wel to D6", "", "detach wel"},
	{"turn", "play attack-center\norder 28ft\nmelee wel at 9leg", "", "wel"},
	{"ordered", "move 28ft from E6 D6", "move 28ft from e6 d6", ""},
	{"ordered", "move 28ft from E6 to D6", "move 28ft from e6 to d6", ""},
	{"ordered", "move 28ft from E7 D6", "", "is in E6"},
	{"ordered", "move 28ft to D6", "move 28ft to d6", ""},
	{"ordered", "move 28th Foot to hex D6", "move 28ft to d6", ""},
	{"ordered", "28th Foot moves to D6", "move 28ft to d6", ""},
	{"ordered", "28th Foot: move to D6", "move 28ft to d6", ""},
	{"ordered", "advance 28ft to Pajar", "move 28ft to e7", ""},
	{"ordered", "go 28ft to D-6", "move 28ft to d6", ""},
	{"ordered", "move 28ft D6", "move 28ft d6", ""},
	{"ordered", "move 28ft → D6", "move 28ft to d6", ""},
	{"ordered", "move 28ft E6-D6", "move 28ft e6 d6", ""},
	{"ordered", "move 28ft from E6 to D6", "move 28ft from e6 to d6", ""},
	{"ordered", "move 28ft from E5 to D6", "", "28ft is in E6"},
	{"ordered", "move 43lt C5 B5", "move 43lt c5 b5", ""},
	{"ordered", "- move 28ft to D6", "move 28ft to d6", ""},
	{"ordered", "move royal and 28ft to D6", "", "one unit or leader moves at a time"},
	{"ordered", "move 28ft to B13", "", "B13|half hex|B1 to B12"},
	{"ordered", "move 28ft to A14", "", "A14|A1 to A13"},
	{"ordered", "move 28ft to J5", "", "J5|A to I"},
	{"ordered", "move 28ft to 0506", "", "0506|E6"},
	{"ordered", "move 28ft north", "", "north|hex"},
	{"ordered", "move 28ft two hexes forward", "", "hex"},
	{"ordered", "move 28ft to A6", "", "28ft may move 1 hex, and not 4|D6"},
	{"ordered", "move 6pt to B8", "", "6pt is not ordered|attack-center orders 3 center"},
	{"ordered", "move 28ft to E6", "", "28ft|E6"},
	{"ordered", "move 28ft E6", "", "28ft is in E6"},
	{"ordered", "move royal to E7\nfire royal at 45lig", "", "royal has moved 1 hex|battles only if it does not move"},
	{"ordered", "retreat 28ft to D6", "", "move|standing retreat"},
	{"ordered", "face 28ft NE", "", "no facing"},

	// Combats.
	{"ordered", "fire Royal Artillery at the 45e de Ligne", "fire royal at 45lig", ""},
	{"ordered", "shoot royal at 45th Line", "fire royal at 45lig", ""},
	{"ordered", "bombard 45lig with royal", "fire royal at 45lig", ""},
	{"ordered", "royal fires at E8", "fire royal at e8", ""},
	{"ordered", "fire royal at E3", "", "E3|no enemy"},
	{"ordered", "fire royal 45lig", "fire royal,45lig", ""},
	{"ordered", "fire royal 45th Line and 9th Light", "fire royal,45lig,9leg", ""},
	{"ordered", "fire 28ft at 45lig, 9leg", "fire 28ft at 45lig,9leg", ""},
	{"ordered", "fire D7 at E8", "fire d7 at e8", ""},
	{"ordered", "attack 28ft at 9leg", "", "melee|fire"},
	{"ordered", "28ft attacks 9leg", "", "melee|fire"},
	{"ordered", "melee 28ft against 9e Léger", "melee 28ft at 9leg", ""},
	{"ordered", "close combat 28ft at 9leg", "melee 28ft at 9leg", ""},
	{"ordered", "melee 28ft with royal at 9leg", "melee 28ft with royal at 9leg", ""},
	{"ordered", "melee 28ft at 9leg and advance", "", "advance yes"},
	{"ordered", "melee 28ft at 9leg take ground", "melee 28ft at 9leg advance yes", ""},
	{"ordered", "melee 28ft at 9leg bonus 45lig advance yes", "", "no cavalry|bonus"},
	{"ordered", "melee 28ft at Wellington", "", "wel|yours"},
	{"ordered", "fire Hill at 45lig", "", "hill is a leader"},
	{"ordered", "fire 28ft at 45lig\nfire 28ft at 45lig", "", "has battled"},
	{"ordered", "fire 28ft at 45lig\nmelee 28ft at 9leg", "", "has battled|leave one of its lines out"},

	// Decisions that come up later.
	{"turn", "form square 28ft", "", "standing square"},
	{"turn", "retire and reform 3ld", "", "standing reform"},
	{"turn", "ignore one flag", "", "standing flags"},
	{"turn", "battle back with 28ft", "", "standing battle-back"},
	{"turn", "take ground with 28ft", "", "advance yes"},
	{"turn", "rally 28ft", "", "rally: play"},
	{"theirs", "standing order: square always if dice 3", "standing square always if dice 3", ""},
	{"theirs", "standing square always if by cavalry and hand 4", "standing square always if by cavalry and hand 4",
		""},
	{"theirs", "standing square always if hand 4 and by cavalry and infantry for the 28th",
		"standing square always if hand 4 and by cavalry,infantry for 28ft", ""},
	{"theirs", "standing reform always if own-dice 3 & dice 4 else never",
		"standing reform always if own-dice 3 and dice 4 else never", ""},
	{"theirs", "standing first-strike always for 28th Foot", "standing first-strike always for 28ft", ""},
	{"turn", "standing first-strike always for 45lig", "", "45lig|yours"},
	{"turn", "standing flags 2", "", "flags|max"},
	{"theirs", "play attack-center", "", "it is not your turn|standing orders"},
	{"theirs", "play first strike", "", "it is not your turn|standing first-strike"},
	{"theirs", "answer yes", "", "you are asked nothing|too late"},
	{"opening", "play attack-center", "", "the cards have not been dealt"},
	{"opening", "standing square always", "standing square always", ""},
	{"dice", "play attack-center", "", "elan has been played|order"},
	{"dice", "order 28ft", "order 28ft", ""},

	// The block as a whole.
	{"turn", "", "", "no order for British|hold"},
	{"turn", "# play attack-center", "", "no order for British|take the #"},
	{"turn", "pass", "hold", ""},
	{"turn", "do nothing", "hold", ""},
	{"turn", "hold\nplay attack-center", "", "hold|one or the other"},
	{"turn", "play attack-center\nKind regards, Arthur", "", "kind|end"},
}

const mistakesField = `scenario "Mistakes"
side British bottom nations=British,Portuguese
side French top nations=French
first British
banners 5
name E7 "Pajar"
unit 28ft "28th Foot" British line at=E6
unit 43lt "43rd Light Infantry" British light at=D5
unit 6pt "6th Portuguese" Portuguese line at=C8
unit royal "Royal Artillery" British foot-artillery at=D7
unit 3ld "3rd Light Dragoons" British light-cavalry at=C3
leader wel "Wellington" British at=D5
leader hill "Rowland Hill" British at=C7
unit 45lig "45e de Ligne" French line at=E8
unit 9leg "9e Léger" French light at=F6
unit 2hus "2e Hussards" French light-cavalry at=F9
unit frart "Artillerie de Ruffin" French foot-artillery at=G7
leader vic "Victor" French at=G6
`

// mistakePositions are where the mistakes are made: lines of a case, and orders before.
var mistakePositions = map[string][2]string{
	"turn": {"hand British attack-center,probe-left,scout-right,force-march,cavalry-charge,short-supply\n", ""},
	"ordered": {"hand British attack-center,probe-left,scout-right,force-march,cavalry-charge,short-supply\n",
		"play attack-center\norder 28ft,43lt,royal\n"},
	"dice":    {"rolled elan 4 1 1 1 1\n", ""},
	"theirs":  {"turn-of French\n", ""},
	"opening": {"opening\n", ""},
}

// TestMistakes takes each mistake the way of a mail: from its text to the orders that are
// recorded, or to the faults that are answered.
func TestMistakes(t *testing.T) {
	const header = "game: evening\nside: British\nturn: 1\nstep: 7\n\n"
	for _, tt := range mistakes {
		at := mistakePositions[tt.at]
		rs, p, err := ReadCase([]byte(mistakesField + at[0]))
		if err != nil {
			t.Fatal(err)
		}
		file, faults := engine.ReadTurnFile(rs, p, []byte(header+at[1]+tt.text+"\nend\n"), engine.Limits{})
		if faults == nil {
			faults = engine.CheckFile(rs, p, engine.Orders{Side: "British", Lines: file.Orders})
		}
		var reads []string
		for _, o := range file.Orders {
			reads = append(reads, strings.Join(o.Words, " "))
		}
		said := engine.Faults(faults).Error()
		if got := strings.Join(reads, "\n"); tt.reads != "" && (got != at[1]+tt.reads || faults != nil) {
			t.Errorf("%s: %q: got %q, want %q\n\t%s", tt.at, tt.text, got, tt.reads, said)
		}
		for want := range strings.SplitSeq(tt.says, "|") {
			if tt.says != "" && !strings.Contains(strings.ToLower(said), strings.ToLower(want)) {
				t.Errorf("%s: %q: got\n\t%s\nwant %q in it", tt.at, tt.text, said, want)
			}
		}
	}
}

// A move that is wrong hides nothing of what is wrong with the combats of others, and blames none of its unit on them.
func TestCombatsBesideAWrongMove(t *testing.T) {
	rs, p, err := ReadCase([]byte(mistakesField + mistakePositions["ordered"][0]))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split("play attack-center\norder 28ft,43lt,royal\nmove 28ft to a6\nmelee 28ft at 9leg\n"+
		"fire royal at 45lig\nfire royal at 9leg\nmelee 43lt with 28ft at 9leg\nfire 3ld at 9leg", "\n")
	o := engine.Orders{Side: "British"}
	for i, line := range lines {
		o.Lines = append(o.Lines, engine.Order{Words: strings.Fields(line)}.Arrived(i+1))
	}
	var at []int
	for _, f := range engine.CheckFile(rs, p, o) {
		at = append(at, f.Line)
	}
	if want := []int{3, 6, 8}; !slices.Equal(at, want) {
		t.Errorf("faults in lines %v, want %v", at, want)
	}
}
