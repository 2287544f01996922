package tlm

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"berthier/engine"
)

// scriptedDice give Hits where a script says so: "2 PURPOSE" is the second die for a purpose. All
// other dice miss, and cards come as they lie.
type scriptedDice struct {
	hits   []string
	rolled map[string]int
	no     int
}

func (d *scriptedDice) Draw(purpose string, n int) engine.Draw {
	d.no++
	d.rolled[purpose]++
	value := n - 1
	if i := slices.Index(d.hits, strconv.Itoa(d.rolled[purpose])+" "+purpose); i >= 0 {
		d.hits = slices.Delete(d.hits, i, i+1)
		value = 0
	}
	return engine.Draw{No: d.no, Purpose: purpose, N: n, Value: value}
}

func (d *scriptedDice) Seal(purpose string, n int) engine.Draw {
	d.no++
	return engine.Draw{No: d.no, Sealed: true, Purpose: purpose, N: n}
}

// TestPaperPlay plays the first two Season Turns as the paper game of the rules does [3.2.13], with
// its dice, and holds the VP and the areas to it after each row.
func TestPaperPlay(t *testing.T) {
	rs, p, err := ReadCase([]byte("scenario campaign\nhand German offensive,offensive,offensive\n" +
		"hand Allied limited,weather,ersatz2,ersatz2\n"))
	if err != nil {
		t.Fatal(err)
	}
	var pos engine.Position = p
	for _, row := range []struct {
		row    string
		orders string   // SIDE: ORDER, one a line
		hits   []string // dice that hit
		areas  string   // whose areas are: "lie=German"
		has    []string // events that happen, in this order
		never  string
		vp     int
	}{
		{row: "1 to 3", orders: `German: play offensive
			German: move ge1,ge2 lie
			German: move ge3 ard
			German: move ge4 lux`,
			hits: []string{"1 fire of ge-g in ge2 at lie", "1 fire of be-i in lie at lie",
				"1 fire of ge-i in ge1 at lie", "1 fire of ge-i in ge2 at lie", "3 fire of ge-g in ge2 at lie"},
			has: []string{"control area=lie to=Contested", "control by=German area=ard", "control by=German area=lux",
				"fort by=Allied area=lie left=1", "loss by=German unit=ge-i n=1 from=? to=pool was=- now=- army=ge1",
				"fort by=Allied area=lie left=gone", "loss by=Allied unit=be-i", "control by=German area=lie"},
			areas: "lie=German lux=German ard=German", vp: 11},
		{row: "4 and 5", orders: `Allied: play limited
			Allied: sea uk1 cal
			Allied: move fr5 nam
			Allied: move fr-i.bel mul
			Allied: move fr3 lux
			Allied: standing after retreat for lux
			Allied: standing to ver for lux`,
			hits: []string{"1 fire of ge-i in ge4 at lux", "1 fire of fr-i in fr3 at lux"},
			has: []string{"march by=Allied army=uk1 from=eng to=cal", "control by=Allied area=mul",
				"declare by=Allied areas=lux",
				"loss by=Allied unit=fr-i", "loss by=German unit=ge-i", "withdraw by=Allied army=fr3 from=lux to=ver",
				"control by=German area=lux"},
			areas: "lux=German mul=Allied nam=Allied", vp: 10},
		{row: "6 to 8", orders: `German: play offensive
			German: move ge1 bru
			German: move ge2 nam
			German: leave ge-i.ge7
			German: move ge-i.str mul
			German: move ge3 sed
			German: battle nam,bru,mul
			Allied: standing stance withdraw for nam
			Allied: standing to mau for nam
			Allied: standing after retreat for bru
			Allied: standing to ant for bru`,
			hits: []string{"3 fire of ge-g in ge2 at nam", "1 fire of ge-i in ge1 at bru"},
			has: []string{"control by=German area=sed", "declare by=German areas=nam,bru,mul",
				"withdraw by=Allied army=fr5 from=nam to=mau",
				"control by=German area=nam", "fort by=Allied area=nam left=gone", "loss by=Allied unit=be-i",
				"withdraw by=Allied army=be1 from=bru to=ant", "control by=German area=bru",
				"battle by=German area=mul"},
			never: "area=sed left",
			areas: "nam=German bru=German mul=Contested sed=German", vp: 12},
		{row: "9, the Allies", orders: `Allied: exchange ersatz2,ersatz2`, has: []string{"passed by=Allied"}, vp: 12},
		{row: "9 and 10", orders: `German: move ge6 tri`,
			has:   []string{"march by=German army=ge6", "passed by=German", "phase phase=P"},
			never: "loss", vp: 12},
		{row: "10", orders: `German: entrench ge3
			Allied: entrench fr3,fr5`,
			has: []string{"entrench by=German army=ge3", "entrench by=Allied army=fr3", "season turn=2",
				"arrive by=German army=ge8", "arrive by=Allied army=fr6", "arrive by=Allied army=uk2"},
			never: "roll", vp: 12},
		{row: "11", orders: `German: place ge8 col
			German: place 2*ge-i col
			Allied: place fr6 nor
			Allied: place fr-i nor
			Allied: place uk2 eng
			Allied: place 2*uk-i eng
			Allied: place uk-a nor`,
			has:   []string{"post by=German army=ge8", "post by=Allied army=fr6", "post by=Allied army=uk2"},
			never: "skip",
			vp:    12},
		{row: "12", orders: `German: play offensive
			German: move ge1 lil
			German: move ge2 mau
			German: move ge3 lao
			German: keep lil
			Allied: standing weather always`,
			has: []string{"control by=German area=lao", "declare by=German areas=lil,mau",
				"weather by=Allied becomes=limited", "declare by=German areas=lil", "battle by=German area=lil"},
			never: "battle by=German area=mau", areas: "lil=Contested mau=Contested lao=German", vp: 13},
		{row: "13, the Allies", orders: "Allied: hold", has: []string{"passed by=Allied"}, vp: 13},
		{row: "13", orders: "German: hold\nGerman: standing unsupplied i",
			has: []string{"passed by=German", "mark by=German army=ge3", "loss by=German unit=ge-i", "phase phase=P"},
			vp:  13},
	} {
		t.Run(row.row, func(t *testing.T) {
			dice := &scriptedDice{hits: slices.Clone(row.hits), rolled: map[string]int{}}
			events, err := rs.Resolve(pos, paperOrders(row.orders), dice)
			if err != nil {
				t.Fatal(err)
			}
			pos = rs.Apply(pos, events)
			holdPaper(t, events, row.has, row.never)
			p := pos.(*Position)
			for _, word := range strings.Fields(row.areas) {
				id, want, _ := strings.Cut(word, "=")
				if at, _ := p.findArea(id); p.Areas[at].Control.String() != want {
					t.Errorf("%s is %s, want %s", id, p.Areas[at].Control, want)
				}
			}
			if len(dice.hits) > 0 {
				t.Errorf("dice that are not rolled: %q", dice.hits)
			}
			if got := p.vp(); got != row.vp {
				t.Errorf("%d VP, want %d", got, row.vp)
			}
		})
	}
}

