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
// # Keys
//
// Each side signs with one key. The umpire gives it when he creates the game, or
// invites the player by a code that is mailed to him; later he registers another
// or revokes it (SetKey, Invite). That drops a file of the side that waits for the
// others. A player changes his key himself by a message that he signs like a turn
// file, with the key that is in force:
//
//	game: duel-1
//	side: Red
//	key: ssh-ed25519 AAAA…
//	end
//
// What stands behind "key:", on the same line or on those below it up to "end",
// is a public key as sign.ParsePublicKey reads it.
// That is a request and changes nothing: he is mailed a code, and the key changes
// when a message comes that is signed with the new key, the confirmation. So
// nobody claims the key of somebody else:
//
//	game: duel-1
//	side: Red
//	join: CODE
//	end
//
// Only a message that is signed with both keys, as gpg can do it, or with an
// OpenPGP key that it brings in another state, extended for instance, counts at once.
//
// An invitation is answered in the same way: by "join: CODE", signed with the new
// key, which stands below in a line "key:". That line may be missing if the key is an
// OpenSSH key, whose signatures bring it along, if it is attached to the mail as a
// file or stands in its field Autocrypt, or if it signs for a side of another game
// already. The lines may stand in a quote, so that the mail that invites can be
// answered as it is. What counts is only that the key verifies the signature, and that
// what it signed has the code. One key may play in any number of games; the key of
// the umpire plays in none.
//
// Every change is a record of the log, is mailed to the player at his registered
// address, and stands in everybody's next report. An audit verifies each file with
// the key that was in force when it came, and a change with the keys that it needs.
//
// # Codes
//
// If the umpire allows it when he creates a game, a side that has no key answers
// with a code in place of a signature. The turn file then has one more line in its
// header, "code: XXXX-XXXX-XXXX", which stands in the report that asks for orders:
// the first 60 bits, in base32, of HMAC-SHA256, under the secret of the sealed
// draws, of four lines that each end in LF: "berthier code 1", game, step, side. So
// each step and side has another code, and none is of use when the game is over.
// The mail must come from the registered address and have a DKIM signature of
// exactly its domain (sign.OpenDKIM); the code is checked before the DNS is asked.
// The orders record has the form "dkim", the key "DKIM" and the domain, the whole
// mail as its signed bytes, and the DNS records as its signature. An audit checks
// DKIM with these records, and the code when the game is over.
//
// This is weaker than a key. It shows that somebody who had seen the report sent
// the mail through the provider of the player's address; that the DNS records were
// the right ones is the word of the umpire. A side that has a key cannot use codes;
// one whose key is revoked can.
//
// # Beacons
//
// In a game with a drand chain a step is resolved in two parts. When nobody is waited for
// any more it is closed: its files, and the first round that is published more than the
// delay later, go into the log and are mailed to everybody with a checkpoint; only a
// rollback, which may be to where the game stands, opens it again. When the round is
// published, RunBeacon fetches and verifies its signature (package beacon) and resolves
// the step; the line "HASH drand ROUND" with the signature's SHA-256 is the last of
// engine.InputHash. The line "beacon" of the game record has the chain's hash, name,
// scheme and public key, its genesis time and period in seconds, its genesis seed, and the
// delay in seconds. That a round was right for the time at which the step was closed is
// audited; the time itself is the word of the umpire's clock, and of those mails.
//
// # A store that was put back
//
// A backup that is put back, or a journal from which the store is made again, may lack
// steps whose links players hold. Nothing is ever rolled with such a link: they are burned
// (kind "burn" of the log) before the game goes on, and the dice go on with later ones. How
// far is known from
//
//   - Burn and BurnLater: the umpire, who asked the players, names the last step;
//   - a mail, from anybody, with a link of the game's chain that its store never used, or with
//     a checkpoint that the log key signed and that does not lie on the log: nobody else can
//     make them. burnMargin links more are burned, since the sender may not have the last one.
//     So at most (records that are missing + sides) / (sides + 1) steps are counted for a
//     checkpoint. A checkpoint in a mail that tells of a burned number is no news;
//   - nothing, if the store was made again, or opened without the journal that it had
//     (store.Tx.MayBeOld), or put back from an archive: then it is burnMargin links, or
//     half of those that are left.
//
// That a player answers a later step, or a Message-ID, is no proof: he is asked for the
// report, and the umpire is told.
//
// # The position attachment
//
// Every report carries the file position.txt, with which "berthier check" reads
// a turn file as the server will, without asking it. Lines are as in the log;
// after an empty line the canonical encoding of the reader's own view follows
// to the end. Line ends may become CRLF on the way.
//
//	berthier position 1
//	game: duel-1
//	side: Red
//	turn: 2
//	step: 2                            that a turn file must answer now
//	ruleset: duel 1
//	link: <link>                       of the step before; "anchor:" before step 1
//	data: <hash> tables/duel.csv "a value of this project"   *
//
//	duel
//	round 2
//	phase choose
//
// Data files that an umpire replaced do not travel; if those of the reader
// differ, Attachment.Check says so.
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
//     second line why the game is held; "held", the same as the players were told;
//   - "invite/SIDE", the code of an invitation; "request/SIDE", the number of the key record
//     that asks for another key, and the code that confirms it;
//   - "burn", the number up to which links have to be burned before the game goes on, and why;
//   - "pressed/SIDE", when the side sent press in the last 24 hours; "reminded/SIDE", up to
//     when reminders went out;
//   - "signed/SIDE/THING", when what counted last for a thing was signed and came in, as a step
//     and two numbers of seconds since 1970; "once/SUM", side and key of a signed text that
//     counted and is in no record;
//   - "stuck/TIME/HASH", a mail that met a fault of ours.
//
// Its secrets are "chain" and "sealed", and "way", the engine.Way of the chain. The cursor
// of the mailbox is "UIDVALIDITY UID" in decimal.
package umpire
