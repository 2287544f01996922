package ccn

import (
	"fmt"
	"strings"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/tongue"
)

// A record has its words in English: what dice show, why there are so many, what came of them,
// and what is asked. Here a reader has them in his own language.

// heard is a text of the record, as the messages of a kind say it.
func heard(kind, words string) tongue.Text {
	if t, ok := said.Read(kind, words); ok || words == "" {
		return t
	}
	return tongue.English(words)
}

// spelt is the message of a word, or the word as it is if nobody has one for it: that of a
// table which an umpire has written.
func spelt(kind, word string) tongue.Text {
	if said.Has(kind + word) {
		return said.Say(kind + word)
	}
	return tongue.Name(word)
}

// spell is a word of a roll: a face, a reason for a number of dice, or a result.
func (p *Position) spell(word string) tongue.Text {
	if t, ok := said.Read("face.", word); ok {
		return t
	} else if t, ok := said.Read("dice.", word); ok {
		return t
	} else if t, ok := said.Read("fell.", word); ok {
		return t
	}
	if ground, ok := strings.CutPrefix(word, "into "); ok {
		return said.Say("into", tongue.Words("ground", spelt("ground.", ground)))
	} else if ground, ok := strings.CutPrefix(word, "out of "); ok {
		return said.Say("out", tongue.Words("ground", spelt("ground.", ground)))
	} else if t, ok := symbolsOf(word); ok {
		return t
	} else if nation, kind, ok := strings.Cut(word, " "); ok {
		return said.Say("national", name("nation", nation), tongue.Words("type", spelt("type.", kind)))
	}
	return spelt("type.", word)
}

// symbolsOf is the result of a roll that counts hits and flags, or arms and flags.
func symbolsOf(result string) (tongue.Text, bool) {
	var hits, flags int
	var a [setup.NumArms]int
	words := strings.NewReplacer("hits,", "hit,", "flags", "flag").Replace(result)
	if n, _ := fmt.Sscanf(words, "%d hit, %d flag", &hits, &flags); n == 2 {
		return tongue.List([]tongue.Text{said.Say("odds.hits", tongue.Number("n", hits)),
			said.Say("odds.flags", tongue.Number("n", flags))}, ", "), true
	}
	const symbols = "%d infantry, %d cavalry, %d artillery, %d flag"
	if n, _ := fmt.Sscanf(words, symbols, &a[setup.Infantry], &a[setup.Cavalry], &a[setup.Artillery], &flags); n == 4 {
		return force{Symbols: a, Flags: flags}.text(), true
	}
	return tongue.Text{}, false
}

// text is what the dice of Elan and Rally show.
func (f force) text() tongue.Text {
	return said.Say("symbols", tongue.Number("infantry", f.Symbols[setup.Infantry]),
		tongue.Number("cavalry", f.Symbols[setup.Cavalry]), tongue.Number("artillery", f.Symbols[setup.Artillery]),
		tongue.Number("flags", f.Flags))
}

// Face is what a face of a battle die is called.
func (*Ruleset) Face(face string) tongue.Text { return spelt("face.", face) }

// fell is how the dice of a roll fell.
func (p *Position) fell(r *engine.Roll) tongue.Text { return r.Told(p.spell) }

// reasons are those for the number of dice: "blocks +4", "line +1".
func (p *Position) reasons(q pool) tongue.Text {
	all := make([]tongue.Text, len(q.mods))
	for i, m := range q.mods {
		all[i] = tongue.List([]tongue.Text{p.spell(m.Name), tongue.Name(fmt.Sprintf("%+d", m.Value))}, " ")
	}
	return tongue.List(all, ", ")
}

// asked are the questions that are open.
func (p *Position) asked() []engine.Decision {
	ds := p.Asked.Owed()
	for i := range ds {
		ds[i].Prompt = heard("ask.", ds[i].Prompt.String())
		ds[i].Default = answered(ds[i].Default.String())
	}
	return ds
}

// answered is an answer to a question, as people say it: yes, a number, a way.
func answered(option string) tongue.Text {
	if _, ok := setup.ParseCard(option); ok {
		return cardName(option)
	}
	return spelt("answer.", option)
}

// remarkOf says what an option is if its word does not.
func remarkOf(option string) tongue.Text {
	if _, ok := setup.ParseCard(option); ok {
		return cardName(option)
	}
	return tongue.Text{}
}

// ordersText is how many the card in force orders.
func (r *run) ordersText() tongue.Text {
	switch row := r.row(); {
	case r.oneOfChoice():
		return said.Say("gives.one")
	case r.t.card.Section():
		var parts []tongue.Text
		for s, n := range row.Orders {
			if n == setup.Commands {
				n = r.t.command
			}
			if n > 0 {
				parts = append(parts, said.Say("gives."+setup.Section(s).String(), tongue.Number("n", n)))
			}
		}
		return tongue.List(parts, ", ")
	case r.t.card == setup.Elan || r.t.card == setup.Rally:
		return r.p.Force.text()
	case row.All:
		return said.Say("gives.all")
	default:
		return said.Say("gives.most", tongue.Number("n", row.Units))
	}
}
