package jdg

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// inLanguages are orders at the positions of mistakes, in each language of the reports and in German, and
// what they mean.
var inLanguages = []struct{ at, reads, texts string }{
	{"orders", "order legrand,margaron", `
		fr Ordres : Legrand et Margaron
		de Befehl an Legrand und Margaron
		pl Rozkazy: Legrand i Margaron
		pl Wydaj rozkazy: Legrand, Margaron
		cs Rozkaz: Legrand a Margaron
		el Διαταγές: Legrand και Margaron`},
	{"orders", "order legrand by soult", `
		fr Ordre Legrand par Soult
		de Befehl Legrand durch Soult
		pl Rozkaz Legrand przez Soult
		cs Rozkaz Legrand od Soult
		el Διαταγή Legrand από Soult`},
	{"orders", "first margaron,legrand", `
		fr Premier Margaron, Legrand
		de Zuerst Margaron, Legrand
		pl Najpierw Margaron, Legrand
		cs Nejprve Margaron, Legrand
		el Πρώτα Margaron, Legrand`},
	{"orders", "when margaron if enemy-within 3 move 8hus to 0409", `
		fr Quand Margaron si ennemi 3 avance 8th Hussars à 0409
		de Wenn Margaron falls Feind 3 bewege 8th Hussars nach 0409
		pl Gdy Margaron jeśli wróg 3 przesuń 8th Hussars na 0409
		cs Když Margaron pokud nepřítel 3 přesuň 8th Hussars na 0409
		el Όταν Margaron εάν εχθρός 3 κίνησε 8th Hussars στο 0409`},
	{"orders", "when margaron again hold", `
		fr Quand Margaron encore attends
		de Sobald Margaron nochmals warten
		pl Kiedy Margaron ponownie czekaj
		cs Jakmile Margaron znovu čekej
		el Όταν Margaron ξανά περίμενε`},
	{"legrand", "move 3lig to 0407", `
		fr Déplacez le 3rd Line à 0407
		fr Avancez 3lig sur 0407
		de Bewege 3rd Line nach 0407
		de Ziehe 3lig auf 0407
		pl Przesuń 3rd Line na 0407
		pl Rusz 3lig do 0407
		cs Přesuň 3rd Line na 0407
		cs Táhni 3lig do 0407
		el Κίνηση 3rd Line στο 0407
		el Μετακίνησε 3lig προς 0407`},
	{"legrand", "move 18lig to 0507 face e", `
		fr Déplace 18lig au 0507 face est
		de Bewege 18lig nach 0507 Front Ost
		pl Przesuń 18lig do 0507 przodem wschód
		cs Přesuň 18lig do 0507 čelem východ
		el Κίνησε 18lig προς 0507 μέτωπο ανατολή`},
	{"legrand", "move 18lig n", `
		fr Avance 18lig nord
		de Ziehe 18lig nach Nord
		pl Przesuń 18lig na północ
		cs Přesuň 18lig na sever
		el Κίνησε 18lig προς βορρά`},
	{"legrand", "move legrand toward nearest", `
		fr Avance Legrand vers le plus proche
		de Bewege Legrand Richtung nächsten
		pl Rusz Legrand w kierunku najbliższego
		cs Táhni Legrand směrem nejbližší
		el Κίνησε Legrand κατεύθυνση πλησιέστερο`},
	{"margaron", "move 8hus,11cha to 0409", `
		fr Avance 8th Hussars et 11th Chasseurs à 0409
		de Ziehe 8th Hussars und 11th Chasseurs auf 0409
		pl Przesuń 8th Hussars i 11th Chasseurs na 0409
		pl Przesuń 8th Hussars oraz 11th Chasseurs na 0409
		cs Přesuň 8th Hussars a 11th Chasseurs na 0409
		el Κίνησε 8th Hussars και 11th Chasseurs στο 0409`},
	{"legrand", "fire art4 at 0606", `
		fr Tirez art4 sur 0606
		de Feuer art4 auf 0606
		pl Ostrzelaj art4 na 0606
		pl Strzelaj art4 przeciw 0606
		cs Střílej art4 na 0606
		cs Palba art4 proti 0606
		el Βολή art4 κατά 0606
		el Πυροβόλησε art4 στο 0606`},
	{"legrand", "shock 3lig at 0606", `
		fr Assaut 3rd Line contre 0606
		de Sturm 3rd Line gegen 0606
		pl Szturm 3rd Line na 0606
		pl Walka wręcz 3rd Line przeciw 0606
		cs Boj zblízka 3rd Line proti 0606
		cs Zteč 3rd Line na 0606
		el Συμπλοκή 3rd Line κατά 0606`},
	{"margaron", "charge 8hus at 0606 via 0507", `
		fr Chargez 8hus sur 0606 par 0507
		de Attacke 8hus gegen 0606 über 0507
		pl Szarża 8hus na 0606 przez 0507
		cs Útok jízdy 8hus na 0606 přes 0507
		el Έφοδος 8hus κατά 0606 από 0507`},
	{"legrand", "face 18lig sse", `
		fr Tournez 18lig SSE
		de Drehe 18lig SSE
		pl Obróć 18lig SSE
		cs Otoč 18lig SSE
		el Στρέψε 18lig SSE`},
	{"legrand", "square 18lig", `
		fr Formez carré 18lig
		de Karree 18lig
		pl Uformuj czworobok 18lig
		cs Utvoř karé 18lig
		el Σχημάτισε τετράγωνο 18lig`},
	{"legrand", "hold", `
		fr Attendre
		de Warten
		pl Czekaj
		cs Čekej
		el Περίμενε`},
	{"orders", "standing square yes if 6", `
		fr Consigne carré oui si 6
		de Dauerbefehl Karree ja wenn 6
		pl Stały rozkaz czworobok tak jeśli 6
		cs Trvalý rozkaz karé ano pokud 6
		el Πάγια διαταγή τετράγωνο ναι αν 6`},
	{"orders", "standing counter-charge no for 8hus", `
		fr Consigne contre-charge non pour 8th Hussars
		de Dauerbefehl Gegenattacke nein für 8th Hussars
		pl Rozkaz stały kontrszarża nie dla 8th Hussars
		cs Trvalý rozkaz protiútok jízdy ne pro 8th Hussars
		el Πάγια εντολή αντέφοδος όχι για 8th Hussars`},
	{"orders", "standing withdraw ne", `
		fr Consigne retraite nord-est
		de Dauerbefehl Rückzug Nordost
		pl Stały rozkaz odwrót północny-wschód
		cs Trvalý rozkaz ústup severovýchod
		cs Trvalý rozkaz ústup NE
		el Πάγια διαταγή υποχώρηση βορειοανατολικά`},
	{"orders", "standing reaction-fire infantry,any", `
		fr Consigne tir de réaction infanterie, tous
		de Dauerbefehl Abwehrfeuer Infanterie, alle
		pl Stały rozkaz reakcja ogniem piechota, wszystkie
		cs Trvalý rozkaz reakční palba pěchota, všechny
		el Πάγια διαταγή βολή αντίδρασης πεζικό, όλα`},
}

