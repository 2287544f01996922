package ccn

import (
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/tongue"
)

// oddsCase is an attack in a position of few dice. The last line is the attack.
type oddsCase struct{ name, position, orders string }

const fewBanners = "side British bottom nations=British\nside French top nations=French\nfirst British\nbanners 1\n"

var oddsCases = []oddsCase{
	{"fire of a line", "unit br British line at=E6\nunit foe French line at=E8\nblocks br 3", "fire br at foe"},
	{
		"fire at one that cannot retreat",
		"unit br British line at=G6\nunit foe French line at=I6\nblocks foe 2\nblocks br 3",
		"fire br at foe",
	},
	{"fire of one that has moved, at one with a leader",
		"unit br British line at=E5\nunit foe French line at=E8\nleader ney French at=E8\nblocks foe 2",
		"move br to E6\nfire br at foe"},
	{"guns at one with support", "unit br British foot-artillery at=E6\nunit foe French line at=E8\n" +
		"unit one French line at=F8\nunit two French line at=E9", "fire br at foe"},
	{"melee with a battle back", "unit br British line at=E6\nunit foe French line at=E7\nblocks br 2\nblocks foe 1",
		"melee br at foe advance yes"},
	{"melee, both weak", "unit br British line at=E6\nunit foe French line at=E7\nblocks br 2\nblocks foe 2",
		"melee br at foe advance yes"},
	{"melee against a leader alone",
		"unit br British line at=E6\nunit far French line at=I1\nleader ney French at=E7\n" +
			"blocks br 2", "melee br at ney advance yes"},
	{"melee against a leader who flees through enemies", "unit br British line at=G6\nunit far French line at=I1\n" +
		"leader ney French at=H6\nunit sec British line at=I6\nunit thi British line at=I7\nblocks br 2\nblocks sec " +
		"1\nblocks thi 1",
		"melee br at ney advance yes"},
	{"cavalry against infantry that stays", "unit br British light-cavalry at=E6\nunit foe French line at=E7\n" +
		"blocks br 2\nblocks foe 2", "melee br at foe advance yes"},
	{"cavalry with a Bonus Melee", "unit br British light-cavalry at=E6\nunit foe French line at=E7\n" +
		"unit foe2 French line at=E8\nblocks br 1\nblocks foe 1\nblocks foe2 1",
		"melee br at foe advance yes bonus foe2"},
	{"cavalry that goes after the same enemy, with the blocks that he has then",
		"unit br British light-cavalry at=E6\nunit foe French light-cavalry at=E7\nblocks br 2\nblocks foe 2",
		"melee br at foe advance yes bonus foe"},
	{"cavalry against a square", "unit br British light-cavalry at=E6\nunit foe French line at=E7\nsquared foe elan\n" +
		"blocks br 2\nblocks foe 2", "melee br at foe advance yes"},
	{"infantry that forms against a strong attack",
		"unit br British light-cavalry at=E6\nunit foe French line at=E7\n" +
			"hand French rally,forward,probe-left,bombard\nblocks foe 2", "melee br at foe advance yes"},
	{"a square by the die", "option square=roll\nunit br British light-cavalry at=E6\nunit foe French line at=E7\n" +
		"hand French rally,forward,probe-left,bombard\nblocks foe 1", "melee br at foe advance yes"},
	{"cavalry that retires and reforms", "unit br British line at=E6\nunit foe French light-cavalry at=E7\n" +
		"leader ney French at=E7\nblocks br 3\nblocks foe 2", "melee br at foe advance yes"},
	{"combined arms", "unit br British line at=E6\nunit fa British foot-artillery at=D6\nunit foe French line at=E7\n" +
		"blocks br 1\nblocks fa 1\nblocks foe 1", "order fa\nmelee br at foe with fa advance yes"},
	{"a leader on each side", "unit br British line at=E6\nleader wel British at=E6\nunit foe French line at=E7\n" +
		"leader ney French at=E7\nblocks br 1\nblocks foe 1", "melee br at foe"},
	{"the last banner", fewBanners +
		"unit br British line at=E6\nunit foe French line at=E7\nblocks br 2\nblocks foe 1", "melee br at foe"},
	{
		"the first that is next to it",
		"unit br British line at=E6\nunit far French line at=I7\nunit foe French line at=E7\n" +
			"blocks br 2\nblocks foe 1",
		"melee br at far,foe",
	},
	{"an own standing order", "unit br British line at=E6\nleader wel British at=E6\nunit foe French line at=E7\n" +
		"stands British flags none\nblocks br 2\nblocks foe 2", "melee br at foe"},
}

