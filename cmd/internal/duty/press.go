package duty

import (
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/quota"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/templates"
)

// MaxPress is the longest text of a press, in bytes.
const MaxPress = 8000

// press passes a text on.
func (d *errand) press(c command.Press) error {
	to, anonymous := c.To, c.Anonymous
	if named := d.After; d.created != nil {
		d.After = d.created
		defer func() { d.After = named }()
	}
	if err := d.needGame(false); err != nil {
		return err
	}
	sides := slices.DeleteFunc(d.After.People(), func(s engine.Side) bool {
		return s == d.Giver || to != "all" && !strings.EqualFold(string(s), to)
	})
	from := tongue.Name(string(d.Giver))
	switch {
	case d.Commands.Game == "" && d.created == nil || d.by == command.Player && d.Commands.Side == "":
		d.fault(phrase.Say("fault.pressheader"), phrase.Say("hint.below"))
	case anonymous && (d.by == command.Umpire || d.After.Press != record.PressAnonymous):
		d.fault(phrase.Say("fault.anonymous"), phrase.Say("hint.anonymous"))
	case to == docket.UmpireSide && d.by == command.Player:
		sides = nil
	case len(sides) == 0:
		d.fault(phrase.Say("fault.pressto"), d.pressHint(to))
	case d.After.Press == record.PressNone && d.by == command.Player:
		d.fault(phrase.Say("fault.nopress"), phrase.Say("hint.nopress"))
	}
	if len(c.Text) > MaxPress {
		d.fault(phrase.Say("fault.longpress", "n", MaxPress), phrase.Say("hint.parts"))
	}
	if d.acted {
		d.fault(phrase.Say("fault.presswith"), phrase.Say("hint.presswith"))
	}
	if len(d.Faults) > 0 {
		return errRefused
	}
	if err := d.once("", false); err != nil {
		return err
	}
	if err := d.mayPress(); err != nil {
		return err
	}
	d.pressed = true
	if d.by == command.Umpire {
		from = phrase.Umpire("")
	} else if anonymous {
		from = phrase.Say("somebody")
	}
	if to == docket.UmpireSide {
		if d.Desk.AddressOfUmpire() == "" {
			return d.fault(phrase.Say("fault.noumpire"), none)
		}
		d.say(phrase.Say("press.umpire"))
		d.tellUmpire(d.After, "press from "+from.String(), "", pressParagraphs(c.Text)...)
		return nil
	}
	for _, side := range sides {
		l := d.After.Letter(side, fmt.Sprintf("press-%d.%s", d.line.No, d.Mail.HashString()[:16]))
		m := templates.PressMail{Game: d.Desk.AboutTo(d.After.Info, side), Reader: side, From: from, Sender: d.Giver,
			To: sides, Text: c.Text, Anonymous: anonymous}
		if d.by == command.Umpire {
			m.Sender = docket.UmpireSide
		}
		l.Subject, l.Page = m.Subject(), post.Fill(templates.Press, m)
		if err := d.Tell(l); err != nil {
			return err
		}
	}
	d.say(phrase.Say("press.sent", "sides", sideList(sides), "from", from))
	return nil
}

// pressHint says to whom press can go.
func (d *errand) pressHint(to string) tongue.Text {
	all := []string{"all", docket.UmpireSide}
	for _, s := range d.After.People() {
		if s != d.Giver {
			all = append(all, string(s))
		}
	}
	return phrase.Say("hint.oneof", "near", engine.Nearest(to, all), "words", tongue.List(tongue.Names(all...), ", "))
}

func pressParagraphs(text string) (paragraphs []string) {
	for p := range strings.SplitSeq(text, "\n\n") {
		if strings.TrimSpace(p) != "" {
			paragraphs = append(paragraphs, p)
		}
	}
	return paragraphs
}

func sideList(sides []engine.Side) tongue.Text {
	var names []tongue.Text
	for _, s := range sides {
		names = append(names, tongue.Name(string(s)))
	}
	return tongue.List(names, tongue.And)
}

func sideNames(sides []engine.Side) string {
	var names []string
	for _, s := range sides {
		names = append(names, string(s))
	}
	return strings.Join(names, " and ")
}

// mayPress counts all press of the mail, once, and refuses it if that is more than its player may send in a day.
func (d *errand) mayPress() error {
	if d.by != command.Player || d.pressed {
		return nil
	}
	key, now, limit := docket.StatePressed+string(d.Giver), d.Desk.Now(), d.After.PressLimit
	value, err := d.Desk.Store.Value(d.After.Game, key)
	if err != nil {
		return err
	}
	times := quota.RecentTimes(value, now)
	before := len(times)
	for _, l := range d.Commands.Lines {
		if _, ok := l.Command.(command.Press); ok {
			times = append(times, now)
		}
	}
	if len(times) <= limit {
		d.Batch.Set(d.After.Game, key, quota.PrintTimes(times))
		return nil
	}
	hint := phrase.Say("hint.pressmost", "n", limit-before)
	if before == limit {
		hint = phrase.Say("hint.pressnext", "at", phrase.Moment(times[0].Add(quota.Day)))
	}
	return d.fault(phrase.Say("fault.pressmost", "n", limit, "sent", before), hint)
}
