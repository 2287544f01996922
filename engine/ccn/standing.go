package ccn

import (
	"slices"
	"strings"

	"berthier/engine/ask"
	"berthier/engine/ccn/setup"
	"berthier/engine/hex"
)

var always = []string{"always", "never"}

// decisions are the kinds of decision that come up in the middle of a turn (part 8 of the
// list of clauses), and what standing orders may say.
var decisions = ask.Explained(said, "standing.", []ask.Kind{
	{Kind: "D13", Word: "scout", Asks: true, Rule: "8.3-a"},
	{Kind: "D16", Word: "first-strike", Answers: always, Asks: true, Rule: "8.2-g"},
	{Kind: "D17", Word: "reform", Answers: always, Asks: true, Rule: "6.1"},
	{Kind: "D18", Word: "square", Answers: always, Asks: true, Rule: "6.2"},
	{Kind: "D19", Word: "battle-back", Answers: always, Rule: "5.12.4"},
	{Kind: "D20", Word: "flags", Answers: []string{"max", "none"}, Asks: true, Rule: "5.9"},
	{Kind: "D21", Word: "retreat", Answers: []string{"left", "right", "support", "cover", "leader", "far"},
		Asks: true, Rule: "5.8-c"},
	{Kind: "D22", Word: "leader-retreat", Answers: []string{"join", "far", "exit", "escape"}, Asks: true,
		Rule: "5.10"},
	{Kind: "D23", Word: "supply", Answers: []string{"column", "leader", "cover"}, Asks: true, Rule: "8.2-m"},
	{Kind: "D27", Word: "arrival", Answers: []string{"c", "d", "e", "f", "g"}, Asks: true, Rule: "X-22"},
})

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
	return ask.Asked(list, known)
}

// conditions are what a standing order of each kind can be made to depend on.
var conditions = func() map[string]ask.Conditional {
	all := map[string]ask.Conditional{}
	for _, k := range decisions {
		switch k.Kind {
		case "D16", "D17", "D18":
			all[k.Kind] = ask.Conditional{Answers: []string{"always"}, Help: said.Say("if.attack"),
				Facts: append(slices.Clone(attackFacts), struckFacts...)}
		case "D19", "D20", "D21":
			all[k.Kind] = ask.Conditional{Answers: k.Answers, Help: said.Say("if.struck"), Facts: struckFacts}
		case "D22":
			all[k.Kind] = ask.Conditional{Answers: k.Answers, Help: said.Say("if.flight"), Facts: struckFacts}
		}
	}
	return all
}()

var (
	attackFacts = []ask.Fact{atLeast("dice", 30, "4"), atLeast("own-dice", 30, "3")}
	struckFacts = []ask.Fact{atLeast("blocks", 9, "2"), atLeast("hand", 12, "4"), atLeast("banners", 14, "4"),
		{Word: "by", Shape: ask.IsList, List: []string{"infantry", "cavalry", "artillery"}, What: said.Say("value.by"),
			Example: "cavalry"}}
)

// atLeast is a fact that holds from a number on.
func atLeast(word string, most int, example string) ask.Fact {
	return ask.Fact{Word: word, Shape: ask.IsNumber, Min: 1, Max: most, What: said.Say("value." + word),
		Example: example}
}

// met reports whether the condition of a standing order holds at a choice.
func (r *run) met(c choice, s ask.StandingOrder) bool {
	return s.If.Holds(func(t ask.Term) bool {
		switch t.Fact {
		case "dice":
			return c.dice >= t.Number
		case "own-dice":
			return c.own >= t.Number
		case "blocks": // with a leader alone those of whom he joins, which bestFlight looks at
			return !r.p.isUnit(c.piece) || r.p.Units[c.piece].Blocks >= t.Number
		case "hand":
			return r.p.Cards.Count(r.p.hand(c.side)) >= t.Number
		case "banners":
			return r.p.banners(1-c.side) >= t.Number
		}
		return slices.Contains(t.List, r.p.arm(r.foe).String())
	})
}

