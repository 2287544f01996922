package command

import "berthier/engine"

// Section is a part of the help: a sentence, and the commands that it is about.
type Section struct {
	Text  string
	Verbs []engine.Verb
}

// Sections is the help about all commands that somebody may give, by what he needs to give
// them by mail.
func Sections(by Authority) []Section {
	all := []Section{
		{"Commands, one a line, several to a mail; a word may be cut to three letters if no other begins so. What " +
			"stands below a line \"end\" is not read. A mail is carried out whole or not at all.",
			verbs(func(k Kind) bool { return k.Who&Stranger != 0 })},
		{"These must be signed, below the lines \"game: NAME\" and \"side: SIDE\":",
			verbs(func(k Kind) bool { return k.Who&(Stranger|Player) == Player })},
	}
	if by == Umpire {
		all = append(all, Section{"These are the umpire's, whose side is \"umpire\". Behind the word " +
			"of each command the name of the game may stand, as in \"pause austerlitz-1\", if the mail has no line \"game:\":",
			verbs(func(k Kind) bool { return k.Who == Umpire })})
	}
	return all
}

// SectionsHere is the help about what the umpire gives at the machine.
func SectionsHere() []Section {
	return []Section{{"Commands, one a line; a word may be cut to three letters if no other begins so. A text is " +
		"carried " +
		"out whole or not at all. Behind the word of each command the name of the game may stand, as in \"pause " +
		"austerlitz-1\"; it can be left out if there is only one.", verbs(func(k Kind) bool { return k.Who&Umpire != 0 && !k.MailOnly })}}
}

func verbs(fits func(Kind) bool) (all []engine.Verb) {
	for _, k := range kinds {
		if fits(k) {
			all = append(all, k.Verb())
		}
	}
	return all
}
