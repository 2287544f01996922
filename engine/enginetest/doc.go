// Package enginetest holds a ruleset to the contract of package engine. It is
// imported by tests, and by the subcommands that run cases and games.
//
// # The suite
//
// Run plays random games out of the options that the ruleset lists, and tries
// one law of the contract in each subtest:
//
//   - setup: a start is repeatable; unknown scenarios and options are refused;
//     sides and data files never change
//   - verbs: each has usage, rule and help, and none is a word of the turn file
//   - random-play: orders made of listed options are accepted; a game is over
//     exactly if nothing is owed; never is everything optional
//   - decisions: each has a name of its own, kind, rule, prompt and default;
//     sides come in their order; one that is optional is open and secret, and
//     its side owes nothing
//   - options: a decision that is not open has one; each passes Check
//   - picks: a draft picks what it lists and nothing else, each verb and second
//     word of its options in the end; asking changes nothing
//   - empty-orders: no orders at all always resolve, by defaults
//   - optional-orders: an optional answer may be missing, and an empty one is
//     as good as none
//   - spoiled-orders: Check and Resolve find the same faults in orders that
//     were changed a little, and never panic
//   - turn-files: every answer can be written in a turn file; options may be
//     listed in any case, answers arrive in lower case
//   - encoding: a position decodes to one that encodes and plays the same
//   - altered-encoding: what Decode accepts it gives back to the byte
//   - replay: printed and parsed events lead to the same positions
//   - resolve-again: the same orders and dice give the same events
//   - apply-one-by-one: as all at once
//   - values: no call changes an argument
//   - events: they read back, have a rule, and name sides of the game
//   - draws: each draw stands in exactly one event, a roll or one with the
//     argument draws (draws=3 or draws=1-51); a sealed roll is not for all
//   - views: a view of a view is the view; it decodes; on it a side owes the
//     same, has the same options and the same faults
//   - reports: a report names what is owed and what is optional, tells no roll that its reader may
//     not see, follows from the bytes of its views alone, and has a template
//     that can be read
//   - hidden-facts: if only facts change that are hidden from a side (Vary),
//     its view, report, options and faults stay as they are
//   - odds: those of a Forecaster have lines of the orders, chances that add up
//     to 1, change nothing, and are the same on the side's view and whatever is
//     hidden from it
//
// The games are the same each time, unless Seed is told otherwise.
//
// # Cases
//
// A case is one file NAME.txtar that shows what a rule does. It needs no Go.
// Its name begins with the label of the rule: 8.7.2-counter-attack.txtar. It
// opens with free words on what it shows; then come sections, each under a
// line "-- NAME --":
//
//	position      the position in which the case begins, written as the
//	              game's own package doc says; always the first section
//	orders SIDE   order lines as in a turn file, without its header. A side
//	              without this section gives no orders. A side that owes
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
// To write one, leave the section events empty, run the test with -update,
// and check against the rulebook what it wrote.
//
// # Game logs
//
// A game log is one UTF-8 text file that holds a whole game: how it was set up,
// the orders of each step, and sums that tell whether it still goes the same
// way. A Game is played, read, written and replayed; RunGames holds a ruleset to
// a directory of them. Blank lines, and lines that begin with #, count for nothing.
//
//	berthier game 1
//	ruleset NAME VERSION    the rules under which it was played
//	scenario NAME
//	option NAME=VALUE       each game option
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
// encoding, or of events as engine.PrintEvents prints them. WINNER, RULE and
// TEXT are quoted as package engine says; WINNER is "" for a draw. The dice of
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
package enginetest
