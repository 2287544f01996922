package jdg

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"berthier/engine"
	"berthier/engine/book"
	"berthier/engine/enginetest"
)

var _ engine.Adjuster = (*Ruleset)(nil)

func TestAdjust(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	start, err := rs.Start(engine.Setup{Scenario: "goldbach"})
	if err != nil {
		t.Fatal(err)
	}
	good := string(start.Encode())
	line := func(begin string) string {
		l, _, _ := strings.Cut(good[strings.Index(good, "\n"+begin+" ")+1:], "\n")
		return l
	}
	lig := line("unit 3lig")
	f := strings.Fields(lig)
	all := sortedLines([]byte(good))
	first, last := all[0], all[len(all)-1]
	turns := start.(*Position).sc.Turns
	markers := start.(*Position).available()
	moved := strings.Replace(lig, " "+f[2]+" ", " 0101 ", 1)
	for _, c := range []struct{ name, old, new, want string }{
		{"nothing", "", "", ""},
		{"a unit stands elsewhere", lig, moved, ""},
		{"a unit is gone", lig, strings.Replace(lig, " "+f[2]+" ", " off ", 1), "neither eliminated nor still to come"},
		{"a unit is eliminated", lig, strings.NewReplacer(" "+f[2]+" ", " off ", "ordered", "eliminated").Replace(lig),
			""},
		{"another state", lig, strings.Replace(lig, "ordered", "disordered", 1), ""},
		{"a line less", "\ncommander soult 0206", "", "cannot be"},
		{"a unit twice", lig, lig + "\n" + moved, "named twice"},
		{"a turn twice", "\nturn 1 A", "\nturn 1 A\nturn 1 A", "cannot be"},
		{"another spelling", "\nturn 1 A", "\nturn 01 A", `"turn 01 A" cannot be; it would be "turn 1 A"`},
		{"no such unit", lig, "unit nobody 0101 E ordered", `no unit "nobody"`},
		{"off the map", lig, strings.Replace(lig, " "+f[2]+" ", " 9999 ", 1), "not on the map"},
		{"among enemies", lig, strings.Replace(lig, " "+f[2]+" ", " 0708 ", 1), "both sides"},
		{"a word more", lig, lig + " dancing", "cannot be"},
		{"an option", "\nturn 1 A", "\nask P17\nturn 1 A", "options cannot be changed"},
		{"a word more in the first line of all", first, first + " dancing", "cannot be"},
		{"a line less, the last of all", "\n" + last, "", "cannot be"},
		{"a marker in the cup in phase A", "\nturn 1 A", "\nturn 1 A\ncup " + markers[0].String(),
			"no activation marker is drawn, chosen or in the cup"},
		{"a marker drawn in phase A", "\nturn 1 A", "\nturn 1 A\ndrawn " + markers[0].String(),
			"no activation marker is drawn, chosen or in the cup"},
		{"a marker chosen in phase A", "\nturn 1 A", "\nturn 1 A\nfirst " + markers[0].String(),
			"no activation marker is drawn, chosen or in the cup"},
		{"the last turn", "\nturn 1 A", fmt.Sprintf("\nturn %d A", len(turns)), ""},
		{"a turn after the last", "\nturn 1 A", fmt.Sprintf("\nturn %d A", len(turns)+1),
			fmt.Sprintf("there is no turn %d", len(turns)+1)},
		{"over after the last turn", "\nturn 1 A", fmt.Sprintf("\nturn %d X\nover French 13.2-a won", len(turns)+1),
			fmt.Sprintf("there is no turn %d", len(turns)+1)},
		{"over and won", "\nturn 1 A", "\nturn 1 X\nover French 13.2-a won", ""},
		{"over, a draw", "\nturn 1 A", "\nturn 1 X\nover \"\" 13.2-a drawn", ""},
		{"won by nobody who plays", "\nturn 1 A", "\nturn 1 X\nover Prussian 13.2-a won",
			`there is no side "Prussian"`},
		{"a phase without a choice", "\nturn 1 A", "\nturn 1 C", "in phase C nobody has to decide"},
		{"an activation of nobody", "\nturn 1 A", "\nturn 1 D", "a marker is drawn"},
		{"over without an end", "\nturn 1 A", "\nturn 1 X", "have to be decided"},
		{"a question", good, good + `question Q1 P17 French 8 What? no yes|no` + "\ntold 0 \"\"\n",
			"cannot be asked by hand"},
		{"empty", good, "", "names no scenario"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := good
			if c.old != "" {
				if text = strings.Replace(good, c.old, c.new, 1); text == good {
					t.Fatalf("%q does not stand in the position", c.old)
				}
			}
			p, err := rs.Adjust(start, []byte(text))
			switch {
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("got error %v, want one with %q", err, c.want)
			case c.want == "" && err != nil:
				t.Error(err)
			case c.want == "" && !slices.Equal(sortedLines(p.Encode()), sortedLines([]byte(text))):
				t.Errorf("got\n%s\nwant\n%s", p.Encode(), text)
			}
		})
	}
}

