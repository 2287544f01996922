package sheet

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Choice is an order that may come next.
type Choice struct {
	Line Line   `json:"line"`
	Cost string `json:"cost,omitempty"`
	Why  string `json:"why,omitempty"` // how the cost comes about
	// Before is the line of the text before which the order has to stand; 0 if it may stand
	// behind all others.
	Before int `json:"before,omitempty"`
	// Instead is the line of the text that the order takes the place of; 0 for none.
	Instead int `json:"instead,omitempty"`
}

// most is how many choices are told at once.
const most = 5000

// About lists the orders that may come next and name one of the ids: of a piece, of what it
// belongs to, of a place, of a card. If the first is that of a band, the lines for all its pieces
// at once are among them. If there is none, it lists those that may stand further up.
// Behind them are those that may take the place of the last order for the first id, if it cannot
// have another of the kind.
func (s *Sheet) About(text []byte, ids []string) (all []Choice) {
	orders, hold := s.acting(text)
	defer func() { all = s.released(all, hold) }()
	if len(ids) == 0 {
		return nil
	}
	for n := len(orders); n >= 0 && len(all) == 0; n-- {
		if n == len(orders) {
			all = s.about(orders, Choice{}, ids)
		} else {
			all = s.fitting(orders[:n], orders[n:], Choice{Before: orders[n].Line}, ids)
		}
	}
	for n, o := range slices.Backward(orders) {
		if !o.Names(ids[0]) {
			continue
		}
		again := slices.ContainsFunc(all, func(c Choice) bool { return strings.HasPrefix(c.Line, o.Words[0]+" ") })
		if !again {
			all = append(all, s.fitting(orders[:n], orders[n+1:], Choice{Instead: o.Line}, ids)...)
		}
		break
	}
	return all
}

// acting are the orders of a text that hold, without the word by which a player does nothing, as
// nothing may stand beside that; and its line, or 0.
func (s *Sheet) acting(text []byte) (orders []engine.Order, hold int) {
	orders, _, _ = s.sound(text)
	orders = slices.DeleteFunc(slices.Clone(orders), func(o engine.Order) bool {
		if !slices.Equal(o.Words, []string{"hold"}) {
			return false
		}
		hold = o.Line
		return true
	})
	return orders, hold
}

// released puts the choices of somebody who did nothing so far in the place of the line that says
// so, but for what is said beforehand: that can stand beside it.
func (s *Sheet) released(all []Choice, hold int) []Choice {
	if hold == 0 {
		return all
	}
	ahead := map[string]bool{}
	for _, v := range s.rules.Verbs() {
		ahead[v.Word] = v.Ahead
	}
	for i, c := range all {
		word, _, _ := strings.Cut(c.Line, " ")
		if c.Instead == 0 && !ahead[word] {
			all[i].Before, all[i].Instead = 0, hold
		}
	}
	return all
}

// fitting lists what may come between some orders and others.
func (s *Sheet) fitting(orders, others []engine.Order, as Choice, ids []string) []Choice {
	return slices.DeleteFunc(s.about(orders, as, ids), func(c Choice) bool {
		o := engine.Order{Words: strings.Fields(c.Line)}.Arrived(0)
		return len(s.rules.Check(s.view, s.given(slices.Concat(orders, []engine.Order{o}, others)))) > 0
	})
}

// about lists what may come behind some orders.
func (s *Sheet) about(orders []engine.Order, as Choice, ids []string) (all []Choice) {
	seen := map[string]bool{}
	put := func(o engine.Option) {
		if line := strings.Join(o.Order.Words, " "); !seen[line] && len(all) < most {
			seen[line] = true
			all = append(all, Choice{line, o.Cost, o.Why, as.Before, as.Instead})
		}
	}
	bodies, _ := s.rules.(engine.Expander)
	for _, d := range s.open() {
		draft := s.draft(d, orders)
		for _, id := range ids {
			for _, o := range draft.About(id) {
				put(o)
			}
		}
		if bodies == nil {
			continue
		}
		for _, o := range bodies.Short(draft, ids[0]) {
			put(engine.Option{Order: o})
		}
	}
	return all
}

func (s *Sheet) draft(d engine.Decision, orders []engine.Order) engine.Draft {
	draft := s.rules.Draft(s.view, d)
	for _, o := range orders {
		draft.Add(o)
	}
	return draft
}

