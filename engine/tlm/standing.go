package tlm

import (
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/ask"
	"berthier/engine/tlm/setup"
	"berthier/engine/tongue"
)

// respondKind is the decision of the Defender what he plays when the battles are declared. It
// is answered by order lines.
const respondKind = "D08"

var always = []string{"always", "never"}

// decisions are the kinds of decision that come up while a Player Turn is resolved, and what
// standing orders may say. Those that a game can have asked by mail say so.
var decisions = ask.Explained(said, "standing.", []ask.Kind{
	{Kind: "D05", Word: "crisis", Rule: "9.8"},
	{Kind: "D08-aaf", Word: "aaf", Answers: always, Rule: "9.4-a"},
	{Kind: "D08-gas", Word: "gas", Answers: always, Rule: "9.3-a"},
	{Kind: "D08-weather", Word: "weather", Answers: always, Rule: "9.5-a"},
	{Kind: "D10", Word: "cavalry", Answers: []string{"stay", "retreat"}, Asks: true, Rule: "5.4.3-a"},
	{Kind: "D11", Word: "biplanes", Answers: []string{"react", "attack", "neither"}, Asks: true, Rule: "8.3.4-h"},
	{Kind: "D13", Word: "stance", Answers: []string{"hold", "cover", "withdraw"}, Asks: true, Rule: "5.4.1-a"},
	{Kind: "D14", Word: "pursuit", Answers: always, Rule: "8.3.1-e"},
	{Kind: "D15", Word: "losses", Asks: true, Rule: "5.3-a"},
	{Kind: "D15-cards", Word: "ersatz", Rule: "5.3.2-a"},
	{Kind: "D15-nation", Word: "nation", Rule: "A144"},
	{Kind: "D15-ties", Word: "ties", Rule: "5.3.1-d"},
	{Kind: "D16", Word: "raid", Answers: always, Rule: "8.3.1-d"},
	{Kind: "D17", Word: "after", Answers: []string{"stay", "retreat"}, Asks: true, Rule: "5.4.2-a"},
	{Kind: "D17-obey", Word: "obey", Rule: "8.2.2-h"},
	{Kind: "D17-to", Word: "to", Rule: "5.4.2-b"},
	{Kind: "D18", Word: "unsupplied", Rule: "2.V.1-d"},
	{Kind: "D20", Word: "surplus", Asks: true, Rule: "2.V.3-a"},
	{Kind: "D21", Word: "attrition", Rule: "2.V.4-b"},
	{Kind: "D22", Word: "armistice", Answers: []string{"always", "stalemate", "marginal", "substantial", "never"},
		Rule: "3.2-a"},
	{Kind: "D24", Word: "guns", Answers: []string{"leave", "lose"}, Rule: "8.3.3-f"},
	{Kind: "D25", Word: "ways", Rule: "8.1-c"},
})

// wholeGame are the kinds that are about no area: what is said for one would never be heard.
var wholeGame = []string{"D05", "D20", "D21", "D22"}

// decisionOf is a kind of decision.
func decisionOf(kind string) *ask.Kind {
	i := slices.IndexFunc(decisions, func(k ask.Kind) bool { return k.Kind == kind })
	return &decisions[i]
}

// fact is a number that a condition names.
func fact(word, what string, most int) ask.Fact {
	return ask.Fact{Word: word, Shape: ask.IsNumber, Max: most, What: said.Say("fact." + what), Example: "3"}
}

const mostUnits = 60

var (
	strengthFacts = []ask.Fact{fact("strength", "units", mostUnits),
		fact("weak", "units", mostUnits), fact("hits", "hits", mostUnits), {Word: "army-lost"}}
	declaredFacts = []ask.Fact{{Word: "special"}, {Word: "limited"}, {Word: "enhanced"},
		fact("battles", "battles", mostUnits)}
)

// conditions are what a standing order of each kind can be made to depend on.
var conditions = map[string]ask.Conditional{
	"D08-aaf": declared(), "D08-gas": declared(), "D08-weather": declared(),
	"D10": inBattle("stay", "retreat"), "D13": inBattle("hold", "cover", "withdraw"), "D15": inBattle(payments...),
	"D17": inBattle("stay", "retreat"),
}

// payments are the answers what Hits are paid with.
var payments = []string{"units", "cards", "cards1", "cards2", "cards3", "cards4", "cards5", "cards6", "cards7",
	"cards8",
	"cards9"}

