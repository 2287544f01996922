// Package play moves games on: Master begins them, resolves their steps, lets their clocks
// run out, and decides what an umpire does to them. It writes the letters that tell of it.
//
// What decides gives the records, the writes of its transaction, and the mails; it
// changes nothing, and may refuse (amiss.Refusal). A game that it gets is as it was; the
// one that it gives back, or that is in the Batch, is as it will be.
//
// # Deadlines
//
// A game may have a clock.Policy, which package clock explains. What clocks do is done by Tick, each thing in one
// transaction with its record and its mails, so that it is done once. It is never done before the mailbox was looked
// at (Looked) after the time at which it was due: mails that came in time are in. If more than an hour passes before
// it can be done, because the program did not run or could not read mails, a deadline does not count as missed: the
// player gets the time that the policy names for an outage. The bank pays for no time in which nobody looked at the
// mailbox. While a step waits for its beacon, the clocks stand.
//
// In a game with a change window (record.Window) complete answers open one, and Tick resolves
// the step when it is over, so that what came before its end counts. If that is not done
// within an hour, because the program did not run or the game was held, another one begins.
//
// The time of all that the hub does is that of a timekeeper.Watch, if Config.Steady is there. While the wall clock is
// doubted Tick does nothing, orders that come late use up no more of a bank than they had when the doubt began, and
// everything else goes on in the time that counts: quotas, waits of the outbox, the times of records. The umpire is
// told, as of all that stands in the diary of the store, and again when it is over. A deadline that fell into the
// doubt is dealt with after it, more than an hour late as after an outage. If the machine was off, the wall clock is
// believed as soon as Config.Synchronised says that it is kept right. ConfirmClock and the command confirm believe it
// in any case. The time can go back by that: a record never has an earlier time than the one before it in its log, and
// keeps that one's as long as the clock is behind it.
//
// # Beacons
//
// In a game with a drand chain a step is resolved in two parts. When nobody is waited for any more it is closed: its
// files, and the first round that is published more than the delay later, go into the log and are mailed to everybody
// with a checkpoint; only a rollback, which may be to where the game stands, opens it again. When the round is
// published, RunBeacon fetches and verifies its signature (package beacon) and resolves the step; the line "HASH drand
// ROUND" with the signature's SHA-256 is the last of engine.InputHash. The line "beacon" of the game record has the
// chain's hash, name, scheme and public key, its genesis time and period in seconds, its genesis seed, and the delay
// in seconds. That a round was right for the time at which the step was closed is audited; the time itself is the word
// of the umpire's clock, and of those mails.
//
// What becomes of a store that was put back says package putback.
package play
