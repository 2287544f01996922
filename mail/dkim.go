package mail

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"sync"

	"github.com/emersion/go-msgauth/dkim"
)

// kindDKIM is the kind of a key that is none: the word of a mail provider.
const kindDKIM keyKind = "DKIM"

// maxDKIM is how many DKIM signatures of a mail are looked at.
const maxDKIM = 8

// Lookup finds the TXT records of a name, like net.LookupTXT.
type Lookup func(name string) ([]string, error)

// DKIMKey stands for the key of a mail domain, whatever it is at the time.
func DKIMKey(domain string) Key { return Key{kind: kindDKIM, id: strings.ToLower(domain)} }

// OpenDKIM verifies that a mail comes from the domain of its author: that it
// has one author, and a DKIM signature (RFC 6376) over its whole body and the
// field From, made by that very domain and not by one above or below it. The
// DNS records that were found are kept as the Signature of the Proof, one a
// line, name and value in quotes; that they were those of the domain is the
// word of whoever runs this program. It says nothing about which person of the
// domain wrote the mail. The error is an *OpenError.
func OpenDKIM(m *Message, lookup Lookup) (Signed, error) {
	_, domain, _ := strings.Cut(m.From.Address, "@")
	key := DKIMKey(domain)
	fail := &OpenError{Key: key.Name(), Form: FormDKIM}
	if len(m.Raw) > maxSignedPart {
		fail.Fault, fail.Detail = FaultDKIM, "the mail is too large, send only the orders, as plain text"
		return Signed{}, fail
	}
	var mu sync.Mutex // signatures are verified side by side
	var found strings.Builder
	err := checkDKIM(m.Raw, key.id, func(name string) ([]string, error) {
		values, err := lookup(name)
		mu.Lock()
		defer mu.Unlock()
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
	return Proof{Form: FormDKIM, Data: m.Raw, Signature: []byte(found.String())}.signed(key)
}

// ErrDKIMExpired is returned by Proof.Verify for a DKIM signature that was made
// to expire and has, so that it cannot be verified again.
var ErrDKIMExpired = errors.New("the DKIM signature has expired since")

// checkDKIM verifies a mail against one domain.
func checkDKIM(raw []byte, domain string, lookup Lookup) error {
	head, _, _ := splitHeader(raw, DefaultLimits.HeaderBytes)
	var m Message
	h := m.readHeader(head)
	m.fillHeader(h)
	_, from, _ := strings.Cut(m.From.Address, "@")
	if n := len(h.Values("From")); n != 1 || !strings.EqualFold(from, domain) || domain == "" {
		return fmt.Errorf("want one author at %q", domain)
	}
	all, err := dkim.VerifyWithOptions(bytes.NewReader(raw), &dkim.VerifyOptions{LookupTXT: lookup, MaxVerifications: maxDKIM})
	if err != nil && !errors.Is(err, dkim.ErrTooManySignatures) {
		return err
	}
	err = fmt.Errorf("no signature of %s", domain)
	for _, v := range all {
		switch {
		case !strings.EqualFold(v.Domain, domain):
		case v.Err == nil:
			return nil
		default:
			err = v.Err
		}
	}
	return err
}

// verifyDKIM verifies a kept mail with the DNS records that were kept with it.
func (p Proof) verifyDKIM(key Key) error {
	if key.kind != kindDKIM {
		return &otherKey{key.Name()}
	}
	err := checkDKIM(p.Data, key.id, func(name string) (values []string, err error) {
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
		return nil
	case dkim.IsPermFail(err) && strings.Contains(err.Error(), "signature has expired"):
		return ErrDKIMExpired
	}
	return fmt.Errorf("%w: %w", ErrSignature, err)
}
