package game

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store/leaf"
)

// SavedGame is all of one game, to be archived and put into a store again. What is sent
// already is there only as the text of the reports.
type SavedGame struct {
	Records  []leaf.Record
	Head     []byte            // signed checkpoint of the whole log
	Data     map[string][]byte // data files by name
	Messages map[string][]byte // mails as received, by the SHA-256 of their bytes in hex
	Readme   []byte            // README.txt, if it is not as this program writes it: for people, and never proof
	Page     []byte            // index.html, for people; nil if there is none, and never proof of anything

	Secrets *Secrets // nil in what can be published
}

// Secrets is what only the umpire may have while a game goes on.
type Secrets struct {
	Chain, Sealed engine.Link
	State         map[string]string // the state values of the game that do not follow from its log
	Outbox        []leaf.Mail       // not sent yet, in order
}

// Of reports why secrets are not those of a game that began so. None, and those of a game of which nothing is
// known, are no error.
func (s *Secrets) Of(g record.Game) error {
	if s == nil || g.Game == "" {
		return nil
	}
	if sha256.Sum256(s.Sealed[:]) != g.Sealed {
		return errors.New("the sealed secret is not the one of the log")
	}
	if anchor, _ := engine.NewWay(s.Chain).Link(0); anchor != g.Anchor {
		return errors.New("the secret does not lead to the anchor of the log")
	}
	return nil
}

// Over reports whether the log says that the game is over.
func (s SavedGame) Over() bool {
	return slices.ContainsFunc(s.Records, func(r leaf.Record) bool { return r.Kind == record.KindOver })
}

// Public is what everybody may see: without the secrets of the umpire and, while
// the game goes on, without hidden parts of the log and mails. Of the mails of a
// finished game it keeps those that the log names.
func (s SavedGame) Public() SavedGame {
	s.Secrets = nil
	if !s.Over() {
		s.Messages = map[string][]byte{}
		s.Records = slices.Clone(s.Records)
		for i := range s.Records {
			s.Records[i].Hidden = nil
		}
		return s
	}
	named := map[string][]byte{}
	for _, r := range s.Records {
		v, err := record.Parse(r.Kind, r.Data, nil)
		if err != nil {
			continue
		}
		if m, ok := ReceivedMail(v); ok && s.Messages[m.Hash] != nil {
			named[m.Hash] = s.Messages[m.Hash]
		}
	}
	s.Messages = named
	return s
}

// Receipt is the mail that a record came from.
type Receipt struct {
	Hash  string // SHA-256 of the mail in hex
	Time  time.Time
	Known bool       // whether Proof is
	Proof sign.Proof // what was signed in it
}

// ReceivedMail tells which mail a record came from, if there was one.
func ReceivedMail(r record.Record) (m Receipt, ok bool) {
	var hash [32]byte
	switch v := r.(type) {
	case record.Orders:
		hash, m = v.Mail, Receipt{"", v.Time, v.Known, v.Proof}
	case record.Command:
		hash, m = v.Mail, Receipt{"", v.Time, v.Known, v.Proof}
	case record.Key:
		hash, m = v.Mail, Receipt{"", v.Time, v.Known, v.Proof}
		if hash == [32]byte{} {
			return m, false
		}
	default:
		return m, false
	}
	m.Hash = hex.EncodeToString(hash[:])
	return m, true
}

// Links gives the links of a record that has a number of its own: a step, a
// rollback, a ruling or burned links. ok is false for any other.
func Links(r record.Record) (previous, link engine.Link, ok bool) {
	switch v := r.(type) {
	case record.Step:
		return v.Previous, v.Link, true
	case record.Rollback:
		return v.Previous, v.Link, true
	case record.Ruling:
		return v.Previous, v.Link, true
	case record.Burn:
		return v.Previous, v.Link, true
	}
	return previous, link, false
}
