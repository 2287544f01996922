package said

import (
	"strings"

	"berthier/engine"
	"berthier/mail/sign"
)

// KeyMessage is a text that changes a key instead of giving orders.
type KeyMessage struct {
	Game string
	Side engine.Side
	Join string // the code of an invitation, or ""
	Key  string // what stands behind "key:", may be ""
}

// ParseKey reads a key message; ok is false for any other text. The doc of package
// umpire has its form.
func ParseKey(text []byte) (m KeyMessage, ok bool) {
	rest := strings.ReplaceAll(string(text), "\r\n", "\n")
	for line := ""; rest != ""; {
		line, rest, _ = strings.Cut(rest, "\n")
		word, value, found := strings.Cut(strings.TrimSpace(line), ":")
		value = strings.TrimSpace(value)
		switch word = strings.ToLower(strings.TrimSpace(word)); {
		case found && word == "game":
			m = KeyMessage{Game: strings.ToLower(value)}
		case m.Game == "": // a greeting
		case strings.TrimSpace(line) == "":
		case found && word == "side":
			m.Side = engine.Side(value)
		case found && word == "join":
			m.Join = value
		case !found && strings.HasPrefix(word, "join "): // as the command
			m.Join = strings.TrimSpace(strings.TrimSpace(line)[len("join "):])
		case found && word == "key":
			if m.Key = keyText(value + "\n" + rest); strings.HasPrefix(m.Key, "(") {
				m.Key = "" // the words of our own template
			}
			return m, true
		default:
			return m, m.Join != "" && strings.EqualFold(strings.TrimSpace(line), "end")
		}
	}
	return m, m.Join != ""
}

// maxJoins is how many places of a text ParseJoin looks at.
const maxJoins = 16

// ParseJoin reads a text that answers an invitation: a key message with a code, or
// else the first one that stands in a quote, as when the mail that invites is answered.
func ParseJoin(text []byte) (m KeyMessage, ok bool) {
	if m, ok = ParseKey(text); ok {
		return m, m.Join != ""
	}
	var plain []string
	for _, line := range Split(text) {
		plain = append(plain, strings.TrimLeft(line, "> \t"))
	}
	tried := 0
	for i, line := range plain {
		if headerKey(line) != "game" {
			continue
		}
		if tried++; tried > maxJoins {
			break
		}
		if m, ok = ParseKey([]byte(strings.Join(plain[i:], ""))); ok && m.Join != "" {
			return m, true
		}
	}
	return KeyMessage{}, false
}

// keyText cuts off what follows a key: a line "end" and whatever is below it.
// A block that stands in a clear-signed text has dash escapes as long as that
// is not verified.
func keyText(text string) string {
	var lines []string
	for l := range strings.Lines(text) {
		l = strings.TrimSpace(l)
		if strings.EqualFold(l, "end") {
			break
		}
		if rest, ok := strings.CutPrefix(l, "- -----"); ok {
			l = "-----" + rest
		}
		lines = append(lines, l)
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// Parse reads the key of a message. A key on one line ends with it.
func (m KeyMessage) Parse() (sign.Key, error) {
	first, _, _ := strings.Cut(m.Key, "\n")
	key, err := sign.ParsePublicKey(first)
	if err != nil {
		key, err = sign.ParsePublicKey(m.Key)
	}
	key.Comment = ""
	return key, err
}
