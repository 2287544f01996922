// Package roster has all games of a club in one table, for whoever looks after them: Of makes a
// Row for each game, Table a table of them, Weekly the letter that brings it to the umpire. StatusOf
// says all of one game that its umpire may know.
//
// A row has what everybody may know, whoever reads it: the score as the public report tells it, who
// owes orders and since when, the deadline, when the last mail of a player came that is in the log,
// and whether the game is held, paused, not begun or over. What needs attention stands first: a
// game that is held, a seat that its player has left, a deadline that has passed, then the games
// that wait, the one that waits longest first.
//
// # The weekly letter
//
// It goes out when a game ran at the hour at which it was due and none went out for that hour. The
// store keeps the last ten that did as the cursor of a mailbox that there cannot be, "* weekly letter",
// in lines "DUE WRITTEN", both in seconds since 1970; the letter and that are one transaction. A
// letter that was written more than six days after now was written by a wrong clock, and its line
// does not count: the one that is really due then goes out too. Where those lines are damaged the umpire is told, and
// the letters in the outbox tell whether one went out.
package roster
