package ccn

import (
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

// TestStory: each event is told with those whom it is about, the places and the numbers. lines
// is how many it takes; what is wanted stands in them, "|" between the pieces.
func TestStory(t *testing.T) {
	const ground = "goal E6 \"Farm\" British=2\nhand British first-strike,elan\nname D6 \"Ford\"\n"
	for _, tt := range []struct {
		events string
		lines  int
		want   string
	}{
		{"[5.13-e] turn by=French turn=8\n[5.8] retreat by=French piece=45lig from=E8 path=F8", 1, "Turn 8: French|F8"},
		{"[5.1] command by=British card=attack-center command=4 copied=no", 1, "British|Attack Center|[5.1]"},
		{"[5.1] command by=British card=attack-center command=4 copied=yes", 1, "British|Attack Center|Counter"},
		{"[5.2] order by=British piece=28ft\n[5.2] order by=British piece=hill\n[5.2] order by=British piece=royal", 1,
			"28th Foot (28ft), Rowland Hill (hill) and Royal Artillery (royal)|[5.2]"},
		{"[5.3] move by=British piece=28ft from=E6 path=E5,D6", 1, "28th Foot (28ft)|D6 (Ford)|[5.3]"},
		{"[5.8] retreat by=British piece=28ft from=E6 path=D6", 1, "28th Foot (28ft)|D6 (Ford)"},
		{"[5.12] advance by=British piece=28ft from=E6 path=E7", 1, "28th Foot (28ft)|E7 (Pajar)"},
		{"[8.2-m] place by=French piece=45lig path=I3", 1, "45e de Ligne (45lig)|I3"},
		{"[5.3-j] exit by=British piece=28ft from=I7", 1, "28th Foot (28ft)"},
		{"[5.5.1] attack by=British piece=28ft target=45lig kind=fire from=E6 at=E8", 1,
			"28th Foot (28ft)|45e de Ligne (45lig)|E6|E8"},
		{"[5.6.1] attack by=British piece=28ft target=9leg kind=melee from=E6 at=F6 with=royal", 1,
			"28th Foot (28ft)|9e Léger (9leg)|Royal Artillery (royal)|E6|F6"},
		{"[5.5.7] loss by=French piece=45lig n=2", 1, "45e de Ligne (45lig)|2 blocks"},
		{"[5.5.7] loss by=French piece=45lig n=1", 1, "45e de Ligne (45lig)|1 block"},
		{"[5.5.7] eliminate by=French piece=45lig at=E8", 1, "45e de Ligne (45lig)|British"},
		{"[5.9] flags by=French piece=45lig flags=3 ignored=1 hexes=2", 1, "45e de Ligne (45lig)|3 flags|1 ignored"},
		{"[6.2-h] square by=British piece=28ft slot=1", 1, "28th Foot (28ft)|British"},
		{"[6.2-ap] dissolve by=British piece=28ft slot=1", 1, "28th Foot (28ft)"},
		{"[6.1-i] reform by=French piece=2hus", 1, "2e Hussards (2hus)"},
		{"[8.2-g] first-strike by=French piece=45lig", 1, "French|First Strike|45e de Ligne (45lig)"},
		{"[8.2-l] rally by=British piece=28ft n=1", 1, "28th Foot (28ft)"},
		{"[4-d] goal by=British goal=1", 1, "British|Farm|2 banners"},
		{"[4-d] goal by=British goal=2", 0, ""},
		{"[4-d] goal by=British goal=0", 0, ""},
		{"[5.13-a] cards by=British from=deck to=hand-British n=2", 1, "British|2 cards"},
		{"[5.13-c] cards by=British from=discard to=deck n=9", 1, "[5.13-c]"},
		{"[5.1] command by=British card=attack-center command=4 copied=no\n[5.2] order by=British piece=28ft", 2,
			"Attack Center|28th Foot (28ft)"},
		{"[5.13-a] cards by=British from=played to=discard n=1 cards=forward", 0, ""},
		{"[5.13-a] faces by=British from=deck to=hand-British cards=bombard,attack-center*2", 1,
			"Bombard and Attack Center"},
		{"[5.2-l] faces by=British from=square-British-1 to=hand-British cards=bombard", 0, ""},
		{"[5.4-g] skipped by=British order=\"fire 28ft at 45lig\" why=moved who=28ft n=2", 1,
			"fire 28ft at 45lig|28ft|2 hexes"},
		{"[5.5.2] skipped by=British order=\"fire 28ft at 45lig,9leg\" why=unseen,far who=45lig,9leg n=,4 of=,2", 1,
			"there is no line of sight to 45lig; 9leg is 4 hexes away, and the range is 2."},
		{"[8.2-e] skipped by=British order=\"order 28ft\" why=no-dice card=elan", 1, "the dice of Élan give no more"},
		{"[5.1] command by=British card=counter-attack command=4 copied=no", 2,
			"Counter Attack has nothing to copy and orders nobody: French has not yet played a card"},
		{"[5.1] command by=French card=first-strike command=4 copied=no\n" +
			"[5.1] command by=British card=counter-attack command=4 copied=no", 3,
			"French played First Strike in its last"},
		{"[5.1] command by=French card=counter-attack command=4 copied=no\n" +
			"[5.1] command by=British card=counter-attack command=4 copied=no", 4, "turn, which copied nothing"},
		{"[5.12.3-b] skipped by=British order=\"melee 28ft at 9leg\" part=bonus why=gone who=45lig", 1, "45lig"},
		{"[8.2-g] decision by=British kind=D16 whom=28ft answer=no source=standing", 1,
			"28th Foot (28ft)|no|standing order"},
		{"[8.2-g] decision by=French kind=D16 whom=45lig answer=no source=default", 0, ""},
		{"[5.8-c] decision by=French kind=D21 whom=45lig answer=F8 source=asked", 1,
			"45e de Ligne (45lig)|F8|answered"},
		{"[8.3-a] decision by=British kind=D13 whom=army answer=bombard source=default", 1, "Bombard"},
	} {
		_, p := mistakesAt(t, ground)
		events, err := engine.ParseEvents("[5.13-e] turn by=British turn=7\n" + tt.events)
		if err != nil {
			t.Fatal(err)
		}
		chapters, _ := p.story(events, "British")
		var told []string
		n := 0
		for _, c := range chapters {
			told = append(told, c.Heading.String())
			for _, l := range c.Lines {
				n++
				told = append(told, l.Text.String()+" ["+l.Rule+"]")
			}
		}
		text := strings.Join(told, "\n")
		if n != tt.lines {
			t.Errorf("%s: %d lines, want %d:\n%s", tt.events, n, tt.lines, text)
		}
		for want := range strings.SplitSeq(tt.want, "|") {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing:\n%s", tt.events, want, text)
			}
		}
	}
}

