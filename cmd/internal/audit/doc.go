// Package audit checks a game without trusting anyone: from its log alone, from an archive,
// or from a store, and with mails that somebody kept. It needs no secret, no network
// and no database.
//
// # How
//
// A game takes one record of its log after the other (package game), as it did when it was
// played. A record that cannot follow is a fault of the check "records", which says which
// and why. Before each record an audit asks its questions: what it holds, given how the
// game stood. A question is one function in a file of its name; the table of questions.go
// lists them in the order in which people read them. A question counts what it found
// right, what it had to leave and why, and stops at the first thing that is wrong. The
// others go on, also when one makes the rules of the game panic.
//
// What the game itself refuses is not asked again: the order of records and their times,
// links that do not hash to the one before, files that a step did not use, rules that were
// not in force, what somebody gave who had no seat.
//
//	file              members are those that the log demands, as whoever read them says, and secrets those of the game
//	records           each can be read, in one way only, and can follow the one before it
//	hidden parts      are those that the open ones commit to; none is missing at the end
//	signatures        files, commands and keys are signed by who may, for what they do, and count once
//	orders            turn files are for their step, and say what was understood
//	inputs            the dice of a step come out of its files
//	hash chain        the secret of a finished game leads to the last link
//	draws             follow from links, the sealed ones from their secret, and are all told
//	clocks            begin when the game promises, obey their players, and stand in their place; nobody's is over early
//	rules and tables  those of this program are those of the log, and set the game up
//	steps             go the same way again; an umpire's change of rules tells those that do not
//	computers         gave the orders that follow from their views and the links (package computer)
//	forms             of signatures are those that were used
//	salts             of hidden parts follow from the sealed secret
//	reports           each side got one of each number, and of the end
//	report texts      tell the link, the draws and the rolls of their step, the first mails what the umpire is bound to
//	deadlines         come out again of the clauses of the game
//	beacon            rounds were fixed before they were published, and are those of the chain
//	umpire            the rules allow the positions that he made
//	outcome           the log says how the game ended, and that it did
//	checkpoints       the head, and those in reports, lie on the log, each of all before its report
//	mails             as received are there, and hold what was signed
//	kept …            checkpoints, texts and files of kept mails are those of the log
//
// # Rules that are not there
//
// A program may lack the rules of a game, or have another version. It then follows the
// recorded events as far as it can, says which steps it did not resolve and who could, and
// the game is not called sound without that (Result.Foreign).
//
// Compare looks at the same steps the other way round: what these rules would have done,
// whatever rules the game was played by. A daemon asks so before it goes on with a game
// that another program played.
package audit