// start makes the position and its orders.
func (c oddsCase) start(t *testing.T) (*Ruleset, *Position, engine.Orders) {
	t.Helper()
	rs, p, err := ReadCase([]byte("scenario \"" + c.name + "\"\n" + c.position + "\n"))
	if err != nil {
		t.Fatalf("%s: %v", c.name, err)
	}
	o := engine.Orders{Side: p.sideName(p.Active)}
	for i, l := range strings.Split("play probe-center\norder br\n"+c.orders, "\n") {
		o.Lines = append(o.Lines, engine.Order{Words: strings.Fields(l)}.Arrived(i+1))
	}
	if bad := rs.Check(p, o); len(bad) > 0 {
		t.Fatalf("%s: %v", c.name, engine.Faults(bad))
	}
	return rs, p, o
}

// allDice are dice that fall in each way, one after the other. Cards that are drawn are always
// the first.
type allDice struct{ falls, sizes []int }

func (d *allDice) Draw(purpose string, n int) engine.Draw {
	i := len(d.sizes)
	if d.sizes = append(d.sizes, n); i == len(d.falls) {
		d.falls = append(d.falls, 0)
	}
	return engine.Draw{No: i + 1, Purpose: purpose, N: n, Value: d.falls[i]}
}

func (d *allDice) Seal(purpose string, n int) engine.Draw {
	return engine.Draw{No: 1, Sealed: true, Purpose: purpose, N: n}
}

// weight is the probability of how they have fallen.
func (d *allDice) weight() *big.Rat {
	w := big.NewRat(1, 1)
	for _, n := range d.sizes {
		w.Mul(w, big.NewRat(1, int64(n)))
	}
	return w
}

// next is the way after this one, false after the last.
func (d *allDice) next() bool {
	d.falls = d.falls[:len(d.sizes)]
	for i := len(d.falls) - 1; i >= 0; i-- {
		if d.falls[i]++; d.falls[i] < d.sizes[i] {
			d.falls, d.sizes = d.falls[:i+1], nil
			return true
		}
	}
	return false
}

// verdict judges a whole resolution as odds name outcomes, by its events.
func verdict(before, after *Position, events []engine.Event) (end string, also []string) {
	did := map[string]int{}
	var attack engine.Event
	for _, e := range events {
		did[e.Kind]++
		did[e.Kind+" "+e.Get("piece")]++
		switch {
		case e.Kind == "loss" && e.Rule == "5.8-l":
			did["blocked "+e.Get("piece")]++
		case e.Kind == "attack" && did["attack"] == 1:
			attack = e
		case e.Kind == "roll" && slices.Contains([]string{"5.5.7", "5.6.7", "6.1-i"}, e.Rule) && did["seen"] == 0:
			did["seen"]++
			for part := range strings.SplitSeq(e.Roll.Result, ", ") {
				if !strings.HasPrefix(part, "0") {
					also = append(also, part)
				}
			}
		}
	}
	if did["attack"] == 0 {
		return "", nil
	}
	own, id := attack.Get("piece"), attack.Get("target")
	target, _ := before.sc.Piece(id)
	a, _ := before.sc.Piece(own)
	when := func(is bool, what string) {
		if is {
			also = append(also, what)
		}
	}
	leader := target >= len(before.Units)
	switch {
	case leader && did["eliminate "+id] > 0:
		end = id + " is lost"
	case leader:
		end = id + " escapes"
	case did["eliminate "+id] > 0:
		end = id + " is destroyed"
	case did["retreat "+id] > 0:
		end = id + " is driven back"
	case did["loss "+id] > 0:
		end = id + " loses blocks and stays"
	default:
		end = id + " is unharmed"
	}
	when(did["blocked "+id] > 0, "retreat blocked")
	when(did["advance "+own] > 0, "ground taken")
	when(did["attack"] > 1, "bonus melee")
	for i := range len(before.Units) + len(before.Leaders) {
		piece := before.pieceID(i)
		switch gone := did["eliminate "+piece] > 0; {
		case !gone || i == target || i == a:
		case i >= len(before.Units):
			also = append(also, "leader "+piece+" lost")
		default:
			also = append(also, piece+" is destroyed")
		}
	}
	switch {
	case did["eliminate "+own] > 0:
		also = append(also, own+" is destroyed")
	case did["retreat "+own] > 0:
		also = append(also, own+" is driven back")
	case did["loss "+own] > 0:
		also = append(also, own+" loses blocks")
	}
	when(after.Result.Over && after.Result.Winner == attack.By, "the battle is won")
	when(after.Result.Over && after.Result.Winner != attack.By, "the battle is lost")
	return end, also
}

