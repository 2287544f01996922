package ccn

import (
	"fmt"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
)

// decisions are the kinds of decision that come up in the middle of a turn (part 8 of the
// list of clauses), and what standing orders may say.
var decisions = []ask.Kind{
	{Kind: "D13", Word: "scout", Answers: nil, Asks: true, Rule: "8.3-a",
		Help: "which of two scouted cards is kept: the first of a list of cards; by default the one that orders more"},
	{Kind: "D16", Word: "first-strike", Answers: []string{"always", "never"}, Asks: true, Rule: "8.2-g",
		Help: "whether First Strike is played when a unit is attacked in melee; by default never"},
	{Kind: "D17", Word: "reform", Answers: []string{"always", "never"}, Asks: true, Rule: "6.1",
		Help: "whether cavalry retires and reforms before infantry; by default if the attack has more dice than it"},
	{Kind: "D18", Word: "square", Answers: []string{"always", "never"}, Asks: true, Rule: "6.2",
		Help: "whether infantry forms square before cavalry; by default if that has 3 dice and the hand 4 cards"},
	{Kind: "D19", Word: "battle-back", Answers: []string{"always", "never"}, Rule: "5.12.4",
		Help: "whether a unit battles back; by default always"},
	{Kind: "D20", Word: "flags", Answers: []string{"max", "none"}, Asks: true, Rule: "5.9",
		Help: "how many flags are ignored; by default as many as can be"},
	{
		Kind:    "D21",
		Word:    "retreat",
		Answers: []string{"left", "right", "support", "cover", "leader", "far"},
		Asks:    true,
		Rule:    "5.8-c",
		Help:    "which way a unit retreats; by default toward support, then cover, then far from the enemy",
	},
	{Kind: "D22", Word: "leader-retreat", Answers: []string{"join", "far", "exit", "escape"}, Asks: true,
		Rule: "5.10",
		Help: "where a leader without a unit goes; by default to the nearest unit, then 3 hexes; escape goes to a unit " +
			"through enemies as well"},
	{Kind: "D23", Word: "supply", Answers: []string{"column", "leader"}, Asks: true, Rule: "8.2-m",
		Help: "where a unit goes that Short Supply sends back; by default in the same column"},
}

// decisionOf is a kind of decision.
func decisionOf(kind string) *ask.Kind {
	i := slices.IndexFunc(decisions, func(k ask.Kind) bool { return k.Kind == kind })
	return &decisions[i]
}

// askKinds reads the option "ask".
func askKinds(list string) ([]string, error) {
	var known []string
	for _, d := range decisions {
		if d.Asks {
			known = append(known, d.Kind)
		}
	}
	switch list {
	case "", "none":
		return nil, nil
	case "all":
		return known, nil
	}
	kinds := strings.Split(strings.ToUpper(list), ",")
	slices.Sort(kinds)
	for _, k := range kinds {
		if !slices.Contains(known, k) {
			return nil, fmt.Errorf("option ask: %q is not one of %s", k, strings.Join(known, ", "))
		}
	}
	return slices.Compact(kinds), nil
}

// conditions are what a standing order of each kind can be made to depend on.
var conditions = map[string]ask.Conditional{
	"D16": attackFacts([]string{"always"}, ""), "D17": attackFacts([]string{"always"}, ""),
	"D18": attackFacts([]string{"always"}, ""),
}

func attackFacts(answers []string, otherwise string) ask.Conditional {
	return ask.Conditional{Answers: answers, Otherwise: otherwise,
		Facts: []ask.Fact{
			{Word: "dice", Shape: ask.IsNumber, Min: 1, Max: 30, What: "number of dice of the attack", Example: "4"},
			{
				Word:    "own-dice",
				Shape:   ask.IsNumber,
				Min:     1,
				Max:     30,
				What:    "number of dice of the unit",
				Example: "3",
			},
			{Word: "hand", Shape: ask.IsNumber, Min: 1, Max: 12, What: "number of cards in the hand", Example: "4"},
			{
				Word:    "by",
				Shape:   ask.IsList,
				List:    []string{"infantry", "cavalry", "artillery"},
				What:    "arm of the attacker",
				Example: "cavalry",
			},
		},
		Help: "the attack has at least so many dice, the unit or the hand so many, the attacker is of an arm"}
}

// grammar is what standing orders of a side may say.
func grammar(p *Position, side int) *ask.Grammar {
	return &ask.Grammar{Kinds: decisions, Conditions: conditions, Asks: p.ask, Joined: true, Owners: "the unit",
		Answer: func(k *ask.Kind, answer string) *ask.Problem {
			if k.Kind == "D13" {
				return scoutList(answer)
			}
			return k.NoAnswer(answer)
		},
		Owner: func(_ *ask.Kind, whom string) *ask.Problem {
			if i, ok := p.sc.Piece(whom); !ok || p.pieceSide(i) != side {
				return &ask.Problem{Msg: fmt.Sprintf("%q is no unit or leader of yours", whom)}
			}
			return nil
		},
	}
}

// takeStanding tells the standing orders that a side has sent.
func (r *run) takeStanding(o engine.Orders) {
	side := r.p.sc.SideNo(o.Side)
	for _, l := range o.Lines {
		read, bad := r.p.read(side, l)
		if bad != nil || len(read.standing) == 0 {
			continue
		}
		first := read.standing[0]
		r.secret("8", "standing", side, "kind", first.Kind, "whom", first.For, "answers", ask.Answers(read.standing))
	}
}

// scoutList says why an answer is no list of cards joined by +.
func scoutList(answer string) *ask.Problem {
	for name := range strings.SplitSeq(answer, "+") {
		if _, ok := setup.ParseCard(name); !ok {
			return &ask.Problem{Msg: fmt.Sprintf("there is no card %q", name),
				Hint: "name cards joined by +, the one that you want most first: scout cavalry-charge+forward"}
		}
	}
	return nil
}
