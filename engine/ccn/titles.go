package ccn

// titles are what the Greek and the Czech rulebook call the cards, where reports call them otherwise [8.1, 8.2]:
// who reads his card there writes it so, and some of these words are those of another card here.
var titles = map[string][]string{
	"scout-left":          {"ανίχνευση της αριστερής πτέρυγας", "prozkoumat levé křídlo"},
	"scout-center":        {"ανίχνευση του κέντρου", "prozkoumat střed"},
	"scout-right":         {"ανίχνευση της δεξιάς πτέρυγας", "prozkoumat pravé křídlo"},
	"probe-left":          {"εξερεύνηση της αριστερής πτέρυγας", "zkusit levé křídlo"},
	"probe-center":        {"εξερεύνηση του κέντρου", "zkusit střed"},
	"probe-right":         {"εξερεύνηση της δεξιάς πτέρυγας", "zkusit pravé křídlo"},
	"attack-left":         {"επίθεση στην αριστερή πτέρυγα", "napadení levé křídlo"},
	"attack-center":       {"napadení střed"},
	"attack-right":        {"επίθεση στη δεξιά πτέρυγα", "napadení pravé křídlo"},
	"assault-left":        {"επέλαση στην αριστερή πτέρυγα", "útok levé křídlo"},
	"assault-center":      {"επέλαση στο κέντρο", "útok na střed"},
	"assault-right":       {"επέλαση στη δεξιά πτέρυγα", "útok pravé křídlo"},
	"coordinated-advance": {"συγχρονισμένη επέλαση"},
	"flank-attack":        {"πλαγιοκόπηση"},
	"forward":             {"postup vpřed"},
	"recon-in-force":      {"αναγνώριση ισχύος"},
	"bayonet-charge":      {"επίθεση με ξιφολόγχη", "útok s bajonety"},
	"bombard":             {"ostřelování"},
	"cavalry-charge":      {"επίθεση ιππικού", "útok jízdy"},
	"elan":                {"ορμή"},
	"fire-and-hold":       {"στατικά πυρά", "vystřelit a držet"},
	"first-strike":        {"zaútočit jako první"},
	"force-march":         {"πορεία δυνάμεων"},
	"cold-steel":          {"dejte jim chladnou ocel"},
	"grande-manoeuvre":    {"ο μεγάλος ελιγμός", "velké manévry"},
	"rally":               {"κινητοποίηση", "zotavení"},
}
