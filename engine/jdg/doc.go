// Package jdg is the ruleset of Jours de Gloire, Napoleonic battles on a hex
// map, in the rules known as the 1813 version (revised 2013). It is to be read
// beside the rulebook: files follow its chapters, and [8.7.2] in a comment, an
// event, a fault or a data file is the paragraph that it serves. JDG-Q83 names
// a ruling on an open question of the rules, JDG-P29 a player's decision.
//
//	1     sequence.go      sequence of play
//	2     orders.go, plans.go, initiative.go, commanders.go, activation.go
//	3     sequence.go      strategic initiative
//	4     movement.go, toward.go, path.go, walk.go, square.go
//	5     stacking.go, reinforcements.go
//	6     zoc.go           facing and zones of control
//	7     fire.go, fire_reply.go, los.go
//	8     shock.go, joint.go, combat.go, advance.go, evade.go
//	9     charge.go, pursuit.go
//	10    cohesion.go, withdraw.go, rout.go
//	11    rally.go, demoralisation.go
//	12    run.go (tests), movement.go, fire.go, charge.go, rally.go
//	13    victory.go
//
// Odds are counted in odds.go and odds_*.go.
//
// Tactical (bot.go) is a computer player; Inspect (invariants.go) checks that
// what must always hold does, event by event; Adjust (adjust.go) holds a position
// that an umpire wrote to it.
//
// What a player reads is made in report.go, story.go and story_*.go (one
// sentence for each kind of event), state.go (tables), template.go and chart.go.
//
// The rulebook's text does not contain its charts, and the published maps and
// counters belong to their publisher. Tables and scenarios here are this
// project's own; an owner of the game can replace each file (Load).
//
// # How a resolution works
//
// Ruleset.Resolve makes a run, which goes through the sequence of play until
// somebody owes a decision. Procedures are plain code: they look at the
// position, roll, decide and emit events, and an event changes the position
// (apply.go). A decision in the middle of a procedure takes its answer from
// the standing orders, or is asked by mail if the game option "ask" names its
// kind, or takes the documented default; an event "decision" tells its side
// which. When a player is asked, the procedure stops. What was drawn, answered
// and sent since its beginning (the tape), and the position there, stay in the
// position, hidden from all sides; with the answer the procedure is run again
// from there and goes on where it stopped. If it does not lead to the same
// events, because the rules in force have changed, Resolve says so and changes
// nothing.
//
// Orders are checked by the same code in a dry run: nothing is rolled, tests
// count as passed, and what depends on dice is left out.
//
// # Orders
//
// In the Orders Phase both sides send orders, secret until all are in. In the
// Activation Phase the owner of the drawn marker sends the orders of his
// formation; lines are carried out step by step in the book's order
// (initiative, stacks, fire, movement and charges, close combat, rally)
// whatever their order in the file. An order that is not carried out, wholly or
// in part, because of what happened before it, is told to its own side only: the
// event skip has its line, why, and "part" if some of it was done. So is an
// attack that lapses by a failed test, by fire, by a retire before combat, or
// because it falls apart. Ruleset.Verbs gives the words with their usage.
//
// A list of units is written with commas: 3lig,18lig. HEX is the printed
// number; a way is hexes or directions (N NE SE S SW NW) one after another, or
// "to HEX" for the cheapest, or "toward HEX" along the cheapest as far as the
// movement points go. A counter faces a corner of its hex: NNE E SSE SSW W NNW,
// or the two front hexes, NE/SE.
//
// # Standing orders
//
//	standing WORD ANSWER [if CONDITION] [for UNIT|FORMATION|COMMANDER]
//
// answers a kind of decision beforehand, until changed. Ruleset.Verbs lists
// the words, with their answers and what holds without them. Of several that
// fit, the one for the unit counts before that for its formation and that for
// the army. ANSWER "default" withdraws; "ask" has the owner asked by mail
// where the game asks the kind. Whoever answered a kind is not asked for its
// details either: which hex, which way, which facing.
//
// # Orders when drawn
//
//	when FORMATION|CAM [again] [if CONDITION] ORDER|hold|none
//
// gives one line of orders for a formation whose marker is still to be drawn
// (plans.go). It can stand in every turn file: a side that owes nothing may
// send one with such lines and standing orders only. Whatever a file says for
// the next activation of a formation replaces all that was sent for it before;
// the same for "again", the activation after that. "none" withdraws. Both
// markers of a formation draw from the same two plans, in turn; a combined
// marker has plans of its own, for the units of all its formations.
//
// When a marker is drawn, the first line whose condition holds decides which
// lines count: all with the same condition, or with none. A CONDITION is
//
//	enemy-within N      an enemy unit is within N hexes of a unit of the
//	                    formation, or of the entry hex of one that is due
//	no-enemy-within N   none is
//	ordered             all its tactical groups have Received Orders
//	no-orders           none has
//
// The activation then goes on without a question, in the same step. "hold" is
// no order: only standing orders and defaults act. If no condition holds, or
// if there were lines and none is legal any more, the owner is asked as usual.
// Used or not, a plan is over when its marker has been drawn, and the one for
// "again" takes its place; one that no marker has come for waits, also into
// the next turn. It lapses, and that is told, at the end of a turn after which
// its formation has nobody left or still to come.
//
// Words, units and hexes of a line are checked when it is sent, and that the
// units belong to the formation; what depends on the position is not. When the
// plan is used its lines are checked like a turn file, and of lines that are
// illegal the first is skipped and told until the rest is legal. The event
// "decision" with source=when-drawn tells the side what is done. Nobody else
// learns of plans, not even afterwards.
//
// What is sent while a question is open counts from that question on.
//
// # Odds
//
// Ruleset.Odds counts how each fire, shock and charge of an activation's orders
// can end. It runs the procedures that resolve them, once for each way that
// the dice can fall: a test passes or fails, a roll on a table takes each result
// once, with its share of the ten values. Chances are exact fractions.
//
// Counted is one attack with all that belongs to it: the ET of the attackers,
// an attempt at a square and the recall of the charge, retires before combat,
// counter-charges, reaction fire, the result with its CTs and withdrawals (those
// of friends passed through too), the advance or the way of the pursuit, and the
// CTs that end charges; with a fire, the replies to it. Not counted are combats
// that follow from it (breakthrough, counter-attack, the next charge of a
// pursuit). They do not decide who comes into the hex now: the first two begin
// only when that is settled, and a pursuit has gone through it.
//
// Everything before the attack is taken as follows. The orders of the file are
// carried out up to it, standing orders and defaults included, but tests of
// other orders pass, a leader's initiative too, and other attacks have no effect
// [JDG-P22]. The other side's reactions follow the defaults, because its
// standing orders are hidden; so does a kind of decision that is asked by mail.
//
// Outcomes exclude each other. "hex taken" comes first: an attacker has entered
// an attacked hex and is not thrown out of it again. Then counts what befalls the
// attackers, the worst of them: routed or eliminated, or retired. Then whether a
// defender has left, and last who is disordered. An attack that does not come to
// a roll on the table ends by a failed ET, a recall, a retire before combat, or
// by fire. A fire is judged by the unit in the target hex that fares worst.
// "or worse" means units that are in a worse state than before. The levels lost
// on average are those of all units of a side, friends passed through included.
//
// The work is bounded: 12,000 ways for a file; when these are used up 1,000 for each
// further attack, up to 14,000 in all. Beyond that the odds say that the ways are too
// many.
//
// # Positions
//
// A position is UTF-8 text, one fact a line, words parted by one blank, quoted
// as package engine specifies where they hold blanks. Only the order and
// spelling that Encode gives are read:
//
//	jdg 1
//	scenario NAME SHA256
//	tables SHA256                          over names and hashes of all tables
//	ask KIND                               each kind of decision asked by mail
//	turn N PHASE                           A B C D E F, or X when over
//	initiative SIDE
//	cup MARKER                             each marker in the cup, FORMATION/NO:RATING
//	first MARKER                           chosen to open the turn
//	drawn MARKER                           whose activation is awaited
//	formation ID [acted] [demoralised] [broken] [delayed]
//	group ID FORMATION UNITS none|received|unknown [revealed]
//	commander ID HEX [moved]               HEX is off when eliminated
//	unit ID HEX FACING STATE [square] [renfort] [granted] [halted] [entered]
//	standing SIDE KIND WHOM ANSWER
//	when SIDE FORMATION no|yes CONDITION ORDER  yes: again
//	question ID KIND SIDE RULE PROMPT DEFAULT OPTIONS
//	told N HASH                            events told before the question
//	line N TEXT WORDS                      orders of the activation under way
//	tape ENTRY                             draws, answers and what was sent with
//	                                       them since the mark
//	base LINE                              position at the mark, line by line, from ask or turn on
//	over WINNER RULE TEXT
//
// Units off the map come first, in the order of the scenario, then those on it
// hex by hex, from the top of each stack to the bottom.
//
// # Tests
//
// The case book is testdata/rules, one file or more for each paragraph
// (package book); whole games are in testdata/games. What they are worth
// is measured by changing this package in one place after the other:
//
//	go run ./cmd/internal/mutate -only fire.go
//
// names the changes to fire.go that no test notices. Those that none can
// notice are explained in testdata/mutants.txt.
//
// # Departures from the rulings
//
// The rulings of the rules file are adopted. Where they leave room:
//
//   - a combat in which no infantry attacks, and no cavalry charges, has the -2
//     of cavalry that shocks; infantry beside it lifts it [9.1]
//   - the penalty for a rear hex counts if any attacking hex lies behind the
//     defender [6.1.2]
//   - a square may be tried, and a charge at it recalled, once the first
//     charging unit has ended its move; it holds for later chargers [JDG-Q96]
//   - reinforcements that march on by default stop before the hex that would
//     cost them the Renfort marker: a player who said nothing keeps it while
//     that is legal [JDG-P2, JDG-P19]
//   - stacks that charge one defender need not stand side by side: the chain of
//     8.4.1 is one of shocks [8.1-c, 9.5.2-c]
//   - a retreat toward the rout edge may keep its distance from the edge in its
//     first hex, for where the map has no hex straight toward it [JDG-Q111]
//   - a charge that has become impossible to carry through, because its units
//     were disordered on the way, lapses, and that is told
//   - after a charge that eliminated guns alone in one of its hexes there is no
//     pursuit either, in whichever hex [8.9-h, JDG-Q137]
//   - infantry that joins a charge has all that is charged in front of it, and
//     joins two only if they meet without it [JDG-Q143, JDG-Q155]
//   - of joined stacks one of which has to take on a further enemy, that one
//     leaves the common defender to the others [JDG-Q68, JDG-Q143]
//   - guns not attacked yet, to which only units have come that were, are
//     overrun like guns alone [8.9-g, JDG-Q140]
//
// # Scenario files
//
// A scenario is one UTF-8 text, line by line. A # that opens a word starts a
// comment; the comment lines at the head of the file are its source note.
// Words are parted by blanks; a name of several words stands in double quotes.
// The first word says what the line is about, then follow words in order, then
// settings key=value in any order. Lines may stand in any order but for the
// turns, the sides and the stacks. A word or setting that is not listed here
// is a fault.
//
//	scenario "TITLE"
//	side NAME rout=EDGE [chief=COMMANDER]
//	turn NUMBER ["CLOCK"] [fog] [night]
//	turns COUNT
//	size COLUMNSxROWS
//
// A scenario has two sides; the names are ASCII words. EDGE is north, east,
// south, west or one of the six hex directions [10.4]. The chief rolls for
// strategic initiative [3]; without one it is the first commander of the side.
// Turns are listed one by one, or only counted. Left out: the title is the
// name of the file, the sides are French (rout west) and Allied (rout east),
// there are 4 turns, and the map has 12 columns of 10 rows.
//
//	ground ROW SIGNS
//	levels ROW DIGITS
//	hex HEX[,HEX…] TERRAIN ["NAME"] [level=N]
//	level N HEX…
//
// A map is clear ground at level 0 until a line says otherwise; of two lines
// about one hex the later one counts. ground and levels draw one row of hexes,
// one sign for each column from the west:
//
//	. clear   w woods   o orchard   p palm-grove   v village
//	t town    c castle  m marsh     ~ pond
//
//	slopes auto
//	flat HEXSIDE…
//	slope|steep|ridge|cliff HEXSIDE…
//	redoubt|fortification HEXSIDE…
//	stream|river HEXSIDE…
//	bridge|ford HEXSIDE…
//
// A HEXSIDE is 0304/0404 or 0304/SE. slopes auto makes a slope of every
// hexside between two levels that differ by one, a steep slope where they
// differ by more; flat takes slopes off again, slope and steep replace them.
// The hex that a redoubt or fortification names first is the one inside. A
// bridge or ford lies on a stream or river.
//
//	road HEX HEX…
//	trail HEX HEX…
//
// Every hex of a way is listed, each next to the one before. Where a way
// crosses water there must be a bridge or ford.
//
//	formation ID ["NAME"] SIDE [am=N[,N]]
//	unit ID ["NAME"] SIDE inf|cav|art [heavy] [horse] [form=ID] [at=HEX]
//	    [face=CORNER] [sp=N/N] [coh=N/N] [eng=N/N] [ma=N/N] [range=N/N]
//	    [nation=NAME] [corps=LABEL] [state=disordered|routed]
//	commander ID ["NAME"] SIDE [drm=N] [rating=N] [range=N] at=HEX
//	arrival TURN form=ID hex=HEX [units=ID,ID…]
//	cam ID ["NAME"] SIDE rating=N forms=ID,ID… [from=TURN] [mandatory]
//
// (One line each.) Ids are 1 to 8 of a-z, 0-9 and hyphen, no two alike, none a
// word of the turn file. Initiative ratings are 0 to 9 (4,3 if left out). A
// unit without form= belongs to the only formation of its side, which is made
// up if there is none. Unit values are those of the ordered and the disordered
// side. Of a second number that is left out, sp is two thirds rounded up, range
// twice the first and any other one less. Left out altogether they are
//
//	inf  sp=6/4 coh=6/5 eng=6/5 ma=5/4
//	cav  sp=4/3 coh=6/5 eng=6/5 ma=9/8
//	art  sp=3/2 coh=6/5 ma=6/5 range=3/6   (effective/maximum range)
//
// A unit faces away from its rout edge unless face= says otherwise. The first
// unit of a hex lies on top of the stack, artillery always. A commander has
// drm=1 rating=3 range=6. An arrival [5.2] brings the units that it lists, or
// all units of the formation without at=, through a hex on the map's edge.
//
//	goal HEX ["NAME"] [SIDE=VP…] [held=SIDE]
//	victory [per-sp=VP] [per-routed=VP] [per-demoralised=VP] [margin=VP]
//	auto SIDE [goals=HEX,HEX…] [lost=SP] [from=TURN]
//
// VP of a victory line are one number for both sides or SIDE:N,SIDE:N. An auto
// line is one condition of automatic victory [13.1]: the side holds all the
// goals, and the enemy has lost that many SP.
//
// # Table files
//
// The charts of the game are seven CSV files (RFC 4180, UTF-8 with or without
// a byte order mark, comma, one header line with exactly the columns named
// here). Lines that begin with # are comments; each file opens with some that
// say which table of which rule it serves, what its columns mean and what they
// may hold. One of them must begin "# Source: ": it tells players where the
// numbers are from. Every row that the rules can ask for has to be there once;
// an unknown row or column, a missing or double one and a number out of its
// range are errors, which name the line and say what would be right.
//
//	tables/fire.csv      index,result      Fire Table [7.5]
//	tables/fire-drm.csv  key,drm           Artillery Fire DRMs [7.5]
//	tables/shock.csv     index,effects     Shock and Charge Table [8.5]
//	tables/shock-drm.csv key,drm           Shock and Charge DRMs [8.6, 9.2]
//	tables/ratio.csv     column,drm        Strength Ratio Table [8.6.1]
//	tables/terrain.csv   terrain,inf,…     Terrain Table, hexes [4.3]
//	tables/hexside.csv   side,inf,…        Terrain Table, hexsides [4.3]
//
// For example, a whole ratio.csv with the fewest columns that it may have:
//
//	# Strength Ratio Table [8.6.1].
//	# Source: an example
//	column,drm
//	1:1.5,-1
//	2:1,2
//
// The two result tables have open ends: their first row serves every index
// below it and their last row every index above it. An owner of the game may
// replace any file; the DRMs that the rules text itself states (two guns
// combined +2, village -1 and so on) must keep their values.
package jdg
