package umpire

import (
	"crypto/ed25519"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"

	"berthier/store"
)

// LogKeyRecord says that another key signs the log: the head that covers this
// record, and all later ones.
type LogKeyRecord struct {
	Game      string
	Step      int // the last one that was resolved
	Time      time.Time
	Old, New  string // public keys, as note.NewVerifier reads them; the name is the log's origin
	Signature []byte // by the old key over the lines before it; empty if that is lost
}

// signed are the lines that the old key vouches for.
func (k LogKeyRecord) signed() []byte {
	var w lineWriter
	w.head(KindLogKey, k.Game, k.Step, k.Time)
	w.put("old", k.Old)
	w.put("new", k.New)
	return []byte(w.String())
}

// Print writes the record as the package doc specifies.
func (k LogKeyRecord) Print() []byte {
	var w lineWriter
	w.Write(k.signed())
	w.put("signature", base64.StdEncoding.EncodeToString(k.Signature))
	return []byte(w.String())
}

// ParseLogKeyRecord reads exactly what LogKeyRecord.Print writes. It verifies
// the signature of the old key, if there is one.
func ParseLogKeyRecord(text []byte) (LogKeyRecord, error) {
	var k LogKeyRecord
	r := &lineReader{rest: string(text)}
	k.Game, k.Step, k.Time = r.head(KindLogKey)
	k.Old, k.New = r.word("old"), r.word("new")
	var err error
	if k.Signature, err = base64.StdEncoding.DecodeString(r.word("signature")); err != nil {
		r.fail("signature: %w", err)
	}
	if r.err == nil {
		if err := k.check(); err != nil {
			r.fail("%w", err)
		}
	}
	return k, r.end("log key record", string(text), k.Print())
}

func (k LogKeyRecord) check() error {
	_, err1 := note.NewVerifier(k.Old)
	_, err2 := note.NewVerifier(k.New)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	old, _, _ := strings.Cut(k.Old, "+")
	if origin, _, _ := strings.Cut(k.New, "+"); origin != old || k.Old == k.New {
		return errors.New("it does not name another key of the same log")
	}
	if len(k.Signature) == 0 {
		return nil
	}
	b, err := base64.StdEncoding.DecodeString(strings.SplitN(k.Old, "+", 3)[2])
	if err != nil || len(b) != 1+ed25519.PublicKeySize || !ed25519.Verify(b[1:], k.signed(), k.Signature) {
		return errors.New("the old key did not sign it")
	}
	return nil
}

// tell is what players read.
func (k LogKeyRecord) tell() string {
	text := fmt.Sprintf("The log of the game is signed with another key from now on: %s, in place of %s. ", Fingerprint(k.New), Fingerprint(k.Old))
	if len(k.Signature) == 0 {
		return text + "The umpire says that the old key is lost: ask him for the fingerprint of the new one by another way, and keep an earlier report, whose checkpoint still proves what was before it."
	}
	return text + "The old key signed that."
}

// LogKeyUse is a key that signed the log, and which heads: those of From records
// and more, up to the next one.
type LogKeyUse struct {
	From     uint64
	Verifier string
	Vouched  bool // by the key before it; true for the first
}

// LogKeys lists the keys of a log, first to last.
func LogKeys(g GameRecord, records []store.Record) []LogKeyUse {
	keys := []LogKeyUse{{0, g.Log, true}}
	for _, r := range records {
		if r.Kind != KindLogKey {
			continue
		}
		if k, err := ParseLogKeyRecord(r.Data); err == nil && k.Old == keys[len(keys)-1].Verifier {
			keys = append(keys, LogKeyUse{r.Seq, k.New, len(k.Signature) > 0})
		}
	}
	return keys
}

// openHead reads a checkpoint that must be signed by the key of its time.
func openHead(head string, keys []LogKeyUse) (c Checkpoint, err error) {
	for i := len(keys) - 1; i >= 0; i-- {
		c, err = OpenCheckpoint(head, keys[i].Verifier)
		if err != nil {
			continue
		}
		if c.Size < keys[i].From || i < len(keys)-1 && c.Size >= keys[i+1].From {
			return Checkpoint{}, fmt.Errorf("reading checkpoint: that of %d records is signed with %s, which was not the key then", c.Size, Fingerprint(keys[i].Verifier))
		}
		return c, nil
	}
	return c, err
}
