package templates

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"html"
	"slices"
	"strings"

	"berthier/engine"
	"berthier/engine/tongue"
)

// Game is what every mail says about the game that it belongs to.
type Game struct {
	ID      string // "austerlitz-1", as in the header of a turn file
	Title   string // "Austerlitz, 2 December 1805"
	Rules   string // ruleset and version: "jdg 1.0.0"
	Address string // where turn files go
	Desk    string // address of the order desk on the web; "" for none
	Players []Player
	// Language is the reader's; "" for English.
	Language tongue.Language
}

// Player is who plays a side.
type Player struct {
	Side engine.Side
	Name string // as he wants to be called
	Keys string // kinds and fingerprints of the keys that he signs with
}

// TurnFile is one signed file that a step resolved.
type TurnFile struct {
	Side engine.Side
	// Auth says in plain words how it was authenticated, for example "signed
	// with ssh-ed25519 SHA256:k3y…, received 3 May 1806, 18.20 UTC", or "no file came in
	// time, defaults were used".
	Auth tongue.Text
	Hash string // SHA-256 in hex, "-" if there is no file
}

// Answer is how the reader may answer: the same in every mail that asks for
// orders.
type Answer struct {
	Deadline tongue.Text // "Friday 8 May, 20.00 UTC"; empty if there is none
	Header   string      // header lines of a turn file, each ending in a newline
	Template string      // body lines, comments included

	// What becomes of the file: how long it can be replaced when all are in, "30 minutes",
	// empty for not at all; whether the step then waits for the word final; and whether
	// it is the only one that the step waits for.
	Window tongue.Text
	Final  bool
	Alone  bool
}

// Block is the order template as a player copies it.
func (a Answer) Block() string {
	if a.Template == "" {
		return a.Header
	}
	return a.Header + "\n" + a.Template
}

// ByCode reports whether the reader answers with a code in place of a signature.
func (a Answer) ByCode() bool { return a.Code() != "" }

// Code is the code; "" if he signs.
func (a Answer) Code() string {
	_, code, _ := strings.Cut(a.Header, "\ncode: ")
	return strings.TrimSpace(code)
}

// OpeningMail is what opening.md gets: the first mail of a game to one side.
// Report holds the position and what is owed; its story may be empty.
type OpeningMail struct {
	Mail
	Anchor engine.Link // end of the chain of open dice
	// Sealed is the SHA-256 of the secret of the sealed draws; zero if the
	// game has none.
	Sealed [sha256.Size]byte
	// Log is the public key that signs the checkpoints, as a verifier key of a
	// signed note, and LogPrint its fingerprint; empty if there are none.
	Log, LogPrint string
	// Invitation is the code with which the player can register a key, if the
	// umpire has none of his.
	Invitation string
	// Beacon is the public source of randomness that is mixed into the dice;
	// empty if there is none.
	Beacon string
	Leaves string // the player whose place the reader takes in a game that goes on; "" at its beginning
	Waits  bool   // orders do not count before the umpire starts the game
}

// ClosedMail is what closed.md gets: the answers to a step are complete, and
// its dice wait for a round of a public beacon.
type ClosedMail struct {
	Game       Game
	Step       int
	Chain      string // name and hash of the chain
	Round      uint64
	At         tongue.Text // when it is published
	Inputs     []TurnFile
	Checkpoint string
}

// Closed renders the word that a step waits for its round.
func Closed(m ClosedMail) (text, html []byte, err error) {
	return render(m.Game.Language, "closed.md", m.Game.headed("closed.title"), m)
}

// JoinHeader is how a message begins that answers the invitation.
func (m OpeningMail) JoinHeader() string { return joinHeader(m.Game.ID, m.Report.Side, m.Invitation) }

func joinHeader(game string, side engine.Side, code string) string {
	return fmt.Sprintf("game: %s\nside: %s\njoin: %s\nkey: (here your public key)\nend\n", game, side, code)
}

// SealedHash is the commitment in hex, empty if there is none.
func (m OpeningMail) SealedHash() string {
	if m.Sealed == [sha256.Size]byte{} {
		return ""
	}
	return fmt.Sprintf("%x", m.Sealed)
}

// Opening renders the first mail of a game.
func Opening(m OpeningMail) (text, html []byte, err error) {
	return render(m.Game.Language, "opening.md", m.Title(), m)
}

// OrderReading is one line of a turn file as the program reads it.
type OrderReading struct {
	Line int    // in the player's text, from 1; 0 if the program added it
	Text string // the player's own text, where it tells more
	As   string // what will be done, in full words
}

