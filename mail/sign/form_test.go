package sign

import "testing"

// A proof of which the form tells something else is found out.
func TestFormFits(t *testing.T) {
	clear := []byte("-----BEGIN PGP SIGNED MESSAGE-----\n")
	openpgp := []byte("-----BEGIN PGP SIGNATURE-----\n")
	part := []byte("Content-Type: text/plain\r\n\r\ngame: x\r\n")
	for _, c := range []struct {
		p    Proof
		fits bool
	}{
		{Proof{Form: FormClear, Data: clear}, true},
		{Proof{Form: FormClear, Data: part, Signature: openpgp}, false},
		{Proof{Form: FormClear, Data: clear, Signature: openpgp}, false},
		{Proof{Form: FormInline, Data: clear}, false},
		{Proof{Form: FormFile, Data: clear, Signature: openpgp}, false},
		{Proof{Form: FormMIME, Data: part, Signature: openpgp}, true},
		{Proof{Form: FormMIME, Data: []byte("game: x\n"), Signature: openpgp}, false},
		{Proof{Form: FormMIME, Data: part, Signature: []byte("untrusted comment: x\n")}, false},
		{Proof{Form: FormDKIM, Data: part}, true},
		{Proof{Form: FormDetached, Data: []byte("game: x\n"), Signature: []byte("x")}, true},
		{Proof{Form: FormDetached, Data: []byte("game: x\n")}, false},
		{Proof{}, false},
	} {
		if err := c.p.Fits(); (err == nil) != c.fits {
			t.Errorf("%s, %q, %q: got %v", c.p.Form, c.p.Data, c.p.Signature, err)
		}
	}
}
