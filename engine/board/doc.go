// Package board is what is drawn of a game: a plane with regions, edges, paths,
// pieces and arrows on it, and tracks and piles beside it. It knows no game and
// no way of drawing. A game fills a [Board] with what one side may see; the
// package templates draws it, and whoever turns clicks into orders reads the ids
// from it. The package imports nothing of this module.
//
// # Coordinates
//
// Places are whole numbers, x to the right and y downwards. A game chooses the
// unit so that all its corners lie at whole numbers. A unit of y may have
// another length than a unit of x ([Board.Stretch]): the corners of a hex never
// lie at whole numbers of one length. [Board.Cell] says how many units of x are
// the size of symbols: about the side of a hex, the width of a base, a third of
// an area.
//
//	sheet                Cell  Stretch    a centre          its corners
//	flat-topped hexes    2     FlatTops   (3c, 2r)          (±1, ±1), (±2, 0)
//	pointed hexes        1     Pointed    (2c, 3r)          (±1, ±1), (0, ±2)
//	areas, free ground   any   0          anywhere          anywhere
//
// # Ids
//
// The id of a region, a piece, a track or a pile is a word of orders:
// engine.Order.Names finds it there. It holds no blank and no comma. Regions and
// pieces with the same id cannot be told apart; [Board.Check] refuses them.
// Decoration that no order names has no id.
//
// # Words
//
// Kinds of things are words. A drawing knows those below and shows any other
// word with a neutral sign and in its legend, so that nothing is passed over.
//
//	symbols    infantry cavalry artillery commander leader engineer army fleet
//	           fort camp supply card marker; with "heavy-" or "light-" before
//	           any of the first three
//	states     disordered routed square entrenched spent
//	terrain    clear woods forest orchard vineyard palm-grove village windmill town
//	           castle marsh pond hill rough sand mountain rugged-hill sea river-hex box
//	edges      slope steep ridge cliff stream river bridge ford wall redoubt
//	           fortification border frontier front front-season front-year front-start coast barrier section
//	           deployment-zone flank-sector
//	paths      road trail railway river
//	arrows     move retreat rout (below the pieces), fire shock charge (above)
//	signs      fight disordered retreat routed eliminated square captured
//	marks      star (an objective, drawn above the pieces) tag flag turn
//	colours    blue green red grey brown yellow violet black white
package board