// Readings tell how orders were read. A player's own text stands where it differs, and once where one line became
// several orders.
func Readings(orders []engine.Order) (all []OrderReading) {
	for i, o := range orders {
		r := OrderReading{Line: o.Line, Text: o.Text, As: strings.Join(o.Words, " ")}
		if r.Text == r.As || i > 0 && orders[i-1].Line == o.Line {
			r.Text = ""
		}
		all = append(all, r)
	}
	return all
}

// ReceiptMail is what receipt.md gets: a turn file came in and is in order.
type ReceiptMail struct {
	Game     Game
	Side     engine.Side
	Step     int // the step that will resolve it
	File     File
	Auth     tongue.Text // how the file was authenticated
	Hash     string      // that names the signed file, in hex
	Replaces bool        // it takes the place of an earlier file
	Final    bool        // it cannot be replaced any more: the dice wait for a public beacon
	Change   Change      // in a game with a change window
	Waiting  []engine.Side
	Deadline tongue.Text // by when the step is resolved; empty if it waits for the orders of all
	// Checkpoint is the signed head of the log, which has the file.
	Checkpoint string
}

// Change says how long a file can be replaced in a game with a change window.
type Change struct {
	Window tongue.Text // "30 minutes"; empty in a game without one
	Until  tongue.Text // when it ends, all files being in; empty if it has not begun
	Paused bool        // it begins when the pause is over
	Over   bool        // the deadline has passed
}

// Receipt renders the orders as understood.
func Receipt(m ReceiptMail) (text, html []byte, err error) {
	return render(m.Game.Language, "receipt.md", m.Game.headed("receipt.title"), m)
}

// KeyChange is a change of the key with which a side signs.
type KeyChange struct {
	Side     engine.Side
	By       string      // "umpire", "player", "invitation", "request" or "confirmation"
	Old, New string      // kind and fingerprint; "" for none
	At       tongue.Text // when
}

// KeyMail is what key.md gets: a player's key was changed; and confirm.md: he asked
// for another one.
type KeyMail struct {
	Game       Game
	Change     KeyChange
	Umpire     string // his mail address; may be empty
	Invitation string // code with which the player can register a key; may be empty
}

// JoinHeader is how a message begins that answers the invitation.
func (m KeyMail) JoinHeader() string { return joinHeader(m.Game.ID, m.Change.Side, m.Invitation) }

// ConfirmBlock is the message that shows that a key which was asked for is one's own.
func (m KeyMail) ConfirmBlock() string {
	return joinBlock(m.Game.ID, m.Change.Side, m.Invitation)
}

func joinBlock(game string, side engine.Side, code string) string {
	return fmt.Sprintf("game: %s\nside: %s\njoin: %s\nend\n", game, side, code)
}

// Confirm renders what a player has to do who asked for another key.
func Confirm(m KeyMail) (text, html []byte, err error) {
	return render(m.Game.Language, "confirm.md", m.Game.headed("confirm.title"), m)
}

// Title says what happened: a first key is no change.
func (m KeyMail) Title() tongue.Text {
	switch c := m.Change; {
	case c.New == "" && c.Old == "":
		return catalogue.Say("key.register")
	case c.New == "":
		return catalogue.Say("key.revoked")
	case c.Old == "":
		return catalogue.Say("key.known")
	}
	return catalogue.Say("key.changed")
}

// Which is the key with which orders count: one that is registered first or again, the new one, or this.
func (m KeyMail) Which() any {
	switch c := m.Change; {
	case c.New == "" && c.Old == "":
		return tongue.Fact("first")
	case c.New == "":
		return tongue.Fact("again")
	case c.Old == "":
		return tongue.Fact("this")
	}
	return tongue.Fact("new")
}

// Key renders the change of a key for the player whose key it is.
func Key(m KeyMail) (text, html []byte, err error) {
	return render(m.Game.Language, "key.md", m.Title().In(cmp.Or(m.Game.Language, tongue.En))+
		tongue.Colon.In(m.Game.Language)+m.Game.ID, m)
}

// FaultsMail is what faults.md gets: a signed turn file that cannot be used.
type FaultsMail struct {
	Game   Game
	Side   engine.Side
	Step   int
	Faults engine.Faults
	// Kept says that an earlier file of the same step is still in force.
	Kept   bool
	Answer Answer
	Other  string        // the game that the file is for, if its key plays no side in it
	Notes  []tongue.Text // what else the player should look at
	More   int           // faults that a mail has no room for; Faults counts them
}

// Count is how many faults there are.
func (m FaultsMail) Count() int { return len(m.Faults) + m.More }

// roomForFaults is how many bytes faults take on a page of which Gmail shows all.
const roomForFaults = 60_000

