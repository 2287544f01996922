package duty

import (
	"fmt"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/onlooker"
	"berthier/cmd/internal/phrase"
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

// observe begins to send an observer's mails, once he has shown that the address is his.
func (d *errand) observe(c command.Observe) error {
	g, address, ok, err := d.shown(c.Word, c.Game, c.Code)
	if !ok || err != nil {
		return err
	}
	now, others, spelt, err := onlooker.Observation(d.Desk.Docket, g.Game, address)
	switch {
	case err != nil:
		return err
	case others >= onlooker.Most:
		return d.fault(phrase.Say("fault.observers"), none)
	case now != c.Word:
		if err := d.onceSigned(); err != nil {
			return err
		}
		for _, old := range spelt {
			d.Batch.Drop(g.Game, docket.StateObserver+old)
		}
		d.Batch.Set(g.Game, docket.StateObserver+address, []byte(c.Word))
	}
	d.part(templates.Part{Text: phrase.Say("observe", "game", g.Game), Block: onlooker.Stop(g, address)})
	return nil
}

// unobserve ends it, for the address that the mail came from.
func (d *errand) unobserve(c command.Unobserve) error {
	g, address, ok, err := d.shown(onlooker.WordUnobserve, c.Game, c.Code)
	if !ok || err != nil {
		return err
	}
	now, _, _, err := onlooker.Observation(d.Desk.Docket, g.Game, address)
	if now == "" || err != nil {
		d.say(phrase.Say("unobserve.not", "game", g.Game))
		return err
	}
	if err := d.onceSigned(); err != nil {
		return err
	}
	d.Batch.Drop(g.Game, docket.StateObserver+address)
	d.say(phrase.Say("unobserve", "game", g.Game))
	return nil
}

// shown gives the game that the command is about and the address that it is for. The command
// is good once it has the code that was mailed there; otherwise it says how to get it.
func (d *errand) shown(word, game, given string) (g *docket.Game, address string, good bool, err error) {
	if g, _, err = d.otherGame(game); err != nil {
		return nil, "", false, err
	}
	address = d.looker()
	code := onlooker.Code(g, word, address)
	switch {
	case word != onlooker.WordUnobserve && g.Over():
		err = d.fault(phrase.Say("fault.over"), none)
	case given == "":
		d.part(templates.Part{
			Text:  phrase.Say("observe.code"),
			Block: fmt.Sprintf("%s %s %s\n", word, g.Game, code),
		})
	case !said.SameCode(given, code):
		err = d.fault(phrase.Say("fault.observercode"), phrase.Say("hint.observercode"))
	default:
		good = true
	}
	return g, address, good, err
}

// onceSigned lets what was signed change something only once: whoever has it can send it again.
func (d *errand) onceSigned() error {
	if d.by != command.Player {
		return nil
	}
	return d.once(onlooker.WordObserve, false)
}
