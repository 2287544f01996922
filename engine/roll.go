package engine

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Die says what the values of a draw show.
type Die struct {
	// First is what the value 0 shows on a die with numbers: 1 on a common die.
	First int
	// Faces are what the values from 0 on show on a die with names; several may
	// show the same. A name is a word of letters, digits, dots, hyphens and
	// underscores. Nil for numbers.
	Faces []string
}

// Show is what a value of the die shows.
func (d Die) Show(value int) string {
	if value >= 0 && value < len(d.Faces) {
		return d.Faces[value]
	}
	return strconv.Itoa(d.First + value)
}

// Roll is one die, or several of a kind that are thrown together, and how the
// rules read them.
type Roll struct {
	Die Die
	// Draws are the throws in the order in which they were made, re-rolls among
	// them: at least one, all with the same purpose, number of values and stream.
	Draws   []Draw
	Rerolls []Reroll // in the order in which they were made
	// Pool is how the number of dice came about, one reason each, without
	// parentheses in the names; it may be left out.
	Pool []Mod
	Mods []Mod // DRMs one by one, in the order of their table
	// Total is the sum of what the dice show and of all Mods; 0 for a die with
	// names. With Hits the dice are read one by one instead, with all Mods on
	// each, and Total is how many of them hit.
	Total  int
	Hits   bool
	Need   string // the target: "<=6", with Hits that of each die; empty for a table
	Result string // "passed", "failed", "2 hits, 1 flag", or the table's cell
}

// Reroll is a die that was thrown again: draw New counts in the place of draw
// Old.
type Reroll struct{ Old, New int }

// Mod is one modifier with the reason for it.
type Mod struct {
	Name  string // no comma, no leading or trailing blank
	Value int
}

// Throw throws dice of a number of sides each. draw is the method Draw or Seal
// of the dice of the step.
func Throw(draw func(purpose string, n int) Draw, purpose string, dice, sides int) []Draw {
	draws := make([]Draw, dice)
	for i := range draws {
		draws[i] = draw(purpose, sides)
	}
	return draws
}

// Again throws the die of the draw with this number once more.
func (r *Roll) Again(draw func(purpose string, n int) Draw, no int) {
	d := draw(r.Draws[0].Purpose, r.Draws[0].N)
	r.Draws = append(r.Draws, d)
	r.Rerolls = append(r.Rerolls, Reroll{Old: no, New: d.No})
}

// Purpose is what the dice are thrown for.
func (r Roll) Purpose() string {
	if len(r.Draws) == 0 {
		return ""
	}
	return r.Draws[0].Purpose
}

// Counting returns the draws that count, one for each die in the order of their
// first throws.
func (r Roll) Counting() []Draw {
	final := slices.Clone(r.Draws)
	for _, again := range r.Rerolls {
		i := slices.IndexFunc(final, func(d Draw) bool { return d.No == again.Old })
		k := slices.IndexFunc(final, func(d Draw) bool { return d.No == again.New })
		if i >= 0 && k > i {
			final[i] = final[k]
			final = slices.Delete(final, k, k+1)
		}
	}
	return final
}

// rethrown stands between what a die showed and what it shows then.
const rethrown = " again "

// shown tells each die: "infantry", or "2 again 5" if it was thrown again.
func (r Roll) shown() []string {
	var dice [][]Draw
	for _, d := range r.Draws {
		i := slices.IndexFunc(r.Rerolls, func(a Reroll) bool { return a.New == d.No })
		if i >= 0 {
			old := r.Rerolls[i].Old
			i = slices.IndexFunc(dice, func(die []Draw) bool { return die[len(die)-1].No == old })
		}
		if i < 0 {
			dice = append(dice, []Draw{d})
		} else {
			dice[i] = append(dice[i], d)
		}
	}
	shown := make([]string, len(dice))
	for i, die := range dice {
		shown[i] = r.Die.Show(die[0].Value)
		for _, d := range die[1:] {
			shown[i] += rethrown + r.Die.Show(d.Value)
		}
	}
	return shown
}

// Shown tells what the dice show, in the words of Tell: "7", or
// "infantry, cavalry again flag".
func (r Roll) Shown() string { return strings.Join(r.shown(), ", ") }

