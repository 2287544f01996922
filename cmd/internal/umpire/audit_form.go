package umpire

import (
	"bytes"
	"errors"
	"fmt"

	"berthier/mail"
)

// checkForms compares the forms that records name with what was signed. Whether text
// and signature stood in the mail or in files beside it only the mail itself shows.
func (c *auditor) checkForms() Check {
	check := Check{Name: "forms", What: "forms of signatures", Why: "still secret"}
	for _, e := range c.entries {
		var known bool
		var p mail.Proof
		switch v := e.value.(type) {
		case OrdersRecord:
			known, p = v.Known, v.Proof
		case CommandRecord:
			known, p = v.Known, v.Proof
		case KeyRecord:
			if known, p = v.Known, v.Proof; v.By == KeyByUmpire {
				if p.Form != "" {
					check.Err = e.at("the umpire's change of a key has the form %q", p.Form)
					return check
				}
				continue
			}
		default:
			continue
		}
		if !known {
			check.Left++
			continue
		}
		if err := formFits(p); err != nil {
			check.Err = e.at("%w", err)
			return check
		}
		check.Done++
	}
	return check
}

// formFits reports what a form has against a signature.
func formFits(p mail.Proof) error {
	clear := bytes.HasPrefix(p.Data, []byte("-----BEGIN PGP SIGNED MESSAGE-----"))
	openpgp := bytes.Contains(p.Signature, []byte("-----BEGIN PGP SIGNATURE-----"))
	switch p.Form {
	case mail.FormClear:
		if !clear || len(p.Signature) > 0 {
			return errors.New("it is not the clear-signed text that its form says")
		}
	case mail.FormMIME:
		if head, _, ok := bytes.Cut(p.Data, []byte("\r\n\r\n")); !openpgp || !ok || !bytes.Contains(bytes.ToLower(head), []byte("content-type:")) {
			return errors.New("it is not the signed part of a mail that its form says")
		}
	case mail.FormDKIM:
	case mail.FormInline, mail.FormFile, mail.FormAttached, mail.FormDetached:
		if clear || len(p.Signature) == 0 {
			return fmt.Errorf("it is clear-signed, its form says %q", p.Form)
		}
	default:
		return fmt.Errorf("there is no form %q", p.Form)
	}
	return nil
}
