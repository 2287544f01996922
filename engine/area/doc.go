// Package area is maps of areas: places with borders, coasts and countries between which
// pieces go, and the ways through them. It knows no game.
//
// # Map files
//
// A map is a line file (package lines), NAME.txt:
//
//	# The two valleys, an example.
//	# Source: a value of this project
//
//	map "The two valleys"
//	country RED side=Red
//	country BLU side=Blue
//	area EAS "East" RED at=30,10 value=2 fort=3 source=Red
//	area MID "Midway" BLU at=20,10 rough
//	area WES "West" BLU at=10,10 coast source=Blue
//	area ISL "Island" BLU at=0,20 coast apart
//	ground sea "The Sound" at=5,15
//	border EAS MID
//	border MID WES river
//
//	map "TITLE"
//	country ID side=SIDE
//	area ID "NAME" COUNTRY at=X,Y [value=N] [fort=N] [source=WORD] [coast] [rough] [apart]
//	                     its middle, from 0 to 2000, y downwards; what it is worth, from 0
//	                     to 20; a fort in it and its strength, from 0 to 9; whose supply
//	                     comes from it. Nothing borders on an area that lies apart
//	ground TERRAIN "NAME" at=X,Y
//	                     ground that is no area: "sea", or another word of package board
//	border ID ID [river|ridge]
//
// An area has three capital letters for its id. Each pair borders once. All areas that do not
// lie apart hang together. What a map looks like follows from the middles: a point belongs
// to the area or ground whose middle is nearest.
package area
