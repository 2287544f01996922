package sign

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"aead.dev/minisign"

	"berthier/mail"
)

const nameMinisign = "minisign key"

// A minisign signature is known by the first words of its lines 1 and 3.
const (
	untrustedComment = "untrusted comment:"
	trustedComment   = "trusted comment:"
)

// minisignKeyLength is the length of a public key in base64.
const minisignKeyLength = 56

func isMinisignKey(text string) bool {
	if rest, ok := strings.CutPrefix(text, untrustedComment); ok {
		_, text, _ = strings.Cut(rest, "\n")
	}
	text = strings.TrimSpace(text)
	return len(text) == minisignKeyLength && strings.HasPrefix(text, "RW")
}

func parseMinisignKey(text string) (Key, error) {
	var comment string
	if rest, ok := strings.CutPrefix(text, untrustedComment); ok {
		comment, text, _ = strings.Cut(rest, "\n")
	}
	var pub minisign.PublicKey
	if err := pub.UnmarshalText([]byte(strings.TrimSpace(text))); err != nil {
		return Key{}, fmt.Errorf("parsing public key: %w", err)
	}
	return Key{kind: nameMinisign, text: pub.String(), id: pub.String(), ids: numberID(pub.ID()),
		Comment: mail.OneLine(comment)}, nil
}

// blockMinisign finds the four lines that begin in line i.
func blockMinisign(lines [][]byte, from, i int) (b block, end int, ok bool) {
	at := bytes.Index(lines[i], []byte(untrustedComment))
	if at < 0 || strings.Trim(string(lines[i][:at]), "> |\t\u00a0") != "" {
		return b, i, false
	}
	prefix := string(lines[i][:at])
	sig := minisignArmour(lines[i:], prefix)
	return block{armour: sig, quoted: isQuote(prefix), texts: textsBefore(lines[from:i], prefix)}, i + 3, sig != nil
}

// fileMinisign looks at all lines, since the file of a key begins in the same way.
func fileMinisign(raw []byte) []byte {
	b := beginsWith(raw, untrustedComment)
	if minisignArmour(bytes.SplitAfterN(b, []byte("\n"), 5), "") == nil {
		return nil
	}
	return b
}

func claimMinisign(armoured []byte) (claim, *refusal) {
	var sig minisign.Signature
	if err := sig.UnmarshalText(armoured); err != nil {
		return claim{}, &refusal{FaultUnreadable, err.Error()}
	}
	return claim{name: minisignID(sig.KeyID), armour: armoured,
		parts: []string{partOf(nameMinisign, numberID(sig.KeyID))}}, nil
}

// numberID is a key ID as Key.ids has it.
func numberID(id uint64) string { return string(binary.BigEndian.AppendUint64(nil, id)) }

// minisignOver prepares to verify a minisign signature. Both kinds count: over
// the hash of the text, and over the text itself ("minisign -l").
func minisignOver(k Key, armoured []byte, _ time.Time) (check, error) {
	var sig minisign.Signature
	if err := sig.UnmarshalText(armoured); err != nil {
		return nil, &refusal{fault: FaultUnreadable, why: err.Error()}
	}
	if k.kind != nameMinisign {
		return nil, &otherKey{minisignID(sig.KeyID)}
	}
	var pub minisign.PublicKey
	if err := pub.UnmarshalText([]byte(k.text)); err != nil {
		return nil, err
	}
	if pub.ID() != sig.KeyID {
		return nil, &otherKey{minisignID(sig.KeyID)}
	}
	return func(data []byte) (Coverage, error) {
		if !minisign.Verify(pub, data, armoured) {
			return Coverage{}, ErrSignature
		}
		value := slices.Concat(sig.Signature[:], sig.CommentSignature[:])
		return Coverage{Bytes: data, Value: value, Time: trustedTime(sig.TrustedComment)}, nil
	}, nil
}

// trustedTime is the time that minisign writes into the trusted comment if
// nobody asks for another one.
func trustedTime(comment string) time.Time {
	word, _, _ := strings.Cut(comment, "\t")
	digits, ok := strings.CutPrefix(word, "timestamp:")
	seconds, err := strconv.ParseUint(digits, 10, 32)
	if !ok || err != nil {
		return time.Time{}
	}
	return time.Unix(int64(seconds), 0).UTC()
}

func minisignID(id uint64) string { return fmt.Sprintf("%s ID %X", nameMinisign, id) }

// defaultComment is the trusted comment that minisign writes if nobody asks for
// another one. Web mail makes blanks of its tabs, which are signed.
var defaultComment = regexp.MustCompile(
	`^(trusted comment: timestamp:[0-9]+)[ \t\x{a0}]+(file:.*?)(?:[ \t\x{a0}]+(hashed))?[ \t\x{a0}]*$`,
)

// minisignArmour gives the four lines of a minisign signature that begin with
// the first of these lines, free of prefix and line ends, or nil.
func minisignArmour(lines [][]byte, prefix string) []byte {
	if len(lines) < 4 {
		return nil
	}
	var out []byte
	for i, l := range lines[:4] {
		l = bytes.TrimRight(unquote([][]byte{l}, prefix), "\r\n")
		if i%2 == 1 {
			l = bytes.TrimSpace(l)
		} else if m := defaultComment.FindSubmatch(l); m != nil {
			l = bytes.TrimRight(bytes.Join(m[1:], []byte("\t")), "\t")
		}
		out = append(append(out, l...), '\n')
	}
	var sig minisign.Signature
	if !bytes.HasPrefix(out, []byte(untrustedComment)) || sig.UnmarshalText(out) != nil {
		return nil
	}
	return out
}
