package deck

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
)

var kinds = []Kind{{"probe", 3}, {"assault", 2}, {"scout", 2}, {"bomb", 1}}

var places = []Place{
	{Name: "pile"}, {Name: "hand-Red", Seen: []engine.Side{"Red"}}, {Name: "hand-Blue", Seen: []engine.Side{"Blue"}},
	{Name: "both", Seen: []engine.Side{"Red", "Blue"}}, {Name: "discard", Open: true}, {Name: "out", Open: true},
}

func newBox(t testing.TB) *Box {
	t.Helper()
	b, err := NewBox(kinds, places)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// lines is the encoding of a deck as lines.
func lines(d Deck) []string {
	return strings.Split(strings.TrimSuffix(string(d.Append(nil)), "\n"), "\n")
}

// names prints sorted cards as a deck does.
func names(cards []Card) string {
	var parts []string
	for i, c := range cards {
		n := len(slices.DeleteFunc(slices.Clone(cards), func(d Card) bool { return d != c }))
		switch {
		case i > 0 && cards[i-1] == c:
		case n == 1:
			parts = append(parts, string(c))
		default:
			parts = append(parts, fmt.Sprintf("%s*%d", c, n))
		}
	}
	return strings.Join(parts, ",")
}

// after applies events one by one, each as it reads back from its text; a deck that is changed in
// place comes to the same, and the one that it was cloned from stays.
func after(t testing.TB, d Deck, events []engine.Event) Deck {
	t.Helper()
	for _, e := range events {
		back, err := engine.ParseEvent(e.String())
		if err != nil || !reflect.DeepEqual(back, e) {
			t.Fatalf("%s reads back as %v, %v", e, back, err)
		}
		before, own := string(d.Append(nil)), d.Clone()
		own.Change(back)
		next := d.Apply(back)
		if got, want := string(own.Append(nil)), string(next.Append(nil)); got != want {
			t.Fatalf("%s changes the deck to\n%s\nwant\n%s", e, got, want)
		}
		if now := string(d.Append(nil)); now != before {
			t.Fatalf("%s: the deck before it becomes\n%s\nfrom\n%s", e, now, before)
		}
		d = next
	}
	return d
}

func TestNewBoxRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		kinds  []Kind
		places []Place
	}{
		"no cards":      {nil, places},
		"no places":     {kinds, nil},
		"kind twice":    {[]Kind{{"a", 1}, {"b", 1}, {"a", 1}}, places},
		"none of it":    {[]Kind{{"a", 0}}, places},
		"capital":       {[]Kind{{"A", 1}}, places},
		"unknown":       {[]Kind{{Unknown, 1}}, places},
		"two words":     {[]Kind{{"a b", 1}}, places},
		"no name":       {[]Kind{{"", 1}}, places},
		"place twice":   {kinds, []Place{{Name: "a"}, {Name: "a"}}},
		"place's name":  {kinds, []Place{{Name: "a,b"}}},
		"too many":      {[]Kind{{"a", 255}, {"b", 1}}, places},
		"too many of a": {[]Kind{{"a", 256}}, places},
		"far too many":  {[]Kind{{"a", 1 << 40}}, places},
		"nameless":      {kinds, []Place{{}}},
		"fewer than no": {[]Kind{{"a", -1}, {"b", 2}}, places},
	} {
		if _, err := NewBox(tt.kinds, tt.places); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// Whatever is moved and drawn, every card lies in one place, what is encoded reads
// back, and the public sees numbers only, the same for any cards.
func TestAnyMoves(t *testing.T) {
	box := newBox(t)
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 1))
		dice := engine.NewStream("g", 1, [32]byte{}, engine.Link{byte(seed)}, engine.Link{1})
		d := box.Fill("pile")
		var all []engine.Event
		for range 12 {
			from, to := places[random.IntN(len(places))].Name, places[random.IntN(len(places))].Name
			if from == to {
				continue
			}
			w := Way{Rule: "1", By: "Red", From: from, To: to}
			was := lines(d)
			var events []engine.Event
			switch cards := d.Cards(from); {
			case random.IntN(3) == 0:
				events = d.Empty(w)
			case len(cards) > 0 && random.IntN(2) == 0:
				events = d.Move(w, cards[random.IntN(len(cards))])
			case to != "discard" && from != "discard":
				events = d.Draw(dice, w, random.IntN(4), "discard")
			}
			if !slices.Equal(lines(d), was) {
				t.Fatalf("seed %d: the deck changed before its events were applied", seed)
			}
			d, all = after(t, d, events), append(all, events...)
			checkDeck(t, box, d)
		}
		if untold, err := engine.Account(dice.Draws(), all); err != nil || len(untold) > 0 {
			t.Fatalf("seed %d: draws %v stand in no event, %v", seed, untold, err)
		}
	}
}

