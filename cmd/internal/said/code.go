package said

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"fmt"
	"strings"

	"berthier/engine"
)

// CodeOf is the code with which a side without a key answers one step, out of
// the secret of the sealed draws. Each report has another; when the secret is
// published none is of use any more.
func CodeOf(sealed []byte, game string, step int, side engine.Side) string {
	mac := hmac.New(sha256.New, sealed)
	fmt.Fprintf(mac, "berthier code 1\n%s\n%d\n%s\n", game, step, side)
	return Groups(base32.StdEncoding.EncodeToString(mac.Sum(nil))[:12])
}

// Groups puts hyphens into a code of 12 letters.
func Groups(code string) string { return code[:4] + "-" + code[4:8] + "-" + code[8:] }

// CutCode takes the line of a code out of a turn file and leaves an empty one
// in its place, so that lines keep their numbers.
func CutCode(text []byte) (rest []byte, code string) {
	lines := strings.SplitAfter(string(text), "\n")
	for i, l := range lines {
		word, value, found := strings.Cut(strings.TrimLeft(l, "> \t"), ":")
		if found && code == "" && strings.EqualFold(strings.TrimSpace(word), "code") {
			code = strings.TrimSpace(value)
			lines[i] = "\n"
		}
	}
	return []byte(strings.Join(lines, "")), code
}

// SameCode compares codes as people copy them.
func SameCode(a, b string) bool {
	clean := func(s string) []byte {
		return []byte(strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(s)))
	}
	return len(clean(b)) > 0 && subtle.ConstantTimeCompare(clean(a), clean(b)) == 1
}

// SureCode is the code with which somebody answers a mail that asked whether he is sure of a
// command. asked is what tells this request from any other. It is a word of 4 letters, a
// hyphen, and 4 more.
func SureCode(sealed []byte, game, command, asked string) string {
	mac := hmac.New(sha256.New, sealed)
	fmt.Fprintf(mac, "berthier sure 1\n%s\n%s\n%s\n", game, command, asked)
	code := base32.StdEncoding.EncodeToString(mac.Sum(nil))
	return code[:4] + "-" + code[4:8]
}

// IsSure reports whether a word has the form of a SureCode.
func IsSure(word string) bool {
	left, right, ok := strings.Cut(strings.ToUpper(word), "-")
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
	return ok && len(left) == 4 && len(right) == 4 && strings.Trim(left+right, letters) == ""
}