// Form is a word that may open an order line, with what it may say now.
type Form struct {
	Word  string `json:"word"`
	Usage string `json:"usage"`
	Help  string `json:"help"`
	Rule  string `json:"rule"`
	Ahead bool   `json:"ahead,omitempty"` // it says something for later
	Lines []Line `json:"lines,omitempty"` // legal now; a form of the player's own words without them
	// Instead is the line of the text that orders of this word take the place of; 0 for none.
	Instead int `json:"instead,omitempty"`
}

// Forms lists the words of the game in their order, with what each may say next.
func (s *Sheet) Forms(text []byte, in tongue.Language) (all []Form) {
	orders, hold := s.acting(text)
	lines, seen, verbs := map[string][]Line{}, map[string]bool{}, s.rules.Verbs()
	put := func(o engine.Order) {
		if line := strings.Join(o.Words, " "); !seen[line] && len(seen) < most {
			seen[line] = true
			lines[o.Words[0]] = append(lines[o.Words[0]], line)
		}
	}
	for _, d := range s.open() {
		for _, o := range s.draft(d, orders).Options() {
			put(o)
		}
	}
	// What is said beforehand can stand in any file, whatever it answers.
	ahead := engine.Decision{Side: s.asked.Side, Open: true, Secret: true, Optional: true}
	for _, o := range s.rules.Draft(s.view, ahead).Options() {
		if slices.ContainsFunc(verbs, func(v engine.Verb) bool { return v.Ahead && v.Word == o.Words[0] }) {
			put(o)
		}
	}
	for _, v := range verbs {
		f := Form{Word: v.Word, Usage: v.Usage, Help: v.Help.In(in), Rule: v.Rule, Ahead: v.Ahead, Lines: lines[v.Word]}
		if !v.Ahead {
			f.Instead = hold
		}
		all = append(all, f)
	}
	return all
}

// Odds are the chances of the attack that a line would be, behind the orders of a text; none if
// it is no attack.
func (s *Sheet) Odds(text []byte, line Line, in tongue.Language) (told []string) {
	orders, _ := s.acting(text)
	next := 1
	for _, o := range orders {
		next = max(next, o.Line+1)
	}
	more := engine.Order{Words: strings.Fields(line)}.Arrived(next)
	all := append(slices.Clone(orders), more)
	if len(more.Words) == 0 || len(s.rules.Check(s.view, s.given(all))) > 0 {
		return nil
	}
	for _, x := range s.preview(all).Odds {
		if slices.Contains(x.Lines, next) {
			for _, t := range x.Told() {
				told = append(told, t.In(in))
			}
		}
	}
	return told
}

// Together lists the orders that may come next for several pieces at once: those that name all
// of them, and those that each of them could be given, with all of them in the place of the one.
func (s *Sheet) Together(text []byte, ids []string) (all []Choice) {
	if len(ids) == 0 {
		return nil
	}
	orders, hold := s.acting(text)
	defer func() { all = s.released(all, hold) }()
	one := func(line, id, other string) string {
		words := strings.Fields(line)
		for i, w := range words {
			if i > 0 && strings.EqualFold(w, id) {
				words[i] = other
			}
		}
		return strings.Join(words, " ")
	}
	const anyone = "*"
	times := map[string]int{}
	list := strings.ToLower(strings.Join(ids, ","))
	for i, id := range ids {
		for _, c := range s.about(orders, Choice{}, []string{id}) {
			// An order for each of them is one for all of them.
			if p := one(c.Line, id, anyone); p != c.Line && times[p] == i {
				if times[p]++; times[p] == len(ids) {
					c.Line = one(p, anyone, list)
					all = append(all, c)
				}
				continue
			}
			if i == 0 && namesAll(c.Line, ids) {
				all = append(all, c)
			}
		}
	}
	return slices.DeleteFunc(all, func(c Choice) bool { return !s.follows(orders, c.Line) })
}

func namesAll(line string, ids []string) bool {
	o := engine.Order{Words: strings.Fields(line)}
	return !slices.ContainsFunc(ids, func(id string) bool { return !o.Names(id) })
}

// follows reports whether an order may stand behind others.
func (s *Sheet) follows(orders []engine.Order, line Line) bool {
	more := engine.Order{Words: strings.Fields(line)}.Arrived(1)
	return len(s.rules.Check(s.view, s.given(append(slices.Clone(orders), more)))) == 0
}
