package archive

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"log/slog"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"berthier/cmd/internal/leak"
	"berthier/cmd/internal/play"
	"berthier/engine"
	"berthier/engine/jdg"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/mail/wire"
)

// watchedGame is a game in which everything that goes out is looked at for secrets.
type watchedGame struct {
	*table
	scan   leak.Scanner
	log    bytes.Buffer
	tokens int
	texts  int // that were looked at
	over   bool
	step   int
	join   string // code of the invitation
	codes  int    // that mails had
}

// sentMail is one mail that went out.
type sentMail struct {
	to  engine.Side
	raw []byte
}

// codeLine is a code under the header that it belongs to.
var codeLine = regexp.MustCompile(`(?m)^side: (\S+)\n(?:turn: .*\n|step: .*\n)*(join|code): (\S+)$`)

// token is a text that a side puts into its orders, and nobody else may see.
func (w *watchedGame) token(side engine.Side) string {
	w.tokens++
	sum := sha256.Sum256(fmt.Append(nil, "plan ", w.tokens))
	text := fmt.Sprintf("plan %x", sum[:10])
	w.scan.Add(fmt.Sprintf("orders of %s, %d", side, w.tokens), []byte(text))
	return text
}

// addSecrets lets the scanner know what never goes out, and what does not before its time.
func (w *watchedGame) addSecrets() {
	s := w.save().Secrets
	w.scan.Add("seed of the chain", s.Chain[:])
	w.scan.Add("sealed key", s.Sealed[:])
	for n := 1; n < engine.ChainLength; n++ {
		link, err := engine.ChainLink(s.Chain, n)
		if err != nil {
			w.t.Fatal(err)
		}
		w.scan.Add(fmt.Sprintf("link %d", n), link[:])
	}
	fields := strings.Split(strings.TrimSpace(string(w.u.Key.Marshal())), "+")
	seed, err := base64.StdEncoding.DecodeString(strings.Join(fields[4:], "+"))
	if err != nil || len(seed) != 33 {
		w.t.Fatal("the log key has another form", err)
	}
	w.scan.Add("log key", seed[1:])
	for i, k := range keys() {
		text, err1 := k.Marshal(nil)
		raw, err2 := ssh.ParseRawPrivateKey(text)
		if err1 != nil || err2 != nil {
			w.t.Fatal(err1, err2)
		}
		w.scan.Add(fmt.Sprintf("private key %d", i), raw.(*ed25519.PrivateKey).Seed())
	}
}

// open reports whether a secret that was found may be where it was found: side
// is "" for what everybody may see.
func (w *watchedGame) open(name string, side engine.Side) bool {
	if n, ok := strings.CutPrefix(name, "link "); ok {
		k, err := strconv.Atoi(strings.SplitN(n, ",", 2)[0])
		return err == nil && (k <= w.step || w.over)
	}
	secret, always := strings.HasPrefix(name, "seed ") ||
		strings.HasPrefix(name, "sealed "), strings.Contains(name, "key") && !strings.HasPrefix(name, "sealed ")
	switch {
	case always:
		return false
	case secret:
		return w.over
	case side == "": // the archive of a finished game has the mails
		return w.over
	}
	return strings.Contains(name, " of "+string(side)+",")
}

func (w *watchedGame) judge(where string, side engine.Side, found []string) {
	w.t.Helper()
	w.texts++
	for _, name := range found {
		if !w.open(name, side) {
			w.t.Errorf("step %d: %s gives away the %s", w.step, where, name)
		}
	}
}

