// Package docket has the games of a store in use, and how they stand: Docket holds the
// state of each in memory, and makes all that is decided of it one transaction.
//
//   - Docket.Open gives a Game, which a decision changes as a copy: Game.Record puts a record
//     at the end of its log and moves the copy on, and a Batch has what is to be written.
//     Commit writes it, or nothing of it.
//   - An Info is what seldom changes about a game, and Docket.FindSeats finds who plays where.
//   - MayGoOn says whether a game is held.
//   - Now is the time that counts, as a timekeeper.Watch has it.
//
// Whoever decides something holds Docket.Mu, and over a store that several processes have he has claimed the games that
// he opens: With does both (package claims).
//
// # Versions
//
// The rules of a game change by a migrate record only; each step must be by those
// in force. Resolving past steps again is how a program finds out whether its
// rules are still those of a game; it counts the steps since the last migrate
// record by the umpire. If all go as they went, a game whose rules have
// another version here goes on, and a migrate record by the program stands before
// its next step. If one goes otherwise, the game is held, and only the umpire can let
// it go on by these rules (Migrate); steps that are over stay as they were. It is held
// too if the program lacks its rules or comes to another position. The
// players of a held game and the umpire are told by mail once, and again when it
// goes on; mails that come meanwhile are kept and taken in then; all other games
// run on. Tables and scenario are always those that the game began with
// (Config.Load).
//
// A program, known by Config.Build, looks at each game once: it was that program
// itself that resolved what came later. A start does not wait for it: CheckGames
// looks at one game after the other, and a game that is needed sooner is looked
// at then.
//
// An audit resolves again the steps of the version that the program has. It checks
// everything else about the others, applies their events, and names who can do
// the rest. If a migrate record leads to its own version, the steps named in it must be
// those that go otherwise.
//
// # State in the store
//
// How a game stands follows from its log, as package game does it, and from nothing else:
// the state value "snapshot" only saves a start from reading all of it. It is written with
// each step, rollback and ruling, and when the game begins, goes on by other rules, or ends,
// and may be deleted at any time. An audit of the store compares it with the log.
//
// Beside its log a game has these state values, which do not follow from it:
//
//   - "head", the signed checkpoint of the log; "data/NAME", a data file as it was when the
//     game began; "address/SIDE", where mails go; "observer/ADDRESS", "observe" or "monitor";
//   - "checked", the Config.Build of the program that last looked at the steps, and in a
//     second line why the game is held; "held", the same as the players were told, or what is damaged;
//   - "invite/SIDE", the code of an invitation; "request/SIDE", the number of the key record
//     that asks for another key, and the code that confirms it;
//   - "burn", the number up to which links have to be burned before the game goes on, and why; 0 if the game could not
//     be read then: BurnMargin from where it stands;
//   - "pressed/SIDE", when the side sent press in the last 24 hours; "reminded/SIDE", up to
//     when reminders went out;
//   - "signed/SIDE/THING", when what counted last for a thing was signed and came in, as a step
//     and two numbers of seconds since 1970; "once/SUM", side and key of a signed text that
//     counted and is in no record;
//   - "stuck/TIME/HASH", a mail that met a fault of ours.
//
// Its secrets are "chain" and "sealed", and "way", the engine.Way of the chain. The cursor
// of the mailbox is "UIDVALIDITY UID" in decimal; "0 0" is its beginning, from which all of it is read again where the
// cursor was damaged.
package docket
