// Package setup reads what a battle of Commands & Colors: Napoleonics begins with: its
// ground, armies, hands and banners from a scenario file, the charts of the game from
// table files. It holds both to the rules as far as that can be done without playing.
//
// # Board
//
// The board [2.2] has nine rows of hexes with pointed tops, A to I from the lower edge.
// A, C, E, G and I have 13 hexes, 1 to 13 from the left; B, D, F and H have 12, half a
// hex further right. So the neighbours of a hex are
//
//	C5   left C4   right C6   above D4 D5   below B4 B5
//	D5   left D4   right D6   above E5 E6   below C5 C6
//
// as far as they are on the board. The half hexes at the ends of the short rows are no
// hexes [Q105]. Two dotted lines part the board into sections: columns 1 to 4, 5 to 9
// and the others; of the short rows, hexes 4 and 9 are cut and belong to two sections.
// Left and right are those of the player [2.2-c].
//
// # Scenario files
//
// A scenario is a line file, as package lines specifies it. One that is bundled is a
// value of this project; of another one the note can say where it is from. Lines may
// stand in any order. A word or setting that is not listed here is a fault. There are
// at most 100 units, 30 leaders and 30 goals.
//
//	scenario "TITLE"
//	side NAME bottom|top [nations=NATION[,NATION…]] [hand=N]
//	first SIDE
//	banners N   or   banners SIDE=N SIDE=N
//
// There are two sides, one at the lower edge and one at the upper; the names are ASCII
// words. Nations are those of units.csv; without them it is the one
// that is called like the side. A hand has 1 to 12 cards, 5 if nothing is said. first
// takes the first turn. Banners, 1 to 15 and 5 if nothing is said, win the game [4-a].
//
//	ground ROW SIGNS
//	hex HEX[,HEX…] TERRAIN ["NAME"]
//	name HEX[,HEX…] "NAME"
//	works HEX DIRECTION[,DIRECTION…]
//	hill HEX[,HEX…]
//
// The board is open ground until a line says otherwise; of two lines about one hex the
// later one counts. ground draws one row, one sign for each hex from the left, with
// or without blanks between them:
//
//	. open   f forest     h hill    r rugged-hill   t town
//	s sand   w windmill   ~ river   x ford          b bridge
//
// works fortifies sides of a hex that may have other ground as well [7.5]; DIRECTION is
// NE, E, SE, SW, W or NW. hill puts a hill under ground of another kind: the hex counts as
// both, and of the dice that the two cost an attack only the larger number.
//
//	weather wet|wind|mud…
//
// The weather of the whole battle: when it is wet, ranged combat has a die less; in the
// wind it has one less at 3 hexes and more; in mud cavalry and horse artillery move a hex less,
// but at least 1.
//
//	unit ID ["NAME"] NATION TYPE at=HEX|off [side=SIDE]
//	leader ID ["NAME"] SIDE at=HEX|off
//
// Ids are 1 to 8 of a-z, 0-9 and hyphen, no two alike, none a word of the turn file or
// a hex. A unit is as strong as its row of units.csv says [3-d]. One unit stands in a
// hex, and one leader; with a unit of his own side he is attached to it. side is for units of
// a nation that fights for both. What is off the board at the start arrives later.
//
//	goal HEX[,HEX…] ["NAME"] SIDE=BANNERS… [need=N] [once] [start]
//	exit SIDE HEX[,HEX…] [banners=N]
//
// A goal gives its banners to a side of which units stand in so many of the hexes as
// need says, all of them without it [4-d]: as long as they do, or for good with once.
// With start only how it is at the start of a turn of the side counts [Q104]. Units of
// a side may leave the board from the hexes of an exit, on the edge, each for so many
// banners, 0 if nothing is said [5.3-j, Q116].
//
// # Arrivals
//
// When and where units arrive that are off the board at the start is in a file of its own,
// which stays hidden until the game is over: arrivals.txt, a line file as well.
//
//	arrival SIDE left|right TURN UNIT[,UNIT…] [leader=ID]
//
// TURN counts the turns of the side alone, from 2 to 30; left and right are those of the side.
// Each unit and leader that is off the board stands in one line, and nobody else.
//
// # Table files
//
// The charts are four tables, as package lines specifies them. Each has exactly the
// columns named here; the comments at its head say what they mean and what they may
// hold. An unknown row, a missing or double one and a number out of its range are
// errors. An owner of the game may replace any file.
//
//	tables/units.csv      nation,type,…    National Unit Reference Cards [2.4]
//	tables/artillery.csv  guns,blocks,…    Artillery dice by range [5.5.4]
//	tables/terrain.csv    terrain,enter,…  Terrain [7]
//	tables/cards.csv      card,copies,…    Command cards [8]
package setup
