package umpire

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/matter"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail"
	"berthier/mail/sign"
	"berthier/store"
)

// What a mail may show that this store lacks. Both can only come from this daemon: a
// link is known to nobody before it is published, and a checkpoint is signed.
const (
	maxShownLinks = 32 // that are looked at in one mail; each costs 4096 hashes at most
	maxShownHeads = 2  // each may cost to read a whole log
)

// laterError says that a mail shows what was published later than this store knows: it
// was put back, and links must be burned before anything else is done.
type laterError struct {
	game string
	last int      // step that was resolved
	why  string   // for the players
	seen []string // marks by which what showed it is known again
}

func (e *laterError) Error() string { return fmt.Sprintf("game %s: %s", e.game, e.why) }

// later looks for something in a mail that this store lacks. The error is a
// laterError, or a fault of the store.
func (u *Umpire) later(m *mail.Message) error {
	text := shown(m)
	links, heads := shownLinks(text), record.FindCheckpoints(unquoted(text))
	if len(links)+len(heads) == 0 {
		return nil
	}
	var found *laterError
	err := u.Store.View(func(tx *store.Tx) (err error) {
		if err = u.FindSeats(tx); err == nil {
			found, err = u.laterLink(tx, links)
		}
		for _, head := range heads[:min(len(heads), maxShownHeads)] {
			if err == nil {
				var e *laterError
				e, err = u.laterHead(tx, head, text, links)
				found = found.and(e)
			}
		}
		return err
	})
	if err != nil || found == nil {
		return err
	}
	return found
}

// and is what two signs in a mail say of one game.
func (e *laterError) and(other *laterError) *laterError {
	switch {
	case e == nil:
		return other
	case other == nil || other.game != e.game: // another time
		return e
	}
	return &laterError{e.game, max(e.last, other.last), e.why, append(e.seen, other.seen...)}
}

// shown is all text of a mail, as far as it is of a length that a report has.
func shown(m *mail.Message) string {
	var b strings.Builder
	b.WriteString(m.Text)
	if m.Flowed != "" {
		b.WriteString("\n" + m.Flowed)
	}
	for _, a := range m.Attachments {
		if len(a.Bytes) <= sign.MaxSigned {
			b.WriteByte('\n')
			b.Write(a.Bytes)
		}
	}
	return b.String()
}

// unquoted takes the marks of quotes off the lines of a text.
func unquoted(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimLeft(l, "> ")
	}
	return strings.Join(lines, "\n") + "\n"
}

var longHex = regexp.MustCompile(`[0-9a-f]{64,}`)

// shownLinks are the texts in a mail that could be links, each once.
func shownLinks(text string) (links []engine.Link) {
	for _, word := range longHex.FindAllString(text, 4*maxShownLinks) {
		if l, err := engine.ParseLink(word); err == nil && !slices.Contains(links, l) && len(links) < maxShownLinks {
			links = append(links, l)
		}
	}
	return links
}

// laterLink finds the latest link of a game that goes on that its store never used.
func (u *Umpire) laterLink(tx *store.Tx, links []engine.Link) (found *laterError, err error) {
	anchors := map[engine.Link]string{}
	for id, inf := range u.Infos {
		anchors[inf.Anchor] = id
	}
	for _, link := range links {
		id, number := numberOf(link, anchors)
		if number == 0 || found != nil && (found.game != id || found.last >= number) {
			continue
		}
		step, over, err := standsAfter(tx, id)
		if err != nil {
			return nil, err
		}
		if !over && number > step {
			found = &laterError{game: id, last: number,
				why: fmt.Sprintf("a mail shows the link of step %d, of which the umpire's store knows nothing: it "+
					"was put back", number)}
		}
	}
	return found, nil
}

// numberOf finds the game whose chain a link belongs to, by its anchor, and its number;
// 0 for none.
func numberOf(link engine.Link, anchors map[engine.Link]string) (game string, number int) {
	for n := 1; n <= engine.ChainLength; n++ {
		link = link.Before(1)
		if id, ok := anchors[link]; ok {
			return id, n
		}
	}
	return "", 0
}

// standsAfter is the last number of a game, and whether it is over.
func standsAfter(tx *store.Tx, id string) (step int, over bool, err error) {
	if step, err = docket.LastNumber(tx, id); err == nil {
		over, err = docket.IsOver(tx, id)
	}
	return step, over, err
}

