package duty

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/said"
	"berthier/engine/tongue"
	"berthier/templates"
)

// sureTime is how long somebody can answer the question whether he is sure.
const sureTime = 72 * time.Hour

// request is a command that was asked back: a value of the state, in two lines.
type request struct {
	word   string
	code   string
	until  time.Time // seconds
	stands string    // how the game stood, as far as it matters
	reason string    // of the umpire
}

func (r request) String() string {
	return fmt.Sprintf("%s %s %d %s\n%s", r.word, r.code, r.until.Unix(), r.stands, r.reason)
}

func parseRequest(text string) (r request, err error) {
	head, reason, _ := strings.Cut(text, "\n")
	var until int64
	_, err = fmt.Sscanf(head, "%s %s %d %s", &r.word, &r.code, &until, &r.stands)
	r.until, r.reason = time.Unix(until, 0), reason
	return r, err
}

// sureKey is where the request of whoever gives the commands is kept.
func (d *errand) sureKey() string {
	if d.by == command.Umpire {
		return docket.StateSure + docket.UmpireSide
	}
	return docket.StateSure + string(d.Giver)
}

// stands is what a request is bound to: another step, another player or key, and another
// offer of a draw make it lapse.
func (d *errand) stands() string {
	s := d.After.State
	text := fmt.Sprintln(s.Number)
	for _, seat := range s.Seats {
		text += fmt.Sprintln(seat.Side, seat.Offer, seat.Conceded)
		if seat.Side == d.Giver {
			text += fmt.Sprintln(seat.Player, seat.Key.Name())
		}
	}
	return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))[:16]
}

// sure asks whether somebody is sure of a command that ends something, which he gave with a reason if he is the
// umpire; texts say what will happen. ok is true for the answer that he is, and reason then that of the request.
func (d *errand) sure(s command.Assurance, reason string, texts ...tongue.Text) (ok bool, why string, err error) {
	if err := d.changes(); err != nil {
		return false, "", err
	}
	kept, err := d.request()
	if err != nil {
		return false, "", err
	}
	asked := kept.word == d.line.Word
	switch now := d.Desk.Now(); {
	case s.No && asked:
		d.Batch.Drop(d.After.Game, d.sureKey())
		d.say(phrase.Say("sure.back"))
	case s.No:
		err = d.fault(phrase.Say("fault.notasked"), phrase.Say("hint.notasked"))
	case s.Code == "":
		err = d.askBack(reason, texts)
	case !asked || !said.SameCode(s.Code, kept.code):
		err = d.fault(phrase.Say("fault.surecode"), phrase.Say("hint.surecode", "word", d.line.Word))
	case now.After(kept.until):
		err = d.fault(phrase.Say("fault.surelate", "until", phrase.Moment(kept.until)),
			phrase.Say("hint.sureagain", "word", d.line.Word))
	case kept.stands != d.stands():
		err = d.fault(phrase.Say("fault.suremoved"), phrase.Say("hint.sureagain", "word", d.line.Word))
	default:
		d.Batch.Drop(d.After.Game, d.sureKey())
		return true, kept.reason, nil
	}
	return false, "", err
}

// request is what whoever gives the commands was asked last; zero if it was nothing.
func (d *errand) request() (r request, err error) {
	value, err := d.Desk.Store.Value(d.After.Game, d.sureKey())
	if err != nil || value == nil {
		return r, err
	}
	if r, err = parseRequest(string(value)); err != nil {
		err = fmt.Errorf("game %s: %s: %w", d.After.Game, d.sureKey(), err)
	}
	return r, err
}

// askBack keeps a request, and writes the block that answers it. A copy of the mail asks nothing.
func (d *errand) askBack(reason string, texts []tongue.Text) error {
	g := d.After
	if err := d.once("", false); err != nil {
		return err
	}
	r := request{word: d.line.Word, until: d.Desk.Now().Add(sureTime), stands: d.stands(), reason: reason}
	question := fmt.Sprintf("%s %x %d", d.sureKey(), d.Mail.Hash, d.line.No)
	r.code = said.SureCode(g.SealedKey.Reveal(), g.Game, r.word, question)
	d.Batch.Set(g.Game, d.sureKey(), []byte(r.String()))
	d.say(tongue.List(texts, " "))
	line := r.word + " " + r.code
	block := fmt.Sprintf("%s\n%s\nend\n", g.CommandHeader(d.Giver), line)
	switch {
	case d.Machine != nil:
		d.part(templates.Part{Text: english("Nothing is done yet. If you are sure, give this command:"),
			Block: fmt.Sprintf("berthier do %s %s %s\n", r.word, g.Game, r.code)})
	case d.by == command.Umpire:
		d.part(templates.Part{Text: english("Nothing is done yet. If you are sure, send this back, signed:"),
			Block: fmt.Sprintf("game: %s\nside: %s\n\n%s\nend\n", g.Game, docket.UmpireSide, line)})
	case g.UsesCodes(d.Giver):
		d.part(templates.Part{Text: phrase.Say("sure.code"), Block: block})
	default:
		d.part(templates.Part{Text: phrase.Say("sure.sign"), Block: block})
	}
	d.say(phrase.Say("sure.until", "until", phrase.Moment(r.until), "word", r.word))
	return nil
}

// reopening says whether an end can be taken back.
func (d *errand) reopening() tongue.Text {
	if d.After == nil || d.After.Reopen == 0 {
		return phrase.Say("sure.opened")
	}
	return phrase.Say("sure.reopen", "span", phrase.Span(d.After.Reopen))
}