// alwaysNever is what these two answers mean where yes or no is the question.
func alwaysNever(s ask.StandingOrder) string {
	return map[string]string{"always": "yes", "never": "no"}[s.Answer]
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
		Owner: func(k *ask.Kind, whom string) *ask.Problem {
			i, ok := p.sc.Piece(whom)
			if !ok || p.pieceSide(i) != side {
				return &ask.Problem{Msg: said.Say("fault.not-yours", name("word", whom))}
			}
			return p.ownerless(k, side, i)
		},
	}
}

// ownerless says that a kind of decision never comes up for a piece, and for whom of its side it does.
func (p *Position) ownerless(k *ask.Kind, side, piece int) *ask.Problem {
	which, comes := p.deciders(k.Kind)
	if comes(piece) {
		return nil
	}
	hint := said.Say("hint.leave-word", name("word", "for "+p.pieceID(piece)))
	if which != "" {
		hint = p.listText(side, which, func(i int) bool { return comes(i) && (p.pieceAlive(i) || p.awaited(i)) })
	}
	return &ask.Problem{Msg: said.Say("fault.never-decided", name("kind", k.Word), name("who", p.pieceID(piece))),
		Hint: hint}
}

// deciders are those for whom a kind of decision can come up, and the message list.WHICH that lists them; "" if it
// comes up for a side as a whole. Whoever is eliminated is among them, as his standing orders stay.
func (p *Position) deciders(kind string) (which string, comes func(piece int) bool) {
	of := func(arm setup.Arm) func(int) bool {
		return func(piece int) bool { return p.isUnit(piece) && p.arm(piece) == arm }
	}
	switch kind {
	case "D13":
		return "", func(int) bool { return false }
	case "D17":
		return "cavalry", of(setup.Cavalry)
	case "D18":
		return "infantry", of(setup.Infantry)
	case "D22":
		return "leaders", func(piece int) bool { return !p.isUnit(piece) }
	case "D27":
		return "arriving", p.comesLater
	}
	return "units", p.isUnit
}

// comesLater reports whether a piece is a unit that the scenario brings in the middle of the battle.
func (p *Position) comesLater(piece int) bool {
	return p.isUnit(piece) && p.sc.Units[piece].Hex == hex.None
}

// arrivesNever reports whether a kind of decision is about units that arrive, and a side has none of them.
func (p *Position) arrivesNever(side int, kind string) bool {
	return kind == "D27" && !slices.ContainsFunc(p.unitsOf(side), p.comesLater)
}

// neverDecided says why standing orders of a side can never apply, whomever they are for.
func (p *Position) neverDecided(side int, all []ask.StandingOrder) *ask.Problem {
	if p.arrivesNever(side, all[0].Kind) {
		return &ask.Problem{Msg: said.Say("fault.none-arrives"), Hint: said.Say("hint.leave-out")}
	}
	return neverBy(all)
}

// foes are the arms against which alone a kind of decision comes up.
var foes = map[string]setup.Arm{"D17": setup.Infantry, "D18": setup.Cavalry}

// neverBy says that standing orders wait for an attacker against whom their kind of decision never comes up.
func neverBy(all []ask.StandingOrder) *ask.Problem {
	for _, s := range all {
		arm, some := foes[s.Kind]
		for _, t := range s.If {
			if some && t.Fact == "by" && !slices.Contains(t.List, arm.String()) {
				return &ask.Problem{Msg: said.Say("fault.never-by", name("kind", decisionOf(s.Kind).Word),
					name("arms", strings.Join(t.List, ","))), Hint: said.Say("hint.by-arm", name("arm", arm.String()))}
			}
		}
	}
	return nil
}

// takeStanding tells the standing orders that a side has sent.
func (r *run) takeStanding(side int, orders []*order) {
	for _, read := range orders {
		if len(read.standing) == 0 {
			continue
		}
		first := read.standing[0]
		r.secret("8", "standing", side, "kind", first.Kind, "whom", first.For, "answers", ask.Answers(read.standing))
	}
}

// scoutList says why an answer is no list of cards joined by +.
func scoutList(answer string) *ask.Problem {
	for card := range strings.SplitSeq(answer, "+") {
		if _, ok := setup.ParseCard(card); !ok {
			return &ask.Problem{Msg: said.Say("fault.no-card", name("word", card)), Hint: said.Say("hint.scout")}
		}
	}
	return nil
}
