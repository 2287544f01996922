// Package hex is the geometry of hex maps: cells, directions, hexsides,
// distances, straight lines and cones, all in whole numbers. It knows no rule.
//
// # Layout
//
// Hexes are flat-topped and columns stand upright. Even columns lie half a
// hex lower than odd ones. A hex is named as printed on the map: two digits
// of column, two of row, both counted from 01.
//
//	  ____        ____
//	 /    \      /    \
//	/ 0101 \____/ 0301 \____
//	\      /    \      /    \
//	 \____/ 0201 \____/ 0401 \
//	 /    \      /    \      /
//	/ 0102 \____/ 0302 \____/
//	\      /    \      /    \
//	 \____/ 0202 \____/ 0402 \
//	      \      /    \      /
//	       \____/      \____/
//
// Columns and rows go from 1 to 99. Functions may return hexes next to a map
// (row 0, column 0, one row too many); a caller that has a map checks them.
//
// # Directions and facings
//
// A direction ([Dir]) crosses a hexside, a facing ([Facing]) points at a
// corner. Both are numbered clockwise. The facing with number f has the front
// hexes in the directions f and f+1: a counter that faces E fronts NE and SE.
//
//	        N
//	  NNW  ____  NNE
//	      /    \
//	 NW  /      \  NE
//	W   /        \   E
//	    \        /
//	 SW  \      /  SE
//	      \____/
//	  SSW        SSE
//	        S
//
// # Text
//
//	hex        1512          four digits; no hex prints as "off"
//	direction  NE            N NE SE S SW NW, any case
//	facing     E             NNE E SSE SSW W NNW, any case, or the two front
//	           NE/SE         directions in either order
//	hexside    1512/1513     two adjacent hexes, the lesser one first
//	           1512/S        a hex and a direction
//
// String prints the first form of each; the parsers read all of them and
// nothing else.
//
// # Plane coordinates
//
// Where lines are drawn, the centre of column c, row r is the point
//
//	x = 3c    y = 2r, in even columns 2r+1    (y grows downwards)
//
// so that the unit of x is half the side of a hex and the unit of y half its
// height. The corners of a hex then lie at whole numbers too: (±2, 0) and
// (±1, ±1) from its centre. Stretching an axis moves no point off a straight
// line, so that what [Trace] finds in these units is what a ruler finds on the
// map.
//
// # Other sheets
//
// The above is the standard layout, and the functions of [Hex] are for it. A
// [Layout] describes other sheets and has functions of its own: flat or pointed
// tops, odd or even lines shifted by half a hex, and shifted lines that are
// ragged, short or end in half hexes. Lines are the columns of a flat sheet and
// the rows of a pointed one; columns count from the left and rows from the top,
// whatever the names say.
//
//	ragged          short           halves
//	o o o o         o o o o         o o o o
//	 o o o o        ( o o o )       D o o o C
//	o o o o         o o o o         o o o o
//
// The half hexes at the ends of short lines are gaps: no hexes, and without a
// name ([Layout.Gaps]). Those of halves are hexes of the sheet. Of the first and
// the last line a sheet may print the inner half only.
//
// A [Notation] says what stands in the hexes: 0205 or 0502, A1 or B05, with rows
// from the upper or the lower edge.
//
// In plane coordinates the centre of a hex of a flat sheet is the point (3c, 2r),
// one more or less in y if its column is shifted; of a pointed sheet (2c, 3r), one
// more or less in x. Corners and the cuts of half hexes lie at whole numbers.
package hex