func checkDeck(t *testing.T, box *Box, d Deck) {
	t.Helper()
	var all []Card
	for _, p := range places {
		if all = append(all, d.Cards(p.Name)...); !slices.IsSorted(d.Cards(p.Name)) {
			t.Errorf("%s is not sorted: %v", p.Name, d.Cards(p.Name))
		}
	}
	slices.Sort(all)
	if got := names(all); got != "assault*2,bomb,probe*3,scout*2" {
		t.Fatalf("the cards are %s\n%s", got, d.Append(nil))
	}
	for _, side := range []engine.Side{"", "Red", "Blue", "Green"} {
		v := d.View(side)
		for _, x := range []Deck{d, v, v.View(side)} {
			back, err := box.Read(lines(x))
			if err != nil || !slices.Equal(lines(back), lines(x)) {
				t.Fatalf("%q: reads back as\n%s\n%v", lines(x), back.Append(nil), err)
			}
		}
		if got, want := lines(v.View(side)), lines(v); !slices.Equal(got, want) {
			t.Errorf("the view of %q, viewed again, is %q, not %q", side, got, want)
		}
		for _, p := range places {
			if v.Count(p.Name) != d.Count(p.Name) {
				t.Errorf("%q sees %d cards in %s, not %d", side, v.Count(p.Name), p.Name, d.Count(p.Name))
			}
			want := names(d.Cards(p.Name))
			if n := d.Count(p.Name); !p.sees(side) {
				want = names(slices.Repeat([]Card{Unknown}, n))
			}
			if got := names(v.Cards(p.Name)); got != want {
				t.Errorf("%q sees %s in %s, want %s", side, got, p.Name, want)
			}
		}
		for seed := range uint64(3) {
			other := d.Vary(side, rand.New(rand.NewPCG(seed, 2)).IntN)
			if got := lines(other.View(side)); !slices.Equal(got, lines(v)) {
				t.Errorf("varied, %q sees %q, not %q", side, got, lines(v))
			}
			if err := other.complete(); err != nil {
				t.Errorf("varied: %v", err)
			}
		}
	}
}

// Over all values of its draws, each card of a pile comes as often as the others.
func TestDrawIsUniform(t *testing.T) {
	box := newBox(t)
	pairs := map[string]int{}
	for a := range 8 {
		for b := range 7 {
			dice := engine.NewForced(a, b)
			d := box.Fill("pile")
			d = after(t, d, d.Draw(dice, Way{"1", "Red", "pile", "hand-Red"}, 2))
			if err := dice.Err(); err != nil {
				t.Fatal(err)
			}
			pairs[names(d.Cards("hand-Red"))]++
		}
	}
	// Out of 8*7 ordered pairs of single cards: twice the product of the numbers.
	want := map[string]int{"assault*2": 2, "probe*3": 0, "probe*2": 6, "scout*2": 2,
		"assault,bomb": 4, "assault,probe": 12,
		"assault,scout": 8, "bomb,probe": 6, "bomb,scout": 4, "probe,scout": 12}
	delete(want, "probe*3")
	if !reflect.DeepEqual(pairs, want) {
		t.Errorf("got %v, want %v", pairs, want)
	}
}