// Faults renders every fault of a turn file, or as many as a mail program shows.
func Faults(m FaultsMail) (text, page []byte, err error) {
	room := roomForFaults
	m.Faults = listedOnce(m.Faults)
	for i, f := range m.Faults {
		const around = 200 // tags, and words that are the same for all
		room -= around
		for _, s := range []string{f.Text, f.Msg.String(), f.Hint.String()} {
			room -= len(inASCII([]byte(html.EscapeString(s))))
		}
		if room < 0 && i > 0 {
			m.Faults, m.More = m.Faults[:i], len(m.Faults)-i
			break
		}
	}
	return render(m.Game.Language, "faults.md", m.Game.headed("faults.title"), m)
}

// listedOnce leaves a long hint, as the list of all orders, to the first fault that has it: greetings below the orders
// have one for each of their lines.
func listedOnce(faults engine.Faults) engine.Faults {
	const long = 120
	listed := map[string]bool{}
	faults = slices.Clone(faults)
	for i, f := range faults {
		hint := f.Hint.String()
		if listed[hint] {
			faults[i].Hint = tongue.Text{}
		}
		listed[hint] = len(hint) > long
	}
	return faults
}

// SignatureFault is why a turn file is not believed.
type SignatureFault string

// The values of SignatureFault.
const (
	SignatureMissing SignatureFault = "missing" // there is none
	SignatureUnknown SignatureFault = "unknown" // of a key that no player has
	SignatureWrong   SignatureFault = "wrong"   // does not fit the text

	// The mail has no text that could be signed: the values of sign.Obstacle.
	SignatureSMIME          SignatureFault = "s/mime" // signed with a certificate
	SignatureSMIMEEncrypted SignatureFault = "encrypted s/mime"
	SignatureEncrypted      SignatureFault = "encrypted" // with OpenPGP
	SignatureOpenPGP        SignatureFault = "openpgp message"
	SignatureWord           SignatureFault = "word" // a file of a word processor
	SignaturePDF            SignatureFault = "pdf"
	SignatureZip            SignatureFault = "zip" // files packed into one
	SignaturePicture        SignatureFault = "picture"
	SignatureTNEF           SignatureFault = "winmail.dat" // Outlook packed the mail into a file
	SignatureForwarded      SignatureFault = "forwarded"   // a whole mail as a file
	SignatureUTF16          SignatureFault = "utf-16"
	SignatureEmpty          SignatureFault = "empty"

	SignatureSecret SignatureFault = "private key" // the mail holds one
)

// UnsignedMail is what unsigned.md gets.
type UnsignedMail struct {
	Game  Game // zero if the mail named no game that exists
	Why   SignatureFault
	Key   string // kind and fingerprint of the key used, if known
	Found string // the beginning of what was read, so that the player sees what arrived
	// NoGame is the game that the text names, if there is none of the name.
	NoGame string
	// Unkeyed says that the player of the address has to register a key first.
	Unkeyed bool
}

// Unsignable reports whether there is no text that could be signed as it is.
func (m UnsignedMail) Unsignable() bool {
	switch m.Why {
	case SignatureMissing, SignatureUnknown, SignatureWrong, SignatureSMIME:
		return false
	}
	return true
}

// Unsigned renders what to do about a signature that is missing, unknown or
// wrong. The mail goes to an address that nobody has proved to be his, so it
// says nothing about a game but its name.
func Unsigned(m UnsignedMail) (text, html []byte, err error) {
	return render(m.Game.Language, "unsigned.md", speaker(m.Game.Language).word("unsigned.title"), m)
}

// JoinFault is why the answer to an invitation registers no key.
type JoinFault string

// The kinds of JoinFault. In all but the first the code is right.
const (
	JoinCode     JoinFault = "code" // no open invitation has it
	JoinUnsigned JoinFault = "unsigned"
	JoinLines    JoinFault = "lines"     // game and side stand nowhere
	JoinNoKey    JoinFault = "no key"    // that signed it
	JoinOtherKey JoinFault = "other key" // came with it than the one that signed it
	JoinAsked    JoinFault = "asked"     // it is not signed with the key that was asked for
)

// NotJoinedMail is what notjoined.md gets: the answer to an invitation of somebody who
// wants to register a key, and whom no key proves yet.
type NotJoinedMail struct {
	Game Game
	Side engine.Side // that the code is for; "" if it is not right, as Code
	Code string
	Why  JoinFault
	Key  string // kind and fingerprint of the key that signed, if known
}

// Block is the answer as it should be, if the code is right.
func (m NotJoinedMail) Block() string {
	if m.Code == "" {
		return ""
	}
	return joinBlock(m.Game.ID, m.Side, m.Code)
}

// NotJoined renders what to do about an answer to an invitation. The mail goes to an
// address that nobody has proved to be his: it says no more than he wrote.
func NotJoined(m NotJoinedMail) (text, html []byte, err error) {
	return render(m.Game.Language, "notjoined.md", speaker(m.Game.Language).word("notjoined.title"), m)
}

