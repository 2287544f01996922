// Package umpire is the hub of the daemon: it takes a mail in, drives a
// ruleset and the store, and queues what is to be sent. The clock, the random
// source of the secrets and all mails come in through it and nowhere else.
//
//   - New makes an Umpire, Resume finishes what met a fault of ours, CheckGames
//     looks whether a changed program may go on with the games, and Migrate lets a
//     game go on by its rules.
//   - Create begins a game, Take takes a mail in, Process resolves a step
//     without waiting.
//   - SendDue and RunOutbox send what was queued; Release sends what was stopped.
//   - SetKey and Invite change the key with which a player signs.
//   - Start, Rollback, Ruling, Substitute, Announce and Close are what an umpire
//     does to a game; Acts lists it, Position is what a ruling changes.
//   - Games and Status tell how things stand; Verify, CheckLog and CheckTree prove
//     it.
//   - Save reads all that the store holds of a game, Restore puts it into another.
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
//   - A delivery report (RFC 3464) that a mail of ours failed, and that brings its
//     header back, puts that mail into the outbox again and stops all mails to the
//     same address. They go on when a mail comes from there, or one that its player
//     signed, or by Release. The umpire (Config.Contact) is told.
//   - A mail that is too large, has no signature, a wrong one, or one of a key
//     that no player has, changes nothing. The answer goes to the address in
//     From, as seldom as Limits say, with the null return path; to none that
//     our mail server holds for forged.
//   - A signed file that cannot be used changes nothing. Every fault is mailed
//     to the player at once. This and all later answers go to the address that
//     the player registered, since anybody can send a signed mail on, and copies
//     of the same text are answered as seldom as strangers.
//   - A file that is in order is recorded, takes the place of the side's earlier
//     file of the same step, and is answered by a receipt. A file that was
//     replaced cannot come back by being sent again: somebody else may have it.
//   - If it was the last that was owed, the step is resolved and everybody gets
//     his report, which is the receipt of that file too. A file of a side that
//     owes nothing, to which an optional decision is open, waits until then and is
//     resolved with the others.
//   - A fault of this program changes nothing. The mail is kept, Resume tries it
//     again, the log has the details, and the player gets one plain sentence.
//
// All of it, with the marks by which the mail will be recognised and the place
// in the mailbox, is one transaction of the store: an error of Take means that
// nothing was changed.
//
// # Commands
//
// A mail can give commands in place of orders, one a line, several to a mail:
//
//	game: duel-1
//	side: Red
//
//	status      // how does it stand?
//	report 3
//	end
//
// Words are English, capitals do not matter, and a word may be cut to three
// letters as long as it stays clear among the commands that the sender may give.
// "//", and "#" at the beginning of a word, open a comment. Quoted lines, the
// line above a quote and what stands below "end", "signoff", "-- " or a line of
// hyphens or underscores are not read. One line of greeting may stand above the
// first command. A paragraph below the last command in which no line begins with
// a command, or with something near one, is a greeting; the answer names it. Any
// other text is no mail of commands: it is a turn file, a message about a key, or
// nothing.
//
// A mail is carried out whole or not at all. The answer shows each command as it
// was understood, with its result, or every fault of the mail. What an unsigned
// mail may ask for is public. The other commands are signed like a turn file; what
// is shown then is what the side may see. Commands that change a game need the
// lines "game:" and "side:" in the signed text, and the same text counts once. The
// umpire signs for the side "umpire" with one of Config.UmpireKeys.
//
// Some commands have a text, which ends in a line "end" with the word of the
// command ("endpress"). "orders" and "preview" have a turn file, which is the
// rest of the mail; what it lacks of game: and side: it takes from the header
// above. Of a signed text that holds a turn file the lines down to the last line
// "orders" (or what abbreviates it) that has a line game:, side:, turn: or step:
// anywhere below it are not part of the turn file, but for game: and side: that
// do not stand below, and code:.
//
// Press goes to those that it is for, and into no record. Because what is signed
// together with a command record is published when the game is over, press stands
// in a mail of its own.
//
// Who observes a game gets what the side "" may see, by mails that are in no
// record; the address is kept as state, never in the log. It has to send back a
// code first: the first 60 bits, in base32, of HMAC-SHA256, under the secret of the
// sealed draws, of four lines that each end in LF: "berthier observer 1", the game,
// the command, the address in lower case. The attachment of "monitor" is JSON, its
// form the type results.
//
// A game is looked for in the header of the text, in the tag of the address, in
// the subject in brackets, and in the Message-IDs that the mail answers, in this
// order. If they disagree the answer says so; if the text is signed nothing else
// counts than its header and its key.
//
// # The table of commands
//
// A command is a row of commandTable: its word, its arguments as HELP shows them,
// one sentence of help, who may give it (byStranger, byPlayer, byUmpire or several
// of them; what strangers may not give must be signed), the least and most words
// behind it, the body that follows it, and the function that carries it out:
//
//	{word: "status", args: "[GAME]", most: 1, who: byAnybody, do: (*doing).status, help: "Tells how a game stands."},
//
// The function finds in doing.line its words and its body, in doing.by and doing.me
// who gives it, and in doing.g the game as the commands above it leave it; nil if
// the mail names none (doing.needGame refuses that, doing.changes also an unsigned
// header, a text that was here before, and a game that is over). It adds writes to
// doing.batch and mails to doing.mails, puts a changed copy of the game into
// doing.g, and shows its result with doing.say and doing.part. What is wrong with
// the command it tells doing.fault; then nothing of the mail is done. An error is a
// fault of this program. What must happen after the commit goes to doing.when.
//
// # Mails
//
// The Message-ID of a report is <game.step.side@domain>, where the opening mail
// is that of step 0 and domain is that of the umpire's address; the last mail of
// a game is <game.over.side@domain>. A report refers to the one before it and
// to the opening, so that mail programs show a game as one thread. Answers go to
// local+game@domain, but a signed file is taken wherever it is sent to.
//
// A reminder is <game.step.side.reminder.TIME@domain>, with the time at which it was due; a
// mail about clocks <game.step.side.clock.RECORD@domain>, with the number of the clock record.
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
// # The log
//
// A record has an open part and, in most kinds, a hidden one: what must not be
// known to everybody before the game is over. Both are text in UTF-8. The first
// line of the open part is "berthier", the record's kind and the version of its
// format. Then come lines "key: fields": LF at the end, one blank between
// fields. A field is bare, or, if it is empty or has a blank or another special
// character, in double quotes as in Go (engine.Quote). Lines stand in the order
// given here; none may be missing but those with "*", which may come any number
// of times. A hash or link is 64 lower-case hex digits; a time is RFC 3339 in
// UTC, to the second. Only the canonical form is accepted: what is read must
// print as the same bytes.
//
// Every record begins with its kind, the game, the step that it belongs to and
// the time. The numbers of steps only grow, as does the chain of links: a step
// that is taken back stays in the log, and the next one has the next number.
// Whoever meets a kind that he does not know cannot judge the log. Steps,
// rollbacks and rulings have numbers from the same row; the step of any other
// record is the number of the last of them, but that of orders is the number that
// they are for.
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
//	form: inline                       a mail.Form
//	key: "ssh-ed25519 SHA256:…"        mail.Key.Name
//	mail: <hash>                       of the mail, which the store keeps under this key
//	file: <hash>                       of signed bytes and signature
//	hidden: <hash>
//
// and hidden
//
//	salt: <hash>
//	signed: 52                         bytes
//	signature: 294                     bytes; 0 if it stands among the signed ones
//
// then an empty line, the signed bytes, and directly behind them the armoured
// signature.
//
// Kind "key", a side signs with another key from now on, or with none; the step
// of the record is the last one that was resolved:
//
//	berthier key 1
//	game: duel-1
//	step: 1
//	time: 2030-12-02T08:15:00Z
//	side: Red
//	by: player                         or umpire, or invitation
//	old: "ssh-ed25519 SHA256:…"        mail.Key.Name; "" for none
//	new: "ssh-ed25519 AAAA…"           key as text; "" for none
//	form: inline                       a mail.Form; "" for the umpire
//	mail: <hash>                       of the mail; zeros for the umpire
//	hidden: <hash>
//
// Its hidden part is like that of orders; it holds the player's message, or
// nothing for the umpire.
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
//	form: inline                       a mail.Form
//	key: "ssh-ed25519 SHA256:…"        mail.Key.Name
//	mail: <hash>                       of the mail
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
// and "program" the release of this program; in format 1, before the first
// release, both are missing. "previous" is the
// link of the step before, or the anchor. There is one "input" for each side that
// owed something or sent an optional answer, in the order of the sides: the number of its orders record and
// the hash of its signed bytes and signature, or two hyphens if the defaults were used; "inputs"
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
//	by: "ssh-ed25519 SHA256:…"         mail.Key.Name of the umpire's key; "" at the machine
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
//	berthier logkey 1
//	game: duel-1
//	step: 1                            the last one that was resolved
//	time: 2030-12-02T08:15:00Z
//	old: berthier.example/duel-1+0123abcd+AaBb…
//	new: berthier.example/duel-1+4567cdef+AcDd…
//	signature: mXpQ…                   Ed25519 by the old key over the lines before; "" if that is lost
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
// There is also one for the first mail of a substitute, and one for the report of
// a rollback or ruling.
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
// form of a verifier key, NAME+HASH+KEY. The file of the private key is one line
// in the form that package note calls a signer key; its name is "berthier".
//
// A log-key record names another key. It signs the heads that cover the record, and only
// those: the heads before it stay signed by the key before it, so whoever kept one
// can prove the past against the new key too. The old key signs the record, unless
// it is lost; an audit says which.
//
// Each report has the checkpoint of the log up to its step (with the end of the
// game, if it ended). The records of the reports themselves come behind it. The
// store keeps a checkpoint of the whole log as the state value "head".
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
// is a public key as mail.ParsePublicKey reads it. The same message counts once.
// The answer to an invitation has the line "join: CODE" before the key and is
// signed with the new key; if that is an OpenSSH key, whose signatures bring it
// along, the line "key:" may be missing. Every change is a record of the log, is
// mailed to the player at his registered address, and stands in everybody's next
// report. An audit verifies each file with the key that was in force when it came.
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
// exactly its domain (mail.OpenDKIM); the code is checked before the DNS is asked.
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
// Beside its log a game has these state values: "step", the number of the last
// resolved step; "position", its encoding; "address/SIDE", where mails go;
// "pending/SIDE", the number of the orders record that counts for the next step;
// "closed", the number of the closed record whose round is awaited;
// "head", the signed checkpoint of the log; "data/NAME", a data file as it was when
// the game began;
// "key/SIDE", the public key in force if it is not that of the game record;
// "rules", the number of the migrate record in force; "news", the numbers of other
// records that the next report has to tell; "log-key", the number of the record that names
// the key of the log, if it is not that of the game record; "checked", the Config.Build of the program
// that last looked at the steps, and in a second line why the game is held; "held", the same as
// the players were told; "player/SIDE", the name of a substitute; "waits", while the game
// is not started; "invite/SIDE", the code of an invitation;
// "observer/ADDRESS", "observe" or "monitor";
// "draw/SIDE", "conceded/SIDE" and "vacant/SIDE", the numbers of command records;
// "ended", the number of the over record; "key-news", the numbers of the key
// records that the next report has to tell; "clock", the numbers of the clock records that
// it has to tell, and then that of the last one; "reminded/SIDE", up to when reminders went
// out; "stuck/TIME/HASH", a mail that met a
// fault of ours. Its secrets are "chain" and
// "sealed". The cursor of the mailbox is "UIDVALIDITY UID" in decimal.
package umpire
