// # The log
//
// A record has an open part and, in most kinds, a hidden one: what must not be
// known to everybody before the game is over. Both are text in UTF-8. The first
// line of the open part is "berthier", the record's kind and the version of its
// format. Then come lines "key: fields": LF at the end, one blank between
// fields. A field is bare, or in double quotes with the escapes of strconv.Quote if it
// is empty, or has a blank, an equals sign, a double quote, a backslash, or anything
// that strconv.IsPrint does not find printable: a no-break space, a control character,
// bytes that are no UTF-8 (engine.Quote). No other field is quoted. Base64 ends in
// equals signs, mostly, and is then quoted; a verifier key has none. Lines stand in the order
// given here; none may be missing but those with "*", which may come any number
// of times. A hash or link is 64 lower-case hex digits; a time is RFC 3339 in
// UTC, to the second. Only the canonical form is accepted: what is read must
// print as the same bytes.
//
// Every record begins with its kind, the game, the step that it belongs to and
// the time. The numbers of steps only grow, as does the chain of links: a step
// that is taken back stays in the log, and the next one has the next number.
// Whoever meets a kind that he does not know cannot judge the log. Steps,
// rollbacks, rulings and burned links have numbers from the same row; the step of any other
// record is the number of the last of them, but that of orders is the number that
// they are for.
// No record is of an earlier time than the one before it: while the wall clock is behind,
// the time of that one is kept.
//
// The open parts are the leaves of the log's Merkle tree (package store). A
// record with a hidden part ends in a line "hidden" with the SHA-256 of that
// part. The hidden part begins with a line "salt", 32 bytes that nobody can
// guess: HMAC-SHA256, under the secret of the sealed draws, of three lines that
// each end in LF: "berthier salt 1", the game, the number of the record.
//
// Kind "game", the first record of each log. It holds no mail address, so that
// a log can be published, but for those that the owner of an OpenPGP key put into
// it; they are part of what makes the key valid:
//
//	berthier game 1
//	game: duel-1
//	step: 0
//	time: 2030-12-02T08:00:00Z
//	title: "A duel"
//	ruleset: duel 1                    name and version
//	scenario: three
//	option: ask yes                    * name and value, ascending
//	codes: yes                         only if sides without a key may use codes
//	beacon: <hash> trial bls-unchained-g1-rfc9380 <key> 1692803367 3 <seed> 30   only if the game has one, see Beacons
//	press: none                        or anonymous; only if press is not just in the names of the sides
//	press-limit: 5                     only if it is not 20: press of each player in 24 hours
//	clock: "3d; at 20:00; zone UTC; …"   only if the game has deadlines: a clock.Policy
//	zone: Red Europe/Paris             * of players who named one, in the order of sides
//	wait: yes                          only if orders do not count before a start record
//	data: <hash> tables/duel.csv "a value of this project"   * hash, name, source
//	player: Red "Michel Ney" "ssh-ed25519 AAAA…"   * side, name, key as text; in the order of sides
//	anchor: <link>
//	sealed: <hash>                     SHA-256 of the sealed secret
//	position: <hash>                   of the opening position
//	log: berthier.example/duel-1+0123abcd+AaBb…    key that signs the log, see Checkpoints
//
// Kind "orders", a file that was accepted; the step is the one that the file
// answers:
//
//	berthier orders 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:10:00Z         when it was taken in
//	side: Red
//	form: inline                       a sign.Form, see below
//	key: "ssh-ed25519 SHA256:…"        sign.Key.Name, see below
//	mail: <hash>                       of the mail, which the store keeps under this key
//	file: <hash>                       sign.Covered.Sum of the signed file
//	hidden: <hash>
//
// and hidden
//
//	salt: <hash>
//	signed: 55                         bytes
//	signature: 302                     bytes; 0 if it stands among the signed ones
//
// then an empty line, the signed bytes, and directly behind them the armoured
// signature, both as they came. Nothing stands between or behind them. Package archive
// has a complete example. They may hold bytes that the signature does not
// cover; "file" is a hash of what it covers and of its value (package sign). The
// signed text is a turn file whose header names the game, the side and the step of the
// record.
//
// The forms are inline (text and signature in the body of the mail), file (both in one
// attached file), attached (in two of them), detached (the text in the body, the
// signature attached), clear-signed, pgp-mime and dkim. The signed bytes of a
// clear-signed text are all of it, with the signature; those of pgp-mime a part of the
// mail; those of dkim the whole mail, of which the signature are DNS records, one a
// line, name and value in quotes (sign.Proof). The name of a key is "ssh-ed25519
// SHA256:" and the SHA-256 of the key in base64 without padding, as ssh-keygen -l
// prints it; "OpenPGP key 0x" and the fingerprint of the primary key in upper-case hex;
// "minisign key" and the key in base64; or "DKIM" and a domain.
//
// Kind "key", a side signs with another key from now on, or with none, or its player
// asks for another; the step of the record is the last one that was resolved:
//
//	berthier key 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:15:00Z
//	side: Red
//	by: request                        or confirmation, player, invitation, umpire
//	old: "ssh-ed25519 SHA256:…"        sign.Key.Name; "" for none
//	new: "ssh-ed25519 AAAA…"           key as text; "" for none
//	form: inline                       a sign.Form; "" for the umpire
//	mail: <hash>                       of the mail; zeros for the umpire
//	file: <hash>                       as in orders; zeros for the umpire
//	hidden: <hash>
//
// Its hidden part is like that of orders; it holds the player's message, or
// nothing for the umpire. A "request" is signed with the old key and changes nothing.
// A "confirmation" has the new key of the last request since a key of the side was
// changed, and is signed with it. "player" is signed with both, "invitation" with the
// new one, when there is no old one. In the signed text stand the lines "game:" and
// "side:", and "join:" in a confirmation and an invitation, in the others "key:" with
// the new key; an invitation may have both.
//
// Kind "command", a command of a player that changed the game; the step of the
// record is the last one that was resolved:
//
//	berthier command 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:15:00Z
//	side: Red
//	command: "draw no"                 or withdraw, draw, concede, resign
//	form: inline                       a sign.Form
//	key: "ssh-ed25519 SHA256:…"        sign.Key.Name
//	mail: <hash>                       of the mail
//	file: <hash>                       as in orders
//	hidden: <hash>
//
// Its hidden part is like that of orders. In the signed text stand, above any
// line that begins press or end, the lines "game:" and "side:", and below them a
// line with the command, whose first word may be cut to three letters.
//
// "withdraw" takes the side's orders for the next step back. "draw" offers a draw,
// until the next step is resolved or "draw no". "concede" gives the game up. When
// all sides but one have conceded, that side has won and the over record that
// follows at once has the rule "concession"; when all that have not conceded offer
// a draw, it is one, with the rule "agreement". "resign" leaves the seat: until
// the umpire gives the side a key, or an invitation is answered, it sends nothing.
//
// Kind "step", a step that was resolved. This is a complete example:
//
//	berthier step 2
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:20:00Z
//	ruleset: duel 1
//	tables: 34470bd1639efd6106ac9217a0443a01b493e934df432acea2388b08e5b8179b
//	program: v1.0.0
//	previous: 036f886a9d2e016da6198530faf7c268e57700706151948cb37b45fcfb5a89d1
//	link: 82e143fca3c3caf8a8776baf5be0e3a611f6c72e888705ed0af4d4386c3dc3f9
//	input: Red 4 97c1ba1cd3a023108a65089f069a8c33109e42bd5eba59570fe5bb0d55834b1f
//	input: Blue - -
//	inputs: f7f437a69f1d6f46ab249bcb69bfef6951a61eb358e2ba599be9a6d52b763d80
//	draw: 1 open 6 4 "die of the round"
//	event: [1.3] roll draw=1 of=6 purpose="die of the round" value=4 mods="from one +1" total=5 result=fallen
//	event: [1.4] score by=Red points=1
//	hidden: 026d2d48c98d5ea45768e260486bb273996905e2d0f56ec1e9ce8d988f308130
//
// and hidden
//
//	salt: 4d2f3b0f7f6b5e0c8a4b1d7e9c2f60518273a4b5c6d7e8f90a1b2c3d4e5f6071
//	position: 604a4e0610d76a15134b92e211711bf45509c958390e2f81e64e2ff6634d0e01
//
// "ruleset" is the name and version that resolved the step, "tables" the
// SHA-256 of lines "data" for all data files in force, as in the game record,
// and "program" the release of this program. "previous" is the
// link of the step before, or the anchor. There is one "input" for each side that
// owed something or sent an optional answer, in the order of the sides: the number of its orders record and
// the line "file" of that, or two hyphens if the defaults were used; "inputs"
// is engine.InputHash of them and of the round. "round" (only in a game with a
// beacon) is the number of a round and its signature in hex. A "draw" (*) has its number, "open" or "sealed",
// the number of possible values, the value and the purpose; of a sealed one the
// value is a hyphen, and hidden is a line "draw" (*) with its number and value.
// An "event" (*) is in its canonical form, to the end of the line. Events that
// not everybody may see are hidden (*), each behind the number that it has
// among all events of the step. "position" is the hash of the position after the
// step.
//
// Kind "migrate", the game goes on by other rules:
//
//	berthier migrate 1
//	game: duel-1
//	step: 1                            the last one that was resolved
//	time: 2030-12-02T08:15:00Z
//	by: umpire                         or program, if all steps went the same
//	old: duel 1                        name and version until now
//	new: duel 2                        from the next step on
//	program: v1.1.0                    release that wrote this
//	data: <hash> tables/duel.csv "a value of this project"   * in force from now on
//	differs: 1                         * step that the new rules would do otherwise
//	hidden: <hash>
//
// and hidden, beside the salt, a line "position" with the hash of the position in
// which the game goes on, as the new rules encode it. See Versions.
//
// Kind "clock", in a game with deadlines: a clock was started, stopped or changed. The
// step is the last one that was resolved.
//
//	berthier clock 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:20:00Z
//	cause: begin                       a ClockCause
//	by: clock                          or umpire, or a side
//	at: 2030-12-02T08:20:00Z           clock.State.At
//	paused: players 2030-12-02T08:00:00Z 2030-12-09T00:00:00Z   only in a pause; "-" for no end
//	clock: Red UTC 4320 0 - - - 2030-12-02T08:20:00Z 2030-12-05T08:20:00Z 2030-12-05T20:00:00Z 2030-12-09T08:00:00Z   *
//	hidden: <hash>
//
// There is one "clock" for each side, in their order, with the fields of clock.Side and
// clock.Run: side, zone, minutes in the bank, deadlines missed in a row, "final" or a hyphen,
// "fresh" or a hyphen, the last day of the pause that the side wants, and start, raw, due and end;
// hyphens for what there is not. The hidden part has the salt, a line "text" with the sentence
// for the next report, a line "absence" (*) with side, first and last day for each absence
// that was announced. A change by a side follows the command record of that side.
// The game record and every step record are followed by one with the cause begin, unless the
// game is over.
// All of it follows from the clock record before, the clauses of the game and what was owed
// then (package clock); only the span or the date that the umpire chose stands in no other
// place. "at" is the time of the record or up to ten minutes before it, but when orders came late
// (then it is when the mailbox was last looked at), when a pause ended by itself (then it is
// that time), and when the wall clock had been set back.
//
// Kind "rollback", the game goes on from an earlier position. It has a number and
// a link as a step does, so that a turn file for what was taken back cannot count
// behind it; nothing is rolled with that link. What was taken back stays, and
// numbers and links go on. Files that wait are dropped:
//
//	berthier rollback 1
//	game: duel-1
//	step: 8
//	time: 2030-12-02T08:40:00Z
//	by: "ssh-ed25519 SHA256:…"         sign.Key.Name of the umpire's key; "" at the machine
//	previous: <link>
//	link: <link>
//	to: 4                              the number after which it goes on; 0 for the beginning
//	reason: "Blue's mail was lost"
//	hidden: <hash>
//
// and hidden are the salt and a line "position", the hash of the position. The
// number may also be that of a step that was taken back before.
//
// Kind "ruling", the umpire changed the position. It is like a rollback, but has
// lines "ruleset", as in a step, and "reason" in the place of "to", and hidden,
// before the line "position", are the lines of the encoding that go out, with
// their numbers in the old one, and then those that come in, with their numbers
// in the new one:
//
//	cut: 12 "unit 1leg 1512 NE ordered entered"     *
//	put: 15 "unit 1leg 1513 NE ordered entered"     *
//
// The new encoding must be one that the ruleset decodes and, if it is an
// engine.Adjuster, accepts in the place of the old one.
//
// Kind "burn", links that somebody may hold are taken out of use, since the store was put
// back and lacks the steps that they were for. It is like a rollback to where the game
// stands, but its number, that of the last link that is burned, is not the next one: it has
// a line "from" with the first in the place of "to". Its link, hashed once for each number
// that is burned, gives "previous". No draw, open or sealed, has one of these numbers:
//
//	berthier burn 1
//	game: duel-1
//	step: 265
//	time: 2030-12-02T08:40:00Z
//	by: ""
//	previous: <link>                   of step 8
//	link: <link>                       of number 265
//	from: 9
//	reason: "the umpire's store was put back or made again, and what came after it may be lost"
//	hidden: <hash>
//
// Kind "substitute", another player has a side; the record of his key follows at
// once, by the umpire:
//
//	berthier substitute 1
//	game: duel-1
//	step: 8
//	time: 2030-12-02T08:45:00Z
//	by: ""
//	side: Red
//	old: "Michel Ney"                  names
//	new: "Joachim Murat"
//	reason: "he was taken ill"
//
// Kind "announce", a word of the umpire to all players. It has the line "by"
// and is hidden: the salt, an empty line, the text.
//
// Kind "start", orders count from now on; only in a game that waits for it. It has
// the line "by".
//
// Kind "abandon", the umpire ends the game without a result. It has the lines "by"
// and "reason". The record of the end follows at once, with no winner, no rule, and
// the text "closed by the umpire without a result: " and the reason.
//
// Kind "log-key", another key signs the log:
//
//	berthier log-key 1
//	game: duel-1
//	step: 1                            the last one that was resolved
//	time: 2030-12-02T08:15:00Z
//	old: berthier.example/duel-1+0123abcd+AaBb…
//	new: berthier.example/duel-1+4567cdef+AcDd…
//	signature: "mXpQ…=="               base64, Ed25519 by the old key over the lines before; "" if that is lost
//
// Kind "report", one for each report, opening and last mail to a side:
//
//	berthier report 1
//	game: duel-1
//	step: 1                            that it tells of; 0 for the opening
//	time: 2030-12-02T08:20:00Z
//	side: Red
//	mail: duel-1.1.Red@berthier.example   Message-ID
//	hidden: <hash>
//
// Hidden are the salt, an empty line, and the text part of the mail (Markdown).
//
// Each side gets one of each number, from the opening on, and one of the end; they follow
// before anything else happens. Beside these there is only one for the first mail of a
// substitute, <game.step.side.welcome.RECORDS@domain>. The text of a report of a step has
// the link, the draws in their order, and the rolls that its side may see.
//
// Kind "closed", in a game with a beacon: the answers to a step are complete.
// The lines "input" are those that the step record will have.
//
//	berthier closed 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:20:00Z
//	input: Red 4 97c1ba1cd3a023108a65089f069a8c33109e42bd5eba59570fe5bb0d55834b1f
//	input: Blue - -
//	round: 75012345
//
// Kind "over", the end of a game; only its last reports follow:
//
//	berthier over 1
//	game: duel-1
//	step: 3                            the last one
//	time: 2030-12-02T09:00:00Z
//	winner: Red                        "" for a draw
//	rule: 3                            of the game, or "concession" or "agreement"
//	text: "three rounds are over"
//	secret: <link>                     beginning of the hash chain
//	sealed: <link>                     key of the sealed draws
//
// It is also the attachment secrets.txt of the last mail.
//
// # Checkpoints
//
// The head of a log is signed as a checkpoint (C2SP tlog-checkpoint): a signed
// note (golang.org/x/mod/sumdb/note) of three lines, the origin, the number of
// records and the root of the tree in base64:
//
//	berthier.example/duel-1
//	7
//	q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=
//
//	— berthier.example/duel-1 kJx2pQ…
//
// The origin is the domain of the daemon's address, a slash, and the game; it is
// also the name of the key. The key pair is the daemon's, the same for all its
// games: Ed25519. The game record and the opening mail have the public key in the
// form of a verifier key, NAME+HASH+KEY: KEY is base64 of the byte 01 and the 32 bytes
// of the key, HASH the first 4 bytes, in hex, of the SHA-256 of NAME, a line feed, and
// those 33 bytes. Base64 may have plus signs, names have none. The line of the
// signature is an em dash, a blank, the name, a blank, and base64 of the 4 bytes of HASH
// and the 64 bytes of the signature, which is over the three lines. The file of the private key is one line
// in the form that package note calls a signer key; its name is "berthier".
//
// A log-key record names another key. It signs the heads that cover the record, and only
// those: the heads before it stay signed by the key before it, so whoever kept one
// can prove the past against the new key too. The old key signs the record, unless
// it is lost; an audit says which.
//
// Each report has the checkpoint of the log up to its step (with the end of the
// game, if it ended). The records of the reports themselves come behind it. Each receipt
// has the checkpoint of the log with the file in it. The
// store keeps a checkpoint of the whole log as the state value "head".
package umpire
