package duty

import (
	"fmt"
	"strings"
	"time"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/said"
	"berthier/store"
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
	return fmt.Sprintf("%x", docket.Sum([]byte(text)))[:16]
}

// sure asks whether somebody is sure of a command that ends something, which he gave with
// a reason if he is the umpire; text says what will happen. ok is true for the answer that
// he is, and reason then that of the request.
func (d *errand) sure(s command.Sure, reason, text string) (ok bool, why string, err error) {
	if !d.changes() {
		return false, "", nil
	}
	kept, err := d.request()
	if err != nil {
		return false, "", err
	}
	asked := kept.word == d.line.Word
	switch now := d.Desk.Now(); {
	case s.No && asked:
		d.Batch.Drop(d.After.Game, d.sureKey())
		d.say("It is taken back: nothing happens.")
		return false, "", nil
	case s.No:
		d.fault("nothing has to be done", "nothing is asked of you that you could take back")
		return false, "", nil
	case s.Code == "":
		return false, "", d.askBack(reason, text)
	case !asked || !said.SameCode(s.Code, kept.code):
		d.fault(fmt.Sprintf("send %q without it, and the answer has another", d.line.Word),
			"there is no question that this code answers: it was answered, or taken back, or another one took its place")
		return false, "", nil
	case now.After(kept.until):
		d.fault(fmt.Sprintf("send %q again, without the code", d.line.Word), "the code counted until %s",
			post.Moment(kept.until))
		return false, "", nil
	case kept.stands != d.stands():
		d.fault(fmt.Sprintf("send %q again, without the code, if you still want it", d.line.Word),
			"the game has moved on since you were asked")
		return false, "", nil
	}
	d.Batch.Drop(d.After.Game, d.sureKey())
	return true, kept.reason, nil
}

// request is what whoever gives the commands was asked last; zero if it was nothing.
func (d *errand) request() (r request, err error) {
	var value []byte
	err = d.Desk.Store.View(func(tx *store.Tx) (err error) {
		value, err = docket.Optional(tx.State(d.After.Game, d.sureKey()))
		return err
	})
	if err != nil || value == nil {
		return r, err
	}
	if r, err = parseRequest(string(value)); err != nil {
		err = fmt.Errorf("game %s: %s: %w", d.After.Game, d.sureKey(), err)
	}
	return r, err
}

// askBack keeps a request, and writes the block that answers it. A copy of the mail asks
// nothing.
func (d *errand) askBack(reason, text string) error {
	g := d.After
	if ok, err := d.once(g.Game, "", false); !ok || err != nil {
		return err
	}
	r := request{word: d.line.Word, until: d.Desk.Now().Add(sureTime), stands: d.stands(), reason: reason}
	r.code = said.SureCode(g.SealedKey.Reveal(), g.Game, r.word, fmt.Sprintf("%s %x %d", d.sureKey(), d.Mail.Hash, d.line.No))
	d.Batch.Set(g.Game, d.sureKey(), []byte(r.String()))
	d.say("%s", text)
	line := r.word + " " + r.code
	switch {
	case d.Machine != nil:
		d.part(templates.Part{Text: "Nothing is done yet. If you are sure, give this command:",
			Block: fmt.Sprintf("berthier do %s %s %s\n", r.word, g.Game, r.code)})
	case d.by == command.Umpire:
		d.part(templates.Part{Text: "Nothing is done yet. If you are sure, send this back, signed:",
			Block: fmt.Sprintf("game: %s\nside: %s\n\n%s\nend\n", g.Game, docket.UmpireSide, line)})
	case g.UsesCodes(d.Giver):
		d.part(templates.Part{Text: "Nothing is done yet. If you are sure, send this back, from the address that this " +
			"mail went to:", Block: fmt.Sprintf("%s\n%s\nend\n", g.CommandHeader(d.Giver), line)})
	default:
		d.part(templates.Part{Text: "Nothing is done yet. If you are sure, sign this as you sign orders, and send it back:",
			Block: fmt.Sprintf("%s\n%s\nend\n", g.CommandHeader(d.Giver), line)})
	}
	d.say("That counts until %s, once, and only as long as the game stands as it does now. If you are not sure, do "+
		"nothing. %q takes the question back.", post.Moment(r.until), r.word+" no")
	return nil
}

// reopening says whether an end can be taken back.
func (d *errand) reopening() string {
	if d.After == nil || d.After.Reopen == 0 {
		return " Its secrets are opened then: it cannot go on."
	}
	return fmt.Sprintf(" The umpire can reopen it for %s. Then its secrets are opened.", docket.InWords(d.After.Reopen))
}
