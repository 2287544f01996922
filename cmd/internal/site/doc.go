// Package site writes static pages about the games of a store: what everybody may see, for any
// web server, readable without a script.
//
//	index.html                  all games, those that go on first
//	games/ID/index.html         a game: how it stands, what happened when; at its end its aftermath
//	games/ID/map.svg            the whole map, and detail.svg what matters of it from near
//	games/ID/vp.svg, …          the curves of a game that is over, by the names of their measures
//	berthier-desk.html          the order desk (package templates/desk), if the program has it
//	site-made-by-berthier.json  what of all this is ours
//
// Keepsake makes index.html of the archive of a game that is over: the page of the game with
// every report, and all pictures in it.
//
// Whatever is shown is made of the public view of the position (engine.Ruleset.View for nobody)
// and of the open parts of records, so nothing hidden can appear.
//
// # What is written again
//
// The last file says of each game up to which record its pages are, and the SHA-256 of each file.
// Build writes the pages of a game again if its log has grown since, or if another program
// (Config.Build) made them; files that would be the same are left alone, and each file is put in
// its place whole. It removes what it wrote for a game that is gone. A folder that is neither
// empty nor has that file is refused, and so is a file in the way of a page that is not ours:
// nothing of anybody else is ever overwritten or removed.
package site
