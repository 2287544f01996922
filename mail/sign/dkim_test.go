package sign

import (
	"bytes"
	"crypto"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

// mailDomain is a mail server that signs with DKIM, and the DNS of its domain.
type mailDomain struct {
	t      testing.TB
	domain string
	key    crypto.Signer
	dns    map[string][]string
}

func newMailDomain(t testing.TB, domain string, key crypto.Signer) *mailDomain {
	t.Helper()
	p := &mailDomain{t: t, domain: domain, key: key, dns: map[string][]string{}}
	record := "v=DKIM1; k=rsa; p="
	public, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	if pub, ok := key.Public().(ed25519.PublicKey); ok {
		record, public = "v=DKIM1; k=ed25519; p=", pub
	}
	p.dns["s1._domainkey."+domain] = []string{record + base64.StdEncoding.EncodeToString(public)}
	return p
}

func (p *mailDomain) lookup(name string) ([]string, error) {
	if v := p.dns[name]; v != nil {
		return v, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

func (p *mailDomain) sign(raw []byte, change ...func(*dkim.SignOptions)) []byte {
	p.t.Helper()
	o := &dkim.SignOptions{Domain: p.domain, Selector: "s1", Signer: p.key, HeaderCanonicalization: "relaxed",
		BodyCanonicalization: "relaxed"}
	for _, c := range change {
		c(o)
	}
	var out bytes.Buffer
	if err := dkim.Sign(&out, bytes.NewReader(raw), o); err != nil {
		p.t.Fatal(err)
	}
	return out.Bytes()
}

// rsaKey is the key of all mail servers: it takes time to make one.
var rsaKey = sync.OnceValue(func() *rsa.PrivateKey {
	k, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return k
})

func edKey(t testing.TB) ed25519.PrivateKey {
	_, k, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestOpenDKIM(t *testing.T) {
	other := newMailDomain(t, "list.example", rsaKey())
	weak := newMailDomain(t, "example.org", edKey(t))
	letter := func(extra string) []byte {
		return []byte("From: Ney <ney@Example.org>\r\nTo: games@example.net\r\nSubject: turn\r\n" + extra +
			"Content-Type: text/plain; charset=utf-8\r\n\r\n" + crlf(pgpTurn))
	}
	for _, way := range []dkim.Canonicalization{"relaxed", "simple"} {
		p := newMailDomain(t, "example.org", rsaKey())
		good := p.sign(letter(""), func(o *dkim.SignOptions) { o.HeaderCanonicalization = way })
		for _, tt := range []struct {
			name  string
			raw   []byte
			fault Fault
		}{
			{"good", good, ""},
			{"fields added on the way", append([]byte("Received: from x\r\n"), good...), ""},
			{"blanks added", bytes.Replace(good, []byte("side: french\r\n"), []byte("side: french  \r\n"), 1), ""},
			{"two signatures", other.sign(good), ""},
			{"unsigned", letter(""), FaultDKIM},
			{"text changed", bytes.Replace(good, []byte("1204 1305"), []byte("1204 1306"), 1), FaultDKIM},
			{"text added", append(bytes.Clone(good), "more\r\n"...), FaultDKIM},
			{"author changed", bytes.Replace(good, []byte("ney@"), []byte("nay@"), 1), FaultDKIM},
			{"second author", append([]byte("From: davout@example.org\r\n"), good...), FaultDKIM},
			{"two authors in one field",
				p.sign(bytes.Replace(letter(""), []byte("From: Ney <ney@Example.org>"),
					[]byte("From: Ney <ney@Example.org>, davout@example.org"), 1)), FaultDKIM},
			{"signed by another domain only", other.sign(letter("")), FaultDKIM},
			{"signed by the domain above",
				p.sign(bytes.Replace(letter(""), []byte("@Example"), []byte("@mail.Example"), 1)), FaultDKIM},
			{"a part of the body", bytes.Replace(good, []byte("; bh="), []byte("; l=10; bh="), 1), FaultDKIM},
			{"of Ed25519", weak.sign(letter("")), FaultDKIM},
			{"of Ed25519 too", weak.sign(good), ""},
			{"of the domain twice", p.sign(good, func(o *dkim.SignOptions) { o.HeaderKeys = []string{"From", "To"} }),
				FaultDKIM},
			{"expired", p.sign(letter(""), func(o *dkim.SignOptions) { o.Expiration = time.Now().Add(-time.Hour) }),
				FaultDKIM},
			{"too large", p.sign(append(letter(""), bytes.Repeat([]byte("x\r\n"), maxDKIMBytes/2)...)), FaultDKIM},
		} {
			m := mustParse(t, tt.raw)
			got, err := OpenDKIM(m, time.Now(), func(name string) ([]string, error) {
				if strings.HasSuffix(name, "list.example") {
					return other.lookup(name)
				}
				return p.lookup(name)
			})
			if tt.fault != "" {
				var no *OpenError
				if !errors.As(err, &no) || no.Fault != tt.fault || got.Text != nil {
					t.Errorf("%s: got %q %v, want %q", tt.name, got.Text, err, tt.fault)
				}
				continue
			}
			if err != nil || string(got.Text) != strings.ReplaceAll(strings.ReplaceAll(pgpTurn, "  \n", "\n"), " \n",
				"\n") || got.Key.Name() != "DKIM example.org" {
				t.Errorf("%s: got %q %s %v", tt.name, got.Text, got.Key.Name(), err)
				continue
			}
			// Without any DNS, from what was kept.
			if again, err := got.Verify(got.Key, time.Now()); err != nil || !bytes.Equal(again.Text, got.Text) ||
				again.Sum() != got.Sum() {
				t.Errorf("%s: the proof gives %q, %v", tt.name, again.Text, err)
			}
			if _, err := got.Verify(DKIMKey("example.com"), time.Now()); !errors.Is(err, ErrSignature) {
				t.Errorf("%s: proof for another domain: %v", tt.name, err)
			}
			if _, err := got.Verify(mustGenerate(t).Public(), time.Now()); err == nil {
				t.Errorf("%s: proof for a real key", tt.name)
			}
			bad := got.Proof
			bad.Data = bytes.Replace(bad.Data, []byte("1204 1305"), []byte("1204 1306"), 1)
			if _, err := bad.Verify(got.Key, time.Now()); !errors.Is(err, ErrSignature) {
				t.Errorf("%s: changed proof: %v", tt.name, err)
			}
		}
	}
}

func TestOpenDKIMWithoutDNS(t *testing.T) {
	p := newMailDomain(t, "example.org", rsaKey())
	m := mustParse(t, p.sign([]byte("From: ney@example.org\r\n\r\nx\r\n")))
	var no *OpenError
	_, err := OpenDKIM(m, time.Now(), func(name string) ([]string, error) {
		return nil, &net.DNSError{Err: "timeout", Name: name, IsTimeout: true, IsTemporary: true}
	})
	if !errors.As(err, &no) || no.Fault != FaultDNS {
		t.Errorf("got %v, want %q", err, FaultDNS)
	}
	if _, err = OpenDKIM(m, time.Now(), func(string) ([]string, error) { return nil, nil }); !errors.As(err, &no) ||
		no.Fault != FaultDKIM {
		t.Errorf("no record: got %v, want %q", err, FaultDKIM)
	}
}

// A signature that was in force when the mail came may run out before an audit.
func TestDKIMProofExpires(t *testing.T) {
	p := newMailDomain(t, "example.org", rsaKey())
	raw := p.sign([]byte("From: ney@example.org\r\n\r\nx\r\n"),
		func(o *dkim.SignOptions) { o.Expiration = time.Now().Add(-time.Hour) })
	proof := Proof{Form: FormDKIM, Data: raw,
		Signature: []byte("s1._domainkey.example.org \"" + p.dns["s1._domainkey.example.org"][0] + "\"\n")}
	if _, err := proof.Verify(DKIMKey("example.org"), time.Now()); !errors.Is(err, ErrDKIMExpired) {
		t.Errorf("got %v, want ErrDKIMExpired", err)
	}
}