// frequencies are how often the engine comes to each outcome, over all ways in which all dice
// of a turn can fall.
func frequencies(t *testing.T, rs *Ruleset, p *Position, o engine.Orders) map[string]*big.Rat {
	all := map[string]*big.Rat{}
	count := func(what string, w *big.Rat) {
		if all[what] == nil {
			all[what] = new(big.Rat)
		}
		all[what].Add(all[what], w)
	}
	for dice := (&allDice{}); ; {
		events, err := rs.Resolve(p, []engine.Orders{o}, dice)
		if err != nil {
			t.Fatal(err)
		}
		end, also := verdict(p, rs.Apply(p, events).(*Position), events)
		count(end, dice.weight())
		for _, a := range also {
			count("also "+a, dice.weight())
		}
		if !dice.next() {
			return all
		}
	}
}

// TestOddsAreFrequencies holds the odds of each case to what the engine itself comes to. All
// outcomes that odds can name come up.
func TestOddsAreFrequencies(t *testing.T) {
	var seen []string
	for _, c := range oddsCases {
		rs, p, o := c.start(t)
		x := rs.Preview(p, o).Odds
		if len(x) != 1 {
			t.Fatalf("%s: %d odds, want 1", c.name, len(x))
		}
		got := map[string]*big.Rat{}
		for _, ch := range x[0].Outcomes {
			got[ch.What.String()] = ch.P
		}
		for _, ch := range x[0].Also {
			got["also "+ch.What.String()] = ch.P
		}
		want := frequencies(t, rs, p, o)
		for _, what := range slices.Sorted(maps.Keys(want)) {
			if seen = append(seen, what); got[what] == nil || got[what].Cmp(want[what]) != 0 {
				t.Errorf("%s: %s: %v, want %v\n%s", c.name, what, got[what], want[what],
					strings.Join(x[0].Tell(), "\n"))
			}
			delete(got, what)
		}
		for what := range got {
			t.Errorf("%s: %s never happens", c.name, what)
		}
	}
	told := strings.Join(seen, "\n")
	for _, what := range []string{"is destroyed", "driven back", "and stays", "unharmed", "is lost",
		"escapes", "3 hits",
		"2 flags", "retreat blocked", "leader ney lost", "leader wel lost", "ground taken", "bonus melee",
		"br is destroyed", "br is driven back", "br loses blocks", "foe2 is destroyed", "the battle is won"} {
		if !strings.Contains(told, what) {
			t.Errorf("in no case %s", what)
		}
	}
}

// TestOddsOfNothing says why an attack that is not possible now would not be carried out.
func TestOddsOfNothing(t *testing.T) {
	rs, p, o := oddsCase{"too far", "unit br British line at=E6\nunit foe French line at=E9", "fire br at foe"}.start(t)
	x := rs.Preview(p, o)
	if len(x.Odds) != 1 || len(x.Odds[0].Outcomes) > 0 || len(x.Odds[0].Notes) != 1 ||
		!strings.Contains(x.Odds[0].Notes[0].String(), "foe is 3 hexes away, and the range is 2") {
		t.Errorf("%v", x.Odds)
	}
	if len(x.Events) == 0 || x.Events[len(x.Events)-1].Kind == "attack" {
		t.Errorf("%v", x.Events)
	}
}

