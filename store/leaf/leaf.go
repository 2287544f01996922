// Package leaf is what a log is made of, apart from the file in which package store
// keeps it: the names of games, the records, which are leaves, and the tree over
// them; and what a mail is that waits to be sent. It needs no file and no database, so
// that whoever was only given a log can check it. The doc of package store specifies how both are encoded.
package leaf

// Record is one entry of a game's log. Nothing here gives its content a meaning.
type Record struct {
	Seq  uint64 // place in the log, from 1 without gaps
	Kind string // UTF-8 of 1 to 255 bytes
	Step int    // step of the game the record belongs to, not negative
	Data []byte // the leaf of the log's tree; it has to say Kind and Step as well
	// Hidden belongs to the record but not to the tree, so that the log can be
	// published without it. Data has to commit to it. Nil if there is none.
	Hidden []byte
}

// MaxGameName is the longest name of a game, in bytes.
const MaxGameName = 40

// ValidGame reports whether a game can have the name: 1 to 40 of a-z, 0-9 and
// hyphens, of which none comes first, so that no program takes it for an option.
func ValidGame(name string) bool {
	for i := range len(name) {
		c := name[i]
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-') {
			return false
		}
	}
	return 0 < len(name) && len(name) <= MaxGameName && name[0] != '-'
}
