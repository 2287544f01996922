package ccn

import (
	"slices"

	"berthier/engine"
	"berthier/engine/ccn/setup"
	"berthier/engine/tongue"
)

// handOf are the cards that a reader holds, each with what it does; none of the public.
func (rs *Ruleset) handOf(p *Position, side engine.Side) (cards []engine.Card) {
	s := p.sc.SideNo(side)
	if s < 0 || p.Phase == GameOver {
		return nil
	}
	all := p.Cards.Cards(p.hand(s))
	for i, c := range all {
		if card, ok := setup.ParseCard(string(c)); ok && slices.Index(all, c) == i {
			n := 0
			for _, other := range all {
				n += boolInt(other == c)
			}
			cards = append(cards, engine.Card{Name: cardName(string(c)), Word: string(c), Count: n,
				Text: rs.says(card)})
		}
	}
	return cards
}

// says is what a card does, in our own words [8.1, 8.2].
func (rs *Ruleset) says(card setup.Card) tongue.Text {
	if !card.Section() {
		return said.Say("does." + string(card.Name()))
	}
	var parts []tongue.Text
	for s, n := range rs.tables.Cards[card].Orders {
		where := "." + setup.Section(s).String()
		switch {
		case n == setup.Commands:
			parts = append(parts, said.Say("does.command"+where))
		case n > 0:
			parts = append(parts, said.Say("does.orders"+where, tongue.Number("n", n)))
		}
	}
	text := said.Say("does.section", tongue.Words("what", tongue.List(parts, tongue.And)))
	if card.Scout() {
		return tongue.List([]tongue.Text{text, said.Say("does.scout")}, " ")
	}
	return text
}
