// # Kind over
//
// The end of a game; only its last reports follow:
//
//	berthier over 1
//	game: duel-1
//	step: 3
//	time: 2030-12-02T09:00:00Z
//	winner: Red
//	rule: 3
//	text: "three rounds are over"
//	secret: 2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b
//	sealed: afe8a5078127995b3513e78001111ae58255c3fee172b4259d3d355d72f09c77
//
// "winner" is "" for a draw; "rule" is one of the game, or concession or agreement. "secret" is the beginning of the
// hash chain, "sealed" the key of the sealed draws. The record is also the attachment secrets.txt of the last mail.
package record

import "berthier/engine"

// Over ends the log of a game: how it ended, and its secrets.
type Over struct {
	Head    // Step is the last one
	Outcome engine.Outcome
	Secret  engine.Link // first value of the hash chain, ChainLength before the anchor
	Sealed  engine.Link // key of the sealed draws
}

// Kind is KindOver.
func (Over) Kind() string { return KindOver }

// Print is that of a Record.
func (o Over) Print() (data, hidden []byte) {
	w := o.begin(KindOver)
	w.Put("winner", o.Outcome.Winner)
	w.Put("rule", o.Outcome.Rule)
	w.Put("text", o.Outcome.Text)
	w.Put("secret", o.Secret)
	w.Put("sealed", o.Sealed)
	return w.Bytes(), nil
}

// ParseOver reads exactly what Over.Print writes.
func ParseOver(text []byte) (o Over, _ error) {
	r := o.read(KindOver, text)
	o.Outcome = engine.Outcome{Over: true, Winner: engine.Side(r.Word("winner")), Rule: r.Word("rule"),
		Text: r.Word("text")}
	o.Secret = r.Hash(r.Word("secret"))
	o.Sealed = r.Hash(r.Word("sealed"))
	return o, r.ends(nil, o.Print)
}
