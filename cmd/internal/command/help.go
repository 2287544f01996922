package command

import (
	"slices"

	"berthier/cmd/internal/phrase"
	"berthier/engine"
	"berthier/engine/tongue"
)

// Section is a part of the help: a sentence, and the commands, the orders or whatever else it is about.
type Section struct {
	Text  tongue.Text
	Kinds []Kind
	Verbs []engine.Verb
	Items []tongue.Text
}

// Sections is the help about all commands that somebody may give, by what he needs to give
// them by mail.
func Sections(by Authority) []Section {
	all := []Section{
		{Text: phrase.Say("help.commands"),
			Kinds: verbs(func(k Kind) bool { return k.Who&Stranger != 0 })},
		{Text: phrase.Say("help.signed"),
			Kinds: verbs(func(k Kind) bool { return k.Who&(Stranger|Player) == Player })},
	}
	if by == Umpire {
		all = append(all, Section{Text: phrase.Say("help.umpire"),
			Kinds: verbs(func(k Kind) bool { return k.Who == Umpire })})
	}
	return all
}

// SectionsHere is the help about what the umpire gives at the machine.
func SectionsHere() []Section {
	return []Section{
		{Text: phrase.Say("help.here"), Kinds: verbs(func(k Kind) bool { return k.Who&Umpire != 0 && !k.MailOnly })},
	}
}

// AllOrders is the help about all orders of the rules that somebody may mean. If those are several, he has
// named no game: then it says what he can do, with the mail address of the umpire, and how he gets the
// orders of each.
func AllOrders(rules []engine.Ruleset, by Authority, umpire string) (all []Section) {
	if len(rules) == 1 {
		return []Section{{Text: phrase.Say("help.orders"), Verbs: rules[0].Verbs()}}
	}
	if by != Umpire {
		all = append(all, Section{Text: phrase.Say("help.nogame")})
		if umpire != "" {
			all = append(all, Section{Text: phrase.Say("help.contact", "umpire", umpire)})
		}
	}
	list := Section{Text: phrase.Say("help.games")}
	for _, rs := range rules {
		list.Items = append(list.Items, phrase.Say("help.game", "game", rs.Name(), "scenarios", scenarios(rs)))
	}
	return append(all, list)
}

// OrdersOf is the help about the orders of the game that a word names, or about the order that it is in
// each of the rules that somebody may mean; nil if it is neither.
func OrdersOf(word string, rules, known []engine.Ruleset) (all []Section) {
	if i := slices.Index(GameNames(known), word); i >= 0 {
		rs := known[i]
		text := phrase.Say("help.ordersof", "game", rs.Name(), "scenarios", scenarios(rs))
		return []Section{{Text: text, Verbs: rs.Verbs()}}
	}
	for _, rs := range rules {
		found := slices.IndexFunc(rs.Verbs(), func(v engine.Verb) bool {
			return v.Word == word || slices.Contains(v.Also, engine.Fold(word))
		})
		if found < 0 {
			continue
		}
		s := Section{Verbs: rs.Verbs()[found : found+1]}
		if len(rules) > 1 {
			s.Text = phrase.Say("help.orderin", "game", rs.Name(), "scenarios", scenarios(rs))
		}
		all = append(all, s)
	}
	return all
}

// GameNames are the short names of rules.
func GameNames(rules []engine.Ruleset) (all []string) {
	for _, rs := range rules {
		all = append(all, rs.Name())
	}
	return all
}

// scenarios is what can be played by some rules.
func scenarios(rs engine.Ruleset) tongue.Text {
	var all []tongue.Text
	for _, name := range rs.Scenarios() {
		all = append(all, engine.ScenarioTitle(rs, name))
	}
	return tongue.List(all, ", ")
}

func verbs(fits func(Kind) bool) (all []Kind) {
	for _, k := range kinds {
		if fits(k) {
			all = append(all, k)
		}
	}
	return all
}
