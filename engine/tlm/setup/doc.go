// Package setup reads what a game of To the Last Man! begins with: the tables, the map and the
// scenarios. Tables and line files are specified in package lines, maps in package area; the
// head of each table says what its columns mean.
//
// # Scenarios
//
// A scenario is one file scenarios/NAME.txt:
//
//	# The last days, an example.
//	# Source: a value of this project
//
//	scenario "The last days"
//	map western-front
//	turns 18 18
//	german AAC COL TRI MET SAA MAI STR MUL LIE
//	contested FLA
//	fort VER 3
//	no-fort LIE NAM
//	arrived
//	hand German 8 offensive,gas
//	hand Allied 6
//	level total Allied to=4
//	level stalemate to=15
//	level total German
//	army ge1 LIE 6i 1a 1c entrenched
//	units ge STR 1i
//	army fr1 VER 2i 1us-i
//	eft 2i
//
//	scenario "TITLE"
//	map NAME                   the file maps/NAME.txt
//	turns FIRST LAST           Season Turns, 1 to 23; from 20 on, in 1919, the deck has no
//	                           Military Crisis! [9.8-f, 9.9-g]
//	german AREA …              areas that are Friendly to Germany; without the line those of
//	                           its own country. The others are Friendly to the Allies
//	contested AREA …           areas in which both sides have units
//	neutral COUNTRY [to=SIDE]  a country whose areas are Neutral. Nobody enters or leaves them, but
//	                           the side that may enter; then the country is on its own side
//	fort AREA N                a Fort that is weaker than on the map
//	no-fort AREA …             Forts that have left the game
//	arrived                    the reinforcements of the first turn are among the units: the
//	                           game begins with the first Player Turn [3.2.9]
//	hand SIDE N [CARD,CARD…]   how many cards a side is dealt, and those among them that are
//	                           not left to chance
//	level LEVEL [SIDE] [to=N]  a row of the Victory Table: total, substantial or marginal for a
//	                           side, or stalemate, up to so many VP. The rows rise, and the
//	                           last has no end
//	army ARMY AREA [NUNIT …] [entrenched]
//	units NATION AREA NUNIT … [entrenched]
//	eft NUNIT …                German units in the EFT box
//
// NUNIT is a number and a unit of tables/units.csv: 6i. Infantry of the United States in an Army
// of another nation is us-i: 1us-i. A set-up keeps to the counters there are, to the Templates
// and to the stacking limit; areas are Friendly, Contested or Neutral as what is in them makes them.
package setup