// ProblemMail is what problem.md gets: the fault is ours.
type ProblemMail struct {
	Game      Game
	Reference string // where the umpire finds it in his log
	Umpire    string // address of the umpire; may be empty
}

// Problem renders one plain sentence for the player.
func Problem(m ProblemMail) (text, html []byte, err error) {
	return render(m.Game.Language, "problem.md", m.Game.headed("problem.title"), m)
}

// ReminderMail is what reminder.md gets.
type ReminderMail struct {
	Game   Game
	Side   engine.Side
	Step   int
	Owed   []engine.Decision
	Late   bool        // the deadline has passed
	Next   tongue.Text // what happens when, "on Saturday at 20.00 UTC the defaults are used"; may be empty
	Answer Answer
}

// Reminder renders what a side still owes.
func Reminder(m ReminderMail) (text, html []byte, err error) {
	return render(m.Game.Language, "reminder.md", m.Game.headed("reminder.missing"), m)
}

// OverMail is what over.md gets: the last mail of a game.
type OverMail struct {
	Game    Game
	Steps   int
	Outcome engine.Outcome
	Ending  tongue.Text    // how it ended, in a sentence
	Tables  []engine.Table // the final position and score, of a game that has no After
	Map     string         // content id, or empty
	// After is how the game went, in all; nil for a game that cannot look back.
	After *Aftermath
	// Curves are where the pictures of After are, in its order: "cid:ID", or a file; none without
	// pictures.
	Curves []string
	Anchor engine.Link
	Last   engine.Link // link of the last step
	// Sealed is the secret of the sealed draws, revealed now; zero if the
	// game has none.
	Sealed     engine.Link
	Checkpoint string
	Closed     bool // it was ended without a result
	Leads      bool // it has no winner, as a battle follows
	// Battles are the short names of the games that can begin where this one ended.
	Battles []string
	Page    string // address of the page of the game on the web; "" for none
}

// SealedSecret is the revealed secret in hex, empty if there is none.
func (m OverMail) SealedSecret() string {
	if m.Sealed == (engine.Link{}) {
		return ""
	}
	return m.Sealed.String()
}

// Beginnings are the commands that begin the battles.
func (m OverMail) Beginnings() string {
	var all []string
	for _, name := range m.Battles {
		all = append(all, fmt.Sprintf("berthier new -game %s-%s -from %[1]s -to %[2]s -player …", m.Game.ID, name))
	}
	return strings.Join(all, "\n")
}

// Title says which game is over.
func (m OverMail) Title() tongue.Text {
	return catalogue.Say("over.title", tongue.Words("title", tongue.Name(m.Game.Title)))
}

// CurvePicture is a picture of a curve.
type CurvePicture struct {
	Title tongue.Text
	ID    string
}

// Shown are the curves that there are pictures of.
func (m OverMail) Shown() (all []CurvePicture) {
	for i, id := range m.Curves {
		all = append(all, CurvePicture{m.After.Curves[i].Title, id})
	}
	return all
}

// Over renders the end of a game.
func Over(m OverMail) (text, html []byte, err error) {
	return render(m.Game.Language, "over.md", m.Title().In(cmp.Or(m.Game.Language, tongue.En)), m)
}

// NoticeMail is what notice.md gets: a word from the umpire or the program to
// the players, such as a ruling, a new deadline or a rollback.
type NoticeMail struct {
	Game       Game
	Subject    tongue.Text
	Paragraphs []tongue.Text
	From       tongue.Text // "the umpire", a name; empty for the program itself
	Games      []string    // that the reader plays in, of a notice to the players of all games
	Umpire     bool        // it goes to him, and not to the players
	// Seat is the side that the umpire is asked to give to another player, if any;
	// ByMail says that he can do it by a signed mail.
	Seat   engine.Side
	ByMail bool
}

// Send is the command that gives the seat to another player, in the form in which the
// umpire gives it; "" if nothing is asked of him.
func (m NoticeMail) Send() string {
	const who = "ADDRESS NAME"
	switch {
	case m.Seat == "":
		return ""
	case m.ByMail:
		return fmt.Sprintf("game: %s\nside: umpire\nsubstitute %s %s\n(here the reason, for the record)\n"+
			"endsubstitute\n", m.Game.ID, m.Seat, who)
	}
	return fmt.Sprintf("echo 'REASON' | berthier do -file - %s substitute %s %s", m.Game.ID, m.Seat, who)
}

// Notice renders a notice.
func Notice(m NoticeMail) (text, html []byte, err error) {
	return render(m.Game.Language, "notice.md", m.Subject.In(cmp.Or(m.Game.Language, tongue.En)), m)
}
