package umpire

import (
	"fmt"
	"slices"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/templates"
)

// maxPress is the longest text of a press, in bytes.
const maxPress = 8000

// press passes a text on.
func (d *errand) press(c command.Press) error {
	to, anonymous := c.To, c.Anonymous
	if named := d.g; d.created != nil {
		d.g = d.created
		defer func() { d.g = named }()
	}
	if !d.needGame(false) {
		return nil
	}
	sides := slices.DeleteFunc(slices.Clone(d.g.sides), func(s engine.Side) bool {
		return s == d.me || to != "all" && !strings.EqualFold(string(s), to)
	})
	from := string(d.me)
	switch {
	case d.mail.Game == "" && d.created == nil || d.by == command.Player && d.mail.Side == "":
		d.fault("put the lines game: and side: above the commands and sign the mail again",
			"press needs a signed header")
	case anonymous && (d.by == command.Umpire || d.g.Press != record.PressAnonymous):
		d.fault("leave the word out", "anonymous press is not allowed here")
	case to == umpireSide && d.by == command.Player:
		sides = nil
	case len(sides) == 0:
		d.fault(fmt.Sprintf("all, umpire, or one of the other sides: %v", d.g.sides),
			"press can go to the other sides and to the umpire")
	case d.g.Press == record.PressNone && d.by == command.Player:
		d.fault("press to the umpire is always possible", "this game allows no press between players")
	}
	if len(c.Text) > maxPress {
		d.fault("send it in parts", "press has at most %d bytes", maxPress)
	}
	if d.acted {
		d.fault("send press in a mail of its own: what is signed together with the command is published when the "+
			"game is over", "press cannot come with a command that changes the game")
	}
	if len(d.faults) > 0 {
		return nil
	}
	if ok, err := d.once(d.g.Game, "", false); !ok || err != nil {
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
	if to == umpireSide {
		if d.u.umpireAddress() == "" {
			d.fault("", "no address of the umpire is known here")
			return nil
		}
		d.say("Sent to the umpire.")
		return d.tellUmpire(d.g, "press from "+from, "", pressParagraphs(c.Text)...)
	}
	for _, side := range sides {
		m := templates.PressMail{From: from, To: sides, Text: c.Text, Anonymous: anonymous}
		if err := d.pressTo(side, m); err != nil {
			return err
		}
	}
	d.say("Sent to %s in the name of %s.", sideNames(sides), from)
	return nil
}

// pressTo queues press to one side.
func (d *errand) pressTo(side engine.Side, m templates.PressMail) error {
	m.Game, m.Reader = d.u.about(d.g.info), side
	l := d.g.letter(side, fmt.Sprintf("press-%d.%s", d.line.No, d.m.HashString()[:16]))
	l.Subject, l.Page = "press from "+m.From, post.Fill(templates.Press, m)
	return d.tell(l)
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
