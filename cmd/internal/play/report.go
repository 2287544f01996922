package play

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"berthier/cmd/internal/amiss"
	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/enclosed"
	fold "berthier/cmd/internal/game"
	"berthier/cmd/internal/phrase"
	"berthier/cmd/internal/position"
	"berthier/cmd/internal/post"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/tell"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/store"
	"berthier/templates"
)

// resolution is one step that was just resolved.
type resolution struct {
	before engine.Position
	record record.Step
	last   *docket.LastFile     // which the report answers; may be nil
	from   []fold.PendingOrders // the files behind record.Inputs; zero for defaults
	keys   []templates.KeyChange
	// changes are what else is to be told, a sentence each.
	changes []tongue.Text
	clock   []tongue.Text                     // changes of the clocks since the report before
	word    func(engine.Side) *templates.Word // what the umpire says; may be nil
}

// letters are those to all sides, in the order of the sides, when they are written.
type letters func() ([]docket.Report, error)

// EachSide writes one letter for every side that a person plays, all at the same time: rendering is most of
// the work of a step. They come in the order of the sides. write must leave the store
// alone.
func (u *Master) EachSide(g *docket.Game, write func(engine.Side) post.Letter) ([]docket.Report, error) {
	return u.beginEachSide(g, write)()
}

// beginEachSide is EachSide beside whatever comes next; write must leave alone also what
// that changes.
func (u *Master) beginEachSide(g *docket.Game, write func(engine.Side) post.Letter) letters {
	sides := g.People()
	sent, errs := make([]docket.Report, len(sides)), make([]error, len(sides))
	together := u.Store.Open != nil
	var wg sync.WaitGroup
	for i, side := range sides {
		wg.Go(func() {
			errs[i] = amiss.Attempt(func() (err error) {
				l := write(side)
				sent[i].Side, sent[i].Text = side, record.Whole(l.Page.Text, l.Page.Beside)
				sent[i].Mail, err = u.writeBeside(l, together)
				return err
			})
		})
	}
	return func() ([]docket.Report, error) {
		wg.Wait()
		return sent, errors.Join(errs...)
	}
}

// writeBeside writes a letter. Of mails that are taken in together it makes the message beside
// whatever comes next: nobody needs it before their transaction ends.
func (u *Master) writeBeside(l post.Letter, together bool) (store.Mail, error) {
	if !together || l.Page.Err != nil {
		return u.Post.Write(l)
	}
	m, message := u.Post.Begin(l)
	m.Later = sync.OnceValues(func() (raw []byte, err error) {
		err = amiss.Attempt(func() error {
			raw, err = message()
			return err
		})
		return raw, err
	})
	go m.Later()
	return m, nil
}

// openings writes the first mail of every player.
func (u *Master) openings(g *docket.Game, head string, invitations map[engine.Side]string) ([]docket.Report, error) {
	return u.EachSide(g, func(side engine.Side) post.Letter {
		m := templates.OpeningMail{Invitation: invitations[side], Waits: g.Wait}
		if g.Beacon.Used() {
			m.Beacon = g.Beacon.String()
		}
		m.Checkpoint = head
		l := g.Letter(side, "")
		l.Step = 0
		return u.opening(g, side, m, l)
	})
}

// opening fills the first mail of a player into a letter.
func (u *Master) opening(g *docket.Game, side engine.Side, m templates.OpeningMail, l post.Letter) post.Letter {
	a, head := g.Attachment(side, g.State.Link), m.Checkpoint
	m.Mail = u.reportModel(g, a, g.State.Position, nil)
	m.Anchor, m.Sealed, m.Log, m.LogPrint = g.Anchor, g.Sealed, g.LogKey, record.Fingerprint(g.LogKey)
	m.Checkpoint = head
	pictures := u.pictures(g, side, nil, &m.Mail)
	l.Alone, l.Unasked = true, true
	l.Subject, l.Page = m.Mail.Subject(), post.Fill(templates.Opening, m)
	pictures.Attach(&l)
	enclosed.DetailsOf(m.Mail, a.Print()).Attach(&l)
	return l
}

