// Package umpire is the hub of the daemon: it takes a mail in, drives a
// ruleset and the store, and queues what is to be sent. The clock, the random
// source of the secrets and all mails come in through it and nowhere else.
//
//   - New makes an Umpire, Resume finishes what met a fault of ours, CheckGames
//     looks whether a changed program may go on with the games, and Migrate lets a
//     game go on by its rules.
//   - Create begins a game, Take takes a mail in, Do carries out what the umpire
//     commands at the machine.
//   - Umpire.Post sends what was queued (package post), and tells the umpire what happened to
//     the store itself.
//   - BurnDue and BurnLater make sure that a store that was put back uses no link again.
//   - Acts lists what an umpire did to a game.
//   - AsideIn has the mails that were set aside; Retry takes one in again.
//   - Games and Status tell how things stand; Verify proves it (package audit).
//   - Save reads all that the store holds of a game, Restore puts it into another.
//   - Prune removes finished games and what is old from the store.
//   - RunClocks does what deadlines demand; Tick is one round of it.
//   - Attachment is the file with which a player checks his orders at home.
//
// # What becomes of a mail
//
// The signature is verified over the bytes as received, against the keys of all
// players; only then is the text read. Nothing else in a mail is believed. In
// this order:
//
//   - A mail that was here before is ignored. It is known by the hash of its
//     bytes, and by its Message-ID together with who signed what.
//   - Our own mails, and mails that no person wrote (RFC 3834), are never
//     answered. Of a mailing list only what a player signed counts.
//   - A delivery report (RFC 3464) that a letter of ours failed stops all mails to the
//     same address (package post; the secret of the boundaries follows from the log's
//     key). They go on when a mail comes from the address, or one that its player signed; of
//     mails that anybody could have sent only one in 24 hours does that.
//   - A mail that is too large, has no signature, a wrong one, or one of a key
//     that no player has, changes nothing, and leaves no mark. A small answer goes to
//     the address in From, see "Who is answered".
//   - A signed file that cannot be used changes nothing. Every fault is mailed
//     to the player at once. This and all later answers go to the address that
//     the player registered, since anybody can send a signed mail on.
//   - A file that is in order is recorded, takes the place of the side's earlier
//     file of the same step, and is answered by a receipt. A file that was
//     replaced cannot come back by being sent again: see below.
//   - If it was the last that was owed, the step is resolved and everybody gets
//     his report, which is the receipt of that file too. A file of a side that
//     owes nothing, to which an optional decision is open, waits until then and is
//     resolved with the others.
//   - A fault of this program, a panic too, changes nothing. The mail is kept, Resume
//     tries it again, the log has the details, and the player gets one plain sentence.
//     One that belongs to no game is set aside, see below.
//
// All of it, with the marks by which the mail will be recognised and the place
// in the mailbox, is one transaction of the store: an error of Take means that
// nothing was changed.
//
// # Mails of which the program dies
//
// Before a mail is judged, the file "intake" in Config.Folder says so. It outlives the
// program, however that dies, and is not synced. This one was written while one mail
// was judged alone and another had to come again:
//
//	berthier intake 1 2
//	5f1c…9a 1 0 alone
//	77aa…03 0 0 waits
//
// The first line has the number of lines that follow; what stands below them is left
// from before. A line is the SHA-256 of a mail, 64 hex digits, how often the program
// died of it slowly and quickly, and what becomes of it: "together" with others;
// "alone"; "long", it is being judged for more than a quarter of a second; "waits",
// it was there when the program died and has not come again. A start reads from it:
// "long" was a slow death, "alone" a quick one, and the others were only there. They
// all are judged one by one when they come again, until each has been outlived, so that the
// one that kills is found and no other suffers for it.
//
// A mail of which the program died twice slowly, or three times in all, is set aside;
// for somebody who kills the program from outside may well hit a mail in its
// quarter of a second once, and even twice. It is kept as "set-aside/HASH.eml" in
// Config.Folder, at most 100 mails and 100 MiB; it is marked as seen, the place in the
// mailbox moves on behind it, and the umpire is told once. Retry takes it in again;
// if the program dies of it once more it stays where it is.
//
// # What was signed counts once
//
// Whoever has a signed mail can send it again in a hundred spellings. So orders,
// commands, press and messages about keys are known by sign.Covered.Sum, together
// with game, side and key: what counted once is never done again, in whatever
// mail and form it comes. Who wants the same again signs it again. A signature of
// OpenPGP, minisign or DKIM is then another one, for it has another time; one of
// OpenSSH is the same over the same text, so he changes something, a comment is
// enough. What met a fault has not counted and may come again.
//
// Nor can what was signed earlier take the place of what counts: it may have been
// held back. The times of signatures are compared, to the second, between what
// decides the same thing: orders and "withdraw" of a side for one step; "draw" and
// "draw no"; "final" and "notfinal"; "pause" and "resume"; the key of a side; of the
// umpire "substitute" and "invite" of one side; any other command that changes the
// game and a later one of the same word. "absence", "announce" and press decide
// nothing that a later one undoes. Equal seconds, and a signature without a time
// (OpenSSH, and minisign with a comment of one's own), count in the order in which
// they come. If the last one was dated later than it came in, its clock was wrong:
// then one that is not dated ahead, and was signed after the other came in, is
// newer. It makes no difference whether mails wait together or come one by one.
//
// A mark of all that counted is kept (store.MarkSeen); Prune removes old ones, but none that
// was made since a game began that still goes on. The marks of orders,
// commands of players and keys follow from the lines "file" of the log, those of
// the rest are state values too, so a game that is restored has them all. An audit
// finds what counts twice, and what was signed before what had counted.
//
// # Who is answered
//
// Anybody can write any address into From, and send on what a player signed. So it is
// decided by itself whether a mail is answered: what is signed is done in any case, and
// the answer to what changes a game is always sent, to the registered address.
//
// An unsigned mail gets one answer at most, with the null return path: text alone, the
// whole mail of at most 20,000 bytes and of ten times what came in. It is cut if it has
// to be, and says so; maps are not in it. An address that proved itself, as that of a
// player or that of an observer who sent his code back, gets two larger ones a day, and
// all of these together ten. Of the sender's own words an answer holds 80
// characters at most, without links, and those only if it goes to a player. None goes to
// an address that our mail server holds for forged, or that names the way to another
// server. What a server says of a mail that came back is quoted to the umpire alike.
// Counted are mailboxes: an address in lower case without its +tag and the dots
// before the @, with domains that are known to be the same as one.
//
//   - A player's mailbox is answered at the address that he registered, and an observer's
//     address, Limits.Answers times an hour and AnswersDay times a day.
//   - Any other is answered as often if it gives commands, and otherwise Strangers times
//     a day; those of one domain, as it was registered, together half of AllStrangers
//     times a day; and all together AllStrangers times.
//   - The last answer before a pause says when the next one comes, and whom to write to.
//   - What a mail with an observer's code wants is done also if it is not answered.
//   - What is signed and changes nothing, as a question or a file with faults, is
//     answered 60 times an hour and 200 times a day for each side. The same text, however
//     it is wrapped and spaced, is answered Answers times an hour and AnswersDay times a
//     day, and all that came before together 10 times an hour and 20 times a day. The
//     answer to what came before is as small as one to an unsigned mail.
//
// Counts are kept in memory for a day. Those of strangers have at most 5,000 keys, and
// when there are so many no other stranger is answered; players have a table of their own.
// An unsigned mail and a copy leave nothing in the store but the place in the mailbox, what
// an observer's code changes, and their answer, by whose Message-ID (answer.HASH@domain)
// the mail is known if it comes again, and which is removed after 7 days. With the
// default limits that is 3 MB of all strangers, at most 8 MB of each player whose mails
// somebody forges and sends on, and 60 MB of all larger answers. The journal has about 100
// bytes of each mail, and the answers, until it is cut.
//
// # Commands
//
// Package command has the grammar of the commands and their table; duties names the
// method of errand that carries out commands of a type. It is given what was understood, and
// finds in errand.line how that was written, in errand.by and errand.me who gives it, and in
// errand.g the game as the commands above it leave it; nil if the mail names none (errand.needGame refuses that,
// errand.changes also an unsigned header, a text that was here before, and a game that is over). It adds writes to
// errand.batch and mails to errand.mails, puts a changed copy of the game into
// errand.g, and shows its result with errand.say and errand.part. What is wrong with
// the command it tells errand.fault; then nothing of the mail is done. An error is a
// fault of this program. What must happen after the commit goes to errand.when.
//
// What an unsigned mail may ask for is public. The other commands are signed like a turn
// file; what is shown then is what the side may see. Commands that change a game need the
// lines "game:" and "side:" in the signed text, which counts once. The
// umpire signs for the side "umpire" with one of Config.UmpireKeys; the answer goes to
// Config.UmpireAddress or Contact, whatever address the mail came from. If a command turns
// out to be impossible, those below it are not tried. At the machine commands count each
// time, "position" shows all that is hidden, and records name nobody in their line "by".
//
// A mail may name 20 games outside of its text, and files of 6 MiB are mailed on demand.
//
// Press goes to those that it is for, and into no record. Because what is signed
// together with a command record is published when the game is over, press stands
// in a mail of its own. Only below a "create", which no record holds as it was signed, it may
// stand with others: it goes to the players of that game.
//
// Who observes a game gets what the side "" may see, by mails that are in no
// record; the address is kept as state, never in the log. It has to send back a
// code first: the first 60 bits, in base32, of HMAC-SHA256, under the secret of the
// sealed draws, of four lines that each end in LF: "berthier observer 1", the game,
// the command, the address in lower case. "unobserve" needs one too, which stands in
// each mail to the observer; a mailbox observes a game under one address. The attachment
// of "monitor" is JSON, its form the type results.
//
// A game is looked for in the header of the text, in the tag of the address, in
// the subject in brackets, and in the Message-IDs that the mail answers, in this
// order. If they disagree the answer says so; if the text is signed nothing else
// counts than its header and its key.
//
// # Mails
//
// Package post says which Message-ID a mail has, and to which it refers. Answers go to
// local+game@domain, but a signed file is taken wherever it is sent to.
//
// # Deadlines
//
// A game may have a clock.Policy, which package clock explains. What clocks do is done by Tick,
// each thing in one transaction with its record and its mails, so that it is done once. It
// is never done before the mailbox was looked at (Looked) after the time at which it was due:
// mails that came in time are in. If more than an hour passes before it can be done, because the program did not
// run or could not read mails, a deadline does not count as missed: the player gets the time
// that the policy names for an outage. The bank pays for no time in which nobody
// looked at the mailbox. While a step waits for its beacon, the clocks stand.
//
// The time of all that the hub does is that of a clock.Watch, if Config.Steady is there. While
// the wall clock is doubted Tick does nothing, orders that come late use up no more of a
// bank than they had when the doubt began, and everything else goes on in the time that counts:
// quotas, waits of the outbox, the times of records. The umpire is told, as of all that stands
// in the diary of the store, and again when it is over. A deadline that fell into
// the doubt is dealt with after it, more than an hour late as after an outage. If the machine was
// off, the wall clock is believed as soon as Config.Synchronised says that it is kept right.
// ConfirmClock and the command confirm believe it in any case. The time can go back by that:
// a record never has an earlier time than the one before it in its log, and keeps that
// one's as long as the clock is behind it.
//
// The beat in the store (store.SetBeat) has the watch for the next run, every ten minutes
// and when it is told of: the time that counts, Config.Boot in quotes, the steady clock in
// nanoseconds, since when it is doubted and what the wall clock showed then (or hyphens), whether the
// machine was off, and the number of the diary entry about the doubt or 0.
package umpire
