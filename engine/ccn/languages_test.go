package ccn

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/tongue"
)

// TestOrdersInLanguages reads a turn as players write it in each language of the reports, and in
// German.
func TestOrdersInLanguages(t *testing.T) {
	const want = "play attack-center\norder 28ft,43lt,royal\nmove 28ft to d6\nmove 43lt c5\nfire royal at 45lig\n" +
		"melee 28ft at 9leg advance yes"
	for language, text := range map[string]string{
		"en": "play the Attack Center card\norder the 28th Foot, 43rd Light and the Royal Artillery\n" +
			"move the 28th Foot to D6\n" +
			"go 43lt C5\nfire Royal Artillery at 45e de Ligne\nmelee 28ft against 9e Léger and take ground",
		"fr": "Jouez Attaque au centre\nOrdres : 28th Foot, 43rd Light et Royal Artillery\n" +
			"Déplacez 28th Foot vers D6\n" +
			"avance 43lt C5\nTirez royal sur 45e de Ligne\nmêlée 28ft contre 9e Léger, occupe",
		"de": "Spiele Attack Center\nBefehle: 28th Foot, 43rd Light und Royal Artillery\nBewege 28th Foot nach D6\n" +
			"ziehe 43lt C5\nSchieße Royal Artillery auf 45e de Ligne\nNahkampf 28ft gegen 9e Léger besetze",
		"pl": "Zagraj Atak, centrum\nRozkazy: 28th Foot, 43rd Light, Royal Artillery\nPrzesuń 28th Foot do D6\n" +
			"ruch 43lt C5\n" +
			"Ostrzelaj Royal Artillery przeciw 45e de Ligne\nWręcz 28ft przeciw 9e Léger zajmij",
		"cs": "Zahraj Útok středu\nRozkaz: 28th Foot, 43rd Light, Royal Artillery\nPřesuň 28th Foot do D6\n" +
			"táhni 43lt C5\nStřílej Royal Artillery proti 45e de Ligne\nBoj 28ft proti 9e Léger obsaď",
		"el": "Παίξε Επίθεση στο κέντρο\nΔιαταγές: 28th Foot, 43rd Light, Royal Artillery\nΚίνηση 28th Foot προς D6\n" +
			"Κίνησε 43lt C5\nΒολή Royal Artillery κατά 45e de Ligne\nΣυμπλοκή 28ft κατά 9e Léger κατάλαβε",
	} {
		t.Run(language, func(t *testing.T) {
			if got, said := readsAs(t, text); got != want || said != "" {
				t.Errorf("got\n%s\n%s", got, said)
			}
		})
	}
}

// TestSectionsInLanguages: Force March takes a section in any of them.
func TestSectionsInLanguages(t *testing.T) {
	for _, text := range []string{"play Force March in the center", "jouez Marche forcée centre",
		"spiele Force March mitte",
		"zagraj Forsowny marsz środek", "zahraj Usilovný pochod střed", "παίξε Ταχεία πορεία κέντρο"} {
		got, said := readsAs(t, text)
		rs, p := mistakesAt(t, mistakePositions["turn"][0])
		if said != "" {
			t.Errorf("%s: %s", text, said)
			continue
		}
		o := engine.Order{Words: strings.Fields(got)}.Arrived(6)
		read, bad := p.read(0, o)
		if bad != nil || !read.sections || read.section != setup.Center || len(rs.Check(p, engine.Orders{
			Side: "British", Lines: []engine.Order{o}})) > 0 {
			t.Errorf("%s: %s %v", text, got, bad)
		}
	}
	for word, want := range map[string]setup.Section{"left": setup.Left, "gauche": setup.Left, "vlevo": setup.Left,
		"rechts": setup.Right, "dexia": setup.Right, "prawo": setup.Right} {
		if got, ok := readSection(word); !ok || got != want {
			t.Errorf("%s is %s", word, got)
		}
	}
}

// TestGreekHexes: a letter of the Greek alphabet in the name of a hex is not guessed at.
func TestGreekHexes(t *testing.T) {
	if got, said := readsAs(t, "κίνηση 28ft προς Η6"); got != "" ||
		!strings.Contains(said, "can only stand in a comment") {
		t.Errorf("%s %s", got, said)
	}
}

// readsAs is how a turn of the British is read, and what is wrong with it.
func readsAs(t *testing.T, text string) (reads, said string) {
	t.Helper()
	rs, p := mistakesAt(t, mistakePositions["turn"][0])
	file, faults := engine.ReadTurnFile(rs, p, []byte("game: evening\nside: British\nturn: 1\nstep: 7\n\n"+
		text+"\nend\n"), engine.Limits{})
	var lines []string
	for _, o := range file.Orders {
		lines = append(lines, strings.Join(o.Words, " "))
	}
	return strings.Join(lines, "\n"), engine.Faults(faults).Error()
}

// TestCardsInLanguages: a card is played by the name that the reports of each language have for it.
func TestCardsInLanguages(t *testing.T) {
	verbs := map[tongue.Language]string{"en": "play", "fr": "jouez", "pl": "zagraj", "cs": "zahraj", "el": "παίξε"}
	for _, l := range tongue.Languages() {
		for c := range setup.NumCards {
			name := cardName(string(c.Name())).In(l)
			if got, said := readsAs(t, verbs[l]+" "+name); got != "play "+string(c.Name()) || said != "" {
				t.Errorf("%s: %s: %s %s", l, name, got, said)
			}
		}
	}
}

// TestWordsOfVerbs: no word begins two orders, or begins one and is said to begin none.
func TestWordsOfVerbs(t *testing.T) {
	of := map[string]string{}
	for _, v := range (&Ruleset{}).Verbs() {
		for _, w := range append(slices.Clone(v.Also), v.Word) {
			if of[w] != "" || !hints()[w].Empty() || engine.Fold(strings.ToLower(w)) != w {
				t.Errorf("%q begins %s and %s, has a hint %q, or is not written as it is read", w, v.Word,
					of[w], hints()[w])
			}
			of[w] = v.Word
		}
	}
	for w := range hints() {
		if engine.Fold(strings.ToLower(w)) != w {
			t.Errorf("hint for %q, which is never read so", w)
		}
	}
}
