package post

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"berthier/mail"
	"berthier/store"
)

// Note is a letter to the person in charge about a mail that did not arrive, or about
// something else that no game has to know; none if nobody is in charge, or if that mail
// was to him. left is unique to the occasion.
func (o *Office) Note(left string, about store.Mail, subject string, text ...string) ([]store.Mail, error) {
	if o.Contact == "" || len(about.To) > 0 && strings.EqualFold(about.To[0], o.Contact) {
		return nil, nil // the log of the daemon has it
	}
	if about.Game != "" {
		subject = fmt.Sprintf("[%s] %s", about.Game, subject)
	}
	m, err := o.Write(Letter{
		To: mail.Address{Address: o.Contact}, ID: notePrefix + left, Subject: subject, Page: Plain(text...),
		Unasked: true, Null: true,
	})
	if err != nil {
		return nil, err
	}
	return []store.Mail{m}, nil
}

// TellDiary mails to the person in charge what happened to the store itself and he does
// not know yet, each entry of its diary once. If nobody is, the log has it. The
// error is a fault of the store.
func (o *Office) TellDiary() error {
	err := o.Store.Redo(func(tx *store.Tx) error {
		for e, err := range tx.Diary() {
			if err == nil && !e.Told {
				o.Logger.Warn("the store tells", "entry", e.Seq, "time", e.At, "kind", e.Kind, "text", e.Text)
				err = o.tellEntry(tx, e)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("telling what happened to the store: %w", err)
	}
	o.Wake()
	return nil
}

// tellEntry queues the letter about one entry.
func (o *Office) tellEntry(tx *store.Tx, e store.Entry) error {
	occasion := shortHash(string(fmt.Append(nil, e.Seq, e.At, e.Text)))
	mails, err := o.Note("diary."+occasion, store.Mail{}, "A word about the store: "+e.Kind,
		strings.ReplaceAll(e.Text, "\n", "\n\n"),
		"This happened on "+e.At.Format(time.RFC3339)+". \"berthier store diary\" lists it.")
	for _, m := range mails {
		if err == nil {
			err = Enqueue(tx, m)
		}
	}
	if err != nil {
		return err
	}
	return tx.Told(e.Seq)
}

// shortHash shortens what tells one occasion from others.
func shortHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}
