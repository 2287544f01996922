// Package setup reads what a Pre Battle begins with: the tables, the rosters of armies and
// the scenarios. Tables and line files are specified in package lines; the head of each
// table says what its columns mean.
//
// # Rosters
//
// A roster is one army, in the file rosters/NAME.txt:
//
//	# The ford at dawn, an example.
//	# Source: a value of this project
//
//	roster "The first army" Blue
//	year 1805
//	territories standard forest
//	cards pbs=6 scouting=4
//	general g1 "Marshal" army quality=talented
//	general g2 "Deputy" sub quality=mediocre
//	ug u1 "First foot" TuG foot general=g1 ccn="French line" jdg="2 inf sp=5/3 coh=7/6 eng=7/6 ma=5/4"
//	…
//
//	roster "TITLE" SIDE           the title and the name of the side, 1 to 12 letters
//	year N                        below 0 before the common era; -4000 to 2100, not 0
//	territories TERRITORY …       where the army is met, the preferred one first
//	cards pbs=N scouting=N        1 to 10 each [2-a, 7-b]
//	general ID "NAME" army|sub|ally quality=QUALITY
//	                              legendary, talented, competent or mediocre; one army
//	                              commander, and at least one other; 8 in all
//	ug ID "NAME" TuG|SuG foot|mounted|artillery general=ID [flags=FLAG,…]
//	   [size=WxH] [ccn="…"] [jdg="…"]
//	                              8 to 20 unit groups; flags are elephants wagon
//	                              expendable barricades obstacles camels light; size in
//	                              quarters of a base width, 16x4, or 8x4 for artillery
//	                              and elephants [B88]; ccn and jdg are what the group
//	                              becomes in a battle of those games
//
// An id has 1 to 6 lower-case letters and digits.
//
// # Scenarios
//
// A scenario says who meets whom, in the file scenarios/NAME.txt:
//
//	scenario "TITLE"
//	format maximus|pacto|magna    the scale; maximus without the line [10]
//	grid r1|r3                    the map of the march; r1 without the line
//	army ROSTER                   twice; the same roster may stand twice: the second
//	                              army then has 2 behind its name, and an x before its ids
package setup
