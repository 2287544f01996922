// Package game is one game as a value: how it stands is the fold of the records of its
// log, and nothing else.
//
// A State follows from the one before it and one record (Apply). Apply reads no clock,
// no file and no secret, draws nothing, and never refuses what the daemon wrote. Where
// one record cannot stand behind another it gives a RecordError, which says which record
// and why: that is what an audit prints. It asks what the log itself can answer. Whether
// signatures hold, draws follow from links, and the rules give the recorded events again
// are questions of an audit, which asks them between two states.
//
// # What a State tells
//
//   - what never changes: the game record, its sides in their order;
//   - the tree over the log, and the time of the last record;
//   - the number of the last step and its link. Numbers and links of steps, rollbacks,
//     rulings and burned links are one row, so every number up to the last is used;
//   - the seats: player, key in force, the key he asks for, orders that wait, whether he
//     offers a draw, has given up or has left;
//   - rules in force and the key of the log;
//   - the position, see below;
//   - whether the game waits for its start, whether its step is closed, until when answers
//     that are complete can be replaced, the clocks;
//   - what the next report has to tell: changes of keys, commands, other rules, clocks;
//   - when what counts last was signed, of each side and thing;
//   - how the game ended, and until when it can be reopened.
//
// A Course says whom the game waits for in a State, and whether it goes on by itself.
//
// What is in no log is not here: addresses, codes of invitations, observers, reminders
// that went out, mails, and links that have yet to be burned.
//
// A State is a value. Apply changes nothing that another State holds, so any of them can be
// kept. It does not grow with the log.
//
// # The position
//
// A position is what the rules that a State was begun with (New) make of the recorded
// events. It is Adrift while it cannot be compared with the recorded hashes, since another
// version of the rules wrote those, and Lost when it is not known: without the rules, in a
// published log of a game that goes on, or where this version cannot follow. Where the
// versions are the same another hash is an error.
//
// A rollback names a number whose position a State has not kept. Whoever applies one gives
// it (Entry.Back); Fold finds it in a whole log.
//
// # Decisions
//
// What has to be decided is decided in a State, at a time that is handed in, and is a record
// that can stand behind it, or a refusal: Start, Close, and the Inputs of a step. Nothing is
// written by it.
//
// # Snapshots
//
// A State can be written down, so that whoever begins with it need not follow the whole
// log. Nothing is lost if a snapshot is thrown away, and one that was made by other rules
// is. Its lines are
//
//	berthier snapshot 1
//	jdg 1.3                      the rules that followed the positions; empty for none
//	{"Tree":"AAAA…",…}           the State in JSON, on one line, without its first record
//
// and then the encoding of the position follows to the end.
package game
