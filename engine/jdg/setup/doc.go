// Package setup reads what a battle of Jours de Gloire begins with: its ground,
// forces, time and victory conditions from a scenario file, the charts of the
// game from table files. It holds both to the rules as far as that can be done
// without playing.
//
// # Scenario files
//
// A scenario is a line file, as package lines specifies it. One that is bundled is a
// value of this project; of another one the note can say where it is from. Lines may stand in any
// order but for the turns, the sides and the stacks.
// A word or setting that is not listed here is a fault. There are at most 99 turns
// and 500 units.
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
// HEX is two digits of column, from the west, and two of row, from the north, both
// from 01. Columns stand upright, and even ones lie half a hex lower (package hex
// draws it). So the neighbours of a hex in an odd column, and of one in an even column, are
//
//	0505   N 0504   NE 0604   SE 0605   S 0506   SW 0405   NW 0404
//	0605   N 0604   NE 0705   SE 0706   S 0606   SW 0506   NW 0505
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
// The charts of the game are seven tables, as package lines specifies them. Each
// has exactly the columns named here; the comments at its head say what they mean
// and what they may hold. Every row that the rules can ask for has to be there once;
// an unknown row, a missing or double one and a number out of its range are errors.
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
package setup