// reports begins to write what every player gets after a step; g stands after it.
func (u *Master) reports(g *docket.Game, r resolution, head string) letters {
	alike := new(templates.SharedDetails)
	return u.beginEachSide(g, func(side engine.Side) post.Letter {
		a := g.Attachment(side, r.record.Link)
		m := u.reportModel(g, a, r.before, r.record.Events)
		m.Step, m.Dice, m.Inputs, m.Checkpoint = g.State.Number, diceModel(r.record), inputModel(g.Beacon, r), head
		m.Keys, m.Changes, m.Clock, m.Alike = r.keys, r.changes, r.clock, alike
		if r.word != nil {
			m.Word = r.word(side)
		}
		pictures := u.pictures(g, side, r.record.Events, &m)
		l := g.Letter(side, "")
		l.Step = g.State.Number
		if r.last != nil && r.last.Side == side {
			m.Understood, l.Answers = &r.last.File, r.last.Mail
		}
		l.Subject, l.Page = m.Subject(), post.FillText(templates.ReportText, m)
		pictures.Attach(&l)
		enclosed.DetailsOf(m, a.Print()).Attach(&l)
		return l
	})
}

// reportModel is what opening and report have in common.
func (u *Master) reportModel(g *docket.Game, a position.Attachment, before engine.Position,
	events []engine.Event) templates.Mail {
	m := templates.Mail{
		Game: u.About(g.Info), Step: g.State.Number, Data: g.Rules.Data(g.State.Position),
		Report: engine.Tell(g.Rules, before, g.State.Position, events, a.Side),
	}
	// A computer answers at once: nobody has to wait for it.
	m.Report.Waiting = slices.DeleteFunc(m.Report.Waiting, g.Computed)
	m.Answer, m.Game.Language = g.Answer(a, nil), g.Language(a.Side)
	m.OwnTables = !slices.ContainsFunc(m.Data, func(d engine.DataFile) bool {
		return strings.HasPrefix(d.Name, "tables/") && !d.Own
	})
	return m
}

// diceModel leaves out the values of sealed draws.
func diceModel(r record.Step) *templates.Dice {
	d := &templates.Dice{Game: r.Game, Step: r.Step, Link: r.Link, Previous: r.Previous, Inputs: r.Hash,
		Draws: slices.Clone(r.Draws)}
	for i := range d.Draws {
		if d.Draws[i].Sealed {
			d.Draws[i].Value = 0
		}
	}
	return d
}

func inputModel(b record.Beacon, r resolution) (files []templates.TurnFile) {
	for i, in := range r.record.Inputs {
		f := templates.TurnFile{Side: in.Side, Auth: phrase.Say("auth.none"), Hash: "-"}
		if in.Orders != 0 {
			f.Auth, f.Hash = tell.SignedWith(r.from[i].Orders), fmt.Sprintf("%x", in.Hash)
		} else if c := slices.IndexFunc(r.record.Computed,
			func(c record.ComputedAnswer) bool { return c.Side == in.Side }); c >= 0 {
			who := r.record.Computed[c]
			f.Auth = phrase.Say("auth.computer", "name", who.Name, "version", who.Version)
		}
		files = append(files, f)
	}
	if r.record.Round.Signature != nil {
		files = append(files, roundFile(b, r.record.Round))
	}
	return files
}

// pictures draws the maps of a report and names them in m. A map that cannot be
// drawn does not hold a game up: the fault is logged and the report goes
// without.
func (u *Master) pictures(g *docket.Game, side engine.Side, events []engine.Event,
	m *templates.Mail) (p enclosed.Pictures) {
	reader := cmp.Or(string(side), "observer")
	p = enclosed.Draw(u.Docket, g, side, g.State.Position, events, "map", post.ReportID(g.Game, g.State.Number, reader))
	m.Map, m.Overview = p.Detail, p.Overview
	return p
}
