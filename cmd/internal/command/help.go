package command

import (
	"berthier/cmd/internal/phrase"
	"berthier/engine/tongue"
)

// Section is a part of the help: a sentence, and the commands that it is about.
type Section struct {
	Text  tongue.Text
	Kinds []Kind
}

// Sections is the help about all commands that somebody may give, by what he needs to give
// them by mail.
func Sections(by Authority) []Section {
	all := []Section{
		{phrase.Say("help.commands"),
			verbs(func(k Kind) bool { return k.Who&Stranger != 0 })},
		{phrase.Say("help.signed"),
			verbs(func(k Kind) bool { return k.Who&(Stranger|Player) == Player })},
	}
	if by == Umpire {
		all = append(all, Section{phrase.Say("help.umpire"),
			verbs(func(k Kind) bool { return k.Who == Umpire })})
	}
	return all
}

// SectionsHere is the help about what the umpire gives at the machine.
func SectionsHere() []Section {
	return []Section{
		{phrase.Say("help.here"), verbs(func(k Kind) bool { return k.Who&Umpire != 0 && !k.MailOnly })},
	}
}

func verbs(fits func(Kind) bool) (all []Kind) {
	for _, k := range kinds {
		if fits(k) {
			all = append(all, k)
		}
	}
	return all
}
