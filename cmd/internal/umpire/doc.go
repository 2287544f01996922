// Package umpire is the hub of the daemon: it takes mails in, and finds out who sent what
// for which game. The clock, the random source of the secrets and all mails come in
// through it and nowhere else. What happens then is said in the rooms below it:
//
//   - package docket, the games and how they stand;
//   - package play, what moves them on;
//   - package matter, what came in, and how it is answered;
//   - package duty, what is done when a command is given;
//   - package quota, how often somebody is answered.
//
// An Umpire has all that they can do. This is where to look for what:
//
//   - New makes an Umpire, Resume finishes what met a fault of ours, CheckGames
//     looks whether a changed program may go on with the games, and Migrate lets a
//     game go on by its rules.
//   - Create begins a game, TakeAll takes mails in, Do carries out what the umpire
//     commands at the machine.
//   - Umpire.Post sends what was queued (package post), and tells the umpire what happened to
//     the store itself.
//   - BurnDue and putback.BurnLater make sure that a store that was put back uses no link again.
//   - Retry takes in again what was set aside (intake.AsideIn).
//   - Games and Status tell how things stand; stored.Audit proves it.
//   - PutBack lets games that were restored go on.
//   - Prune removes finished games and what is old from the store.
//   - RunClocks does what deadlines demand; Tick is one round of it.
//
// # What becomes of a mail
//
// The signature is verified over the bytes as received, against the keys of all players; only then is the text read.
// Nothing else in a mail is believed. In this order:
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
// Over a database, which several processes may have, the mails that were found are put into a queue first, and each
// process judges what no other one is at: Queue.Run. Before a process decides something of a game it claims the game,
// and forgets what another one changed (docket.With).
//
// All of it, with the marks by which the mail will be recognised and the place in the mailbox, is one transaction of
// the store: an error of TakeAll means that nothing was changed.
//
// # Mails of which the program dies
//
// Package intake says which mails are being taken in, in a file of Config.Folder. One of which the program died too
// often is set aside there; it is marked as seen, the place in the mailbox moves on behind it, and the umpire is told
// once. Retry takes it in again; if the program dies of it once more it stays where it is.
//
// # Mails
//
// Package post says which Message-ID a mail has, and to which it refers. Answers go to
// local+game@domain, but a signed file is taken wherever it is sent to.
//
// # Keys
//
// Each side signs with one key. The umpire gives it when he creates the game, or invites the player by a code that is
// mailed to him; later he registers another or revokes it (SetKey, Invite). That drops a file of the side that waits
// for the others. A player changes his key himself by a message that he signs like a turn file, with the key that is
// in force:
//
//	game: duel-1
//	side: Red
//	key: ssh-ed25519 AAAA…
//	end
//
// What stands behind "key:", on the same line or on those below it up to "end", is a public key as
// sign.ParsePublicKey reads it. That is a request and changes nothing: he is mailed a code, and the key changes when
// a message comes that is signed with the new key, the confirmation. So nobody claims the key of somebody else:
//
//	game: duel-1
//	side: Red
//	join: CODE
//	end
//
// Only a message that is signed with both keys, as gpg can do it, or with an
// OpenPGP key that it brings in another state, extended for instance, counts at once.
//
// An invitation is answered in the same way: by "join: CODE", signed with the new key, which stands below in a line
// "key:". That line may be missing if the key is an OpenSSH key, whose signatures bring it along, if it is attached
// to the mail as a file or stands in its field Autocrypt, or if it signs for a side of another game already. The
// lines may stand in a quote, so that the mail that invites can be answered as it is. What counts is only that the
// key verifies the signature, and that what it signed has the code. One key may play in any number of games; the key
// of the umpire plays in none.
//
// Every change is a record of the log, is mailed to the player at his registered
// address, and stands in everybody's next report. An audit verifies each file with
// the key that was in force when it came, and a change with the keys that it needs.
//
// # Codes
//
// If the umpire allows it when he creates a game, a side that has no key answers with a code in place of a signature.
// The turn file then has one more line in its header, "code: XXXX-XXXX-XXXX", which stands in the report that asks
// for orders: the first 60 bits, in base32, of HMAC-SHA256, under the secret of the sealed draws, of four lines that
// each end in LF: "berthier code 1", game, step, side. So each step and side has another code, and none is of use
// when the game is over. The mail must come from the registered address and have a DKIM signature of exactly its
// domain (sign.OpenDKIM); the code is checked before the DNS is asked. The orders record has the form "dkim", the key
// "DKIM" and the domain, the whole mail as its signed bytes, and the DNS records as its signature. An audit checks
// DKIM with these records, and the code when the game is over.
//
// This is weaker than a key. It shows that somebody who had seen the report sent the mail through the provider of the
// player's address; that the DNS records were the right ones is the word of the umpire. A side that has a key cannot
// use codes; one whose key is revoked can.
package umpire