// What the public is told of a draw does not depend on the cards.
func TestDrawTellsNumbers(t *testing.T) {
	box := newBox(t)
	told := func(values ...int) (public, red, blue string) {
		dice := engine.NewForced(values...)
		d := box.Fill("pile")
		first := d.Move(Way{"1", "", "pile", "discard"}, "bomb", "probe", "scout")
		d = after(t, d, first)
		d = after(t, d, d.Move(Way{"1", "", "pile", "out"}, "assault", "probe"))
		events := d.Draw(dice, Way{"5.13", "Red", "pile", "hand-Red"}, 5, "discard")
		if err := dice.Err(); err != nil {
			t.Fatal(err)
		}
		return engine.PrintEvents(engine.Visible(events, "")), engine.PrintEvents(engine.Visible(events, "Red")),
			engine.PrintEvents(engine.Visible(events, "Blue"))
	}
	public, red, blue := told(0, 0, 0, 0, 0)
	want := `[5.13] cards by=Red from=pile to=hand-Red n=3 draws=1,2,3
[5.13] cards by=Red from=discard to=pile n=3 cards=bomb,probe,scout
[5.13] cards by=Red from=pile to=hand-Red n=2 draws=4,5
`
	if public != want || blue != want {
		t.Errorf("the public is told\n%sand Blue\n%swant\n%s", public, blue, want)
	}
	if other, _, _ := told(2, 1, 0, 2, 1); other != public {
		t.Errorf("with other cards the public is told\n%s", other)
	}
	if want := "[5.13] faces by=Red from=pile to=hand-Red cards=bomb,probe for=Red\n"; !strings.HasSuffix(red, want) {
		t.Errorf("Red is told\n%s, want at the end\n%s", red, want)
	}
}

func TestDrawOfNothing(t *testing.T) {
	box := newBox(t)
	d := box.Fill("out")
	for _, refill := range [][]string{nil, {"discard", "hand-Blue"}} {
		if events := d.Draw(engine.NewForced(), Way{"1", "Red", "pile", "hand-Red"}, 2, refill...); events != nil {
			t.Errorf("drawn from nothing: %v", events)
		}
	}
	d = after(t, d, d.Move(Way{"1", "", "out", "hand-Blue"}, "bomb"))
	d = after(t, d, d.Draw(engine.NewForced(0), Way{"1", "Red", "pile", "hand-Red"}, 2, "discard", "hand-Blue"))
	if got := names(d.Cards("hand-Red")); got != "bomb" {
		t.Errorf("Red has %s, want the one card that there is", got)
	}
}

// Who sees one of two places is told the faces; who sees neither, the number.
func TestWhoIsTold(t *testing.T) {
	box := newBox(t)
	for _, tt := range []struct{ from, to, want string }{
		{"pile", "hand-Red", "[1] cards from=pile to=hand-Red n=1\n[1] faces from=pile to=hand-Red cards=bomb " +
			"for=Red\n"},
		{"hand-Red", "hand-Blue",
			"[1] cards from=hand-Red to=hand-Blue n=1\n[1] faces from=hand-Red to=hand-Blue cards=bomb for=Red,Blue\n"},
		{"both", "hand-Red",
			"[1] cards from=both to=hand-Red n=1\n[1] faces from=both to=hand-Red cards=bomb for=Red,Blue\n"},
		{"hand-Red", "discard", "[1] cards from=hand-Red to=discard n=1 cards=bomb\n"},
		{"discard", "pile", "[1] cards from=discard to=pile n=1 cards=bomb\n"},
	} {
		d := box.Fill(tt.from)
		if got := engine.PrintEvents(d.Move(Way{Rule: "1", From: tt.from, To: tt.to}, "bomb")); got != tt.want {
			t.Errorf("from %s to %s: got\n%swant\n%s", tt.from, tt.to, got, tt.want)
		}
	}
	secret, err := NewBox(kinds, []Place{{Name: "a"}, {Name: "b"}})
	if err != nil {
		t.Fatal(err)
	}
	want := "[1] cards from=a to=b n=1\n[1] faces from=a to=b cards=bomb for=-\n"
	if got := engine.PrintEvents(secret.Fill("a").Move(Way{Rule: "1", From: "a", To: "b"}, "bomb")); got != want {
		t.Errorf("between secret places: got\n%swant\n%s", got, want)
	}
}