func declared() ask.Conditional {
	return ask.Conditional{Answers: always, Facts: declaredFacts,
		Help: said.Say("after-if.declared")}
}

func inBattle(answers ...string) ask.Conditional {
	return ask.Conditional{Answers: answers, Facts: strengthFacts,
		Help: said.Say("after-if.battle")}
}

// grammar is what standing orders of a side may say.
func grammar(p *Position, side int) *ask.Grammar {
	return &ask.Grammar{Kinds: decisions, Conditions: conditions, Asks: p.options.ask, Joined: true, Owners: "the area",
		Answer: func(k *ask.Kind, answer string) *ask.Problem {
			if k.Answers != nil {
				return k.NoAnswer(answer)
			}
			if bad := p.unlisted(k.Kind, answer); bad != "" {
				return &ask.Problem{Msg: said.Say("fault.standing", name("word", bad), name("kind", k.Word)),
					Hint: said.Say("hint.standing." + k.Word)}
			}
			if k.Kind == "D25" {
				return p.othersWay(side, answer)
			}
			return nil
		},
		Owner: func(k *ask.Kind, whom string) *ask.Problem {
			if slices.Contains(wholeGame, k.Kind) {
				return &ask.Problem{Msg: said.Say("fault.extra", name("word", "for")), Hint: k.Help}
			}
			if _, ok := p.findArea(whom); !ok {
				return &ask.Problem{Msg: said.Say("fault.unknown", tongue.Words("what", said.Say("what.area")),
					name("word", whom)), Hint: oneOf(whom, p.areaIDs())}
			}
			return nil
		},
	}
}

// unlisted is what of an answer is not as its kind wants a list, or "".
func (p *Position) unlisted(kind, answer string) string {
	if kind == "D15" {
		if slices.Contains(payments, answer) {
			return ""
		}
		return answer
	}
	for w := range strings.SplitSeq(answer, "+") {
		ok := false
		switch kind {
		case "D05":
			place, known := p.findPlace(w)
			_, nation := setup.ParseNation(w)
			ok = known && place >= 0 || nation || w == "separate" || w == "armies"
		case "D15-cards", "D20":
			_, ok = setup.ParseCard(w)
		case "D15-nation":
			_, ok = setup.ParseNation(w)
		case "D17-obey":
			_, ok = p.findArmy(w)
		case "D25":
			_, ok = p.readWay(w)
		case "D15-ties":
			_, kind := setup.ParseKind(w)
			_, army := p.findArmy(w)
			ok = kind || army || w == "f"
		case "D17-to":
			_, ok = p.findArea(w)
		case "D18", "D21":
			_, ok = setup.ParseKind(w)
		}
		if !ok {
			return w
		}
	}
	return ""
}

// takeStanding tells the standing orders that a side has sent.
func (r *run) takeStanding(side int, orders []*order) {
	for _, o := range orders {
		if len(o.standing) > 0 {
			first := o.standing[0]
			r.secret("5", "standing", side, "kind", first.Kind, "whom", first.For, "answers", ask.Answers(o.standing))
		}
	}
}

// Standing implements engine.Ruleset.
func (rs *Ruleset) Standing(pos engine.Position, side engine.Side) (all []string) {
	p := pos.(*Position)
	s := p.sideNo(side)
	if s < 0 {
		return nil
	}
	for _, o := range p.Sheets[s] {
		text := "standing " + decisionOf(o.Kind).Word + " " + o.Text()
		if o.For != "" {
			text += " for " + o.For
		}
		all = append(all, text)
	}
	return all
}

// rule is what a side has said for a kind of decision that is never asked: for an area, and
// then as a whole; what holds decides which of several counts. Without an answer it is
// otherwise.
func (p *Position) rule(side int, kind string, at int, holds func(ask.Term) bool, otherwise string) string {
	owners := []string{""}
	if at >= 0 {
		owners = []string{p.areaID(at), ""}
	}
	for _, owner := range owners {
		for _, s := range p.Sheets[side] {
			if s.Kind == kind && s.For == owner && s.Answer != "ask" && s.If.Holds(holds) {
				return s.Answer
			}
		}
	}
	return otherwise
}

// kinds reads a list of kinds of units, f being -1.
func kindList(answer string) (all []int) {
	for w := range strings.SplitSeq(answer, "+") {
		if w == "f" {
			all = append(all, fortKind)
		} else if k, ok := setup.ParseKind(w); ok {
			all = append(all, int(k))
		}
	}
	return all
}

// fortKind stands for a Fort among kinds of units.
const fortKind = -1
