// Package pbs is the Pre Battle System of Mortem et Gloriam: two armies march five days with
// cards, terrain falls on the table, scouts look, and both deploy. It ends before the first
// shot, and what it comes to is the set-up of a battle. Numbers in brackets are clauses of
// the index of its rules; B marks a ruling where its text is silent or garbled, E a decision
// of a player, X a rule of the export.
//
// Who meets whom comes from scenario and roster files, the charts from table files: see
// package setup. There is a file for each part of the course: roles [1], march [2, 3, 13],
// terrain [4, 5], placing [6], deploy [7 to 9], hidden (ambushes and flank marches),
// generals; export writes the battle. geometry has rectangles and the map of the march.
//
// # Plans
//
// Everything is decided by both sides at the same time and in secret, so a player does not
// answer questions one by one: he sends plans. Each order line is kept until the phase is over
// for which it is meant; a later line for the same thing takes its place, "drop WORD" takes
// all lines with a word back, and nobody else ever sees a line. Lines with place and the same
// kind, with adjust, with deploy, and those for hidden troops are one list each: those of a
// later file take the place of the whole list. A phase waits only for a side that has said
// nothing for it: whoever sends all at once answers one mail. The line "hold" leaves the phase
// to the defaults.
//
//	role invader intercept                 which role, if the dice-off is won
//	card green                             the first card: a colour, lowest or best
//	territory plains,standard              the best first
//	start c3,c4                            where the pawn begins
//	season summer                          of a game with weather
//	goal open,normal,none                  densities and flank entries that are wanted
//	day 1 lowest if goal else best         a colour, lowest, best or pass
//	march c3,d3                            cells for the pawn, the best first
//	save yellow                            kept for scouting as long as there are others
//	flank left mountains depth 3 at 0,5 size 6x6
//	compulsory woods,woods,marsh           each as often as it is named; the first that is allowed
//	optional hills,terrained-brush         hills, and hills with brush on their slopes
//	place woods on 3,4 at 20,5 size 6x6    the next line for the kind is tried after it
//	adjust remove if kind woods and sector left
//	adjust move -2,3 if roll 5
//	camp 20
//	deploy f04 13,11 or 15,11
//	ambush f07 21,13
//	flank-march n3 left f09,f10
//	bluff n4 right
//	general n2 at 15,11 commands f04,f05
//
// Conditions of a day are goal and off-goal (the pawn is or is not where you want it), won and
// lost (the day before), at CELL,…, density DENSITY,…, flank FLANK,…, hand N (you hold at
// least so many cards), theirs N (the other side does). Both plans of a day are judged before
// a card is shown [B59].
//
// Lengths are base widths in steps of a quarter. X goes from the left of whoever writes, Y
// from his rear edge. Cells of the map of the march have their column from a (Featureless) to
// e (Very Dense) and their line from 1, at the top.
//
// An order that turns out not to be legal is passed over: the next line of the same kind
// counts, and at last the default.
//
// # Options
//
//	ask=KIND[,KIND…]|all|none   E05 asks for each day while a side holds cards, E10 and E11 for
//	                            each piece when its die lies, the latter if it allows anything,
//	                            E14 for hidden troops after the first step, E15 for each step
//	                            of deployment, E16 for the generals
//	format=, grid=              in place of the scenario's
//	target=ccn|jdg              the battle; refused if a roster cannot fight it
//	weather=yes, night=yes, pass=free, open-areas=keep
//
// # Position
//
// One line for each fact; a line that says nothing is left out. Places on the table are in
// quarters of a base width, as the Defender sees it; X,Y,W,H is a rectangle.
//
//	pbs 1
//	scenario NAME HASH
//	tables HASH
//	ask KIND
//	option KEY VALUE
//	phase PHASE [SIDE …]            R roles, C first cards, D days, G ground, P a piece is
//	                                placed, A is adjusted, L lists, U deployment, H hidden
//	                                troops, N generals, X over; the sides that owe an answer
//	first SIDE                      who won the dice-off
//	defender SIDE [intercept]       intercept: the other side places the pawn
//	site TERRITORY CELL DAYS SIDE   the days that are over, and who won the last; - nobody
//	weather SEASON WEATHER [variable]
//	secured left|right
//	piece SIDE CLASS KIND FATE [X,Y,W,H]
//	placing CLASS [PIECE ROLL]      the pieces that are placed now; the one at hand, from 1, and
//	                                its die, in the phases P and A
//	scouting N N                    the totals of both sides, in per cent
//	steps N                         of deployment that are over
//	camp SIDE X,Y,W,H
//	ug ID X,Y,W,H|off NO           in the order in which all were deployed
//	ambush SIDE X,Y,W,H ID|?
//	march GENERAL left|right ID,…|bluff [DELAY], or GENERAL ?
//	general ID X Y
//	command UG GENERAL
//	cards PLACE CARDS               see package deck: deck, discard, hand-SIDE
//	plan SIDE SLOT LINE
//	over WINNER RULE TEXT
//
// # Battles
//
// Export writes a scenario of Jours de Gloire or of Commands & Colors, and for the latter a file
// with the flank marches, which stays hidden. Where its rules are silent: an id of one letter and
// digits has u- or g- before it in Commands & Colors, where f12 would be a hex; both armies of
// one roster have ids of their own there as well; units of nations that units.csv has are
// as it says, and not as the table of the rules.
//
// # Events
//
// Besides rolls and those of cards (package deck):
//
//	plan slot=S line=L              its side alone sees it; an empty line empties the slot
//	unmet slot=S                    nothing that its side said for it could be done; likewise;
//	                                of a secure flank also "flank KINDS" and "flank at PLACE"
//	answered, wait sides=SIDE,…     who owes an answer
//	phase phase=P
//	role role=invader|defender intercept=yes|no
//	territory territory=T, pawn cell=C, season season=S, weather weather=W variable=yes|no
//	pass day=N, day day=N difference=N from=CELL to=CELL   of the winner of the day
//	secure side=left|right          in the Defender's view
//	choose piece=N class=C kind=K
//	placing class=C
//	at-hand piece=N roll=N, laid    a piece is being placed or adjusted, and is done
//	place, adjust piece=N at=RECT [how=move|rotate]
//	lost, remove piece=N
//	scouting totals=N,N             of its winner
//	camp at=RECT
//	deploy ug=ID at=RECT step=N, off ug=ID step=N, step step=N
//	ambush card=N at=RECT, under card=N ug=ID        the second for its side alone
//	beside-camp general=ID, march general=ID side=S ugs=ID,…   likewise; no ugs: a bluff
//	delay march=N roll=N draws=N    nobody sees it before the battle
//	general general=ID x=X y=Y, command ug=ID general=ID
//	over text=TEXT
package pbs