func TestReadRefuses(t *testing.T) {
	box := newBox(t)
	const pile, hand = "cards pile assault*2,probe*3,scout*2", "cards hand-Red bomb"
	for _, good := range [][]string{{pile, hand}, {"cards pile ?*7", hand},
		{"cards pile ?*7", "cards hand-Red ?"}, {"cards pile ?*8"}} {
		if _, err := box.Read(good); err != nil {
			t.Fatalf("%q: %v", good, err)
		}
	}
	for _, bad := range [][]string{
		nil, {pile}, {hand, pile}, {pile, pile, hand}, {pile, hand, ""}, {pile, " " + hand}, {pile, hand + " "},
		{pile, "cards hand-Red  bomb"},
		{pile, "card hand-Red bomb"}, {pile, "cards hand-Red"}, {pile, "cards hand-Green bomb"},
		{pile, "cards hand-Red probe"}, {pile, "cards hand-Red king"},
		{pile, "cards hand-Red bomb*1"}, {pile, "cards hand-Red bomb*01"}, {pile, "cards hand-Red bomb*"},
		{pile, "cards hand-Red bomb*0"}, {pile, "cards hand-Red bomb,"},
		{pile, "cards hand-Red ?*2"}, {pile, "cards hand-Red ?,bomb"}, {pile, "cards discard ?"},
		{"cards pile probe*3,assault*2,scout*2", hand},
		{"cards pile assault,assault,probe*3,scout*2", hand}, {"cards pile assault*3,probe*2,scout*2", hand},
		{"cards pile assault*99999999999999999999", hand},
		{"cards pile ?*9999999999"}, {"cards pile ?*-8"},
	} {
		if d, err := box.Read(bad); err == nil {
			t.Errorf("%q: accepted as\n%s", bad, d.Append(nil))
		}
	}
}

func FuzzRead(f *testing.F) {
	box := newBox(f)
	f.Add("cards pile assault*2,probe*3,scout*2\ncards hand-Red bomb")
	f.Add("cards pile ?*7\ncards out bomb")
	f.Fuzz(func(t *testing.T, text string) {
		d, err := box.Read(strings.Split(text, "\n"))
		if err == nil && string(d.Append(nil)) != text+"\n" {
			t.Errorf("%q reads as %q", text, d.Append(nil))
		}
	})
}

// What is not there cannot be moved: that is a bug of the ruleset.
func TestMovePanics(t *testing.T) {
	d := newBox(t).Fill("pile")
	for name, do := range map[string]func(){
		"no such card":  func() { d.Move(Way{"1", "", "pile", "out"}, "bomb", "bomb") },
		"no such place": func() { d.Move(Way{"1", "", "pile", "nowhere"}, "bomb") },
		"unknown":       func() { d.View("Red").Move(Way{"1", "", "pile", "out"}, "bomb") },
		"a false event": func() {
			d.Apply(engine.NewEvent("1", "cards", "", "from", "out", "to", "pile", "n", "1", "cards", "bomb"))
		},
		"no such kind": func() {
			d.Apply(engine.NewEvent("1", "cards", "", "from", "pile", "to", "out", "n", "1", "cards", "king"))
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			do()
		}()
	}
	if events := d.Move(Way{"1", "", "out", "pile"}); events != nil {
		t.Errorf("no cards make events: %v", events)
	}
	if got := fmt.Sprint(d.Apply(engine.NewEvent("1", "move", "", "cards", "x")).Count("pile")); got != "8" {
		t.Errorf("an event of another kind moved cards: %s", got)
	}
}
