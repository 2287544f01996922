package duty

import (
	"fmt"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/said"
	"berthier/templates"
)

// looker is the address that observes when the sender does.
func (d *errand) looker() string {
	if d.by == command.Player {
		return strings.ToLower(d.After.Address[d.Giver])
	}
	return strings.ToLower(d.Mail.From.Address)
}

// observe begins to send an observer's mails, once he has shown that the
// address is his.
func (d *errand) observe(c command.Observe) error {
	g, address, err := d.shown(c.Word, c.Game, c.Code)
	if g == nil || err != nil {
		return err
	}
	now, others, spelt, err := d.Desk.Observation(g.Game, address)
	switch {
	case err != nil:
		return err
	case others >= docket.MaxObservers:
		d.fault("", "the game has as many observers as it can have")
		return nil
	case now != c.Word:
		if ok, err := d.onceSigned(); !ok || err != nil {
			return err
		}
		for _, old := range spelt {
			d.Batch.Drop(g.Game, docket.StateObserver+old)
		}
		d.Batch.Set(g.Game, docket.StateObserver+address, []byte(c.Word))
	}
	d.say("From the next step on this address gets what everybody may see of game %s. To end it, send this line from "+
		"the same address:", g.Game)
	d.part(templates.Part{Block: g.Unobserve(address)})
	return nil
}

// unobserve ends it, for the address that the mail came from.
func (d *errand) unobserve(c command.Unobserve) error {
	g, address, err := d.shown(docket.WordUnobserve, c.Game, c.Code)
	if g == nil || err != nil {
		return err
	}
	now, _, _, err := d.Desk.Observation(g.Game, address)
	if now == "" || err != nil {
		d.say("This address does not observe game %s.", g.Game)
		return err
	}
	if ok, err := d.onceSigned(); !ok || err != nil {
		return err
	}
	d.Batch.Drop(g.Game, docket.StateObserver+address)
	d.say("Nothing more of game %s goes to this address, but for what is on its way.", g.Game)
	return nil
}

// shown gives the game that the command is about and the address that it is for, once
// the command has the code that was mailed there; otherwise it says how to get it.
func (d *errand) shown(word, game, given string) (g *docket.Game, address string, err error) {
	if g, _, err = d.otherGame(game); g == nil || err != nil {
		return nil, "", err
	}
	address = d.looker()
	code := g.ObserverCode(word, address)
	switch {
	case word != docket.WordUnobserve && g.Over():
		d.fault("", "the game is over")
		return nil, "", nil
	case given == "":
		d.part(templates.Part{
			Text:  "Anybody could have written this in your name. If it was you, send this line from the same address:",
			Block: fmt.Sprintf("%s %s %s\n", word, g.Game, code),
		})
		return nil, "", nil
	case !said.SameCode(given, code):
		d.fault("the command without a code brings it", "this is not the code of this command, game and address")
		return nil, "", nil
	}
	return g, address, nil
}

// onceSigned lets what was signed change something only once: whoever has it can send
// it again.
func (d *errand) onceSigned() (bool, error) {
	if d.by != command.Player {
		return true, nil
	}
	return d.once(d.After.Game, docket.WordObserve, false)
}
