package duty

import (
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/quota"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/store"
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
	if !d.needGame(false) {
		return nil
	}
	sides := slices.DeleteFunc(d.After.People(), func(s engine.Side) bool {
		return s == d.Giver || to != "all" && !strings.EqualFold(string(s), to)
	})
	from := string(d.Giver)
	switch {
	case d.Commands.Game == "" && d.created == nil || d.by == command.Player && d.Commands.Side == "":
		d.fault("put the lines game: and side: above the commands and sign the mail again",
			"press needs a signed header")
	case anonymous && (d.by == command.Umpire || d.After.Press != record.PressAnonymous):
		d.fault("leave the word out", "anonymous press is not allowed here")
	case to == docket.UmpireSide && d.by == command.Player:
		sides = nil
	case len(sides) == 0:
		d.fault(d.pressHint(to), "press can go to the other sides and to the umpire")
	case d.After.Press == record.PressNone && d.by == command.Player:
		d.fault("press to the umpire is always possible", "this game allows no press between players")
	}
	if len(c.Text) > MaxPress {
		d.fault("send it in parts", "press has at most %d bytes", MaxPress)
	}
	if d.acted {
		d.fault("send press in a mail of its own: what is signed together with the command is published when the "+
			"game is over", "press cannot come with a command that changes the game")
	}
	if len(d.Faults) > 0 {
		return nil
	}
	if ok, err := d.once(d.After.Game, "", false); !ok || err != nil {
		return err
	}
	if ok, err := d.mayPress(); !ok || err != nil {
		return err
	}
	d.pressed = true
	if d.by == command.Umpire {
		from = "the umpire"
	} else if anonymous {
		from = "somebody who does not give a name"
	}
	if to == docket.UmpireSide {
		if d.Desk.AddressOfUmpire() == "" {
			d.fault("", "no address of the umpire is known here")
			return nil
		}
		d.say("Sent to the umpire.")
		return d.tellUmpire(d.After, "press from "+from, "", pressParagraphs(c.Text)...)
	}
	for _, side := range sides {
		l := d.After.Letter(side, fmt.Sprintf("press-%d.%s", d.line.No, d.Mail.HashString()[:16]))
		l.Subject, l.Page = "press from "+from, post.Fill(templates.Press, templates.PressMail{
			Game: d.Desk.About(d.After.Info), Reader: side, From: from, To: sides, Text: c.Text, Anonymous: anonymous,
		})
		if err := d.Tell(l); err != nil {
			return err
		}
	}
	d.say("Sent to %s in the name of %s.", sideNames(sides), from)
	return nil
}

// pressHint says to whom press can go.
func (d *errand) pressHint(to string) string {
	all := []string{"all", docket.UmpireSide}
	for _, s := range d.After.People() {
		if s != d.Giver {
			all = append(all, string(s))
		}
	}
	hint := "write one of: " + strings.Join(all, ", ")
	if near := engine.Nearest(to, all); near != "" {
		return "did you mean " + near + "? " + hint
	}
	return hint
}

func pressParagraphs(text string) (paragraphs []string) {
	for p := range strings.SplitSeq(text, "\n\n") {
		if strings.TrimSpace(p) != "" {
			paragraphs = append(paragraphs, p)
		}
	}
	return paragraphs
}

func sideNames(sides []engine.Side) string {
	var names []string
	for _, s := range sides {
		names = append(names, string(s))
	}
	return strings.Join(names, " and ")
}

// mayPress counts all press of the mail, once, and refuses it if that is more than
// its player may send in a day.
func (d *errand) mayPress() (bool, error) {
	if d.by != command.Player || d.pressed {
		return true, nil
	}
	key, now, limit := docket.StatePressed+string(d.Giver), d.Desk.Now(), d.After.PressLimit
	var value []byte
	err := d.Desk.Store.View(func(tx *store.Tx) (err error) {
		value, err = docket.Optional(tx.State(d.After.Game, key))
		return err
	})
	if err != nil {
		return false, err
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
		return true, nil
	}
	hint := fmt.Sprintf("send at most %d in one mail", limit-before)
	if before == limit {
		hint = "the next is possible " + post.Moment(times[0].Add(quota.Day))
	}
	d.fault(hint, "a player of this game sends press at most %d times in 24 hours, and you have sent %d", limit, before)
	return false, nil
}
