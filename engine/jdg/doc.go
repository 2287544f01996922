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
//	9     charge.go, charge_square.go, charge_counter.go, pursuit.go
//	10    cohesion.go, withdraw.go, withdraw_ways.go, rout.go
//	11    rally.go, demoralisation.go
//	12    run.go (tests), movement.go, fire.go, charge.go, rally.go
//	13    victory.go
//
// Odds are counted in odds.go and odds_*.go.
//
// Tactical, Ahead and Keen (bot.go, bot_plans.go) are computer players; Inspect (invariants.go) checks that
// what must always hold does, event by event; Adjust (adjust.go) holds a position
// that an umpire wrote to it.
//
// What a player reads is made in report.go, story.go and story_*.go (one
// sentence for each kind of event), state.go (tables), template.go and board.go.
//
// The rulebook's text does not contain its charts, and the published maps and
// counters belong to their publisher. Tables and scenarios here are this
// project's own; an owner of the game can replace each file (Load). Package
// setup reads them and specifies their formats.
//
// # How a resolution works
//
// Ruleset.Resolve makes a run, which goes through the sequence of play until
// somebody owes a decision. Procedures are plain code: they look at the
// position, roll, decide and emit events, and an event changes the position
// (apply.go). A decision in the middle of a procedure takes its answer from
// the standing orders, or is asked by mail if the game option "ask" names its
// kind, or takes the documented default; an event "decision" tells its side
// which. When a player is asked, the procedure stops: decide returns an error,
// and each caller hands it on. With the answer the procedure is run again from
// its mark and goes on where it stopped. Package ask does this, and specifies
// the texts of what is kept, hidden from all sides, and of standing orders,
// conditions and orders when drawn.
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
// because it falls apart.
//
// These are the words, each after the decision that it makes, in the order of
// the steps. "berthier rules P9" shows a decision; Ruleset.Verbs explains the words.
//
//	P3   order GROUP|UNIT|FORMATION[,…] [by COMMANDER], or order none
//	P1   cam ID[,ID], or cam none
//	P5   first FORMATION[:RATING][,…], or first none
//	P2   drop UNIT[,UNIT…]
//
//	P6   initiative GROUP|UNIT[,…], or initiative none
//	P7   stack HEX UNIT,UNIT…
//	P9   fire UNIT[,UNIT] at HEX [face F]
//	P11  move|march UNIT[,UNIT…] to|toward HEX [face FACING]
//	P11  move|march UNIT[,UNIT…] HEX|DIRECTION… [face FACING]
//	P11  face UNIT[,UNIT…] FACING
//	P13  square UNIT
//	P13  unsquare UNIT [face FACING]
//	P14  lead COMMANDER HEX… | to HEX | with UNIT
//	P19  enter UNIT[,UNIT…] to|toward HEX [march|normal] [face FACING]
//	P19  enter UNIT[,UNIT…] HEX|DIRECTION… [march|normal] [face FACING]
//	P16  charge UNIT[,UNIT…] at HEX to HEX [face FACING]
//	P16  charge UNIT[,UNIT…] at HEX via HEX|DIRECTION… [face FACING]
//	P20  shock UNIT[,UNIT…] at HEX[,HEX…] [face FACING]
//	P22  resolve HEX[,HEX…]
//	P37  rally UNIT[,UNIT] [face F], or rally none
//
//	P11  move|march FORMATION[,FORMATION…] toward HEX|nearest
//	P9   fire FORMATION[,FORMATION…] at HEX|nearest
//	P16  charge FORMATION[,FORMATION…] at HEX|nearest
//	P20  shock FORMATION[,FORMATION…] at HEX|nearest
//	P37  rally FORMATION[,FORMATION…]
//	P8   hold [FORMATION]
//	P8   when FORMATION|CAM[,…] [again] [if CONDITION] ORDER, or hold, or none
//	     standing WORD ANSWER [if CONDITION] [for UNIT|FORMATION|COMMANDER]
//	     answer OPTION
//
// An activation is answered by at least one order of these steps, or by the line
// "hold [FORMATION]", which is none: only standing orders and defaults act. A file that
// owes an activation and has neither, the block as it came or with "when" and "standing"
// lines only, is asked back (engine.CheckFile), so that no activation is lost by a slip;
// hold beside an order of the activation is refused. In the Orders Phase, and where a
// question is open, the default does no harm, and a file may be empty. If the time for
// an answer is over, the default of P8 holds as if there were no file.
//
// Names, other words and other languages are understood as words.go and words_languages.go list them (Lexicon):
// units, formations, combined markers, commanders and places by their ids, their names in
// full or any part that only one of them has. What is recorded are the words above. A way
// of move and march can begin with "from HEX", which must be where the units stand.
//
// A list of units is written with commas: 3lig,18lig. HEX is the printed
// number; a way is hexes or directions (N NE SE S SW NW) one after another, or
// "to HEX" for the cheapest, or "toward HEX" along the cheapest as far as the
// movement points go. A counter faces a corner of its hex: NNE E SSE SSW W NNW,
// or the two front hexes, NE/SE.
//
// # Orders for formations
//
//	move|march FORMATION[,FORMATION…] toward HEX|nearest
//	fire|charge|shock FORMATION[,FORMATION…] at HEX|nearest
//	rally FORMATION[,FORMATION…]
//
// name formations, or a combined marker, where other lines name units (formations.go,
// formations_units.go); units can stand among them. Such a line comes to orders for
// their units in a dry run in which all orders of the steps before it have been carried
// out, and of its step those of lines for single units, and of other lines for formations
// before it. They follow the lines for single units. Ruleset.Expand
// gives these orders, each legal by the same rules as if it had been written by hand,
// and says which units get none and why. They are what is recorded and resolved;
// Resolve expands what has not been. A unit that has a line of its own in the step
// gets none by others, nor does one that an earlier line for formations has used. If
// no unit can follow a line, that is a fault.
//
//	move     The units go one after the other, the nearest to the hex first, of
//	         several the first in the scenario. Each takes the cheapest way as far as
//	         it can, by "toward". Where others stand at its end it stops beside them,
//	         in a free hex as near to the goal. If it cannot go that way, or would
//	         end farther from the goal than it stands, it goes to the hex nearest to
//	         the goal of all that it can reach, if that is nearer than where it
//	         stands. It faces the nearest enemy there.
//	         Ordered infantry and cavalry with an enemy in front stay, and so do
//	         units that are there. Units that are due enter.
//	fire     Each gun fires at the nearest legal target, of several at the
//	         strongest, as it stands if it can. Guns do not combine.
//	charge   Each cavalry unit, in the order of the scenario, charges in the same way.
//	shock    Each stack attacks all that it has in front and can attack; first stacks
//	         beside each other with the same defenders, together.
//	rally    All that are disordered or routed try it.
//
// "nearest" is the enemy nearest to the unit. A HEX after "at" leaves out all other
// targets.
//
// # Standing orders
//
//	standing WORD ANSWER [if CONDITION] [for UNIT|FORMATION|COMMANDER]
//
// answers a kind of decision beforehand, until changed. These are the kinds with
// their words, answers and an example of a condition; Ruleset.Verbs explains
// them and says what holds without them. A list of arms can be joined by commas.
//
//	P1   cam CAM[,CAM…]|none
//	P2   drop yes|no
//	P3   order-first FORMATION[,FORMATION…]|none
//	P5   first FORMATION[:RATING][,…]|none
//	P6   initiative yes|no|10%|20%|30%|40%|50%|60%|70%|80%|90%
//	P7   stack engagement|keep
//	P9   fire yes|no|infantry|cavalry|guns|any
//	P10  counter-battery yes|no|reach
//	P13  form-square no|1|2|3|4|5|6|7|8|9
//	P14  lead UNIT
//	P15  displace stay|fall-back
//	P17  square yes|no [if 6]
//	P18  recall yes|no
//	P19  enter march|normal|no
//	P23  retire stay|one|two [if infantry|2:1]
//	P24  enter-vacated yes|no
//	P25  counter-charge yes|no
//	P26  reaction-fire yes|no|infantry|cavalry|guns|any
//	P29  withdraw n|ne|se|s|sw|nw
//	P30  advance strongest|weakest|keep|weakest,keep
//	P31  breakthrough yes|no [if 1.5:1]
//	P32  counter-attack no|hold|enter [if 2:1]
//	P33  pursue unit|stack
//	P34  counter-pursue no|yes|stack|unit
//	P35  pursuit stop|go-on [if 1:1]
//	P37  rally yes|no
//	P39  rout left|right|round|round,right
//	P40  stop-rout stop|go-on
//	P41  pass avoid|through
//
// Of several that
// fit, the one for the unit counts before that for its formation and that for
// the army. ANSWER "default" withdraws; "ask" has the owner asked by mail
// where the game asks the kind. Whoever answered a kind is not asked for its
// details either: which hex, which way, which facing. Where a stack or a
// tactical group decides together, the orders for its first unit count, then
// those for the others.
//
// A standing order that cannot be followed when its occasion comes is told to
// its own side only, and once in an activation or phase for one reason: the
// event skip has its line, beginning with the word standing, and why. So is one
// that another order outweighs in the same stack. It is passed over, and the next that
// fits, a question or the default decides. An event decision with "unmet" names
// the condition of the standing order that did not hold.
//
// # Orders when drawn
//
//	when FORMATION|CAM[,…] [again] [if CONDITION] ORDER|hold|none
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
// A line for several formations is as many lines. An order for formations that names
// none is for the one that the line is for: "when legrand move toward 1720". It is
// kept as it is written, and comes to orders for units when the marker is drawn, by the
// position then; the event "decision" tells which, and an event "skip" which units get none.
// It never has its owner asked: if no unit can follow it, the formation holds.
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
// Ruleset.Preview counts how each fire, shock and charge of an activation's orders
// can end. It runs the procedures that resolve them, once for each way that
// the dice can fall: a test passes or fails, a roll on a table takes each result
// once, with its share of the ten values. Ways that have led to the same are one from
// there on. Chances are exact fractions.
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
// The work is bounded by a count of steps: 3,000,000 for a file; when these are used
// up 250,000 for each further attack, up to 3,500,000 in all. A way of the dice up to
// the roll on the table takes 250, one through what the result brings for one unit 25,
// and each hex 1 to which the search for a withdrawal on that way goes on, or 5
// for a rout move; what follows a charge in the file, carried out again on each of
// its ways, takes 100 an order. An attack that would take more is not counted, and the
// odds say so, and whether it is for the attacks before it.
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
// (package book); ReadCase says how the position of a case is written. Whole games
// are in testdata/games. What they are worth is measured by changing this package in
// one place after the other:
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
package jdg
