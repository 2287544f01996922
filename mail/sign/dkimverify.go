package sign

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The libraries that verify DKIM signatures bring along a resolver for the DNS and read the
// clock, which this package does not: it is handed both, and is linked into a page. So the
// verification of RFC 6376 section 6.1 stands here, as far as it can be asked for: RSA with
// SHA-256, of the whole body. A test holds it to a library.

// minDKIMBits is how long a key has to be (RFC 8301 section 3.2).
const minDKIMBits = 1024

// absentKey is a key that the DNS may give another time.
type absentKey struct{ error }

func (u absentKey) Unwrap() error { return u.error }

// verifyField verifies one signature of a mail, and gives what it covers. Only RSA counts,
// which everybody who signs mails must have (RFC 8463 section 3): of two signatures of one
// mail somebody could take away either.
func verifyField(kept dkimMail, field string, at time.Time, lookup Lookup) (c Coverage, err error) {
	tags, err := dkimTags(field)
	if err != nil {
		return c, err
	}
	made, err := tags.inForce(at)
	if err != nil {
		return c, err
	}
	key, err := dkimPublicKey(tags.words("s")+"._domainkey."+tags.words("d"), lookup)
	if err != nil {
		return c, err
	}
	if len(kept.body) == 0 {
		return c, errors.New("the mail has no body")
	}
	_, canonical := kept.canonical(field)
	want, err := base64.StdEncoding.DecodeString(tags.words("bh"))
	if got := sha256.Sum256(canonical(kept.body)); err != nil || !bytes.Equal(got[:], want) {
		return c, errors.New("the body is not what was signed")
	}
	if c, err = kept.covered(field); err != nil {
		return Coverage{}, fmt.Errorf("reading the signature: %w", err)
	}
	sum := sha256.Sum256(c.Bytes)
	if rsa.VerifyPKCS1v15(key, crypto.SHA256, sum[:], c.Value) != nil {
		return Coverage{}, errors.New("the header is not what was signed")
	}
	c.Time = made.UTC()
	return c, nil
}

// tagList is a list of tags and values (RFC 6376 section 3.2).
type tagList map[string]string

// readTags reads one. No tag stands in it twice.
func readTags(list string) (tagList, error) {
	all := tagList{}
	for pair := range strings.SplitSeq(list, ";") {
		name, value, ok := strings.Cut(pair, "=")
		name = strings.TrimSpace(name)
		_, twice := all[name]
		switch {
		case !ok && name == "":
			continue
		case !ok:
			return nil, fmt.Errorf("%q is no tag with a value", name)
		case twice:
			return nil, fmt.Errorf("the tag %q stands there twice", name)
		}
		all[name] = strings.TrimSpace(value)
	}
	return all, nil
}

// words gives a value without blanks.
func (l tagList) words(name string) string { return strings.Join(strings.Fields(l[name]), "") }

// among reports whether a value is in a list with colons, which may be missing.
func (l tagList) among(name string, wanted ...string) bool {
	_, ok := l[name]
	return !ok || slices.ContainsFunc(strings.Split(l.words(name), ":"), func(w string) bool {
		return slices.Contains(wanted, w)
	})
}

