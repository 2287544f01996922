// Package store keeps everything durable in one bbolt file, with a journal beside
// it, or in a PostgreSQL database: the logs of the
// games, their positions, their secrets, the messages that came in, those that
// go out, and how far each mailbox was read. It knows no rule and no mail
// protocol: what it is given are bytes, and it gives the same bytes back.
//
// # Transactions
//
// A step of a game is one Update: its log records, the new position, the mark
// on the message that caused it and the mails that report it reach the disk
// together or not at all. Mails are sent afterwards, from the outbox, until the
// server takes them; a crash between sending and Sent sends a mail twice, with
// the same Message-ID, and never loses one.
//
// # The file
//
// Version 2 of the format. Names in quotes are literal, those in <> vary, a
// slash leads into a bucket, an arrow from a key to its value. Keys are in
// ascending order of their bytes.
//
//	"meta"/
//	    "format"            → "2", plain; everything else is sealed, see below
//	    "journal"           → how far the journal is in the store; once there is one
//	    "old"               → empty; if later transactions may be lost, see Tx.MayBeOld
//	    "beat"              → opaque, a sign of life; not in the journal
//	"games"/
//	    <game>/               a-z, 0-9 and -, 1 to 40 bytes, the first no -
//	        "tree"          → number of records, tree over them
//	        "log"/
//	            <seq>       → record
//	        "hidden"/
//	            <seq>       → the hidden part of a record; only if it has one
//	        "state"/
//	            <key>       → opaque
//	        "inbox"/
//	            <key>       → a message as it arrived
//	"secrets"/                apart from "games": what copies games cannot meet them
//	    <game>/               made with the first secret
//	        <name>          → opaque, written once
//	"seen"/
//	    <SHA-256 of key>    → time it was first marked
//	"cursors"/
//	    <mailbox>           → opaque
//	"mails"/                  outgoing; what was sent stays, but for what RemoveMail took out
//	    "entry"/
//	        <seq>           → QueuedMail without Raw, JSON
//	    "raw"/
//	        <seq>           → Raw
//	    "id"/
//	        <Message-ID>    → seq
//	    "due"/
//	        <time><seq>     → empty; NotBefore of each mail that waits
//	    "game"/
//	        <game>NUL<seq>  → empty; <game> is empty for a mail of no game
//	"gone"/                   made with the first
//	    <game>              → of a game that was removed: when, in RFC 3339, number of
//	                          records and root of the tree in hex, with blanks between them
//	"diary"/                  made with the first entry
//	    <seq>               → Entry: time in RFC 3339, kind, "new" or "told", with
//	                          blanks between them; LF; its text
//
// A seq is an unsigned 64-bit number, big endian, counted from 1 without gaps in
// each log and in "diary". In "entry" the next one is that of the last row and one, so there is a gap
// where a mail was removed. A time in a key or in "seen" is a signed 64-bit
// number, big endian, of nanoseconds since 1970-01-01 UTC, not negative; 0 is no
// time. A chosen key (state, inbox, secret, mailbox, Message-ID) is UTF-8 of 1
// to 1000 bytes.
//
// A new version of the format gets a new number in "format". Open refuses a
// number that it does not know.
//
// # Seals
//
// Every value but "format" is
//
//	CRC-32C (4 bytes, big endian) of: path NUL key NUL payload
//	payload
//
// where path is the names of the buckets joined with "/". So a value that was
// changed or that stands in the wrong place is found when it is read. The seal
// finds accidents; it does not stop a person who can write the file. Against
// him stands what players hold in their reports.
//
// # Records
//
// The row of a record is
//
//	step         8 bytes, unsigned, big endian, at most 2^63-1
//	kind length  1 byte, 1 to 255
//	kind         UTF-8
//	data         the rest
//
// Step and kind are there to find a record; a log that is published is its data
// alone. The data are the leaves of a Merkle tree as in RFC 6962:
//
//	leaf = SHA-256( 00 || data )
//	node = SHA-256( 01 || left || right )
//
// where the left subtree of n leaves has the largest power of two below n. The
// hidden part of a record is not in the tree, and data has to name its hash. So
// a log can be shown without what is still secret, and be opened later.
//
// "tree" is the number of records, 8 bytes big endian, and the roots of the
// complete subtrees that the log is made of, 32 bytes each, the largest first:
// one for each bit that is set in the number. They are all that it takes to add
// a record and to compute the root. Reading a whole log compares it with them: a
// missing, moved or changed record is an error and never a shorter log.
//
// # Mails
//
// An entry is the JSON that encoding/json writes for a QueuedMail: fields in the
// order id, from, to, game, notBefore, attempts, retryAt, lastError, sentAt,
// givenUpAt, heldAt, holds; no white space; times in RFC 3339, UTC; the fields notBefore,
// retryAt, lastError, sentAt, givenUpAt, heldAt and holds only when set. Any other spelling, and any
// other field, is refused:
//
//	{"id":"\u003c3@example.org\u003e","from":"games@example.org","to":["ney@example.net"],
//	"game":"austerlitz","notBefore":"2030-12-02T08:00:00Z","attempts":0}
//
// (on one line, with <, > and & escaped as shown). A mail of which "sentAt" and "givenUpAt" are unset waits, and
// only then has a row in "due".
//
// # The journal
//
// Beside the store FILE lies FILE.journal, a text file of mode 0600 that holds
// what every transaction changed, secrets too: whoever has it has the store. It
// only grows, until another takes its place, and is somewhat longer than the store.
// Rebuild makes the store out of it.
//
//	berthier journal 1
//	begin 1
//	put games/wagram tree base64
//	 AAAAAAAAAAA=
//	put games/wagram/log #1 record 2 step
//	 berthier step 1
//	 …
//	put games/wagram/state position
//	 hex 0101
//	 hex 0102
//	put games/wagram tree base64
//	 AAAAAAAAAAH…
//	commit 1 0ce8a07b
//	begin 2
//	put cursors "My mails"
//	 17 4
//	delete mails/due 0x1aade3e7a4dd80000000000000000001
//	commit 2 2aac3cf2
//
// All in UTF-8, LF at the end of each line. Transactions are numbered from 1. The last
// line of one has its number and, as 8 lower-case hex digits, the CRC-32C of: the number
// in that place of the transaction before (of the first: 0), 4 bytes big endian, then
// all lines of this one from "begin" on. A change is one row of the file:
//
//   - "delete", the path of its buckets, its key;
//   - or "put", path, key and form, followed by the lines of the payload, without
//     its seal, each behind one blank. A payload that ends in LF has an empty last line.
//
// A key of 8 bytes of which the first is 0 is # and the number in decimal. Any other
// that is not text is 0x and its bytes in hex. Text stands as it is if it is of
// printable ASCII without blanks and double quotes, not empty, and does not begin with
// # or 0x; otherwise in double quotes, in ASCII, as strconv.QuoteToASCII writes it. Text
// is UTF-8 without control characters but tab, CR and LF.
//
// The form of a record whose data is text is "record", step and kind (as a key),
// and its payload is the data alone. Of another payload that is text there is no form;
// of any other it is "base64", with one line. Only this spelling is read.
//
// Rows that can be found from others, as trees and indexes, are there too, the tree of a log
// once at the end of a transaction in which records came: to rebuild is to repeat. The buckets of
// a game are made with the first row of the game, all at once, and those of its secrets with its
// first secret. They go when the row "tree" of the game is deleted, which is its last. A journal that begins where a
// store is there already has first what the store holds, in transactions of about 1 MiB.
//
// The value "journal" in "meta", sealed, not in the journal itself, is three numbers with
// blanks between them: of the last transaction that the store has, its sum in hex, and
// the length of the journal up to its end. A transaction is
//
//  1. written behind the end of the journal and synced; now it has happened;
//  2. committed to the store, together with its place in the journal, and synced.
//
// If the second fails, as on a full disk, the journal is cut back to where it was. So
// after a crash the journal is ahead of the store by one transaction or by none. Open
// commits to the store what only the journal has, which also brings a backup of the
// store up to date. What stands behind the last whole transaction, and has no line
// "begin" but its first, was never finished: Open puts it into FILE.journal.torn and
// cuts it off.
//
// # Another journal
//
// A journal that takes the place of another begins with all that the store has, and
// goes on counting: its first line names the last number of the one before,
//
//	berthier journal 1 behind 4711
//	begin 4712 more
//
// and "more" stands in the first line of each transaction that makes sense only
// together with the next. So whichever of a store and a journal has the higher
// number is the newer one.
//
// # Damage
//
// The sums are a chain: a byte that was changed, cut off, put in, doubled or moved
// anywhere before the end of what the store has is found by CheckJournal, which reads
// the journal once. Open looks at the end only. MendJournal lets another journal begin
// in the place of a damaged one, out of the store, and keeps that one beside it as
// FILE.journal.damaged-TIME-byte-N, where N is how many bytes of it are in order.
// Open does the same with a journal that does not end where the store says,
// if no whole transaction in it has a higher number than the store. Otherwise it
// refuses with ErrJournal, because the journal may know more. It refuses with ErrLost a
// journal without a store, and begins a journal for a store that has none. If the
// journal's name is a link all this happens where it leads to.
//
// Without the store Rebuild makes one out of all whole transactions before the damage.
// It looks for transactions behind it that fit the sum of the one before them, tells
// how many there are and of which games, and does not use them. Then another journal
// begins, as if the store had the last of these numbers.
//
// When something was removed for good (RemoveGame, RemoveSent, RemoveSeen), CutJournal
// lets another journal begin too, and removes the one before, which is FILE.journal.cut
// meanwhile.
//
// The diary has an entry of each of these, for the person in charge.
//
// Check compares every row with the journal.
//
// A store that Rebuild made, or that was opened without the journal that it had, has the
// value "old" in "meta", sealed, which the journal does not have either: later transactions
// may be lost. Whoever opens it deals with that, and takes the value away (Tx.NotOld).
//
// # A database
//
// OpenDatabase has the same buckets and rows, with the same seals, in PostgreSQL, or
// in what speaks its protocol: only tables, transactions and ON CONFLICT are asked of
// it. All that is above the rows is one for both. bbolt stays the default: it needs no
// server, and its file can be copied.
//
// The tests run on PostgreSQL. SKIP LOCKED and idle_in_transaction_session_timeout are asked for too. By their
// documentation CockroachDB and YugabyteDB have what is asked too, with three
// differences: they may make each table of a migration at once, which is why that can be made again;
// CockroachDB reads on the level SERIALIZABLE where REPEATABLE READ is asked for, which is more; and who cannot tell
// the size of a table gives no such figure to a monitor.
//
// The statements that are sent most are prepared on each connection, with names that begin with berthier_. A pooler
// that lends a connection for a transaction has to keep them. If it does not, or does not have them at all, a
// transaction may fail and is decided again, and from then on they are sent whole.
//
//	berthier_schema  one: always 1; version: that of these tables
//	berthier_row     path, key, value: the path of the bucket as above; NULL is a bucket in that place
//	berthier_key     one: always 1; proof: an empty value, encrypted as a secret in the path "key" with an empty key,
//	                 which only the right key opens
//	berthier_worker  owner: a name of a process, drawn when it begins; holder: the process for people; until: when
//	                 its lease ends, by the clock of the database
//	berthier_fence   owner; mark: a name of the last transaction of that process. Who has no row here writes nothing
//	berthier_claim   name; owner: who has it; turn: how often what belongs to it was written; changed: when last;
//	                 known and announced: the turn and the time of the last Tx.Announce
//	berthier_number  name: "mail", of those that go out, or "queue"; last: the last number that was given to one
//	berthier_queue   seq; claim, with "aside/" before it if the mail is damaged and was set aside; looked: when the
//	                 mailbox was looked at before the mail was found, as a time in a key, 0 if who took the mailbox
//	                 over does not know it, or if it was set aside; raw: the mail, encrypted
//
// A later version of the tables is made out of an earlier one when a store is opened
// to be written; one that this program does not know is refused.
//
// # Several processes
//
// Any number of processes may have a store in a database, and a new one simply joins. Each has a lease of 10 seconds
// and renews it every 3. One whose lease is over by the clock of the database loses its rows in berthier_worker and
// berthier_fence to the first other one that looks. If that clock goes forward leases may seem to end early; if it
// goes back a lease for over 20 seconds is taken for ended. Neither does harm: the row in berthier_fence decides.
// A process whose clock is more than a minute off from that of the database takes no lease, because a deadline that
// begins by the clock of one process ends by that of another. Nor does one whose program does not know the version of
// the tables; a change of that ends all leases.
// A process that cannot renew its lease for 10 seconds by its own clock gives up by itself what it stands on, also
// while it waits for an answer: a server that is gone without a word is waited for at most 2 minutes, and 10 seconds
// for a new connection. Who is stopped meanwhile waits no longer than he says when he opens the store
// (OpenDatabaseUntil); a daemon says 10 seconds.
//
// What belongs together has a claim: "game/NAME" the rows of a game and its secrets, "mailbox" the place in the
// mailbox, "post" the sending of mails, "club" the mails of no game. A process takes claims that are free, without
// waiting for others (Claim), and gives them back. Claims are not leased one by one: they are free as soon as the
// process that has them has no row in berthier_fence. So a claim costs one statement, whether it is of one game or of
// sixty, and a lease that is renewed meets no transaction that stands on the claim.
//
// A transaction that writes is REPEATABLE READ. Its last statements raise the turn of all claims to which its rows
// belong, and put its mark into berthier_fence. Of a claim that this process has they do so only if it still has it,
// of any other only if nobody has it and nothing of it was written since the transaction began. If a row is missing
// nothing is written: the error is ErrTaken if the lease is over, and ErrMet if it was another claim, or the database
// gave the transaction up for another one (40001, 40P01). So a process that hangs, is cut off, or is stopped and
// resumes writes nothing that was decided before. It forgets what it knew (the turns tell), takes another lease, and
// goes on. Under that it writes nothing of a claim that it had before, until it has given that back. The database ends
// the connection of a process that does nothing for 30 seconds in a transaction that writes, since its rows are locked.
//
// The function of an Update is never run again by Update, because callers could not stand it: what Ledger.Together
// judges has come into memory, Postpone and Join wait for goroutines. Who can decide once more reads again and does
// so (Redo, package docket). If the answer to COMMIT is lost, the mark tells whether it was made, as soon as the
// database has come to its end; if that cannot be heard for 30 seconds, or the lease ended meanwhile, it is ErrTaken,
// and reading tells. A fault while something is read ends the transaction with ErrNotWritten, or a View with
// ErrNotRead, whatever its function made of it: both can be tried again.
//
// Some rows belong to no claim:
//
//   - "seen": their keys come from the mail. Of two processes that mark the same at a time one gets ErrMet, and finds
//     the mark when it decides again.
//   - "mails": each mail has rows of its own. Their numbers are taken in blocks by a statement beside the transaction
//     that queues them, which therefore holds up no other; what of a block is not used is a gap. A transaction takes
//     its blocks after it has begun, and so after all earlier ones of the same game: the numbers of a game rise. What
//     becomes of a mail is written by who sends, and by who judges a report that it came back; if both do, one gets
//     ErrMet. The version of the claim "held", which nobody takes, tells others that mails were held or go on.
//   - "diary", "gone": of two new rows with one number one gets ErrMet.
//   - "beat": that of the process which wrote last, a sign of life of the club as a whole.
//   - "cursors": the place in the mailbox is written together with the queue under its claim, that of the weekly
//     letter by who has the same claim.
//
// A mail that comes in stands in the queue from the transaction that moves the place in the mailbox on to the one that
// writes what became of it (Tx.Dequeue). Those of one claim are judged in the order of their numbers, by one process
// at a time. A mail may have the wrong claim: who judges it takes that of the game too, and begins again. A copy of
// the store has no queue: CopyTo and CopyToFile refuse while mails wait, and a backup (WriteFile) then has no place in
// the mailbox, so that all of the mailbox is read again, and what was here is ignored.
//
// A mail that was damaged in the queue is set aside (Tx.SetAside): those behind it go on. Nobody can know whose it is
// or when it came, so it counts as the oldest, and no deadline passes, until a person removes it (Tx.DropAside).
//
// Values in "secrets" and in "hidden" are encrypted: a nonce of 24 bytes and
// XChaCha20-Poly1305 of what the file would hold, which is the seal and the payload, with the path, NUL and the key of
// the row as additional data; the path of a mail in the queue is "queue", NUL and its time looked (version 0.1.0:
// "queue"). The key of 32 bytes is in a file outside the database,
// in hex and LF, of mode 0600. Without it the club cannot go on: keep a copy apart
// from those of the database.
//
// There is no journal: the log of PostgreSQL takes its place, with its archive and
// standbys, and what mends a lost disk is a restore there. Whoever puts an old copy of
// a database back has the same duty as with a file that lost its journal, and nothing
// tells the program so.
//
// # Tests
//
// Every test that opens a store, in any package, runs Check in its cleanup,
// before Close, and fails on any Problem.
package store
