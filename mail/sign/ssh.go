package sign

import (
	"bytes"
	"encoding/pem"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"

	"berthier/mail"
)

// nameSSH is the kind of the keys that `ssh-keygen -t ed25519` makes.
const nameSSH = ssh.KeyAlgoED25519

// Namespace is the SSHSIG namespace of all signatures of this program, so that
// a signature made for anything else cannot be used as a turn.
const Namespace = "berthier"

// Marker lines of the inline form.
const (
	BeginTurn      = "-----BEGIN BERTHIER TURN-----"
	beginSignature = "-----BEGIN SSH SIGNATURE-----"
	endSignature   = "-----END SSH SIGNATURE-----"
)

const (
	// MaxSigned is the size in bytes above which a text is not looked at as a
	// signed one.
	MaxSigned = 64 << 10

	// InlineColumns is the longest line, in characters, that Inline puts into
	// a mail. Above it mail programs begin to wrap.
	InlineColumns = 72
)

// Sign signs exactly the bytes of text and gives the armoured signature, the
// same that `ssh-keygen -Y sign -n berthier -f key` writes.
func Sign(key *PrivateKey, text []byte) ([]byte, error) {
	sig, err := sshsig.Sign(bytes.NewReader(text), key.signer, sshsig.HashSHA512, Namespace)
	if err != nil {
		return nil, fmt.Errorf("signing: %w", err)
	}
	return sshsig.Armor(sig), nil
}

func isSSHKey(text string) bool {
	_, _, _, _, err := ssh.ParseAuthorizedKey([]byte(text))
	return err == nil
}

// parseSSHKey refuses options before the key, since nobody would obey them.
func parseSSHKey(line string) (Key, error) {
	pub, comment, options, rest, err := ssh.ParseAuthorizedKey([]byte(line))
	switch {
	case err != nil:
		return Key{}, fmt.Errorf("parsing public key: %w", err)
	case pub.Type() != ssh.KeyAlgoED25519:
		return Key{}, fmt.Errorf("parsing public key of type %s: %w", pub.Type(), ErrKeyType)
	case len(options) > 0 || len(strings.TrimSpace(string(rest))) > 0:
		return Key{}, errors.New("parsing public key: want one key on one line without options")
	}
	return sshKey(pub, comment), nil
}

func sshKey(pub ssh.PublicKey, comment string) Key {
	text := strings.TrimSpace(string(ssh.MarshalAuthorizedKey(pub)))
	return Key{kind: nameSSH, text: text, id: ssh.FingerprintSHA256(pub), Comment: mail.OneLine(comment)}
}

// blockSSH finds the armour that begins in line i.
func blockSSH(lines [][]byte, from, i int) (b block, end int, ok bool) {
	prefix, ok := marker(lines[i], beginSignature)
	if !ok {
		return b, i, false
	}
	end = endOf(lines, i, endSignature)
	armour := cleanArmour(lines[i+1:max(end, i+1)], prefix)
	return block{armour: armour, quoted: isQuote(prefix), texts: textsBefore(lines[from:i], prefix)}, end, true
}

// cleanArmour rebuilds a PEM block from lines that a mail program may have
// indented, quoted or wrapped anew.
func cleanArmour(lines [][]byte, prefix string) []byte {
	return []byte(beginSignature + "\n" + wrapped(noBlanks(unquote(lines, prefix))) + endSignature + "\n")
}

func fileSSH(raw []byte) []byte { return beginsWith(raw, beginSignature) }

// claimSSH gives the key that the signature brings along.
func claimSSH(armoured []byte) (claim, *refusal) {
	sig, no := readSSHSignature(armoured)
	if no != nil {
		return claim{}, no
	}
	brought := sshKey(sig.PublicKey, "")
	return claim{name: brought.Name(), brought: brought, armour: sshsig.Armor(sig)}, nil
}

