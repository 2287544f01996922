// # Kind reopen
//
// The umpire lets a game go on that had ended (Kind ended), where it stood. The concessions
// and offers of a draw by which it ended count no more. Clocks begin anew:
//
//	berthier reopen 1
//	game: duel-1
//	step: 8
//	time: 2030-12-03T08:00:00Z
//	by: ""
//	reason: "it was a slip"
package record

// Reopen lets a game go on that had ended.
type Reopen struct {
	Head          // Step is the last one
	By     string // sign.Key.Name of the umpire's key; "" at the machine
	Reason string
}

// Kind is KindReopen.
func (Reopen) Kind() string { return KindReopen }

// Print is that of a Record.
func (v Reopen) Print() (data, hidden []byte) {
	w := v.begin(KindReopen)
	w.Put("by", v.By)
	w.Put("reason", v.Reason)
	return w.Bytes(), nil
}

// ParseReopen reads exactly what Reopen.Print writes.
func ParseReopen(text []byte) (v Reopen, _ error) {
	r := v.read(KindReopen, text)
	v.By, v.Reason = r.Word("by"), r.Word("reason")
	return v, r.ends(nil, v.Print)
}
