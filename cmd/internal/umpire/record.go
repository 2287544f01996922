package umpire

import (
	"fmt"
	"time"

	"berthier/engine"
	"berthier/mail"
)

// Kinds of log records.
const (
	KindGame   = "game"   // GameRecord: the first record of every log
	KindOrders = "orders" // OrdersRecord: a signed turn file was accepted
	KindStep   = "step"   // StepRecord: a step was resolved
	KindOver   = "over"   // OverRecord: the game is over, its secrets are open
)

// GameRecord says what a game is played with. The log holds no mail address,
// so that it can be published.
type GameRecord struct {
	Game     string
	Time     time.Time // to the second
	Title    string
	Ruleset  string
	Version  string
	Setup    engine.Setup
	Data     []engine.DataFile
	Players  []PlayerRecord // in the order of the sides
	Anchor   engine.Link
	Sealed   [32]byte // SHA-256 of the sealed secret
	Position [32]byte // hash of the opening position
}

// PlayerRecord is one player as the log names him.
type PlayerRecord struct {
	Side engine.Side
	Name string
	Key  mail.Key // without a comment
}

// OrdersRecord is a turn file that was accepted: it was signed by the side's
// key, could be read, and was legal.
type OrdersRecord struct {
	Game      string
	Step      int // that it answers
	Side      engine.Side
	Time      time.Time
	Form      mail.Form
	Key       string   // fingerprint
	Mail      [32]byte // SHA-256 of the mail it came in, which the store keeps
	Text      []byte   // exactly the bytes that were signed
	Signature []byte   // armoured
}

// Print writes the record as the package doc specifies.
func (g GameRecord) Print() []byte {
	var w lineWriter
	w.WriteString("berthier game 1\n")
	w.put("game", g.Game)
	w.put("time", g.Time)
	w.put("title", g.Title)
	w.put("ruleset", g.Ruleset, g.Version)
	w.put("scenario", g.Setup.Scenario)
	for _, key := range sortedKeys(g.Setup.Options) {
		w.put("option", key, g.Setup.Options[key])
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
	return []byte(w.String())
}

// ParseGameRecord reads exactly what GameRecord.Print writes.
func ParseGameRecord(text []byte) (GameRecord, error) {
	var g GameRecord
	r := &lineReader{rest: string(text)}
	r.title("berthier game 1")
	g.Game = r.word("game")
	g.Time = r.time(r.word("time"))
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
	g.Data = r.data()
	for r.next("player") {
		f := r.fields("player", 3)
		key, err := mail.ParsePublicKey(f[2])
		if err != nil {
			r.fail("%w", err)
		}
		g.Players = append(g.Players, PlayerRecord{Side: engine.Side(f[0]), Name: f[1], Key: key})
	}
	g.Anchor = r.hash(r.word("anchor"))
	g.Sealed = r.hash(r.word("sealed"))
	g.Position = r.hash(r.word("position"))
	if r.err != nil {
		return GameRecord{}, fmt.Errorf("reading game record: %w", r.err)
	}
	return g, r.end("game record", string(text), g.Print())
}

// data reads lines that name data files.
func (r *lineReader) data() (files []engine.DataFile) {
	for r.next("data") {
		f := r.fields("data", 3)
		files = append(files, engine.DataFile{Hash: r.hash(f[0]), Name: f[1], Source: f[2]})
	}
	return files
}

// Print writes the record as the package doc specifies.
func (o OrdersRecord) Print() []byte {
	var w lineWriter
	w.WriteString("berthier orders 1\n")
	w.put("game", o.Game)
	w.put("step", o.Step)
	w.put("side", o.Side)
	w.put("time", o.Time)
	w.put("form", o.Form)
	w.put("key", o.Key)
	w.put("mail", o.Mail)
	w.put("text", len(o.Text))
	w.put("signature", len(o.Signature))
	w.WriteByte('\n')
	w.Write(o.Text)
	w.Write(o.Signature)
	return []byte(w.String())
}

// ParseOrdersRecord reads exactly what OrdersRecord.Print writes. It does not
// verify the signature.
func ParseOrdersRecord(text []byte) (OrdersRecord, error) {
	var o OrdersRecord
	r := &lineReader{rest: string(text)}
	r.title("berthier orders 1")
	o.Game = r.word("game")
	o.Step = r.number(r.word("step"))
	o.Side = engine.Side(r.word("side"))
	o.Time = r.time(r.word("time"))
	o.Form = mail.Form(r.word("form"))
	o.Key = r.word("key")
	o.Mail = r.hash(r.word("mail"))
	n, m := r.number(r.word("text")), r.number(r.word("signature"))
	r.title("")
	if r.err == nil && len(r.rest) != n+m {
		r.fail("want %d bytes of text and signature, got %d", n+m, len(r.rest))
	}
	if r.err != nil {
		return OrdersRecord{}, fmt.Errorf("reading orders record: %w", r.err)
	}
	o.Text, o.Signature = []byte(r.rest[:n]), []byte(r.rest[n:])
	r.rest = ""
	return o, r.end("orders record", string(text), o.Print())
}
