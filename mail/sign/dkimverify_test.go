package sign

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"flag"
	"math/rand/v2"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

// byLibrary is what a library says of a signature, where it is asked for the same.
func byLibrary(kept dkimMail, field string, lookup Lookup) error {
	if a, h := dkimTag(field, "a"), ":"+dkimTag(field, "h")+":"; a != "rsa-sha256" ||
		strings.Contains(strings.ToLower(h), ":dkim-signature:") {
		return errors.New("not looked at")
	}
	all, err := dkim.VerifyWithOptions(bytes.NewReader(kept.only(field)), &dkim.VerifyOptions{LookupTXT: lookup})
	switch {
	case err != nil:
		return err
	case len(all) != 1:
		return errors.New("the signature cannot be read")
	}
	return all[0].Err
}

var dkimMails = flag.Int("sign.dkim", 80, "signed mails that TestDKIMAsALibrary changes")

// Whatever becomes of signed mails, of their signatures and of the keys in the DNS: what a
// library accepts is accepted, and nothing else.
func TestDKIMAsALibrary(t *testing.T) {
	chance := rand.New(rand.NewPCG(14, 10))
	p := newMailDomain(t, "example.org", rsaKey())
	record := p.dns["s1._domainkey.example.org"][0]
	good, bad := 0, 0
	compare := func(raw []byte, record string) {
		kept := readDKIM(raw)
		for _, field := range kept.signatures("example.org") {
			lookup := func(name string) ([]string, error) {
				if name != "s1._domainkey.example.org" {
					return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
				}
				return []string{record}, nil
			}
			want := byLibrary(kept, field, lookup)
			c, err := verifyField(kept, field, time.Now(), lookup)
			if (err == nil) != (want == nil) {
				t.Fatalf("%q with the key %q:\ngot  %v\nwant %v", raw, record, err, want)
			}
			if err != nil {
				bad++
			} else if good++; len(c.Bytes) == 0 || len(c.Value) == 0 {
				t.Fatalf("%q: it covers nothing", raw)
			}
		}
	}
	for n := range *dkimMails {
		way := dkimWays[n%len(dkimWays)]
		raw := p.sign([]byte("From: Ney <ney@example.org>\r\nTo: a@b\r\nSubject:  two  words \r\n\r\n"+
			dkimBodies[n%len(dkimBodies)]), func(o *dkim.SignOptions) {
			o.HeaderCanonicalization, o.BodyCanonicalization = way[0], way[1]
			o.Expiration = time.Now().Add(time.Hour)
		})
		compare(raw, record)
		for i := range 30 {
			changed := string(raw)
			for range 1 + chance.IntN(2) {
				changed = spoiled(chance, changed, dkimPieces)
			}
			compare([]byte(changed), record)
			compare(raw, spoiled(chance, record, dkimRecordPieces))
			if i < 4 { // it takes time to sign
				compare(signedAnew(t, raw, chance), record)
			}
		}
	}
	if good < 10**dkimMails/3 || bad < 10**dkimMails/3 {
		t.Errorf("%d signatures were good and %d bad, so that little was compared", good, bad)
	}
}

// signedAnew changes the tags of a signature, and signs the mail with them.
func signedAnew(t *testing.T, raw []byte, chance *rand.Rand) []byte {
	t.Helper()
	field := readDKIM(raw).signatures("example.org")[0]
	at := strings.LastIndex(field, " b=")
	field = spoiled(chance, field[:at], dkimPieces) + " b=x\r\n"
	raw = append([]byte(field), raw[bytes.Index(raw, []byte("\r\nFrom:"))+2:]...)
	c, err := readDKIM(raw).covered(field)
	if err != nil && len(c.Bytes) == 0 {
		t.Fatal(err)
	}
	sum := sha256.Sum256(c.Bytes)
	value, err := rsa.SignPKCS1v15(nil, rsaKey(), crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return bytes.Replace(raw, []byte(" b=x\r\n"), []byte(" b="+base64.StdEncoding.EncodeToString(value)+"\r\n"), 1)
}

var (
	dkimWays = [][2]dkim.Canonicalization{{"relaxed", "relaxed"}, {"simple", "simple"}, {"simple", "relaxed"},
		{"relaxed", "simple"}}
	dkimBodies = []string{"one\r\ntwo\r\n", "", "\r\n", " \t\r\n \r\n", "a \t b \r\n\r\n\r\n", "no end", "a \rb\r",
		"lone\nend\n\n", "x\r\r\n", "blank "}
	// dkimPieces are put somewhere into a mail, and dkimRecordPieces into a key.
	dkimPieces = []string{" ", "\t", "\r\n", "\n", "\r", "x", " \r\n", "\r\n ", ";", "=", "; l=3;", "; q=dns/txt;",
		"; q=http;", "; i=@example.org;", "; i=x@sub.example.org;", "; i=;", "; c=relaxed/simple", "; v=1", "; x=1;",
		"; x=9999999999;", "; t=1;", "; t=x", ":Subject", ":", "From: x@example.org\r\n", "To: c\r\n", "; z=1;",
		":From", "/x", "h=To; ", "x=1; "}
	dkimRecordPieces = []string{" ", ";", "; k=rsa", "; k=ed25519", "; h=sha256", "; h=sha1", "; h=sha1 : sha256",
		"; s=email", "; s=*", "; s=other", "; s=other:*", "; t=y", "; n=note", "; p=", "=", "; v=DKIM2", "x"}
)

// spoiled puts a piece into a text, or takes one letter away. It likes the ends of lines and
// of tags.
func spoiled(chance *rand.Rand, text string, pieces []string) string {
	at := chance.IntN(len(text) + 1)
	if next := strings.IndexAny(text[at:], ";\r"); next >= 0 && chance.IntN(3) > 0 {
		at += next
	}
	if chance.IntN(4) == 0 && at < len(text) {
		return text[:at] + text[at+1:]
	}
	return text[:at] + pieces[chance.IntN(len(pieces))] + text[at:]
}