// TestOrdersInLanguages reads what players write as the orders that it means.
func TestOrdersInLanguages(t *testing.T) {
	for _, tt := range inLanguages {
		p := mistakePositions[tt.at](t)
		for line := range strings.Lines(strings.TrimSpace(tt.texts)) {
			language, text, _ := strings.Cut(strings.TrimSpace(line), " ")
			file, faults := engine.ReadTurnFile(p.rs, p,
				[]byte("game: evening\nside: French\nturn: 1\nstep: 7\n\n"+text+"\nend\n"), engine.Limits{})
			if len(faults) > 0 || len(file.Orders) != 1 || strings.Join(file.Orders[0].Words, " ") != tt.reads {
				t.Errorf("%s: %s\ngot  %v %v\nwant %s", language, text, file.Orders, faults, tt.reads)
			}
		}
	}
}

// TestWordsOfVerbs: no word begins two orders, or begins one and is said to begin none, and each is written
// as it is read.
func TestWordsOfVerbs(t *testing.T) {
	folded := func(w string) {
		if engine.Fold(strings.ToLower(w)) != w || w == "" {
			t.Errorf("%q is never read so", w)
		}
	}
	of := map[string]string{}
	for _, v := range allVerbs() {
		for _, w := range append(slices.Clone(v.Also), v.Word) {
			if folded(w); of[w] != "" || !allHints[w].Empty() {
				t.Errorf("%q begins %s and %s, or has the hint %q", w, v.Word, of[w], allHints[w])
			}
			of[w] = v.Word
		}
	}
	for word, verb := range otherVerbs {
		if of[word] != word {
			t.Errorf("%q are words of no order %q", verb, word)
		}
	}
	for w, hint := range allHints {
		if folded(w); hint.Empty() {
			t.Errorf("%q has no hint", w)
		}
	}
	for w, means := range sameWords {
		folded(w)
		for one := range strings.SplitSeq(means, "|") {
			if _, joint := joints[one]; one != "" && one != nearest && !joint && !slices.Contains(otherWords, one) ||
				sameWords[one] != "" || slices.Contains(otherWords, w) {
				t.Errorf("%q means %q", w, one)
			}
		}
	}
	for w := range alike {
		folded(w)
	}
}

