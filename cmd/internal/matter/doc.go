// Package matter takes in what somebody sent or gave at the machine: a Matter is what is known
// of it, who signed what for which game, and what will be committed in the end. A Desk
// answers, takes orders in, and sees to it that what was signed counts once.
//
// # What was signed counts once
//
// Whoever has a signed mail can send it again in a hundred spellings. So orders, commands, press and messages about
// keys are known by sign.Coverage.Sum, together with game, side and key: what counted once is never done again, in
// whatever mail and form it comes. Who wants the same again signs it again. A signature of OpenPGP, minisign or DKIM
// is then another one, for it has another time; one of OpenSSH is the same over the same text, so he changes
// something, a comment is enough. What met a fault has not counted and may come again.
//
// Nor can what was signed earlier take the place of what counts: it may have been held back. The times of signatures
// are compared, to the second, between what decides the same thing: orders and "withdraw" of a side for one step;
// "draw" and "draw no"; "final" and "notfinal"; "pause" and "resume"; the key of a side; of the umpire "substitute"
// and "invite" of one side; any other command that changes the game and a later one of the same word. "absence",
// "announce" and press decide nothing that a later one undoes. Equal seconds, and a signature without a time
// (OpenSSH, and minisign with a comment of one's own), count in the order in which they come. If the last one was
// dated later than it came in, its clock was wrong: then one that is not dated ahead, and was signed after the other
// came in, is newer. It makes no difference whether mails wait together or come one by one.
//
// A mark of all that counted is kept (store.MarkSeen); Prune removes old ones, but none that was made since a game
// began that still goes on. The marks of orders, commands of players and keys follow from the lines "file" of the
// log, those of the rest are state values too, so a game that is restored has them all. An audit finds what counts
// twice, and what was signed before what had counted.
//
// # Who is answered
//
// Anybody can write any address into From, and send on what a player signed. So it is
// decided by itself whether a mail is answered: what is signed is done in any case, and
// the answer to what changes a game is always sent, to the registered address.
//
// An unsigned mail gets one answer at most, with the null return path: text alone, the whole mail of at most 20,000
// bytes and of ten times what came in. It is cut if it has to be, and says so; maps are not in it. An address that
// proved itself, as that of a player or that of an observer who sent his code back, gets two larger ones a day, and
// all of these together ten. Of the sender's own words an answer holds 80 characters at most, without links, and those
// only if it goes to a player. None goes to an address that our mail server holds for forged, or that names the way to
// another server. What a server says of a mail that came back is quoted to the umpire alike. Counted are mailboxes: an
// address in lower case without its +tag and the dots before the @, with domains that are known to be the same as one.
//
//   - A player's mailbox is answered at the address that he registered, and an observer's
//     address, docket.Limits.Answers times an hour and AnswersDay times a day.
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
// Counts are kept in memory for a day. Those of strangers have at most 5,000 keys, and when there are so many no
// other stranger is answered; players have a table of their own. An unsigned mail and a copy leave nothing in the
// store but the place in the mailbox, what an observer's code changes, and their answer, by whose Message-ID
// (answer.HASH@domain) the mail is known if it comes again, and which is removed after 7 days. With the default
// limits that is 3 MB of all strangers, at most 8 MB of each player whose mails somebody forges and sends on, and 60
// MB of all larger answers. The journal has about 100 bytes of each mail, and the answers, until it is cut.
package matter