// AddsUp reports whether the total says more than the dice alone: there are
// modifiers, or several dice, to add up.
func (r Roll) AddsUp() bool {
	return !r.Hits && r.Die.Faces == nil && (len(r.Mods) > 0 || strconv.Itoa(r.Total) != r.Shown())
}

// Draws lists the numbers of the draws for which an event stands: those of its
// roll, or of its argument draws.
func (e Event) Draws() ([]int, error) {
	if e.Roll == nil {
		return parseNumbers(e.Get("draws"), MaxDraw)
	}
	numbers := make([]int, len(e.Roll.Draws))
	for i, d := range e.Roll.Draws {
		numbers[i] = d.No
	}
	return numbers, nil
}

// Account holds the events of a step to its draws. Each draw stands in one
// event at most, and a roll has its draws as they were made. untold are the
// draws, by number, that stand in no event: there are none among all events of
// a step.
func Account(draws []Draw, events []Event) (untold []int, err error) {
	told := make([]bool, len(draws))
	for _, e := range events {
		numbers, err := e.Draws()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e, err)
		}
		for i, no := range numbers {
			switch {
			case no < 1 || no > len(draws):
				return nil, fmt.Errorf("%s: draw %d was never made", e, no)
			case told[no-1]:
				return nil, fmt.Errorf("%s: draw %d was told before", e, no)
			case e.Roll != nil && e.Roll.Draws[i] != draws[no-1]:
				d := draws[no-1]
				return nil, fmt.Errorf("%s: the draw was %d, of 0 to %d, for %q", e, d.Value, d.N-1, d.Purpose)
			}
			told[no-1] = true
		}
	}
	for i, t := range told {
		if !t {
			untold = append(untold, i+1)
		}
	}
	return untold, nil
}

// appendTo appends the roll's part of an event line.
func (r *Roll) appendTo(b []byte) []byte {
	put := func(k, v string) { b = appendQuoted(append(append(append(b, ' '), k...), '='), v) }
	number := func(k string, n int) { b = strconv.AppendInt(append(append(append(b, ' '), k...), '='), int64(n), 10) }
	var first Draw
	if len(r.Draws) > 0 {
		first = r.Draws[0]
	}
	if first.Sealed {
		put("sealed", "yes")
	}
	if len(r.Draws) == 1 {
		number("draw", first.No)
	} else {
		put("draws", printNumbers(r.Draws))
	}
	number("of", first.N)
	put("purpose", first.Purpose)
	if r.Die.Faces != nil {
		put("faces", strings.Join(r.Die.Faces, ","))
	} else if r.Die.First != 0 {
		number("first", r.Die.First)
	}
	if len(r.Pool) > 0 {
		put("pool", printMods(r.Pool))
	}
	if len(r.Draws) == 1 {
		number("value", first.Value)
	} else {
		put("values", r.printValues())
	}
	if len(r.Rerolls) > 0 {
		put("again", r.printRerolls())
	}
	if len(r.Mods) > 0 {
		put("mods", printMods(r.Mods))
	}
	if r.Hits {
		number("hits", r.Total)
	} else if r.Die.Faces == nil {
		number("total", r.Total)
	}
	if r.Need != "" {
		put("need", r.Need)
	}
	put("result", r.Result)
	return b
}

func (r *Roll) printValues() string {
	values := make([]string, len(r.Draws))
	for i, d := range r.Draws {
		values[i] = strconv.Itoa(d.Value)
	}
	return strings.Join(values, ",")
}

func (r *Roll) printRerolls() string {
	pairs := make([]string, len(r.Rerolls))
	for i, again := range r.Rerolls {
		pairs[i] = fmt.Sprintf("%d>%d", again.Old, again.New)
	}
	return strings.Join(pairs, ",")
}

// rollText is a roll as its keys give it, before they are put together.
type rollText struct {
	*oneRoll
	given                  bool
	draw                   Draw // without number and value if there are several
	numbers, values, again string
	several                bool
}

// oneRoll is a roll with room for what most rolls have.
type oneRoll struct {
	roll Roll
	one  [1]Draw
}