// paperOrders reads lines SIDE: ORDER.
func paperOrders(text string) (all []engine.Orders) {
	for line := range strings.Lines(text) {
		side, order, _ := strings.Cut(strings.TrimSpace(line), ": ")
		i := slices.IndexFunc(all, func(o engine.Orders) bool { return o.Side == engine.Side(side) })
		if i < 0 {
			i, all = len(all), append(all, engine.Orders{Side: engine.Side(side)})
		}
		all[i].Lines = append(all[i].Lines, engine.Order{Words: strings.Fields(order)}.Arrived(len(all[i].Lines)+1))
	}
	return all
}

// holdPaper holds events to the beginnings of some that happen in this order, and to words that
// stand in none.
func holdPaper(t *testing.T, events []engine.Event, has []string, never string) {
	t.Helper()
	var texts []string
	for _, e := range events {
		_, text, _ := strings.Cut(e.String(), "] ")
		texts = append(texts, text)
	}
	for _, text := range texts {
		if len(has) > 0 && strings.HasPrefix(text, has[0]) {
			has = has[1:]
		}
		if never != "" && strings.Contains(text, never) {
			t.Errorf("it happens: %s", text)
		}
	}
	if len(has) > 0 {
		t.Errorf("it does not happen, or not there: %s\n%s", has[0], strings.Join(texts, "\n"))
	}
}
