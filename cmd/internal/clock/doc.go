// Package clock keeps the time of games: when orders are due, who is reminded when, and
// what happens to a player who sends none. It is pure: it has no clock of its own, knows no
// mail and no store, and every function gives the same result for the same arguments and
// time zone database.
//
// # Policy
//
// A Policy is chosen for each game. Its text is clauses between semicolons, in any order,
// of which only the first here must be there:
//
//	3d                       time for a decision
//	for P8 1d                time for decisions of one kind; any number of such clauses
//	at 20:00                 deadlines fall at this time of the day
//	zone Europe/Paris        of players who name none; default UTC
//	off sat sun 12-24..01-02 2027-04-05    days on which no clock runs
//	remind 24h 4h            before a deadline, or "never"; default 24h
//	grace 12h                after each deadline; default 0
//	bank 72h                 after deadline and grace, for each player once in the whole game; default 0
//	absence 30               days in a calendar year that a player can announce; default 0
//	pause 30                 days that a pause by agreement can last; default 0, none
//	takeover 72h             by which the first clock of a substitute is longer; default 0
//	outage 24h               what a player gets if nobody was there to read his mail; default 24h
//	run final                orders wait for the deadline until all are final; default "run in"
//	silent defaults umpire 2 substitute 3    see below; this is the default
//
// A time is days, hours and minutes: 3d, 36h, 1d12h, 90m. In the time for a decision a day is
// one on the calendar, to the same time on the wall; everywhere else it is 24 hours.
//
// # Deadlines
//
// All is counted in the zone of the player. The clock of a side starts when it owes
// something. It does not run on days off, on days for which the player announced that he is away,
// and in a pause. When the time of the longest of his decisions is over, the deadline (Run.Due) is
// then, or at the next time of the day that the policy names. Grace and what is left of the bank
// run after it in the same manner, to Run.End. Orders are taken up to then; what they need
// of the bank is used up.
//
// When the wall clock is put forward and leaves a time out, that time is the moment of the
// change; when a time comes twice, it is the later one. So a deadline is never early.
//
// The time is over at Run.End. If all sides that owe something have answered or have no time
// left, the step is resolved and the defaults decide for the silent ones; or, with "silent wait", the
// side gets the same time again and the game waits. A missed deadline is counted until
// the player sends orders in time; after as many as the policy says the umpire is told,
// and a substitute is sought. With "run final" orders that are not final wait for the deadline, and
// count then like any others.
//
// # Changes
//
// An extension counts from the deadline as it was planned, not from now. An absence is announced
// a day before at the latest and cannot be taken back; it puts off a deadline by what it takes from
// the time that is left, to the next time of the day at which deadlines fall, and leaves one that
// has passed. A pause puts a deadline, and grace and bank after it, off by exactly the time for
// which the clock would have run in it: by nothing if that was on days off, and by a second if it
// was one. So the deadline can then be at another time of the day, and what moves it later keeps
// that time. A pause by agreement begins when all sides have proposed one, lasts to the earliest
// day that one of them named, and ends before only if all say so. A substitute begins with a full
// bank and a new, longer clock, which is never shorter than the old one; somebody who comes back to
// the game gains nothing.
//
// A clock that is set back does no harm: State.At never goes back, and no change counts from a time
// before it.
//
// # The clock of the machine
//
// A Watch compares the wall clock with a steady one. If they differ by more than an hour since
// the last look, or since the last sign of life of the run before, the wall clock is doubted: the
// steady one counts, and deadlines wait (Watch.Deadlines), until the two fit again or somebody
// confirms the wall clock. When the machine itself was off nobody knows for how long, so that a wall
// clock more than an hour ahead is doubted (Doubt.Off).
package clock
