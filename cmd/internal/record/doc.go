// Package record has the records of a game's log: for each kind a type and its text.
// This doc is the specification of the log.
//
// # The log
//
// A record has an open part and, in most kinds, a hidden one: what must not be known to everybody before the game is
// over. Both are text in UTF-8. The first line of the open part is "berthier", the record's kind and the version of
// its format. Then come lines "key: fields": LF at the end, one blank between fields. A field is bare, or in double
// quotes with the escapes of strconv.Quote if it is empty, or has a blank, an equals sign, a double quote, a
// backslash, or anything that strconv.IsPrint does not find printable: a no-break space, a control character, bytes
// that are no UTF-8 (engine.Quote). No other field is quoted. Base64 ends in equals signs, mostly, and is then
// quoted; a verifier key has none. Lines stand in the order given here; a line marked ? may be missing, one marked *
// may come any number of times. A hash or link is 64 lower-case hex digits; a time is RFC 3339 in UTC, to the second.
// Only the canonical form is accepted: what is read must print as the same bytes. Whatever reads a record names the
// first line that is wrong, unless only its spelling is.
//
// Every record begins with its kind, the game, the step that it belongs to and the time. The numbers of steps only
// grow, as does the chain of links: a step that is taken back stays in the log, and the next one has the next number.
// Whoever meets a kind that he does not know cannot judge the log. Steps, rollbacks, rulings and burned links have
// numbers from the same row; the step of any other record is the number of the last of them, but that of orders and
// of closed is the number that they are for. No record is of an earlier time than the one before it: while the wall
// clock is behind, the time of that one is kept.
//
// The open parts are the leaves of the log's Merkle tree (package store). A record with a hidden part ends in a line
// "hidden" with the SHA-256 of that part. The hidden part begins with a line "salt", 32 bytes that nobody can guess:
// HMAC-SHA256, under the secret of the sealed draws, of three lines that each end in LF: "berthier salt 1", the game,
// the number of the record.
//
// Each kind is shown below by a complete example, of both its parts. The tests read them from here, and print them.
//
// # Who signed
//
// Records of what a player sent have lines form, key, mail and file.
//
// The forms are inline (text and signature in the body of the mail), file (both in one attached file), attached (in
// two of them), detached (the text in the body, the signature attached), clear-signed, pgp-mime and dkim. The signed
// bytes of a clear-signed text are all of it, with the signature; those of pgp-mime a part of the mail; those of dkim
// the whole mail, of which the signature are DNS records, one a line, name and value in quotes. The name of a key is
// "ssh-ed25519 SHA256:" and the SHA-256 of the key in base64 without padding, as ssh-keygen -l prints it; "OpenPGP
// key 0x" and the fingerprint of the primary key in upper-case hex; "minisign key" and the key in base64; or "DKIM"
// and a domain. The line mail is the SHA-256 of the mail, which the store keeps under it; file is the SHA-256 of what
// the signature covers and of its value.
//
// The hidden part has the numbers of the signed bytes and of those of the signature, 0 if it stands among the signed
// ones; then an empty line, the signed bytes, and directly behind them the armoured signature, both as they came.
// Nothing stands between or behind them. They may hold bytes that the signature does not cover.
//
// # Checkpoints
//
// The head of a log is signed as a checkpoint (C2SP tlog-checkpoint): a signed note (golang.org/x/mod/sumdb/note) of
// three lines, the origin, the number of records and the root of the tree in base64:
//
//	berthier.example/duel-1
//	7
//	q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=
//
//	— berthier.example/duel-1 kJx2pQ…
//
// The origin is the domain of the daemon's address, a slash, and the game; it is also the name of the key. The key
// pair is the daemon's, the same for all its games: Ed25519. The game record and the opening mail have the public key
// in the form of a verifier key, NAME+HASH+KEY: KEY is base64 of the byte 01 and the 32 bytes of the key, HASH the
// first 4 bytes, in hex, of the SHA-256 of NAME, a line feed, and those 33 bytes. Base64 may have plus signs, names
// have none. The line of the signature is an em dash, a blank, the name, a blank, and base64 of the 4 bytes of HASH
// and the 64 bytes of the signature, which is over the three lines. The file of the private key is one line in the
// form that package note calls a signer key; its name is "berthier".
//
// A log-key record names another key. It signs the heads that cover the record, and only those: the heads before it
// stay signed by the key before it, so whoever kept one can prove the past against the new key too. The old key signs
// the record, unless it is lost; an audit says which.
//
// Each report has the checkpoint of the log up to its step (with the end of the game, if it ended). The records of
// the reports themselves come behind it. Each receipt has the checkpoint of the log with the file in it.
package record
