package umpire

import (
	"encoding/hex"
	"errors"
	"regexp"
	"strings"
	"testing"

	"berthier/cmd/internal/docket"
	"berthier/store"
)

// Every line about a mail of a game names the mail, the game and the step once
// each, so that a line can be found again by any of them.
func TestLogLines(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	if err := tb.take(letter(address["Red"], "bad@x", signed(t, "Red", file("Red", 1, 1, "nonsense")))); err != nil {
		t.Fatal(err)
	}
	tb.play("Red", 1, 1)
	tb.play("Blue", 1, 1)
	tb.deliver()
	lines := strings.Split(strings.TrimSpace(tb.logs.String()), "\n")
	for _, want := range []string{"orders refused", "orders accepted", "step resolved", "mail sent"} {
		found := false
		for _, line := range lines {
			if !strings.Contains(line, want) {
				continue
			}
			found = true
			for _, key := range []string{`"mail":"[^"]+@`, `"game":"duel-1"`, `"step":"?[01]`} {
				if n := len(regexp.MustCompile(key).FindAllString(line, -1)); n != 1 {
					t.Errorf("%d times %s in %s", n, key, line)
				}
			}
		}
		if !found {
			t.Errorf("no line %q in\n%s", want, tb.logs)
		}
	}
}

// The log never holds what is secret: the links that are not published yet, the
// text of orders, and what a mail server was told.
func TestLogKeepsSecrets(t *testing.T) {
	tb := newTable(t)
	tb.create()
	if err := tb.take(letter(address["Red"], "red@x",
		signed(t, "Red", file("Red", 1, 1, "# the guard stays hidden")))); err != nil {
		t.Fatal(err)
	}
	tb.play("Blue", 1, 1)
	if _, err := tb.u.Post.Send(t.Context(),
		(&server{faults: map[string]error{address["Red"]: errors.New("450")}}).send); err != nil {
		t.Fatal(err)
	}
	var chain, sealed []byte
	err := tb.store.View(func(tx *store.Tx) error {
		c, err1 := tx.Secret("duel-1", docket.SecretChain)
		s, err2 := tx.Secret("duel-1", docket.SecretSealed)
		chain, sealed = c.Reveal(), s.Reveal()
		return errors.Join(err1, err2)
	})
	if err != nil || len(chain) == 0 || len(sealed) == 0 {
		t.Fatalf("no secrets: %v", err)
	}
	for name, secret := range map[string]string{
		"chain": hex.EncodeToString(chain), "sealed key": hex.EncodeToString(sealed), "orders": "hidden",
		"signature": "SIGNATURE",
	} {
		if strings.Contains(tb.logs.String(), secret) {
			t.Errorf("the log has the %s:\n%s", name, tb.logs)
		}
	}
}