// Every position at rest can be adjusted to itself, with the lines of units that
// stand alone in any order; while a question is open nothing can be.
func TestAdjustChangesNothingUnasked(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(2) {
		asked := 0
		g := book.Log{Setup: engine.Setup{Scenario: "goldbach", Options: map[string]string{"ask": "all"}}, Seed: seed}
		pl := book.NewPlayer(seed)
		random := rand.New(rand.NewPCG(seed, 1))
		err := g.Play(rs, func(p engine.Position, side engine.Side) engine.Orders { return pl.Answer(rs, p, side) },
			func(f book.Frame) error {
				p := f.After.(*Position)
				text := p.Encode()
				if p.Asked != nil {
					asked++
					if _, err := rs.Adjust(p, text); err == nil ||
						!strings.Contains(err.Error(), "waits for an answer") {
						t.Errorf("seed %d, step %d: while a question is open: %v", seed, f.Step.Number, err)
					}
					return nil
				}
				lines := strings.SplitAfter(string(text), "\n")
				hexes := map[string]int{}
				for _, l := range lines {
					if w := strings.Fields(l); len(w) > 2 && w[0] == "unit" {
						hexes[w[2]]++
					}
				}
				var single []int
				for i, l := range lines {
					if w := strings.Fields(l); len(w) > 2 && w[0] == "unit" && hexes[w[2]] == 1 {
						single = append(single, i)
					}
				}
				random.Shuffle(len(single), func(i, k int) {
					lines[single[i]], lines[single[k]] = lines[single[k]], lines[single[i]]
				})
				q, err := rs.Adjust(p, []byte(strings.Join(lines, "")))
				if err != nil {
					return err
				}
				if string(q.Encode()) != string(text) {
					t.Errorf("seed %d, step %d: got\n%s\nwant\n%s", seed, f.Step.Number, q.Encode(), text)
				}
				return nil
			})
		if err != nil || asked == 0 {
			t.Errorf("seed %d: %v; %d questions", seed, err, asked)
		}
	}
}

// However somebody changes the words of a position: it is refused with a reason,
// or the game goes on from it.
func TestAdjustedGamesGoOn(t *testing.T) {
	rs, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	seed := enginetest.Seed(t)
	random := rand.New(rand.NewPCG(seed, 0))
	g := book.Log{Setup: engine.Setup{Scenario: "goldbach"}, Seed: seed}
	pl := book.NewPlayer(seed)
	taken, refused := 0, 0
	try := func(p *Position) {
		lines := strings.Split(strings.TrimSuffix(string(p.Encode()), "\n"), "\n")
		for range 1 + random.IntN(2) {
			i := 3 + random.IntN(len(lines)-3)
			w, v := strings.Fields(lines[i]), strings.Fields(lines[3+random.IntN(len(lines)-3)])
			if len(w) == 0 || len(v) == 0 { // emptied before
				continue
			}
			k := random.IntN(len(w))
			switch random.IntN(6) {
			case 0:
				w = append(w, v[random.IntN(len(v))])
			case 1:
				w = w[:k]
			default: // the word of another line that stands in its place
				w[k] = v[min(k, len(v)-1)]
			}
			lines[i] = strings.Join(w, " ")
		}
		text := strings.Join(slices.DeleteFunc(lines, func(l string) bool { return l == "" }), "\n") + "\n"
		defer func() {
			if v := recover(); v != nil {
				t.Errorf("seed %d: %v in\n%s", seed, v, text)
			}
		}()
		q, err := rs.Adjust(p, []byte(text))
		if err != nil {
			refused++
			return
		}
		taken++
		var in []engine.Orders
		for _, side := range rs.Sides(q) {
			engine.Tell(rs, p, q, nil, side)
			if engine.Owes(rs.Owed(q), side) {
				in = append(in, engine.Orders{Side: side})
			}
		}
		if len(in) == 0 {
			return
		}
		events, err := rs.Resolve(q, in, engine.NewStream("g", 1, [32]byte{}, engine.Link{}, engine.Link{}))
		if err != nil {
			t.Errorf("seed %d: %v in\n%s", seed, err, text)
		}
		rs.Apply(q, events)
	}
	err = g.Play(rs, func(p engine.Position, side engine.Side) engine.Orders { return pl.Answer(rs, p, side) },
		func(f book.Frame) error {
			for range 8 {
				if p := f.After.(*Position); p.Asked == nil {
					try(p)
				}
			}
			return nil
		})
	if err != nil || taken < 10 || refused < 10 {
		t.Errorf("seed %d: %v; %d taken, %d refused", seed, err, taken, refused)
	}
}
