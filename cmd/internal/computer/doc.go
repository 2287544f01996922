// Package computer lets computers play sides of a game by mail: it gives their orders, and
// resolves a step in which they have a part.
//
// # Who plays
//
// A computer is an engine.Bot that the rules of the game offer (engine.Seater). The first
// record of the game, or the record of a substitute, says that it has a seat, and with which
// version (package record). It has no key, no address and no clock; it gets no mail, and it
// offers and accepts no draw. A program with another version of it plays on with that: each
// answer in the log says which version gave it.
//
// # Legs
//
// Nobody waits for a computer. A step begins with the files that came in, and with the orders
// of the computers that owe some: they are its first leg. If only computers owe something then,
// they answer at once, in another leg of the same step, with the same dice, and so on until a
// person owes something, the game is over, or the step has Legs legs. So a player gets one
// report of all that happened until it is his turn again. If the step had all its legs and
// still only computers owe something, the next step goes on; it resolves no file.
//
// # What the orders follow from
//
// A computer sees what its side may see, before the leg, and nothing else: no file of the same
// leg. Its chance is cut from the link of the step, as the dice are, under a label of its own:
// the seed is the first 8 bytes, big-endian, of HMAC-SHA256 under the link of six lines that
// each end in LF:
//
//	berthier computer 1
//	duel-1                 the game
//	7                      the step
//	2                      the leg, from 1
//	Blue                   the side
//	-                      or, in a game with a beacon, the SHA-256 of the round's signature
//
// So nobody foresees its orders who does not know the link, and, with a beacon, nobody at all
// before the round is published. Files of the players do not enter the seed, or a player could
// try files until the computer answers badly. Nor do orders of a computer enter the
// hash of the files that the dice come out of: what they are follows from the same link. When
// the report names the link, whoever may see the side's view can compute its orders again
// (Check); an audit does. A rollback goes on with later links, so the orders after it are others.
package computer
