// Package book holds what proves that a game goes by its rulebook: the index of the
// rules, cases that show what each of them does, and logs of whole games. It is for
// every game that keeps the contract of package engine, and it imports nothing of
// the machine for tests, so the program itself runs cases and games.
//
// # Index of rules and case book
//
// The index of a game's rules is one UTF-8 text. Blank lines, and lines that begin
// with #, count for nothing.
//
//	== SECTION TITLE   a section of the rulebook, with a short title. A single letter
//	                   stands beside the book: facts, rulings, decisions
//	LABEL TEXT         a clause of the section above, in one line
//
// The case book is a folder of cases. The words that open a case cite the clauses that
// it proves: the game's name in capitals, a hyphen and the label, as JDG-8.7.2-c. The
// file untested.txt of the folder has a line LABEL REASON for each clause that no case
// can test.
//
// # Cases
//
// A case is one file NAME.txtar that shows what a rule does. It needs no Go.
// Its name begins with the label of the rule: 8.7.2-counter-attack.txtar. It
// opens with free words on what it shows; then come sections, each under a
// line "-- NAME --":
//
//	position      the position in which the case begins, written as the
//	              game's own package doc says; always the first section.
//	              It can name the game, as "position ccn"
//	orders SIDE   order lines as in a turn file, without its header. A side
//	              without this section sends no file; one with it must answer
//	              what it owes (engine.CheckFile). A side that owes
//	              nothing can have one if a decision is optional.
//	dice          the values of the draws in the order in which they are made,
//	              open and sealed alike, counted from 0
//	events        everything that happens then, one event a line, in the form
//	              that the package doc of engine gives. The step is resolved
//	              when this section is reached.
//	faults        instead of events if orders are refused, one fault a line:
//	              SIDE LINE invalid, or SIDE LINE illegal RULE. LINE counts
//	              the lines of the orders section from 1.
//
// After events or faults the case may go on with further orders, dice and
// events. In dice, events and faults blank lines and all from a "#" that opens
// a word are ignored. A complete case of a game of guessing:
//
//	The die shows 4; Red, one away, is nearer than Blue and scores a point.
//
//	-- position --
//	round 2
//	-- orders Red --
//	pick 5
//	-- orders Blue --
//	pick 2
//	-- dice --
//	3   # counted from 0
//	-- events --
//	[1.2] pick by=Red number=5 chips=0
//	[1.2] pick by=Blue number=2 chips=0
//	[1.3] roll draw=1 of=6 purpose="die of the round" value=3 mods="from one +1" total=4 result=fallen
//	[1.4] score by=Red points=1
//	[2] ask by=Red
//
// To write one, leave the section events empty and print it as it goes with
// "berthier case -print FILE" (PlayCase). That prints the whole case with the events
// that happen, or the faults that are found, in the place of what it expects. A
// step without a section dice gets one, with values rolled by chance, so that
// what is printed holds. Check against the rulebook what happened.
//
// If there are too few dice for a step, too many, or one that does not fit, the
// error shows what happened until then. If the orders of a section faults are legal,
// it says so.
//
// # Short cases
//
// A file NAME.cases holds several cases, each of one step, with a line for each
// expectation. Blank lines, and lines that begin with #, count for nothing; the
// latter say what the file shows and cite its clauses. The other lines begin with
//
//	with LINE       a line of the position. Those before the first case begin the
//	                positions of all
//	== NAME         begins a case. Its name is free words, and no other case has it
//	SIDE: ORDER     an order line of a side
//	dice N …        values of the draws, as in a section dice
//	event WORDS     an event that happens, after those named in lines before
//	[RULE] KIND …   an event that happens directly after the one named in the line
//	                before; the first of all if none is
//	never WORDS     an event that does not happen
//	fault SIDE LINE invalid, or fault SIDE LINE illegal RULE, with # and a part of
//	                the reason where that matters: a fault, in their order
//
// WORDS are the beginning of an event as it is printed, [RULE] KIND or KIND alone,
// and any of its arguments; it can have others. [RULE] alone is an event of any kind.
// A case that names faults names all of them. A complete file with two cases of the game
// of guessing:
//
//	# Red, one away, is nearer than Blue; a number there is not is refused.
//	with round 2
//
//	== the nearer one scores
//	Red: pick 5
//	Blue: pick 2
//	dice 3
//	event [1.3] roll total=4 mods="from one +1"
//	[1.4] score by=Red points=1
//	never score by=Blue
//
//	== no such number
//	with cards 3 7
//	Red: pick 7
//	fault Red 1 illegal 1.2 # no such number
//
// "berthier case FILE" runs both forms; with -print it prints what happens in each case.
//
// # Game logs
//
// A game log is one UTF-8 text file that holds a whole game: how it was set up,
// the orders of each step, and sums that tell whether it still goes the same
// way. A Log is played, read, written and replayed. Blank lines, and lines that
// begin with #, count for nothing.
//
//	berthier game 1
//	ruleset NAME VERSION    the rules under which it was played
//	scenario NAME
//	option NAME=VALUE       each game option
//	file NAME CONTENT       each file that another game has exported for it
//	seed NUMBER             below 2^64; the dice follow from it
//	players TEXT            who played, for the reader; may be left out
//	start SUM               of the position in which the game starts
//
//	step NUMBER             from 1
//	SIDE:                   each side that owes orders, and each other one that
//	                        gives some, in the order of the ruleset
//	ORDER                   its order lines, as in a turn file
//	= SUM SUM               of the events, and of the position after them
//
//	over WINNER RULE TEXT   how the game ended; left out if it did not
//
// The lines of the header stand in this order, those from step to = for each
// step. A SUM is 16 hex digits, the first 8 bytes of a SHA-256: of a position's
// encoding, or of events as engine.PrintEvents prints them. NAME and CONTENT of a file,
// WINNER, RULE and TEXT are quoted as package engine says; WINNER is "" for a draw. The dice of
// step N are those of package engine for the game "game" without turn files;
// their keys are the SHA-256 of "berthier game SEED open N", and sealed in its
// place. For example:
//
//	berthier game 1
//	ruleset duel 1
//	scenario three
//	seed 7
//	players Red random Blue random
//	start 91defe86b4ca1f85
//
//	step 1
//	Red:
//	pick 3
//	chip b
//	chip a
//	chip c
//	Blue:
//	pick 5
//	chip c
//	chip b
//	= ae87516a19b8193f 45f68836b707045c
package book
