// Package tlm is To the Last Man!: the Western Front from 1914 to 1918 in areas, with Armies
// whose contents are hidden, one deck for both sides, production and supply. Numbers in brackets
// are clauses of the index of its rules; A marks a ruling where its text is silent or garbled, D
// a decision of a player.
//
// Areas come from maps (package area), how a game begins from scenarios, the charts from table
// files: see package setup. There is a file for each part of the rules: turn (plays, Battle
// Declaration) and move [2.II, 4], combat, losses and retreat [2.II.4, 5], supply (with
// victory and Crises) [3, 6, 9.8], season (reinforcements, production) [2.I, 2.V, 7].
//
// # Mails
//
// A Season Turn waits for both sides when reinforcements arrive, in each Player Turn for the side
// whose turn it is, and for both in the Production Phase. What the other side does in a Player
// Turn it says beforehand, in standing orders; it can send them at any time. The option ask has
// it asked by mail instead.
//
//	play offensive            a card of the Offensive class; without it the turn is a Pass
//	move ge1 lie              an Army to an adjacent area
//	move 2*ge-c.aac ard,lux   two units of Cavalry in AAC, two areas far
//	rail ge-i.col met         by Rail Movement; strategic, sea and reserves go the same way
//	join ge-i.lie ge1         into an Army of the same area
//	leave ge-a.ge1            out of it
//	move ge-i.col eft         into the EFT box
//	battle lie,bru            Battle Areas in the order in which they are fought
//	gas lie                   cards for a battle: gas, aaf, surprise; extra names where extra dice are
//	keep bru                  which battle is left after Bad Weather
//	crisis after lie          a Military Crisis!, after a battle or at once
//	exchange gas,aaf          cards, at the end of a Pass
//	place 2*ge-i col          reinforcements
//	commonwealth uk1          a Commonwealth unit in the place of Infantry
//	build fr-i fr3            in production; rebuild, upgrade, entrench and cards N beside it
//	entrench ge1,ge-i.mul     up to four for 1 BP
//	discard gas               what goes first if the hand is too large
//	standing stance withdraw if weak 2 else hold for ver
//	standing ways fr1:sed+2*fr-i.ver:stay+fr-a.fr1:fr2 for ver
//	armistice offer
//
// A unit is NATION-KIND.PLACE: ge-i.lie is German Infantry in LIE, ge-i.ge1 in the German 1st
// Army, ge-i+.lie Entrenched Infantry only. Nations are ge, fr, uk, be and us; kinds are i
// Infantry, s Stormtrooper, cw Commonwealth Infantry, c Cavalry, a Artillery, g Siege Gun, b
// Biplane, t Tank, p Paris Gun. An Army is NATION and a number. Both go by their names in any
// language too, "2nd German Army", "2 Cavalry in Aachen", if only one fits. What an order asks for that is not
// possible any more when it is resolved is skipped, and its side is told why.
//
// The standing order ways says what Armies and units do when their side retreats: they stay, or
// go to an area, or units go with an Army, one beside them that retreats too or one that has
// retreated before. For those of which it says nothing stance, after, cavalry and to count. What a
// standing order says for an area comes before what another says for all; crisis, surplus, attrition
// and armistice are about no area, and are said for none. Weather for an area plays Bad Weather if
// one of the battles is there.
//
// # Neutral areas
//
// A scenario can begin with Neutral countries (package setup). Their areas are entered only by the
// side that it lets in, in an Offensive and from a Friendly area. With the first one all areas of
// the country that are not entered become Friendly to its own side; until then nothing there
// moves, and it needs no supply [4.1-h, 4.2-f, A90].
//
// # Armistice
//
// An offer stays open until the other side has sent the next orders that it owes. The ruling A131
// ended it with the Player Turn in which it was made, before anybody could have answered by mail.
//
// # Options
//
//	ask=KIND[,KIND…]|all|none  D08 asks the Defender for cards when battles are declared, D10 for
//	                           Cavalry Retreat, D11 for Biplanes, D13 who retreats instead of
//	                           firing, D15 how Hits are paid, D17 for retreats after the battle; D10
//	                           and D11 also come where there could be such units in an Army, so that
//	                           a question does not say that there are
//	strengths=shown            how many units are in an Army is public
//	artillery=uk               UK Artillery is superior in defence from 1918 on [8.3.2-f]
//
// # Positions
//
// The encoding of a position has these lines, in this order; those of which nothing is to be
// said are left out:
//
//	tlm 1
//	scenario NAME HASH
//	map HASH
//	tables HASH
//	ask KIND
//	option KEY VALUE
//	turn N PHASE SIDE [waits=SIDE …]  the side whose Player Turn it is; PHASE is S before the deal, R
//	                                  reinforcements, T Player Turn, W answer, P production, D
//	                                  discards, X over
//	passes N
//	front LETTERS                     whose areas were at the end of one of the last five Season
//	                                  Turns: G, A, C or N for each area
//	area AREA CONTROL [fort=N] [began=CONTROL] [fresh]
//	                                  whose it was at the start of the Player Turn, and whether it
//	                                  became Contested in it
//	army ARMY PLACE STATE [shown=N|?] shown in views that hide what is in it
//	units UNIT PLACE N STATE
//	due UNIT N                        to be placed
//	failures SIDE N                   Crises that it could not satisfy
//	terror                            in views that hide the Paris Gun: it is beside Paris
//	offense CARD [special] [bad] [spent]
//	battles AREA,…                    and keep, crisis, surprise, extra, gas-SIDE, aaf-SIDE
//	offer SIDE                        an Armistice
//	cards …                           package deck
//	standing SIDE KIND OWNER ANSWER   package ask, as are questions
//	over WINNER RULE TEXT
//
// PLACE is an area, an Army, eft, lost or due for an Army, or ? for units in Armies that a view
// does not show. STATE is -, or words joined by +: dug, used1 to used3 (areas travelled), rail,
// strategic, sea, reserves, east, back (it has retreated), oos.
//
// # Events
//
//	shifts of units   move join leave place build upgrade loss retreat remove return exchange dig,
//	                  with unit n from to was now; in and out are the same for their side only,
//	                  where everybody else sees them go into some Army or come out of it
//	of Armies         march withdraw eliminate arrive post rebuild entrench mark, with army from to now
//	                  [areas]
//	control area to, fort area left, due unit n, failure n
//	phase, season, begin, ready, answered, wait, passed, spent, over
//	offense played card special, declare areas, keep areas, later areas, enhance card areas, weather becomes, plain,
//	calm, battle area, fought area, ersatz card hits, buys cards lost
//	roll              dice of a volley: area in unit, in an Army or beside it
//	standing, decision, skip, ask, pending, resume, offer
//
// The example of this package is a whole first Player Turn.
package tlm
