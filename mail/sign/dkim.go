package sign

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-msgauth/dkim"

	"berthier/mail"
)

// nameDKIM is the kind of a key that is none: the word of a mail provider.
const nameDKIM = "DKIM"

const (
	maxDKIM      = 8       // signatures of a mail that are looked at
	maxDKIMBytes = 1 << 20 // of a mail
)

// Lookup finds the TXT records of a name, like net.LookupTXT.
type Lookup func(name string) ([]string, error)

// DKIMKey stands for the key of a mail domain, whatever it is at the time.
func DKIMKey(domain string) Key { return Key{kind: nameDKIM, id: strings.ToLower(domain)} }

// OpenDKIM verifies that a mail comes from the domain of its author: that it
// has one author, and a DKIM signature (RFC 6376) over its whole body and the
// field From, made by that very domain and not by one above or below it. The
// DNS records that were found are kept as the Signature of the Proof, one a
// line, name and value in quotes; that they were those of the domain is the
// word of whoever runs this program. It says nothing about which person of the
// domain wrote the mail. The error is an *OpenError.
func OpenDKIM(m *mail.Message, lookup Lookup) (Signed, error) {
	_, domain, _ := strings.Cut(m.From.Address, "@")
	key := DKIMKey(domain)
	fail := &OpenError{Key: key.Name(), Form: FormDKIM}
	var found strings.Builder
	c, err := checkDKIM(m.Raw, key.id, func(name string) ([]string, error) {
		values, err := lookup(name)
		for _, v := range values {
			fmt.Fprintf(&found, "%s %q\n", name, v)
		}
		return values, err
	})
	if err != nil {
		fail.Fault, fail.Detail = FaultDKIM, err.Error()
		if dkim.IsTempFail(err) {
			fail.Fault = FaultDNS
		}
		return Signed{}, fail
	}
	return Proof{Form: FormDKIM, Data: m.Raw, Signature: []byte(found.String())}.signed(c, key)
}

// ErrDKIMExpired is returned by Proof.Verify for a DKIM signature that was made
// to expire and has, so that it cannot be verified again.
var ErrDKIMExpired = errors.New("the DKIM signature has expired since")

// checkDKIM verifies a mail against one domain. Each signature is verified over
// what it covers alone.
func checkDKIM(raw []byte, domain string, lookup Lookup) (c Covered, err error) {
	if len(raw) > maxDKIMBytes {
		return c, errors.New("the mail is too large, send only the orders, as plain text")
	}
	m, err := mail.Parse(raw)
	if err != nil {
		return c, err
	}
	kept := readDKIM(raw)
	_, from, _ := strings.Cut(m.From.Address, "@")
	if kept.count("From") != 1 || len(m.Authors) != 1 || !strings.EqualFold(from, domain) || domain == "" {
		return c, fmt.Errorf("want one author at %q", domain)
	}
	good := 0
	err = fmt.Errorf("no signature of %s", domain)
	all := kept.signatures(domain)
	for _, field := range all[:min(len(all), maxDKIM)] {
		v, no := verifyField(kept, field, lookup)
		if no == nil {
			good++
			c, no = kept.covered(field)
			c.Time = v.Time.UTC()
		}
		if no != nil {
			err = no
		}
	}
	switch {
	case good > 1:
		return c, fmt.Errorf("it has %d signatures of %s, want one", good, domain)
	case good == 1:
		return c, nil
	}
	return c, err
}

// verifyField verifies one signature of a mail. Only RSA counts, which everybody
// who signs mails must have (RFC 8463 section 3): of two signatures of one mail
// somebody could take away either.
func verifyField(kept dkimMail, field string, lookup Lookup) (*dkim.Verification, error) {
	switch {
	case dkimTag(field, "a") != "rsa-sha256":
		return nil, fmt.Errorf("want a signature with rsa-sha256, not %s", dkimTag(field, "a"))
	case slices.ContainsFunc(strings.Split(dkimTag(field, "h"), ":"),
		func(name string) bool { return strings.EqualFold(name, dkimField) }):
		return nil, errors.New("the signature covers another one")
	}
	all, err := dkim.VerifyWithOptions(bytes.NewReader(kept.only(field)), &dkim.VerifyOptions{LookupTXT: lookup})
	if err != nil {
		return nil, err
	}
	if len(all) != 1 {
		return nil, errors.New("the signature cannot be read")
	}
	return all[0], all[0].Err
}

// verifyDKIM verifies a kept mail with the DNS records that were kept with it.
func verifyDKIM(p Proof, key Key, _ time.Time) (Covered, error) {
	if key.kind != nameDKIM {
		return Covered{}, &otherKey{key.Name()}
	}
	c, err := checkDKIM(p.Data, key.id, func(name string) (values []string, err error) {
		for l := range strings.Lines(string(p.Signature)) {
			kept, quoted, _ := strings.Cut(strings.TrimSpace(l), " ")
			value, err := strconv.Unquote(quoted)
			if err == nil && kept == name {
				values = append(values, value)
			}
		}
		if len(values) == 0 {
			err = &net.DNSError{Err: "not kept", Name: name, IsNotFound: true}
		}
		return values, err
	})
	switch {
	case err == nil:
		return c, nil
	case dkim.IsPermFail(err) && strings.Contains(err.Error(), "signature has expired"):
		return Covered{}, ErrDKIMExpired
	}
	return Covered{}, fmt.Errorf("%w: %w", ErrSignature, err)
}

// dkimFits lets each mail pass: what it is is seen when it is verified.
func dkimFits(Proof) error { return nil }
