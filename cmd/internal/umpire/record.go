package umpire

import (
	"fmt"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/engine"
	"berthier/mail/sign"
)

// Kinds of log records.
const (
	KindGame    = "game"    // GameRecord: the first record of every log
	KindOrders  = "orders"  // OrdersRecord: a signed turn file was accepted
	KindStep    = "step"    // StepRecord: a step was resolved
	KindCommand = "command" // CommandRecord: a player's command that changed the game
	KindOver    = "over"    // OverRecord: the game is over, its secrets are open
	KindReport  = "report"  // ReportRecord: a report was mailed to one side
	KindKey     = "key"     // KeyRecord: a side signs with another key, or with none
	KindClosed  = "closed"  // ClosedRecord: all answers to a step are in, its dice wait for a beacon
	// MigrateRecord: from the next step on the game is played by another version of the rules
	KindMigrate = "migrate"
	KindLogKey  = "log-key" // LogKeyRecord: another key signs the log
	KindClock   = "clock"   // ClockRecord: a clock was started, stopped or changed

	// What the umpire does.
	KindRollback   = "rollback"   // RollbackRecord: the game goes on from an earlier position
	KindRuling     = "ruling"     // RulingRecord: the position was changed
	KindBurn       = "burn"       // BurnRecord: links that may be known are never used
	KindSubstitute = "substitute" // SubstituteRecord: another player has a side
	KindAnnounce   = "announce"   // AnnounceRecord: a word to all players
	KindStart      = "start"      // StartRecord: orders count from now on
	KindAbandon    = "abandon"    // AbandonRecord: the game ends without a result
)

// GameRecord says what a game is played with. The log holds no mail address,
// so that it can be published.
type GameRecord struct {
	Game    string
	Time    time.Time // to the second
	Title   string
	Ruleset string
	Version string
	Setup   engine.Setup
	Beacon  Beacon // what is mixed into the dice
	Codes   bool   // whether a side without a key may answer with a code and DKIM
	Press   Press  // which press it allows
	// PressLimit is how much of it each player may send in 24 hours.
	PressLimit int
	Clock      clock.Policy
	Zones      map[engine.Side]string // of the players who named one; nil if none did
	Wait       bool                   // whether no orders count before a StartRecord
	Data       []engine.DataFile
	Players    []PlayerRecord // in the order of the sides
	Anchor     engine.Link
	Sealed     [32]byte // SHA-256 of the sealed secret
	Position   [32]byte // hash of the opening position
	Log        string   // public key of the log, as note.NewVerifier reads it; its name is the log's origin
}

// PlayerRecord is one player as the log names him.
type PlayerRecord struct {
	Side engine.Side
	Name string
	Key  sign.Key // at the beginning, without a comment; zero if the player was invited to send one
}

// OrdersRecord is a turn file that was accepted: it was signed by the side's
// key, could be read, and was legal.
type OrdersRecord struct {
	Game string
	Step int // that it answers
	Side engine.Side
	Time time.Time
	Key  string   // sign.Key.Name of the key that signed it
	Mail [32]byte // SHA-256 of the mail it came in, which the store keeps
	File [32]byte // sign.Covered.Sum of what was signed
	Hidden
	sign.Proof // of which only the Form is public: the rest is empty if not Known
}

// ReportRecord is a report, or the opening or the last mail, to one side.
type ReportRecord struct {
	Game string
	Step int // that it tells of; 0 for the opening
	Time time.Time
	Side engine.Side
	Mail string // Message-ID
	Hidden
	Text []byte // its text part, Markdown; nil if not Known
}

// Print writes the record as the package doc specifies.
func (g GameRecord) Print() []byte {
	var w lineWriter
	w.head(KindGame, g.Game, 0, g.Time)
	w.put("title", g.Title)
	w.put("ruleset", g.Ruleset, g.Version)
	w.put("scenario", g.Setup.Scenario)
	for _, key := range sortedKeys(g.Setup.Options) {
		w.put("option", key, g.Setup.Options[key])
	}
	if g.Codes {
		w.put("codes", "yes")
	}
	if g.Beacon.used() {
		w.beacon(g.Beacon)
	}
	if g.Press != PressNamed {
		w.put("press", g.Press)
	}
	if g.PressLimit != DefaultPressLimit {
		w.put("press-limit", g.PressLimit)
	}
	g.putClock(&w)
	if g.Wait {
		w.put("wait", "yes")
	}
	for _, d := range g.Data {
		w.put("data", d.Hash, d.Name, d.Source)
	}
	for _, p := range g.Players {
		w.put("player", p.Side, p.Name, p.Key)
	}
	w.put("anchor", g.Anchor)
	w.put("sealed", g.Sealed)
	w.put("position", g.Position)
	w.put("log", g.Log)
	return []byte(w.String())
}

