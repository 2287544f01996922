package ccn

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/enginetest"
)

// about prints what a draft offers about an id after some lines.
func about(t *testing.T, rs *Ruleset, p *Position, id string, lines ...string) string {
	t.Helper()
	d := rs.Draft(p, rs.Owed(p)[0])
	for i, l := range lines {
		d.Add(engine.Order{Words: strings.Fields(l)}.Arrived(i + 1))
	}
	var all []string
	for _, o := range d.About(id) {
		all = append(all, fmt.Sprintf("%s | %s | %s", strings.Join(o.Order.Words, " "), o.Cost, o.Why))
	}
	return strings.Join(all, "\n")
}

func mistakesAt(t *testing.T, lines string) (*Ruleset, *Position) {
	t.Helper()
	rs, p, err := ReadCase([]byte(mistakesField + lines))
	if err != nil {
		t.Fatal(err)
	}
	return rs, p
}

// TestDraftAbout holds what a desk offers about a piece or a place, with its cost.
func TestDraftAbout(t *testing.T) {
	rs, p := mistakesAt(t, "hand British attack-center,force-march,first-strike,grande-manoeuvre,elan,leadership\n")
	play, order := "play attack-center", "order 28ft,royal"
	for _, tt := range []struct {
		id    string
		lines []string
		want  string
	}{
		{"attack-center", nil, "play attack-center | 3 center | 28ft, 43lt, 6pt, royal, hill"},
		{"left", nil, "play force-march left | all of them | "},
		{"first-strike", nil, "play first-strike | orders nobody | "},
		{"grande-manoeuvre", nil, "play grande-manoeuvre | 4 of them | 28ft, 43lt, 6pt, royal, 3ld, hill\n" +
			"play grande-manoeuvre one | 1 of choice | 28ft, 43lt, 6pt, royal, 3ld"},
		{"elan", nil, "play elan | 6 dice first | "},
		{"leadership", nil, "play leadership | all of them | hill, 43lt"},
		{"28ft", []string{play}, "order 28ft | 1 order | 0 given so far, of 3 center"},
		{"43lt", []string{play, order}, "order 43lt | 1 order | 2 given so far, of 3 center"},
		{"3ld", []string{play}, ""},
		{"6pt", []string{play, order, "order 43lt"}, ""},
		{"d6", []string{play, order}, "move 28ft to D6 | 1 hex | D6, of 1\n" +
			"move royal to D6 | 1 hex | D6, of 1, and does not battle then"},
		{"45lig", []string{play, order}, "melee royal at 45lig | 4 dice | guns at 1 +4"},
		{"9leg", []string{play, order}, "melee 28ft at 9leg | 4 dice | blocks +4\n" +
			"melee 28ft at 9leg advance yes | 4 dice | blocks +4"},
	} {
		if got := about(t, rs, p, tt.id, tt.lines...); got != tt.want {
			t.Errorf("about %s after %q:\n%s\nwant\n%s", tt.id, tt.lines, got, tt.want)
		}
	}
}