// TestStandingInLanguages: the words of standing orders mean words that these have, and none of those means
// another but where it is no answer.
func TestStandingInLanguages(t *testing.T) {
	known := map[string]bool{"default": true, "ask": true, "if": true, "for": true}
	for _, v := range standingHelp() {
		for _, w := range strings.FieldsFunc(v.Usage, func(c rune) bool { return strings.ContainsRune("| ,[]", c) }) {
			known[w] = true
		}
	}
	for w, means := range standingSame {
		if !known[means] || known[w] && w != "ne" || standingSame[means] != "" && means != "ne" ||
			engine.Fold(strings.ToLower(w)) != w || strings.Count(w, " ") > 2 {
			t.Errorf("%q means %q", w, means)
		}
	}
	for _, k := range decisions {
		for _, a := range k.Answers {
			for language, said := range map[string]string{"yes": "tak", "no": "ne", "stay": "zůstaň",
				"keep": "zachowaj"} {
				if a == language && !(k.Kind == "P29") {
					p := mistakePositions["orders"](t)
					file, faults := engine.ReadTurnFile(
						p.rs,
						p,
						[]byte("game: evening\nside: French\nturn: 1\nstep: 7\n\n"+
							"standing "+k.Word+" "+said+"\nend\n"),
						engine.Limits{},
					)
					if len(faults) > 0 || file.Orders[0].Words[2] != a {
						t.Errorf("%s %s is read as %v %v", k.Word, said, file.Orders, faults)
					}
				}
			}
		}
	}
}

// TestAmbiguousInLanguages: what can mean several things is refused, with what it may mean.
func TestAmbiguousInLanguages(t *testing.T) {
	for text, want := range map[string]string{
		"Přesuň 26th na 0404":         "26leg",
		"Útok 3lig na 0606":           "shock",
		"Atakuj 3lig na 0606":         "charge",
		"Επίθεση 3lig κατά 0606":      "shock",
		"Maszeruj 18lig do 0507":      "march",
		"Ústup 18lig do 0306":         "standing retire",
		"Przesuń 3lig na Telnits":     "Telnitz",
		"Ostrzelaj artyleria na 0606": "arthor",
	} {
		p := mistakePositions["legrand"](t)
		_, faults := engine.ReadTurnFile(p.rs, p,
			[]byte("game: evening\nside: French\nturn: 1\nstep: 7\n\n"+text+"\nend\n"), engine.Limits{})
		if len(faults) == 0 || !strings.Contains(engine.Faults(faults).Error(), want) {
			t.Errorf("%s: got %v, want %q", text, faults, want)
		}
	}
}
