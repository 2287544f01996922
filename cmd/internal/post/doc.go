// Package post makes mails of what people are told, and sends them. It knows no rule and no
// game: a Letter says who is told what, an Office makes a mail of it (Write), keeps it in the
// store until it is sent (Enqueue, Send, Run), and deals with those that come back (Returned,
// Release).
//
// # Letters
//
// The Message-ID of a letter to a side of a game is <game.step.side.kind@domain>; that of a
// report has no kind. The step of the opening is 0, that of a report the one that was resolved,
// and that of any other letter the next one. domain is that of Config.Address. The kind begins
// with a word and goes on, behind a dot or hyphen, with what tells the letter from others of
// the step:
//
//	(none)                 the opening, or the report of a step
//	receipt.HASH           answers to a mail; HASH is the beginning of its hash, in hex
//	faults.HASH  problem.HASH  commands.HASH  again.HASH …
//	press-LINE.HASH        press; LINE is the line of its command in that mail
//	reminder.TIME          TIME is when it was due, as 20301202T080000Z
//	clock.RECORD           the clocks changed; RECORD is the number of the record
//	closed                 all orders are in, and wait for their beacon
//	notice.RECORD  key.RECORD  welcome.RECORD
//	silent.RECORD          to the umpire, about the side
//
// Other letters have these:
//
//	<game.over.side@domain>                the last one of a game
//	<game.step.observer-HASH@domain>       to somebody who only looks on; HASH is of his address
//	<game.held.RECORD.HASH.side@domain>    the game is held; also to "umpire"
//	<game.goes-on.RECORD.side@domain>      it is held no longer; also to "umpire"
//	<umpire.HASH@domain>                   answers to the umpire; umpire.LINE.HASH tells him of a command
//	<note.OCCASION@domain>                 to Config.Contact, about what no game has to know
//	<announce.HASH.HASH@domain>            a word of the umpire to the players of all games; of the mail and the address
//	<weekly.DATE.SECONDS@domain>           the weekly letter to the umpire; when it was due, and written
//	<answer.HASH@domain>                   to an unsigned mail; HASH is of its identifier and the mailbox
//	<copy.ID@domain>                       to a copy of what was signed, in the place of <ID@domain>
//
// So a letter has the same identifier whenever it is written again, and no two have the same.
// An answer or a note that is in the store already stays as it is.
//
// A letter to a side refers to the report before its step and to the opening, so that mail
// programs show a game as one thread; an answer refers to the mail that it answers too, and is
// shown below it. The subject begins with the game in brackets, and Reply-To is
// local+game@domain. A letter that a mail called forth is "auto-replied", any other
// "auto-generated" (RFC 3834). Letters to those who only look on, to strangers and to
// Config.Contact have the null return path: nobody has to learn that they did not arrive.
//
// This letter, of which the Example makes a mail,
//
//	Letter{
//		To:      mail.Address{Name: "Michel Ney", Address: "ney@example.net"},
//		Game:    "duel-1",
//		Step:    3,
//		Side:    "Red",
//		Kind:    "receipt.5f1c2a9be0d47713",
//		Subject: "orders received",
//		Page:    Plain("Your orders for step 3 are in."),
//		Answers: "orders-3@example.net",
//	}
//
// has these fields:
//
//	From: "Berthier" <games@berthier.example>
//	Reply-To: "Berthier" <games+duel-1@berthier.example>
//	To: "Michel Ney" <ney@example.net>
//	Subject: [duel-1] orders received
//	Message-ID: <duel-1.3.Red.receipt.5f1c2a9be0d47713@berthier.example>
//	In-Reply-To: <orders-3@example.net>
//	References: <duel-1.0.Red@berthier.example> <duel-1.2.Red@berthier.example> <orders-3@example.net>
//	Auto-Submitted: auto-replied
//
// # The outbox
//
// Mails to one recipient go out in the order in which they were queued, one at a time: one that
// has to wait holds up those behind it. Mails to several go out at the same time, one over each
// Line; if all lines but one fail, that one does alone for an hour. What became of up to 256
// mails may not be written yet while more are sent, so after a crash so many may be sent again,
// the same to the byte.
//
// A mail that the server refuses for good is given up, and Config.Contact is told; not of an
// answer to a stranger. After any other fault it is tried again after 1 minute, then twice as
// long each time, up to 4 hours; at a start, and when the clock was set back, all are tried at
// once. If the server cannot be reached at all, everything waits for the next round, 30 seconds
// later. Answers to unsigned mails and to copies are removed after 7 days, whether they were
// sent or not.
//
// A mail of which a row in the store is damaged holds up no other. It stays where it is and goes
// out when the store is mended; Config.Contact is told once, in the diary of the store.
//
// # What comes back
//
// A delivery report (RFC 3464) counts if it brings back the header of a mail that we sent in
// the last 30 days. The header is known by its boundary, an HMAC under Config.Secret
// (mail.Outgoing.Secret), which nobody else was sent. That mail goes into the outbox again, and
// all mails to the same address wait. Answers to a mail, and press, stop nothing: others have a
// hand in what they say; nor does what has the null return path. Config.Contact is told the
// first time. The mail is tried again after 1, 2, 4 and then every 8 days; an hour after it
// went out and did not come back the others follow. Release lets all go on at once.
//
// Of what strangers write, and servers say, a mail of ours quotes at most QuotedLetters,
// without anything that is taken for a link (Quote).
package post