// ParseGameRecord reads exactly what GameRecord.Print writes.
func ParseGameRecord(text []byte) (GameRecord, error) {
	var g GameRecord
	r := &lineReader{rest: string(text)}
	g.Game, _, g.Time = r.head(KindGame)
	g.Title = r.word("title")
	f := r.fields("ruleset", 2)
	g.Ruleset, g.Version = f[0], f[1]
	g.Setup.Scenario = r.word("scenario")
	for r.next("option") {
		f := r.fields("option", 2)
		if g.Setup.Options == nil {
			g.Setup.Options = map[string]string{}
		}
		g.Setup.Options[f[0]] = f[1]
	}
	if r.next("codes") {
		g.Codes = r.word("codes") == "yes"
	}
	if r.next("beacon") {
		g.Beacon = r.beacon()
	}
	if r.next("press") {
		if g.Press = Press(r.word("press")); !g.Press.valid() || g.Press == PressNamed {
			r.fail("press is anonymous or none")
		}
	}
	g.PressLimit = DefaultPressLimit
	if r.next("press-limit") {
		if g.PressLimit = r.number(r.word("press-limit")); !validPressLimit(g.PressLimit) || g.PressLimit == DefaultPressLimit {
			r.fail("press-limit is a number from 1 to %d", maxPressLimit)
		}
	}
	r.policy(&g)
	if r.next("wait") {
		g.Wait = r.word("wait") == "yes"
	}
	g.Data = r.data()
	for r.next("player") {
		f := r.fields("player", 3)
		g.Players = append(g.Players, PlayerRecord{Side: engine.Side(f[0]), Name: f[1], Key: r.key(f[2])})
	}
	g.Anchor = r.hash(r.word("anchor"))
	g.Sealed = r.hash(r.word("sealed"))
	g.Position = r.hash(r.word("position"))
	g.Log = r.word("log")
	if r.err != nil {
		return GameRecord{}, fmt.Errorf("reading game record: %w", r.err)
	}
	return g, r.end("game record", string(text), g.Print())
}

// tablesHash names all data files at once: the SHA-256 of the lines "data" that
// a record has for them.
func tablesHash(files []engine.DataFile) [32]byte {
	var w lineWriter
	for _, d := range files {
		w.put("data", d.Hash, d.Name, d.Source)
	}
	return sha([]byte(w.String()))
}

// data reads lines that name data files.
func (r *lineReader) data() (files []engine.DataFile) {
	for r.next("data") {
		f := r.fields("data", 3)
		files = append(files, engine.DataFile{Hash: r.hash(f[0]), Name: f[1], Source: f[2]})
	}
	return files
}

// Print writes both parts of the record as the package doc specifies; hidden
// is nil if it is not Known.
func (o OrdersRecord) Print() (data, hidden []byte) {
	var w, h lineWriter
	w.head(KindOrders, o.Game, o.Step, o.Time)
	w.put("side", o.Side)
	w.put("form", o.Form)
	w.put("key", o.Key)
	w.put("mail", o.Mail)
	w.put("file", o.File)
	h.putProof(o.Proof)
	return o.hide(&w, &h)
}

// ParseOrdersRecord reads exactly what OrdersRecord.Print writes; hidden may be
// nil. It does not verify the signature, and not the hash of the file.
func ParseOrdersRecord(data, hidden []byte) (OrdersRecord, error) {
	var o OrdersRecord
	r := &lineReader{rest: string(data)}
	o.Game, o.Step, o.Time = r.head(KindOrders)
	o.Side = engine.Side(r.word("side"))
	o.Form = sign.Form(r.word("form"))
	o.Key = r.word("key")
	o.Mail = r.hash(r.word("mail"))
	o.File = r.hash(r.word("file"))
	h := r.hidden(&o.Hidden, hidden)
	if o.Known && r.err == nil {
		h.proof(&o.Proof)
	}
	return o, r.ends("orders record", h, data, hidden, o.Print)
}

// check verifies what a side signed with the key that it had then, or by a code
// if that is zero; known is false while it is secret.
func (o OrdersRecord) check(key sign.Key, g GameRecord, over *OverRecord) (s sign.Signed, known bool, err error) {
	switch {
	case key == (sign.Key{}):
		return o.checkCode(g, over)
	case o.Key != key.Name():
		return s, false, fmt.Errorf("key %s is not that of side %q", o.Key, o.Side)
	case !o.Known:
		return s, false, nil
	}
	if s, err = o.Verify(key, o.Time); err == nil {
		err = names(o.File, s)
	}
	return s, true, err
}

// names checks that a record names what was signed.
func names(file [32]byte, s sign.Signed) error {
	if sum := s.Sum(); sum != file {
		return fmt.Errorf("the signed file has the hash %x, the record says %x", sum, file)
	}
	return nil
}

// Print writes both parts of the record as the package doc specifies; hidden
// is nil if it is not Known.
func (p ReportRecord) Print() (data, hidden []byte) {
	var w, h lineWriter
	w.head(KindReport, p.Game, p.Step, p.Time)
	w.put("side", p.Side)
	w.put("mail", p.Mail)
	h.WriteByte('\n')
	h.Write(p.Text)
	return p.hide(&w, &h)
}

// ParseReportRecord reads exactly what ReportRecord.Print writes; hidden may be
// nil. Text is a part of it, not a copy.
func ParseReportRecord(data, hidden []byte) (ReportRecord, error) {
	var p ReportRecord
	r := &lineReader{rest: string(data)}
	p.Game, p.Step, p.Time = r.head(KindReport)
	p.Side = engine.Side(r.word("side"))
	p.Mail = r.word("mail")
	h := r.hidden(&p.Hidden, hidden)
	if p.Known && r.err == nil {
		h.title("")
		p.Text, h.rest = hidden[len(hidden)-len(h.rest):], ""
	}
	return p, r.ends("report record", h, data, hidden, p.Print)
}