// look scans all that went out since the last time: mails, log lines, and what
// everybody can have as an archive.
func (w *watchedGame) look() {
	w.t.Helper()
	st, err := w.u.Status(w.id)
	if err != nil {
		w.t.Fatal(err)
	}
	w.step, w.over = st.Step, st.Outcome.Over
	var out []sentMail
	_, err = w.u.Post.Send(context.Background(), func(_ context.Context, _ string, to []string, raw []byte) error {
		side := engine.Side("")
		for s, a := range st.Address {
			if a == to[0] {
				side = s
			}
		}
		out = append(out, sentMail{side, bytes.Clone(raw)})
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
	for _, s := range out { // codes are known from the mails of those who may have them
		m, err := mail.Parse(s.raw)
		if err != nil {
			w.t.Fatal(err)
		}
		for _, c := range codeLine.FindAllStringSubmatch(m.Text, -1) {
			if c[2] == "join" {
				w.join = c[3]
			}
			w.codes++
			w.scan.Add(fmt.Sprintf("code of %s, %s", c[1], c[3]), []byte(c[3]))
		}
	}
	for _, s := range out {
		found, err := w.scan.FindInMail(s.raw)
		if err != nil {
			w.t.Fatal(err)
		}
		w.judge("a mail to "+string(s.to), s.to, found)
	}
	w.judge("the log of the program", "", w.scan.Find(w.log.Bytes()))
	w.log.Reset()
	members, err := Archive{SavedGame: w.save().Public()}.all()
	if err != nil {
		w.t.Fatal(err)
	}
	for _, m := range members {
		w.judge("the public archive, "+m.Name, "", w.scan.Find(m.Data))
	}
}

// A whole game is played, with a player who was invited and may use codes, with
// mistakes, strangers, and sides that stay silent. No secret is in any mail to
// somebody who may not know it, in any line of the log or in any archive for the
// public.
func TestNoSecretGoesOut(t *testing.T) {
	w := &watchedGame{table: emptyTable(t, "goldbach")}
	w.u.Logger = slog.New(slog.NewJSONHandler(&w.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	w.create(func(s *play.Spec) {
		s.Codes = true
		s.Players[1].Key = ""
	})
	w.addSecrets()
	sides := w.rules.Sides(w.position())
	write := func(i int, text string) {
		w.mails++
		raw := fmt.Appendf(nil, "From: player%d@example.net\r\nTo: games+%s@%s\r\nSubject: orders\r\n"+
			"Message-ID: <%d@example.net>\r\n\r\n%s", i, w.id, domain, w.mails, text)
		if _, err := w.u.TakeAll(context.Background(), []wire.Arrival{{Raw: raw}}); err != nil {
			t.Fatal(err)
		}
		w.look()
	}
	sign := func(i int, text string) string {
		b, err := sign.Inline(keys()[i], []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	w.look()
	joined := false
	for n := 0; ; n++ {
		st, err := w.u.Status(w.id)
		if err != nil {
			t.Fatal(err)
		}
		if st.Outcome.Over {
			break
		}
		if n == 6 { // the second player registers his key
			write(1, sign(1, fmt.Sprintf("game: %s\nside: %s\njoin: %s\nend\n", w.id, sides[1], w.join)))
			joined = true
		}
		p := w.position()
		if n%10 == 3 {
			write(1, "Here is "+w.token(sides[1])+" without a signature.\n")
			write(0, sign(0, fmt.Sprintf("game: %s\nside: %s\nturn: 1\nstep: %d\nnonsense // %s\n", w.id, sides[0],
				st.Step+1, w.token(sides[0]))))
		}
		for i, side := range sides {
			if !engine.Owes(w.rules.Owed(p), side) || i == 1 && !joined || n%13 == 5 {
				continue
			}
			text := engine.TurnFile{Game: w.id, Side: side, Turn: st.Turn, Step: st.Step + 1,
				Orders: engine.Held(w.rules, p, w.rules.(*jdg.Ruleset).Ahead(p, side)).Lines}.Print()
			write(i, sign(i, strings.Replace(string(text), "\nend\n", "\n// "+w.token(side)+"\nend\n", 1)))
		}
		if now, err := w.u.Status(w.id); err != nil || now.Step == st.Step {
			if _, err := w.u.Do(w.id, "process"); err != nil {
				t.Fatal(err)
			}
			w.look()
		}
	}
	t.Logf("%d steps, %d mails in, %d texts looked at, %d secret orders, %d codes", w.step, w.mails, w.texts, w.tokens,
		w.codes)
	if !w.over || w.tokens < w.step || w.codes < 5 || w.texts < 20*w.step { // how long a game is is chance
		t.Error("too little was looked at")
	}
}
