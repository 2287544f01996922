package archive

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"berthier/cmd/internal/game"
	"berthier/engine"
	"berthier/store/leaf"
)

const privateTitle = "berthier private 1"

func outboxName(i int) string { return fmt.Sprintf("%s%04d.eml", dirOutbox, i+1) }

// printPrivate writes what only the umpire may have.
func printPrivate(s *game.Secrets) []byte {
	var b strings.Builder
	put := func(key string, fields ...string) {
		b.WriteString(key + ":")
		for _, f := range fields {
			b.WriteString(" " + engine.Quote(f))
		}
		b.WriteByte('\n')
	}
	b.WriteString(privateTitle + "\n")
	put("chain", s.Chain.String())
	put("sealed", s.Sealed.String())
	for _, key := range slices.Sorted(maps.Keys(s.State)) {
		put("state", key, s.State[key])
	}
	for _, m := range s.Outbox {
		at := "-"
		if !m.NotBefore.IsZero() {
			at = m.NotBefore.UTC().Format(time.RFC3339Nano)
		}
		put("mail", append([]string{m.ID, m.Game, m.From, at}, m.To...)...)
	}
	return []byte(b.String())
}

// parsePrivate reads what printPrivate writes; all has the members with the mails of the outbox. Order and spelling
// are not looked at: the caller prints what was read and compares.
func parsePrivate(text []byte, all map[string][]byte) (*game.Secrets, error) {
	s := &game.Secrets{State: map[string]string{}}
	title, rest, _ := strings.Cut(string(text), "\n")
	if title != privateTitle {
		return nil, fmt.Errorf("want %q", privateTitle)
	}
	for line := range strings.Lines(rest) {
		key, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		f, err := engine.Fields(value)
		if err == nil {
			err = takePrivate(s, key, f, all)
		}
		if err != nil {
			return nil, fmt.Errorf("line %q: %w", key, err)
		}
	}
	return s, nil
}

func takePrivate(s *game.Secrets, key string, f []string, all map[string][]byte) (err error) {
	switch {
	case key == "chain" && len(f) == 1:
		s.Chain, err = engine.ParseLink(f[0])
	case key == "sealed" && len(f) == 1:
		s.Sealed, err = engine.ParseLink(f[0])
	case key == "state" && len(f) == 2:
		s.State[f[0]] = f[1]
	case key == "mail" && len(f) >= 5:
		m := leaf.Mail{ID: f[0], Game: f[1], From: f[2], To: f[4:], Raw: all[outboxName(len(s.Outbox))]}
		if f[3] != "-" {
			m.NotBefore, err = time.Parse(time.RFC3339Nano, f[3])
		}
		s.Outbox = append(s.Outbox, m)
	default:
		return errors.New("this line is not known")
	}
	return err
}