// set takes one key of a roll; it reports whether the key is one.
func (t *rollText) set(key, value string) (known bool, err error) {
	r := &t.roll
	number := func(n *int) { *n, err = strconv.Atoi(value) }
	switch key {
	case "sealed":
		t.draw.Sealed = value == "yes"
	case "draw":
		number(&t.draw.No)
	case "draws":
		t.several, t.numbers = true, value
	case "of":
		number(&t.draw.N)
	case "purpose":
		t.draw.Purpose = value
	case "faces":
		r.Die.Faces = strings.Split(value, ",")
	case "first":
		number(&r.Die.First)
	case "pool":
		r.Pool, err = parseMods(value)
	case "value":
		number(&t.draw.Value)
	case "values":
		t.values = value
	case "again":
		t.again = value
	case "mods":
		r.Mods, err = parseMods(value)
	case "hits":
		r.Hits = true
		number(&r.Total)
	case "total":
		number(&r.Total)
	case "need":
		r.Need = value
	case "result":
		r.Result = value
	default:
		return false, nil
	}
	t.given = true
	return true, err
}

// finish puts the draws together and holds the roll to its own numbers.
func (t *rollText) finish() error {
	r := &t.roll
	if faces := r.Die.Faces; faces != nil && (len(faces) != t.draw.N || !allPlain(faces)) {
		return fmt.Errorf("faces %q are not one word for each of %d values", faces, t.draw.N)
	}
	if slices.ContainsFunc(r.Pool, func(m Mod) bool { return strings.ContainsAny(m.Name, "()") }) {
		return errors.New("parentheses in the pool")
	}
	if !t.several {
		t.one[0] = t.draw
		r.Draws = t.one[:]
		if t.again != "" {
			return errors.New("one throw cannot have been made again")
		}
		return nil
	}
	values := strings.Split(t.values, ",")
	numbers, err := parseNumbers(t.numbers, len(values))
	if err != nil {
		return err
	}
	if len(numbers) != len(values) || len(numbers) < 2 {
		return fmt.Errorf("%d draws with %d values; want as many, and two at least", len(numbers), len(values))
	}
	for i, v := range values {
		d := t.draw
		d.No = numbers[i]
		if d.Value, err = strconv.Atoi(v); err != nil {
			return err
		}
		r.Draws = append(r.Draws, d)
	}
	return t.rerolls(numbers)
}

func allPlain(words []string) bool {
	return !slices.ContainsFunc(words, func(w string) bool { return !plainWord(w) })
}

// rerolls reads which throws were made again: a die is thrown again after it
// has been thrown, and that throw is not made again twice.
func (t *rollText) rerolls(numbers []int) error {
	if t.again == "" {
		return nil
	}
	var gone, made []int
	for pair := range strings.SplitSeq(t.again, ",") {
		old, again, _ := strings.Cut(pair, ">")
		a, err1 := strconv.Atoi(old)
		b, err2 := strconv.Atoi(again)
		if err1 != nil || err2 != nil || a >= b || !slices.Contains(numbers, a) || !slices.Contains(numbers, b) ||
			slices.Contains(gone, a) || slices.Contains(made, b) {
			return fmt.Errorf("%q does not say which draw of the roll counts in the place of which", pair)
		}
		gone, made = append(gone, a), append(made, b)
		t.roll.Rerolls = append(t.roll.Rerolls, Reroll{a, b})
	}
	return nil
}

// printNumbers prints the numbers of draws, "3-6,9".
func printNumbers(draws []Draw) string {
	var b []byte
	for i := 0; i < len(draws); {
		k := i + 1
		for k < len(draws) && draws[k].No == draws[k-1].No+1 {
			k++
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(draws[i].No), 10)
		if k > i+1 {
			b = strconv.AppendInt(append(b, '-'), int64(draws[k-1].No), 10)
		}
		i = k
	}
	return string(b)
}

// parseNumbers reads numbers and ranges of numbers, from 1 and ascending, most
// of them at most; none from an empty text.
func parseNumbers(text string, most int) (numbers []int, err error) {
	if text == "" {
		return nil, nil
	}
	last := 0
	for part := range strings.SplitSeq(text, ",") {
		from, to, ranged := strings.Cut(part, "-")
		if !ranged {
			to = from
		}
		a, err1 := strconv.Atoi(from)
		b, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil || a <= last || b < a || b-a >= most-len(numbers) {
			return nil, fmt.Errorf("draws %q are not numbers and ranges of numbers, ascending, at most %d", text, most)
		}
		for ; a <= b; a++ {
			numbers = append(numbers, a)
		}
		last = b
	}
	return numbers, nil
}