// TestVictoryTold: what each side lacks is told until the game is over.
func TestVictoryTold(t *testing.T) {
	_, p := mistakesAt(t, "killed British 2\ngone 9leg,2hus\n")
	for side, want := range map[engine.Side][]string{"British": {"3"}, "French": {"5"},
		"": {"British", "3", "French", "5"}} {
		needs := p.victory(side).Needs.String()
		if slices.ContainsFunc(want, func(w string) bool { return !strings.Contains(needs, w) }) {
			t.Errorf("%q needs %s, want %q in it", side, needs, want)
		}
	}
	p.Phase = GameOver
	if got := p.victory("British").Needs; !got.Empty() {
		t.Errorf("after the end: %s", got)
	}
}

// TestColors: each army has a colour of its own.
func TestColors(t *testing.T) {
	seen := map[string]bool{}
	for _, n := range []string{"French", "British", "Portuguese", "Russian", "Austrian"} {
		c := sideColor([]string{n, "French"})
		if c == "" || seen[c] {
			t.Errorf("%s has the colour %q", n, c)
		}
		seen[c] = true
	}
	if got := sideColor([]string{"Prussian"}); got != "" {
		t.Errorf("nobody has the colour %q", got)
	}
}

// TestMapBeside: banners, cards and what has moved stand beside the board.
func TestMapBeside(t *testing.T) {
	rs, p := mistakesAt(t, "squared 6pt bombard\nkilled British 2\ngone 9leg,2hus\n")
	events, err := engine.ParseEvents("[5.3] move by=British piece=28ft from=E6 path=E5,D5\n" +
		"[5.3] move by=British piece=nobody from=E6 path=E5\n[5.5.1] attack by=British piece=28ft target=45lig " +
		"kind=fire from=D5 at=E8\n[5.2] order by=British piece=28ft\n")
	if err != nil {
		t.Fatal(err)
	}
	b := rs.Map(p, events, "British")
	if len(b.Tracks) != 2 || b.Tracks[0].Markers[0].At != 2 || b.Tracks[1].Markers[0].At != 0 ||
		len(b.Tracks[0].Spaces) != 6 {
		t.Errorf("tracks %+v", b.Tracks)
	}
	var piles []int
	for _, pile := range b.Piles {
		piles = append(piles, pile.Count)
	}
	if !slices.Equal(piles, []int{p.Cards.Count("deck"), 2, 1, 2}) {
		t.Errorf("piles of %v cards", piles)
	}
	if len(b.Arrows) != 2 || len(b.Arrows[0].Line) != 3 || len(b.Arrows[1].Line) != 2 || b.Arrows[1].Kind != "fire" {
		t.Errorf("arrows %+v", b.Arrows)
	}
}

// TestTablesAndNext: the cards that lie open have a table, and before the deal both sides are told
// what to send.
func TestTablesAndNext(t *testing.T) {
	_, p := mistakesAt(t, "discards bombard\n")
	if got := p.tables(); len(got) != 2 || len(got[1].Rows) != 1 {
		t.Errorf("tables %+v", got)
	}
	rs, p := mistakesAt(t, "opening\n")
	r := rs.Report(p, p, nil, "French")
	if got := r.Next.String(); !strings.Contains(got, "standing orders") {
		t.Error(got)
	}
	if got := r.Template.String(); !strings.Contains(got, "# standing square always if dice 3") {
		t.Error(got)
	}
	rs, p = mistakesAt(t, "turn-of British\n")
	if got := rs.Report(p, p, nil, "British").Next.String(); strings.Contains(got, "standing orders") {
		t.Error(got)
	}
}