// TestOddsTold prints one attack as a player reads it.
func TestOddsTold(t *testing.T) {
	rs, p, o := oddsCases[5].start(t)
	got := strings.Join(rs.Preview(p, o).Odds[0].Tell(), "\n")
	const want = `melee of br at foe in E7: 2 dice (blocks +2) [5.6.1]
foe is destroyed 25 %, foe is driven back 31 %, foe loses blocks and stays 33 %, foe is unharmed 11 %
1 hit 50 %, 2 hits 25 %, 1 flag 28 %, 2 flags 3 %, ground taken 31 %, br is destroyed 14 %, br is driven back 13 %, ` +
		`br loses blocks 13 %, the battle is won 25 %, the battle is lost 14 %
on average foe loses 1.0 of its blocks, br 0.5`
	if got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestOddsOfManyDice counts the largest attacks: what a server does for anybody who asks. Their
// ways are counted to the end.
func TestOddsOfManyDice(t *testing.T) {
	for _, c := range []oddsCase{
		{"combined arms", "unit br British line at=E7\nunit fa British foot-artillery at=D6\n" +
			"unit foe French line at=E8\nleader ney French at=E8\nleader wel British at=E7",
			"order fa\nmelee br at foe with fa advance yes"},
		{"cavalry with a Bonus Melee", "unit br British heavy-cavalry at=E6\nunit foe French light-cavalry at=E7\n" +
			"leader ney French at=E7\nunit foe2 French heavy-cavalry at=E8\nleader wel British at=E6\n" +
			"leader soult French at=E8", "melee br at foe advance yes bonus foe2"},
	} {
		rs, p, o := c.start(t)
		x := rs.Preview(p, o).Odds[0]
		if len(x.Outcomes) != 4 {
			t.Errorf("%s: %v", c.name, x.Tell())
		}
	}
}

func BenchmarkOdds(b *testing.B) {
	rs, p, o := oddsCase{"", "unit br British heavy-cavalry at=E6\nunit foe French light-cavalry at=E7\n" +
		"leader ney French at=E7\nunit foe2 French heavy-cavalry at=E8\nleader wel British at=E6\n" +
		"leader soult French at=E8", "melee br at foe advance yes bonus foe2"}.start(&testing.T{})
	for b.Loop() {
		rs.Preview(p, o)
	}
}

// TestOddsCut: if no ways are left, an attack with few of them is still counted, and one with
// many says that it is not.
func TestOddsCut(t *testing.T) {
	for _, c := range []struct {
		name  string
		parts int
	}{{"melee, both weak", 4}, {"cavalry at full strength", 0}} {
		i := slices.IndexFunc(oddsCases, func(o oddsCase) bool { return o.name == c.name })
		one := oddsCase{c.name, "unit br British heavy-cavalry at=E6\nunit foe French light-cavalry at=E7\n" +
			"leader ney French at=E7\nunit foe2 French heavy-cavalry at=E8\nleader wel British at=E6\n" +
			"leader soult French at=E8", "melee br at foe advance yes bonus foe2"}
		if i >= 0 {
			one = oddsCases[i]
		}
		rs, p, o := one.start(t)
		_, r := rs.rehearsal(p, o)
		f := &forecast{}
		f.attack(r, r.t.lines("melee")[0])
		if x := f.odds[0]; len(x.Outcomes) != c.parts || (c.parts == 0) != slices.ContainsFunc(x.Notes,
			said.Say("odds.many").Equal) || f.left >= 0 {
			t.Errorf("%s: %v", c.name, x.Tell())
		}
	}
}

// TestTenths: averages have the decimal sign of the reader's language.
func TestTenths(t *testing.T) {
	for _, c := range []struct {
		x      *big.Rat
		en, fr string
	}{
		{big.NewRat(0, 1), "0.0", "0,0"}, {big.NewRat(5, 4), "1.3", "1,3"},
		{big.NewRat(1, 100), "under 0.1", "moins de 0,1"},
	} {
		if en, fr := tenths(c.x).String(), tenths(c.x).In(tongue.Fr); en != c.en || fr != c.fr {
			t.Errorf("%s: got %q and %q, want %q and %q", c.x, en, fr, c.en, c.fr)
		}
	}
}
