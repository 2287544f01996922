// Package deck is the cards of a game: where each of them lies, who may look at
// it, and how it gets from one place to another.
//
// # Cards and places
//
// A Card is a kind of card; cards of a kind are alike. A Box says which kinds a
// game has, how many of each, and the places in which they can lie: a pile to draw
// from, the hand of a side, a pile of discards, the slots of a track. Everybody
// sees the cards of a place that is open; those of any other place only the sides
// that the place names, and nobody if it names none. How many cards lie in a place
// is always public. Cards do not vanish: what leaves the game lies in a place too.
//
// A Deck is one state of a box, of at most 255 cards. It is a value, and part of a
// game's position.
//
// # A pile has no order
//
// A place is a multiset. Whoever draws from it takes each of its cards with the
// same chance, by one sealed draw of one from the number of cards that it has. The
// value of the draw counts the cards in the order of their names. So a pile is as
// good as shuffled at all times: to shuffle discards into it is to move them there,
// and draws nothing. After the game the sealed draws are opened, and each card can
// be checked.
//
// A card whose order does matter gets a place of its own. To look at cards of a
// pile and keep some of them: draw them into a place that only their reader sees,
// and move each on when he has decided. To take a card at random from a hand: draw
// from the hand.
//
// # Events
//
// Move and Draw give events and change nothing; Apply makes the deck after them, and
// Change makes it of a deck that nobody else has. The ruleset adds them to those of its step and applies them with its
// own. There are two kinds:
//
//	[RULE] cards [by=SIDE] from=PLACE to=PLACE n=NUMBER [cards=CARDS] [draws=NUMBERS]
//	[RULE] faces [by=SIDE] from=PLACE to=PLACE cards=CARDS for=SIDES
//
// An event cards is public. It names the cards if one of the two places is open.
// Otherwise an event faces follows, which names them for the sides that see one of
// the two places; for=- if there are none. draws are the numbers of the sealed draws
// that chose the cards. CARDS are names in their order with commas between them, and
// with *NUMBER behind a name of which there are several: bomb,probe*2.
//
// How many draws there are, and of how many values, follows from the numbers of
// cards, which are public.
//
// # Encoding
//
// One line for each place that has cards, places in the order of the box:
//
//	cards PLACE CARDS
//
// In a view a place that the side does not see has ?*NUMBER, or ? for one card, in
// place of the names. Box.Read accepts what Append writes and nothing else: every
// card lies somewhere, and no kind has more than the box.
//
// # Hidden facts
//
// What a side cannot tell apart is who of the others has which of the cards that it
// does not see. Vary exchanges these at random, for the suite of package enginetest.
package deck
