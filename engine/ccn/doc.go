// Package ccn is Commands & Colors: Napoleonics, the base game: French against British
// and Portuguese on a board of 13 by 9 hexes, with a hand of Command cards. Numbers in
// brackets are sections and clauses of the index of its rules; Q marks a ruling where
// its texts are silent or differ, D a decision of a player.
//
// The battles come from scenario files, the charts from table files: see package setup.
// There is a file for each chapter: command (cards and orders), supply (Short Supply), movement, sight, pool (how
// many dice), ranged, melee with its reactions, combat (what dice do), retreat (flags,
// retreats, leaders), turn (the sequence of play).
//
// # A turn
//
// Before the first turn both sides may send standing orders; then the hands are dealt,
// sealed. A turn is one decision of its side, D1: a card, the pieces that it orders, their
// moves, and attacks in the order in which they are to be made. What the rules allow of
// card, orders and moves can be foreseen and is checked at once [Q119]; an attack that is
// not possible when it comes is skipped and told. Elan and Rally roll first: then the rest
// of the turn is a second decision.
// If nobody is named the symbols of Elan order the units nearest to the enemy [D4], unless the turn is "hold".
// With the symbols of Rally a unit gains a block for each time that it is ordered;
// what is left goes to those that are ordered, then to the others, the nearest to the enemy first [Q35, D4].
//
//	play attack-center
//	order b-ln2, b-ln3
//	detach b-gen
//	move b-ln2 to C6
//	fire b-fa1 at f-ln1, f-ln2
//	melee b-ln3 at f-lt1 with b-fa2 advance yes
//
// Of several enemies the first counts that can be attacked then. "advance" says what
// happens when the attacked hex is empty: yes enters it, no does not, back enters it and comes back,
// hexes are where cavalry goes on to, and those which infantry enters if one of them is empty then;
// without it infantry stays and cavalry enters it [D8, D9]. "bonus" names the enemies
// of a Bonus Melee and "aid" its artillery; with "halt" the cavalry does not enter the hex that
// it empties in it. An attack of which a gun cannot join is not made.
//
// Units, leaders, cards and places go by their names as well, or by any words of them that only
// one has (engine.Lexicon), and a piece by the hex in which it stands when the turn begins:
// "fire 2nd Foot Artillery at E8". Verbs, the words between them, sections and cards are
// understood in all languages of the reports and in German: "tirez 2nd Foot Artillery sur E8";
// the words of standing orders in English. A way can begin with the hex from which it leads.
//
// A side that says nothing plays the card that orders least, and orders nobody.
//
// # Decisions of the other side
//
// In the middle of a turn standing orders answer, or a question if the game asks for the
// kind, or a default (package ask): which scouted card is kept (D13), First Strike (D16),
// retire and reform (D17), square (D18), battle back (D19), flags (D20), the ways of units
// and of leaders (D21, D22), where Short Supply sends a unit (D23), where one arrives (D27). First Strike is asked
// for whenever public facts allow it, whether the card is held or not [Q87]. A standing order for a piece for which its
// decision never comes up, or against an arm that never brings it up, is refused.
//
// # Odds
//
// Preview carries card, orders and moves of a turn out, and counts for each attack, from where
// the moves have led and as if it were the only one, all ways in which its dice can fall, those
// of a battle back, of casualty checks, escapes and a Bonus Melee among them. The other side
// answers as its defaults say, as nobody knows its standing orders; First Strike is never
// reckoned with. Outcomes are what becomes of the unit that is attacked: it is destroyed, driven
// back, loses blocks and stays, or is unharmed; a leader alone is lost or escapes. What else may
// come: hits and flags of the attacker's roll, a retreat that is blocked, leaders lost, ground
// taken, what becomes of the attacker, and the end of the battle. An attack that is not possible
// as things stand says why; one of too many ways (none at full strength has them) is not counted.
//
// # Battles that grow out of a campaign
//
// What arrives later has no hex and all its blocks. Everybody sees who is missing; when and
// where he comes is in a file with which the game begins (package setup), and in the position
// for his side alone. A side with a unit that arrives has not lost for want of units [X-23,
// Q117].
//
// # Position
//
// One line for each fact; a line that says nothing is left out.
//
//	ccn 1
//	scenario NAME HASH
//	tables HASH
//	ask KIND                         a kind of decision that is asked by mail
//	option NAME                      cumulative, square-roll or rally-flags
//	turn N SIDE PHASE                S before the deal, T turn, O orders after dice,
//	                                 D draw, X over
//	last SIDE CARD                   what the side played last in its own turn
//	force CARD COMMAND INF CAV ART FLAG [copied]   in phase O: the card and its dice
//	struck N                         First Strikes in this turn
//	banners SIDE KILLED EXITED
//	goal SIDE N [won] [start]        banners that stay; held as the side's turn began
//	unit ID HEX BLOCKS [square=SLOT] [exited]      HEX is off where it is not on the board
//	leader ID HEX [exited] [away]    away: he has not yet arrived
//	arrival SIDE left|right TURN UNIT,… [leader=ID]   for its side alone
//	cards PLACE CARDS                see package deck
//	standing SIDE KIND WHOM ANSWER
//	question …                       see package ask
//	over WINNER RULE TEXT
//
// The places of cards are deck, discard, played and, for each side, hand-SIDE,
// scouted-SIDE, rejected-SIDE and square-SIDE-1 to 4.
//
// # Events
//
// Besides rolls, those of cards (package deck) and of questions (package ask):
//
//	turn turn=N                     a turn begins, of the side that acts
//	phase phase=P
//	command card=C command=N copied=yes|no
//	symbols infantry=N cavalry=N artillery=N flag=N   the dice of Elan or Rally
//	order piece=ID
//	move, retreat, advance piece=ID from=HEX path=HEX,… [alone=yes]   alone: its leader stays
//	place piece=ID path=HEX         Short Supply
//	arrive piece=ID path=HEX        onto the board
//	exit piece=ID from=HEX [alone=yes] [banners=N]
//	attack piece=ID target=ID kind=fire|melee from=HEX at=HEX [with=ID,…]
//	skipped order=LINE [part=bonus] why=WORD [who=ID] [card=C] [n=N] [of=N]   WORD of the messages why.WORD;
//	                                where all targets are skipped each has one, parted by commas
//	loss piece=ID n=N
//	eliminate piece=ID at=HEX       the other side gains a banner
//	flags piece=ID flags=N ignored=N hexes=N
//	square, dissolve piece=ID slot=N [why=TEXT]
//	reform, first-strike piece=ID
//	rally piece=ID n=N
//	goal goal=N                     banners that stay
//	standing kind=K whom=ID answers=TEXT   its side alone sees it
//	decision kind=K whom=ID answer=TEXT source=S   its side alone sees it
//	over winner=SIDE text=TEXT
package ccn
