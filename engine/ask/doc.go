// Package ask is how a game gets the answers to its decisions: from standing
// orders, from a question, from a default, and from plans made beforehand. It
// knows no game: which decisions there are, and what they mean, each says.
//
// # Stop and ask
//
// A procedure is what happens between two marks of a resolution: an
// activation, a combat, a day. It is plain code. It draws from its Tape, tells
// its events to it (Tape.Tell) and makes choices with it (Tape.Decide), and
// whatever may ask returns an error. When a player has to be asked, that error is a
// *Stop, which each caller hands on to its own caller at once. The resolution
// then ends with the events "ask", one for each question, and "pending", which
// no side may see: what was drawn, answered and sent since the mark (the tape),
// and the position there. Positions keep it as a PendingRun. With the answers the
// procedure is run again from its mark (PendingRun.Resume). The tape gives the draws
// and answers that it gave before, so the procedure comes to the same point and
// goes on. Events that an earlier run has told are not told again.
//
// Run again under other rules, a procedure may come to something else. The
// tape notices: the next thing on it is not what the procedure wants, or the
// events have another hash. From then on it gives new draws, so that every loop
// ends as in play; the next question, and Tape.End, return a *Divergence, and
// nothing of the run counts.
//
// A choice goes to one side, and its answer is one of its options. What has
// many parts is asked part by part, in choices one after the other. Choices that
// several sides make at the same time (Tape.DecideAll) are put to them together;
// their answers are secret until all are in.
// A decision that is answered by order lines is no question: the procedure ends
// before it, and the position owes it.
//
// # The tape
//
// The event pending has the arguments told (how many events the procedure has
// told), check (their hash, empty if there are none), tape and line, any
// number of them, and base (the position at the mark, as the game encodes it). In a
// position there are lines for them:
//
//	question ID KIND SIDE RULE PROMPT DEFAULT OPTIONS  OPTIONS are parted by "|"
//	told N HASH
//	line [SIDE] N TEXT WORDS   an order that the procedure began with
//	tape ENTRY
//	base LINE                  one line of base
//
// The hash is a SHA-256 in hex: of the hash of the events before (as bytes;
// nothing for the first one) and the event. The argument line is
// [SIDE|]N|WORDS|TEXT. The side is left out where the position names it. ENTRY is
// one of
//
//	draw NO N VALUE   an open draw: number VALUE, from 0, of N
//	seal NO N VALUE   a sealed one
//	answer OPTION     the answer to a question; of questions put together, one
//	                  entry each in their order
//	sent EVENT        what came of orders sent with the answer
//
// There is one way to write each entry, and ParseEntry refuses all others.
//
// # Standing orders and conditions
//
// A standing order answers a kind of decision until it is changed. A player
// writes, after the verb of the game,
//
//	WORD ANSWER [if CONDITION] {else ANSWER [if CONDITION]} [for OWNER]
//
// which replaces what he wrote before for the same kind and owner. The answer
// "default" withdraws it, and "ask" has him asked where the game asks. For a
// choice the orders of its owners are looked at one after the other, then those
// of the side as a whole. The first counts whose condition holds and whose
// answer is possible now. Where conditions are joined is up to each game
// (Grammar.Joined).
//
//	CONDITION = TERM {" and " TERM}
//	TERM      = FACT | [FACT " "] NUMBER | [FACT " "] RATIO | FACT " " WORD{"," WORD}
//
// All terms have to hold. FACT is a word of the game. NUMBER is decimal, from 0.
// RATIO is two numbers from 0.1 to 99.9 with a colon: 1.5:1. FACT and WORD
// begin with a letter and go on with letters, digits, "-", "." and "_"; and,
// else, for and if are none. A game lists its facts (Fact); the text form is read
// without the list. Conditions look only at what the owner may know.
//
// # Plans
//
// A plan is an order line for something still to come. A player writes, after
// the verb of the game,
//
//	FOR [again] [if CONDITION] ORDER
//
// where hold is no order, and none withdraws the plans of the slot, which is FOR
// with or without "again". When it has come, the first plan whose condition
// holds decides which lines count: all with the same condition (Plans.Chosen).
// Those that are not legal any more are skipped (Feasible). Used or not, the plans
// are over then, and those for the time after it move up (Plans.Begun).
//
// The example of this package is a whole game that does all this.
package ask
