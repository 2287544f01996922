package umpire

import (
	"fmt"
	"strings"
	"testing"

	"berthier/engine"
)

// correspondent plays one side of Goldbach by mail.
type correspondent struct {
	tb   *table
	side engine.Side
	by   engine.Side // whose key and address of the kit
	sent int
}

// send mails order lines for the step that is awaited and returns what is
// answered to everybody, by address.
func (c *correspondent) send(text ...string) map[string]string {
	c.tb.t.Helper()
	s, err := c.tb.u.Status("goldbach")
	if err != nil {
		c.tb.t.Fatal(err)
	}
	file := fmt.Sprintf("game: goldbach\nside: %s\nturn: %d\nstep: %d\n\n%s\nend\n", c.side, s.Turn, s.Step+1,
		strings.Join(text, "\n"))
	c.sent++
	id := fmt.Sprintf("%s-%d@home", c.side, c.sent)
	c.tb.arrive(c.tb.t, letter(address[c.by], id, signed(c.tb.t, c.by, file)))
	got := map[string]string{}
	for _, m := range c.tb.deliver() {
		got[m.To[0].Address] += m.Subject + "\n" + flat(m.Text) + "\n" + flat(string(m.File("position.txt")))
	}
	return got
}

// Through the hub: a side that owes nothing mails orders when drawn, gets them
// shown back as understood, replaces them, and they are used, without another
// mail, when its formation is drawn. The other side never learns of them.
func TestOrdersWhenDrawnByMail(t *testing.T) {
	tb := campaign(t, "goldbach")
	tb.deliver()
	french, allied := &correspondent{tb: tb, side: "French", by: "Red"},
		&correspondent{tb: tb, side: "Allied", by: "Blue"}
	french.send()
	allied.send("first kienmay")
	waits := func() (engine.Side, engine.Decision) {
		s, err := tb.u.Status("goldbach")
		if err != nil || len(s.Waiting) != 1 {
			t.Fatalf("waiting for %v, %v", s.Waiting, err)
		}
		for _, d := range s.Owed {
			if !d.Optional {
				return d.Side, d
			}
		}
		panic("nothing is owed")
	}
	asked := map[engine.Side]*correspondent{"French": french, "Allied": allied}
	side, _ := waits()
	active := asked[side]
	idle := allied
	if side == "Allied" {
		idle = french
	}
	form, unit := "legrand", "26leg"
	if idle == allied {
		form, unit = "dokhtur", "7jag"
	}
	own, other := address[idle.by], address[active.by]

	got := idle.send("when "+form+" mov "+unit+" NE", "when "+form+" again hold")
	if !strings.Contains(got[own], "when "+form+" move "+unit+" ne") ||
		!strings.Contains(got[own], "You owe nothing. We now wait for "+string(side)) || got[other] != "" {
		t.Errorf("the first mail is answered by\n%s\nto the other:\n%s", got[own], got[other])
	}
	got = idle.send("when "+form+" face "+unit+" NNE", "when "+form+" again hold", "standing square no")
	if !strings.Contains(got[own], "they replace the ones that you sent before") {
		t.Errorf("the second mail is answered by\n%s", got[own])
	}
	got = idle.send("when "+form+" face "+unit+" up", "standing square no")
	if !strings.Contains(got[own], "orders refused") || !strings.Contains(got[own], "stay in force") {
		t.Errorf("a bad mail is answered by\n%s", got[own])
	}

	// The others play on, never ordering anything beforehand, until the
	// formation is drawn; no mail of ours comes.
	used := "acts as ordered before it was drawn: face " + unit + " nne"
	for range 20 {
		side, d := waits()
		if asked[side] == idle && strings.Contains(d.ID, "-"+form+"/") {
			t.Fatalf("asked for %s in spite of its orders: %s", form, d.ID)
		}
		line := ""
		if d.Hold != "" {
			line = "hold"
		}
		got = asked[side].send(line)
		if strings.Contains(got[other], "ordered before") || strings.Contains(got[other], "when "+form+" face") {
			t.Errorf("the other side learns of it:\n%s", got[other])
		}
		if strings.Contains(got[own], used) {
			break
		}
	}
	if !strings.Contains(got[own], used) {
		t.Fatalf("the orders were not used:\n%s", got[own])
	}
	a, err := tb.u.Verify("goldbach")
	if err != nil || a.Check("steps").Done < 2 {
		t.Errorf("got %+v, %v", a.Checks, err)
	}
}