// TestDraftMoves: a move says when the unit does not battle after it.
func TestDraftMoves(t *testing.T) {
	rs, p := mistakesAt(t, "hand British probe-left,force-march\n")
	got := about(t, rs, p, "c5", "play probe-left", "order 3ld")
	if want := "move 3ld to C5 | 2 hexes | C4,C5, of 3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestDraftMovesIdle: a move says so too when the ground that it enters, the card or the blocks forbid the battle.
func TestDraftMovesIdle(t *testing.T) {
	rs, p, err := ReadCase([]byte("scenario \"Idle\"\nhand British forward,grande-manoeuvre\n" +
		"hex E7 town\nhex E5 forest\nunit ln British line at=E6\nunit lt British light at=D4\n" +
		"unit ha British horse-artillery at=D7\nblocks ha 1\nunit foe French line at=H6\n"))
	if err != nil {
		t.Fatal(err)
	}
	const idle = ", and does not battle then"
	for move, want := range map[string]string{
		"forward ln E7":          "E7, of 1" + idle, // 7.4-b
		"forward ln E5":          "E5, of 1" + idle, // 7.1-b
		"forward lt E5":          "E5, of 2",        // 7.1-c
		"forward lt E4":          "E4, of 2",
		"forward ha E8":          "E8, of 2" + idle, // 5.3.3-d
		"grande-manoeuvre lt C4": "C4, of 4" + idle, // 8.3-ak
	} {
		w := strings.Fields(move)
		got := about(t, rs, p, strings.ToLower(w[2]), "play "+w[0], "order "+w[1])
		if want = "move " + w[1] + " to " + w[2] + " | 1 hex | " + want; got != want {
			t.Errorf("%s: %s, want %s", move, got, want)
		}
	}
}

// TestDraftCombined: artillery that can join is offered with the melee of another.
func TestDraftCombined(t *testing.T) {
	rs, p, err := ReadCase(
		[]byte("scenario \"Combined\"\nunit br British line at=E6\nunit fa British foot-artillery at=D6\n" +
			"unit foe French line at=E7\nunit foe2 French line at=E8\nunit fb British line at=E10\n"),
	)
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"play forward", "order br,fa,fb"}
	if got, want := about(t, rs, p, "foe", lines...), "melee br at foe | 4 dice | blocks +4\n"+
		"melee br at foe advance yes | 4 dice | blocks +4\nmelee br at foe with fa | 8 dice | blocks +4, fa +4\n"+
		"melee fa at foe | 4 dice | guns at 1 +4"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if got, want := about(t, rs, p, "foe2", lines...),
		"fire fb at foe2 | 5 dice | blocks +4, British line +1"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// TestDraftGunsAlone: a unit that has no die of its own is offered a melee with the artillery that has some [6.3-g].
func TestDraftGunsAlone(t *testing.T) {
	rs, p, err := ReadCase(
		[]byte("scenario \"Guns alone\"\nhex E7 hill\nunit lc British light-cavalry at=E6\nblocks lc 1\n" +
			"unit fa British foot-artillery at=D6\nunit foe French line at=E7\n"),
	)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := about(t, rs, p, "foe", "play forward", "order lc,fa"), "melee lc at foe with fa | 4 dice | "+
		"blocks +1, into hill -1, fa +4\nmelee fa at foe | 4 dice | guns at 1 +4"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestTemplate: without its signs each line that plays a card is legal as it stands, and no card
// of the hand is missing.
func TestTemplate(t *testing.T) {
	hand := "attack-center,force-march,first-strike,short-supply,elan,cold-steel"
	rs, p := mistakesAt(t, "hand British "+hand+"\n")
	text := engine.Tell(rs, p, p, nil, "British").Template.String()
	for card := range strings.SplitSeq(hand, ",") {
		if !strings.Contains(text, "# play "+card) {
			t.Errorf("no %s in\n%s", card, text)
		}
	}
	for l := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(l, "# play "); ok {
			file, bad := engine.ReadTurnFile(rs, p, []byte("game: g\nside: British\nturn: 1\nstep: 1\n\nplay "+rest),
				engine.Limits{})
			if bad = append(bad, rs.Check(p, engine.Orders{Side: "British", Lines: file.Orders})...); len(bad) > 0 {
				t.Errorf("%s: %v", l, bad)
			}
		}
	}
	if !strings.Contains(text, "# play short-supply 45lig ") || strings.Contains(text, "short-supply 28ft") {
		t.Errorf("Short Supply is for the enemy first:\n%s", text)
	}
	want := "# play attack-center            # 3 center\n# order 28ft,43lt,6pt           # or royal, hill\n"
	if !strings.Contains(text, want) {
		t.Errorf("no %s in\n%s", want, text)
	}
	rs, p = mistakesAt(t, "rolled elan 4 1 1 0 2\n")
	text = engine.Tell(rs, p, p, nil, "British").Template.String()
	if want := "## The dice: 1 infantry, 1 cavalry, 0 artillery, 2 flags.\n" +
		"# order 28ft,43lt,6pt,3ld       # or royal, hill\n"; !strings.HasPrefix(text, want) {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
}

// TestTemplateIsLegal: in games of all battles each card of a template is legal with the line below it, and behind
// them each move and each attack of those who are ordered there, but for what a tactic card has nobody do [8.2, 8.3].
func TestTemplateIsLegal(t *testing.T) {
	rs := loaded(t)
	first, seen := enginetest.Seed(t), 0
	for i, battle := range rs.Scenarios() {
		log := book.Log{Setup: engine.Setup{Scenario: battle}, Seed: first + uint64(i)}
		if err := log.Play(rs, random(rs, log.Seed), func(f book.Frame) error {
			p := f.After.(*Position)
			if p.Turn > 30 {
				return errEnough
			}
			for _, d := range rs.Owed(p) {
				for _, body := range turnsOf(engine.Tell(rs, p, p, nil, d.Side).Template) {
					seen++
					faults := enginetest.Refused(rs, p, d.Side, body)
					if len(faults) > 0 && !strings.HasPrefix(faults[0].Rule, "8.") {
						t.Errorf("%s, turn %d: %v\n%s", battle, p.Turn, faults, body)
					}
				}
			}
			return nil
		}); err != nil && !errors.Is(err, errEnough) {
			t.Fatal(err)
		}
	}
	if seen < 2000 {
		t.Errorf("%d turns were seen", seen)
	}
}

var errEnough = errors.New("enough of the game was seen")

// turnsOf are the turns that a template proposes: each card with the line below it, alone and before each move or
// attack of a piece that it orders, or each line where there is no card.
func turnsOf(template engine.Template) (turns []string) {
	lines := enginetest.Proposed(template)
	for i, head := range lines {
		ordered := ""
		switch words := strings.Fields(head); {
		case words[0] == "order" && i == 0:
			ordered = words[1]
		case words[0] == "play" && i+1 < len(lines) && strings.HasPrefix(lines[i+1], "order "):
			head += "\n" + lines[i+1]
			ordered = strings.TrimPrefix(lines[i+1], "order ")
		case words[0] != "play" && words[0] != "answer" && words[0] != "standing":
			continue
		}
		turns = append(turns, head)
		for _, l := range lines {
			words := strings.Fields(l)
			if slices.Contains([]string{"move", "fire", "melee"}, words[0]) &&
				slices.Contains(strings.Split(ordered, ","), words[1]) {
				turns = append(turns, head+"\n"+l)
			}
		}
	}
	return turns
}

// TestDraftOfTheDead: a unit that is not on the board is offered for nothing, and those behind
// it are; after an attack nobody is ordered or moves any more.
func TestDraftOfTheDead(t *testing.T) {
	rs, p := mistakesAt(t, "hand British attack-center,forward\ngone 28ft\n")
	if got := about(t, rs, p, "28ft", "play attack-center"); got != "" {
		t.Error(got)
	}
	if got := about(t, rs, p, "6pt", "play attack-center"); !strings.HasPrefix(got, "order 6pt") {
		t.Error(got)
	}
	rs, p = mistakesAt(t, "hand British attack-center,forward\n")
	if got := about(t, rs, p, "45lig", "play attack-center"); got != "" {
		t.Errorf("an enemy is offered for orders: %s", got)
	}
	lines := []string{"play attack-center", "order 28ft,royal", "melee 28ft at 9leg"}
	if got := about(t, rs, p, "6pt", lines...); got != "" {
		t.Error(got)
	}
	if got := about(t, rs, p, "d6", lines...); got != "" {
		t.Error(got)
	}
	if got := about(t, rs, p, "d6", "play attack-center", "order 28ft,royal", "move 28ft to E5"); !strings.Contains(got,
		"move royal to D6") {
		t.Error(got)
	}
}

// TestDraftBeforeTheDeal: there are standing orders only, in the draft as in the template.
func TestDraftBeforeTheDeal(t *testing.T) {
	rs, p := mistakesAt(t, "opening\n")
	if got := about(t, rs, p, "square"); got != "standing square always |  | \nstanding square never |  | " {
		t.Error(got)
	}
	for l := range strings.Lines(engine.Tell(rs, p, p, nil, "British").Template.String()) {
		if l, ok := strings.CutPrefix(l, "# "); ok && !strings.HasPrefix(l, "standing ") {
			t.Errorf("the template has %s", l)
		}
	}
}

// TestDraftAfterEnough: who has answered, or given a standing order, is offered nothing more, and
// who has fought does not fight again.
func TestDraftAfterEnough(t *testing.T) {
	rs, p := mistakesAt(t, "opening\n")
	if got := about(t, rs, p, "square", "standing square always"); got != "" {
		t.Errorf("a second standing order is offered: %s", got)
	}
	rs, p = mistakesAt(t, "hand British attack-center,forward\n")
	lines := []string{"play attack-center", "order 28ft,royal", "fire royal at 45lig"}
	got := about(t, rs, p, "45lig", lines...)
	if strings.Contains(got, "royal") {
		t.Errorf("guns that have fired are offered: %s", got)
	}
	if got := about(t, rs, p, "9leg", lines...); !strings.Contains(got, "melee 28ft at 9leg") ||
		strings.Contains(got, "6pt") {
		t.Errorf("others are offered %s", got)
	}
}

// TestDraftOfCopies: a card that copies another one takes what that takes.
func TestDraftOfCopies(t *testing.T) {
	rs, p := mistakesAt(t, "hand British counter-attack,forward\nlast French short-supply\n")
	if got, want := about(t, rs, p, "45lig"), "play counter-attack 45lig | sends it back | "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	rs, p = mistakesAt(t, "hand British counter-attack,forward\nlast French force-march\n")
	if got, want := about(t, rs, p, "left"), "play counter-attack left | all of them | "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := about(t, rs, p, "45lig"); got != "" {
		t.Errorf("Force March is offered against %s", got)
	}
}

// TestDraftOfTheFirstLeader: one who is alone can be ordered, whatever his place in the list.
func TestDraftOfTheFirstLeader(t *testing.T) {
	rs, p, err := ReadCase([]byte("hand British attack-center,forward\nleader led British at=E6\n" +
		"leader lone British at=D6\nunit br British line at=E6\nunit fr French line at=G6\n"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := about(t, rs, p, "attack-center"), "play attack-center | 3 center | br, lone"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := about(t, rs, p, "led", "play attack-center"); !strings.HasPrefix(got, "detach led | 1 order") {
		t.Errorf("got %q", got)
	}
}

// TestTemplateOfShortSupply: it is for the enemy first, for either side, and has no line if
// nobody can be sent back.
func TestTemplateOfShortSupply(t *testing.T) {
	const field = "hand %s short-supply\nunit br British line at=E6\nunit brit British line at=E8\n" +
		"unit fr French line at=G6\n"
	for _, tt := range []struct{ side, more, want string }{
		{"British", "", "# play short-supply fr"},
		{"French", "turn-of French\n", "# play short-supply br "},
		{"British", "squared fr elan\n", "# play short-supply br "},
		{"British", "squared fr elan\nsquared brit rally\n", "# play short-supply br\n"},
		{"British", "squared fr elan\nsquared brit rally\nsquared br forward\n", ""},
	} {
		rs, p, err := ReadCase([]byte(fmt.Sprintf(field, tt.side) + tt.more))
		if err != nil {
			t.Fatal(err)
		}
		text := engine.Tell(rs, p, p, nil, engine.Side(tt.side)).Template.String()
		if tt.want == "" && strings.Contains(text, "short-supply") || !strings.Contains(text, tt.want) {
			t.Errorf("%s %s: got\n%s\nwant %q", tt.side, tt.more, text, tt.want)
		}
	}
}

// TestTemplateByCard: each line of an order block is one that some card allows.
func TestTemplateByCard(t *testing.T) {
	for _, tt := range []struct{ hand, has, never string }{
		{"force-march", "# play force-march left ", "# play force-march  "},
		{"fire-and-hold", "# fire 6pt at 45lig", "# melee"},
		{"bayonet-charge", "# melee 28ft at 9leg", "# fire"},
		{"attack-center", "# melee 28ft at 9leg", "# fire 28ft at vic"},
		{"first-strike,attack-center", "# play first-strike", "# order 28ft\n"},
	} {
		rs, p := mistakesAt(t, "hand British "+tt.hand+"\n")
		text := engine.Tell(rs, p, p, nil, "British").Template.String()
		if !strings.Contains(text, tt.has) || strings.Contains(text, tt.never) {
			t.Errorf("%s: got\n%s\nwant %q and no %q", tt.hand, text, tt.has, tt.never)
		}
	}
}
