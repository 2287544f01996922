// Package desk is what the order desk knows of a file that somebody opens in it: a game's
// archive is checked, and played again step by step; to a player's position.txt, or the report
// that brought it, orders are written. It runs in a browser as in any program,
// reads no disk and asks no network; cmd/desk gives it to a page.
//
// # Messages
//
// A page asks by a word with one JSON value, and gets one back (Desk.Call). What goes wrong is
// the answer {"fault": "a sentence"}, with "known" if the page
// has words for it in each language; no file makes the desk fail otherwise.
//
//	open    {"in"} (and a file)           Contents: what the file is
//	audit   {}                            Verdict, as that of berthier audit
//	show    {"at", "side", "in", "grounds"} View: one point of the replay, as a side may know it
//	past    {"in"}                        Retrospect: turning points and curves of a game that is over
//	keep    {"name"} (and a file)         number: the mails that the next audit compares with the log
//	reports {"sizes", "in"} (and files)   Contents: saved reports in a row, whose bytes stand one behind the other
//	life    {"id", "side", "in"}          [LifePart]: what the story tells of a piece
//	clause  {"rule": "8.7.2-c"}           Clause: what the index of the rules says
//	roll    {"draw": "12.3"}              Explanation: how draw 3 of step 12 was computed
//
//	tell    {"in": "fr"}                  sheet.Brief: what the player has to know
//	read    {"text", "have", "in", "grounds"} sheet.Verdict: what a turn file comes to
//	about   {"text", "ids"}               [sheet.Choice]: what pieces and places could do next
//	facings {"text", "ids"}               [sheet.Turn]: how one piece could face
//	together {"text", "ids"}              the same for several pieces at once
//	forms   {"text", "in"}                [sheet.Form]: all that could be said next
//	odds    {"text", "line", "in"}        [string]: the chances of an attack
//
//	makekey {"comment", "pass"}           Key: a new one, behind a passphrase if there is one
//	usekey  {"private", "pass"}           Key: one that the player has
//	sign    {"text", "private", "pass"}   string: the text with its signature, as berthier sign has it
//	draft   {"letter": Letter}            string: a mail, to be opened by a mail program for sending
//
// Those from tell to odds are about an open position. "in" is the language of the reader. Of a key
// the desk keeps nothing between two messages. "grounds" are those under a map that the page has already: they are
// large, and mostly the same from one step to the next.
//
// # The replay
//
// Its points are the beginning, and the position behind each step, and each position that an
// umpire made; what a rollback took back is not among them. Each is what the records give by
// engine.Ruleset.Apply, so that the last one is the end position of the audit. While a game goes
// on its archive has only the events that everybody saw: they are applied to the public view. Of cards
// that are drawn face down it has the number, and which they are when they are shown. If the umpire made a position,
// there is nothing to replay while the game goes on, since everybody sees it only in his report.
//
// Reports that one player saved are a chain: their points are the positions that they brought, their story is
// their text, and an arrow leads each piece from where it was in the report before. Other mails among them are
// left out.
//
// A side is shown what it knew at the time, by the same views as its reports; nobody, the side
// "", what everybody could see.
package desk