// laterHead looks whether a checkpoint that we signed lies on the log of its game. It is no
// news if the mail is about a step whose link was burned.
func (u *Umpire) laterHead(tx *store.Tx, head, text string, links []engine.Link) (*laterError, error) {
	origin, _, _ := strings.Cut(head, "\n")
	_, id, _ := strings.Cut(origin, "/")
	inf := u.Infos[id]
	if inf == nil || inf.Origin() != origin {
		return nil, nil
	}
	cp, err := record.OpenCheckpoint(head, inf.LogKey)
	if err != nil {
		cp, err = record.OpenCheckpoint(head, inf.Log)
	}
	if err != nil { // not ours: anybody can write one
		return nil, nil
	}
	mark := fmt.Sprintf("checkpoint %s %d %x", id, cp.Size, cp.Root)
	_, known, err1 := tx.Seen(mark)
	step, over, err2 := standsAfter(tx, id)
	tree, err3 := tx.Tree(id)
	if err := errors.Join(err1, err2, err3); err != nil || known || over {
		return nil, err
	}
	e := &laterError{game: id, last: step, seen: []string{mark},
		why: fmt.Sprintf("a mail has a signed checkpoint of %d records that are not those of the umpire's store: it "+
			"was put back", cp.Size)}
	if burned, err := isBurned(tx, inf, text, links); burned || err != nil {
		return nil, err
	}
	if cp.Size > tree.Size() {
		// Behind each step come the reports of all sides, but for the last.
		sides := uint64(len(inf.Players))
		e.last += int(min((cp.Size-tree.Size()+sides)/(sides+1), engine.ChainLength))
		return e, nil
	}
	if root, err := rootAt(tx, id, cp.Size); err != nil || root == cp.Root {
		return nil, err
	}
	return e, nil
}

// isBurned reports whether a mail about a game tells of a number that was burned: by a
// link, or in plain words as reports and receipts have them. It is no proof, but who
// wants to hide something need not write.
func isBurned(tx *store.Tx, g *docket.Info, text string, links []engine.Link) (burned bool, err error) {
	var numbers []int
	for _, link := range links {
		if _, n := numberOf(link, map[engine.Link]string{g.Anchor: g.Game}); n > 0 {
			numbers = append(numbers, n)
		}
	}
	for _, f := range namedStep.FindAllStringSubmatch(text, maxShownLinks) {
		if n, err := strconv.Atoi(f[2]); err == nil && f[1] == g.Game {
			numbers = append(numbers, n)
		}
	}
	for r, err := range tx.Records(g.Game, 1) {
		if err != nil {
			return false, err
		}
		if r.Kind != record.KindBurn {
			continue
		}
		b, err := record.ParseBurn(r.Data, nil)
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(numbers, func(n int) bool { return b.From <= n && n <= b.Step }) {
			return true, nil
		}
	}
	return false, nil
}

// namedStep is how reports and receipts name their step.
var namedStep = regexp.MustCompile(`(?i)game[\s>]+([a-z0-9-]+),[\s>]+step[\s>]+(\d+)`)

// rootAt is the root of the tree over the first records of a log.
func rootAt(tx *store.Tx, id string, size uint64) (root [32]byte, err error) {
	tree := store.Tree{}
	for r, err := range tx.Records(id, 1) {
		if err != nil {
			return root, err
		}
		if tree.Size() == size {
			break
		}
		tree = tree.Append(r.Data)
	}
	return tree.Root(), nil
}

// burnShown burns what a mail shows to be published, and burnMargin more.
func (u *Umpire) burnShown(e *laterError) error {
	u.Logger.Warn("a mail shows that the store was put back", "game", e.game, "step", e.last, "reason", e.why)
	to := min(play.MarginFrom(e.last), engine.ChainLength-1)
	err := u.StepOn(e.game, "links burned", func(g *docket.Game) (docket.Batch, error) {
		_, b, err := u.DecideBurn(g, max(to, g.State.Number+1), e.why, "")
		for _, mark := range e.seen {
			b.Mark(mark, u.Now())
		}
		return b, err
	})
	u.Forget(e.game)
	if held, ok := errors.AsType[*docket.HeldError](err); ok {
		u.Logger.Warn("links cannot be burned while the game is held", "game", e.game, "reason", held.Why)
		return nil
	}
	return err
}

// askForReport asks a player who answers a step that the game has not come to for the
// report that he answers, and tells the umpire, once for each such step. That he says
// so is no proof: he could have links burned at will.
func (t *verdict) askForReport(in matter.FileIn) error {
	g := t.Game
	if in.File.Step <= in.Step || in.File.Game != g.Game || g.Over() {
		return nil
	}
	for i, f := range in.Faults {
		if f.Msg == docket.StaleStep(in.File.Step, in.Step) {
			in.Faults[i].Hint = fmt.Sprintf("if you have a report of step %d, forward it to the game as it is: then "+
				"the umpire's store is an old one, and the links in your report must not be used again", in.File.Step-1)
		}
	}
	mark := fmt.Sprintf("answers later %s %s %d", g.Game, t.Side, in.File.Step)
	if known, err := t.Known(mark); err != nil || known {
		return err
	}
	mails, err := t.u.Post.Note(fmt.Sprintf("later.%s.%s.%d", g.Game, t.Side, in.File.Step),
		store.Mail{Game: g.Game, To: []string{g.Address[t.Side]}},
		fmt.Sprintf("%s answers step %d", t.Side, in.File.Step),
		fmt.Sprintf("%s signed orders for step %d, but the game has only come to step %d.", t.Side, in.File.Step,
			in.Step),
		fmt.Sprintf("If this is no slip, your store is an old one that was put back. Ask the players for their last "+
			"report. If they have one of step %d, this makes sure that its dice are not used again:", in.File.Step-1),
		fmt.Sprintf("    berthier do burn %s %d an old store was put back", g.Game, in.File.Step-1))
	t.Batch.Send(mails...)
	t.Batch.Mark(mark, t.u.Now())
	return err
}
