package sign

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

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
// domain wrote the mail. Time is when the mail came in: the signature must not have run
// out by then. The error is an *OpenError.
func OpenDKIM(m *mail.Message, at time.Time, lookup Lookup) (SignedText, error) {
	_, domain, _ := strings.Cut(m.From.Address, "@")
	key := DKIMKey(domain)
	fail := &OpenError{Key: key.Name(), Form: FormDKIM}
	var found strings.Builder
	c, err := checkDKIM(m.Raw, key.id, at, func(name string) ([]string, error) {
		values, err := lookup(name)
		for _, v := range values {
			fmt.Fprintf(&found, "%s %q\n", name, v)
		}
		return values, err
	})
	if err != nil {
		fail.Fault, fail.Detail = FaultDKIM, err.Error()
		if errors.As(err, new(absentKey)) {
			fail.Fault = FaultDNS
		}
		return SignedText{}, fail
	}
	return Proof{Form: FormDKIM, Data: m.Raw, Signature: []byte(found.String())}.signed(c, key)
}

// ErrDKIMExpired is returned by Proof.Verify for a DKIM signature that was made
// to expire, and had at the time.
var ErrDKIMExpired = errors.New("the DKIM signature had expired")

// checkDKIM verifies a mail against one domain. Each signature is verified over
// what it covers alone.
func checkDKIM(raw []byte, domain string, at time.Time, lookup Lookup) (c Coverage, err error) {
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
		covered, no := verifyField(kept, field, at, lookup)
		if no != nil {
			err = no
			continue
		}
		good++
		c = covered
	}
	switch {
	case good > 1:
		return c, fmt.Errorf("it has %d signatures of %s, want one", good, domain)
	case good == 1:
		return c, nil
	}
	return c, err
}

// verifyDKIM verifies a kept mail with the DNS records that were kept with it.
func verifyDKIM(p Proof, key Key, at time.Time) (Coverage, error) {
	if key.kind != nameDKIM {
		return Coverage{}, &otherKey{key.Name()}
	}
	c, err := checkDKIM(p.Data, key.id, at, func(name string) (values []string, err error) {
		for l := range strings.Lines(string(p.Signature)) {
			kept, quoted, _ := strings.Cut(strings.TrimSpace(l), " ")
			value, err := strconv.Unquote(quoted)
			if err == nil && kept == name {
				values = append(values, value)
			}
		}
		if len(values) == 0 {
			err = fmt.Errorf("no record of %s was kept", name)
		}
		return values, err
	})
	switch {
	case err == nil:
		return c, nil
	case errors.Is(err, ErrDKIMExpired):
		return Coverage{}, ErrDKIMExpired
	}
	return Coverage{}, fmt.Errorf("%w: %w", ErrSignature, err)
}

// dkimFits lets each mail pass: what it is is seen when it is verified.
func dkimFits(Proof) error { return nil }