// dkimTags reads the field of a signature, and finds what is wrong with it whatever the mail
// says (RFC 6376 section 3.5).
func dkimTags(field string) (tagList, error) {
	_, list, _ := strings.Cut(field, ":")
	tags, err := readTags(list)
	if err != nil {
		return nil, err
	}
	if tags["v"] != "1" {
		return nil, errors.New("the signature is of another version")
	}
	for _, name := range []string{"a", "b", "bh", "d", "h", "s"} {
		if _, ok := tags[name]; !ok {
			return nil, fmt.Errorf("the signature lacks the tag %q", name)
		}
	}
	covers := func(field string) bool {
		return slices.ContainsFunc(strings.Split(tags.words("h"), ":"), func(name string) bool {
			return strings.EqualFold(name, field)
		})
	}
	domain, whose := tags.words("d"), tags.words("i")
	_, claimed := tags["i"]
	_, part := tags["l"]
	header, body, _ := strings.Cut(tags.words("c"), "/")
	switch {
	case tags.words("a") != "rsa-sha256":
		return nil, fmt.Errorf("want a signature with rsa-sha256, not %s", tags.words("a"))
	case covers(dkimField):
		return nil, errors.New("the signature covers another one")
	case !covers("From"):
		return nil, errors.New("the signature does not cover the field From")
	case claimed && !strings.HasSuffix(whose, "@"+domain) && !strings.HasSuffix(whose, "."+domain):
		return nil, fmt.Errorf("%s is not of the domain %s", whose, domain)
	case part:
		return nil, errors.New("the signature covers a part of the body only")
	case !tags.among("q", "dns/txt"):
		return nil, errors.New("the key is not in the DNS")
	case !slices.Contains([]string{"", "simple", "relaxed"}, header) ||
		!slices.Contains([]string{"", "simple", "relaxed"}, body):
		return nil, fmt.Errorf("the form %q is not known", tags.words("c"))
	}
	return tags, nil
}

// inForce gives when a signature was made, if it says, and whether it has run out.
func (l tagList) inForce(at time.Time) (made time.Time, err error) {
	moment := func(name string) (t time.Time, ok bool, err error) {
		if _, ok := l[name]; !ok {
			return t, false, nil
		}
		seconds, err := strconv.ParseInt(l.words(name), 10, 64)
		if err != nil {
			return t, false, fmt.Errorf("%q is no time", l[name])
		}
		return time.Unix(seconds, 0), true, nil
	}
	if made, _, err = moment("t"); err != nil {
		return made, err
	}
	if until, ends, err := moment("x"); err != nil {
		return made, err
	} else if ends && at.After(until) {
		return made, ErrDKIMExpired
	}
	return made, nil
}

// dkimPublicKey finds the key of a signature (RFC 6376 section 3.6.1).
func dkimPublicKey(name string, lookup Lookup) (*rsa.PublicKey, error) {
	values, err := lookup(name)
	var later interface{ Temporary() bool }
	switch {
	case errors.As(err, &later) && later.Temporary():
		return nil, absentKey{fmt.Errorf("finding the key: %w", err)}
	case err != nil:
		return nil, fmt.Errorf("finding the key: %w", err)
	case len(values) != 1:
		return nil, fmt.Errorf("%s has %d records, want one", name, len(values))
	}
	tags, err := readTags(values[0])
	if err != nil {
		return nil, fmt.Errorf("reading the key: %w", err)
	}
	kind := tags["k"]
	version, said := tags["v"]
	switch {
	case said && version != "DKIM1":
		return nil, errors.New("the key is of another version")
	case tags["p"] == "":
		return nil, errors.New("the key has been revoked")
	case kind != "" && kind != "rsa":
		return nil, fmt.Errorf("the key is of type %q, want RSA", kind)
	case !tags.among("h", "sha256"):
		return nil, errors.New("the key is not for SHA-256")
	case !tags.among("s", "email", "*"):
		return nil, errors.New("the key is not for mails")
	}
	return readRSA(strings.ReplaceAll(tags["p"], " ", ""))
}

// readRSA reads a key in either of the forms in which domains have it (RFC 6376, erratum 3017).
func readRSA(text string) (*rsa.PublicKey, error) {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("reading the key: %w", err)
	}
	key, err := x509.ParsePKCS1PublicKey(data)
	if err != nil {
		either, err := x509.ParsePKIXPublicKey(data)
		if err != nil {
			return nil, fmt.Errorf("reading the key: %w", err)
		}
		var ok bool
		if key, ok = either.(*rsa.PublicKey); !ok {
			return nil, errors.New("the key is not of RSA")
		}
	}
	if key.Size()*8 < minDKIMBits {
		return nil, fmt.Errorf("the key has %d bits, want %d", key.Size()*8, minDKIMBits)
	}
	return key, nil
}