// sshOver prepares to verify an SSHSIG signature.
func sshOver(k Key, armoured []byte, _ time.Time) (check, error) {
	sig, no := readSSHSignature(armoured)
	if no != nil {
		return nil, no
	}
	if name := sshKey(sig.PublicKey, "").Name(); name != k.Name() {
		return nil, &otherKey{name}
	}
	return func(data []byte) (Coverage, error) {
		err := sshsig.Verify(bytes.NewReader(data), sig, sig.PublicKey, sig.HashAlgorithm, Namespace)
		if err != nil {
			return Coverage{}, fmt.Errorf("%w: %w", ErrSignature, err)
		}
		return Coverage{Bytes: data, Value: sig.Signature.Blob}, nil
	}, nil
}

// readSSHSignature gives a signature that is of our kind and for our purpose.
func readSSHSignature(armoured []byte) (*sshsig.Signature, *refusal) {
	sig, err := sshsig.Unarmor(armoured)
	switch {
	case err != nil:
		return nil, &refusal{FaultUnreadable, err.Error()}
	case sig.PublicKey.Type() != ssh.KeyAlgoED25519:
		return nil, &refusal{FaultKeyType, "it is of type " + sig.PublicKey.Type()}
	case sig.Namespace != Namespace:
		return nil, &refusal{FaultNamespace,
			fmt.Sprintf("it was made for %q", mail.Clip(mail.OneLine(sig.Namespace), 60))}
	}
	if b, _ := pem.Decode(armoured); !bytes.Equal(b.Bytes, sig.Marshal()) || len(sig.Signature.Rest) > 0 {
		return nil, &refusal{FaultUnreadable, "it holds bytes that belong to no signature"}
	}
	return sig, nil
}

// Canonical gives the form of a text that Inline signs: LF line endings, no
// blanks at the end of a line, no empty lines at the start or the end, one
// final newline. An empty text stays empty.
func Canonical(text []byte) []byte {
	t := bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
	lines := bytes.Split(t, []byte("\n"))
	for i, l := range lines {
		lines[i] = bytes.TrimRight(l, " \t\r")
	}
	t = bytes.Trim(bytes.Join(lines, []byte("\n")), "\n")
	if len(t) == 0 {
		return nil
	}
	return append(t, '\n')
}

// Inline gives the turn text with its signature, ready to be pasted into a
// mail. What is signed is Canonical(text); long lines are folded in the mail, and lines that
// could be mistaken have a dash before them (see the package doc).
//
// It refuses a text that would not survive the journey: a character that is not
// printable UTF-8, more than MaxSigned bytes, or no text at all. Such a text
// can be sent as an attachment with the signature of Sign beside it.
func Inline(key *PrivateKey, text []byte) ([]byte, error) {
	text = Canonical(text)
	if err := fitsInline(text); err != nil {
		return nil, err
	}
	written, at := escaped(string(text))
	switch {
	case at > 0:
		return nil, &InlineError{at, "has too many blanks in a row"}
	case len(written) > MaxSigned:
		return nil, &InlineError{0, fmt.Sprintf("text is longer than %d bytes", MaxSigned)}
	}
	sig, err := Sign(key, text)
	if err != nil {
		return nil, err
	}
	return slices.Concat([]byte(BeginTurn+"\n"+written), sig), nil
}

// InlineError says why Inline refuses a text.
type InlineError struct {
	Line   int // from 1; 0 for the text as a whole
	Reason string
}

func (e *InlineError) Error() string {
	if e.Line == 0 {
		return e.Reason
	}
	return fmt.Sprintf("line %d %s", e.Line, e.Reason)
}

func fitsInline(text []byte) error {
	switch {
	case len(text) == 0:
		return &InlineError{0, "text is empty"}
	case len(text) > MaxSigned:
		return &InlineError{0, fmt.Sprintf("text is longer than %d bytes", MaxSigned)}
	case !utf8.Valid(text):
		return &InlineError{0, "text is not UTF-8"}
	}
	for i, line := range strings.Split(string(text), "\n") {
		if strings.ContainsFunc(line, func(r rune) bool { return mail.IsControl(r) && r != '\t' || r == '\u00a0' }) {
			return &InlineError{i + 1, "has a character that mail programs change"}
		}
	}
	return nil
}
