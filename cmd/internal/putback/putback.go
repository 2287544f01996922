// Package putback finds out from a mail that the store was put back: that somebody holds what this
// daemon published, and its store does not know it. Look is given every mail before anything else is
// done with it.
//
// # A store that was put back
//
// A backup that is put back, or a journal from which the store is made again, may lack
// steps whose links players hold. Nothing is ever rolled with such a link: they are burned
// (kind "burn" of the log) before the game goes on, and the dice go on with later ones. How
// far is known from
//
//   - BurnLater: the umpire, who asked the players, names the last step;
//   - a mail, from anybody, with a link of the game's chain that its store never used, or with
//     a checkpoint that the log key signed and that does not lie on the log: nobody else can
//     make them. docket.BurnMargin links more are burned, since the sender may not have the last one.
//     So at most (records that are missing + sides) / (sides + 1) steps are counted for a
//     checkpoint. A checkpoint in a mail that tells of a burned number is no news;
//   - nothing, if the store was made again, or opened without the journal that it had
//     (store.Tx.MayBeOld), or put back from an archive: then it is docket.BurnMargin links, or
//     half of those that are left.
//
// That a player answers a later step, or a Message-ID, is no proof: he is asked for the
// report, and the umpire is told.
package putback

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/retold"
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

// Error says that a mail shows what was published later than this store knows: it
// was put back, and links must be burned before anything else is done.
type Error struct {
	Game string
	Last int      // step that was resolved
	Why  string   // for the players
	Seen []string // marks by which what showed it is known again
}

func (e *Error) Error() string { return fmt.Sprintf("game %s: %s", e.Game, e.Why) }

// Look looks for something in a mail that the store of a docket lacks. The error is an
// *Error, or a fault of the store.
func Look(d *docket.Docket, m *mail.Message) error {
	u := &finder{d}
	text := shown(m)
	links, heads := shownLinks(text), retold.Checkpoints(unquoted(text))
	if len(links)+len(heads) == 0 {
		return nil
	}
	if err := u.FindSeats(); err != nil {
		return err
	}
	found, err := u.laterLink(links)
	for _, head := range heads[:min(len(heads), maxShownHeads)] {
		if err == nil {
			var e *Error
			e, err = u.laterHead(head, text, links)
			found = found.and(e)
		}
	}
	if err != nil || found == nil {
		return err
	}
	return found
}

// finder looks in the games of a docket.
type finder struct{ *docket.Docket }

// and is what two signs in a mail say of one game.
func (e *Error) and(other *Error) *Error {
	switch {
	case e == nil:
		return other
	case other == nil || other.Game != e.Game: // another time
		return e
	}
	return &Error{e.Game, max(e.Last, other.Last), e.Why, append(e.Seen, other.Seen...)}
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
func (u *finder) laterLink(links []engine.Link) (found *Error, err error) {
	for _, link := range links {
		id, number := numberOf(link, u.Seats.Anchored)
		if number == 0 || found != nil && (found.Game != id || found.Last >= number) {
			continue
		}
		step, over, err := u.standsAfter(id)
		if err != nil {
			return nil, err
		}
		if !over && number > step {
			found = &Error{Game: id, Last: number,
				Why: fmt.Sprintf("a mail shows the link of step %d, of which the umpire's store knows nothing: it "+
					"was put back", number)}
		}
	}
	return found, nil
}

// numberOf finds the game whose chain a link belongs to, by its anchor, and its number;
// 0 for none.
func numberOf(link engine.Link, anchored func(engine.Link) (string, bool)) (game string, number int) {
	for n := 1; n <= engine.ChainLength; n++ {
		link = link.Before(1)
		if id, ok := anchored(link); ok {
			return id, n
		}
	}
	return "", 0
}

// standsAfter is the last number of a game, and whether it is over.
func (u *finder) standsAfter(id string) (step int, over bool, err error) {
	if step, err = u.Store.LastNumber(id); err == nil {
		over, err = u.Store.IsOver(id)
	}
	return step, over, err
}

// laterHead looks whether a checkpoint that we signed lies on the log of its game. It is no
// news if the mail is about a step whose link was burned.
func (u *finder) laterHead(head, text string, links []engine.Link) (*Error, error) {
	origin, _, _ := strings.Cut(head, "\n")
	_, id, _ := strings.Cut(origin, "/")
	inf, err := u.Known(id)
	if inf == nil || err != nil || inf.Origin() != origin {
		return nil, err
	}
	cp, err := record.OpenCheckpoint(head, inf.LogKey)
	if err != nil {
		cp, err = record.OpenCheckpoint(head, inf.Log)
	}
	if err != nil { // not ours: anybody can write one
		return nil, nil
	}
	mark := fmt.Sprintf("checkpoint %s %d %x", id, cp.Size, cp.Root)
	known, err1 := u.Store.Seen(mark)
	step, over, err2 := u.standsAfter(id)
	size, err3 := u.Store.LastSeq(id)
	if err := errors.Join(err1, err2, err3); err != nil || known || over {
		return nil, err
	}
	e := &Error{Game: id, Last: step, Seen: []string{mark},
		Why: fmt.Sprintf("a mail has a signed checkpoint of %d records that are not those of the umpire's store: it "+
			"was put back", cp.Size)}
	if cp.Size <= size { // as of nearly all mails: then the log is read once
		if root, err := u.rootAt(id, cp.Size); err != nil || root == cp.Root {
			return nil, err
		}
	}
	if burned, err := u.isBurned(inf, text, links); burned || err != nil {
		return nil, err
	}
	if cp.Size > size {
		// Behind each step come the reports of all sides, but for the last.
		sides := uint64(len(inf.Players))
		e.Last += int(min((cp.Size-size+sides)/(sides+1), engine.ChainLength))
	}
	return e, nil
}

// isBurned reports whether a mail about a game tells of a number that was burned: by a
// link, or in plain words as reports and receipts have them. It is no proof, but who
// wants to hide something need not write.
func (u *finder) isBurned(g *docket.Info, text string, links []engine.Link) (burned bool, err error) {
	var numbers []int
	own := func(l engine.Link) (string, bool) { return g.Game, l == g.Anchor }
	for _, link := range links {
		if _, n := numberOf(link, own); n > 0 {
			numbers = append(numbers, n)
		}
	}
	for _, f := range namedStep.FindAllStringSubmatch(text, maxShownLinks) {
		if n, err := strconv.Atoi(f[2]); err == nil && f[1] == g.Game {
			numbers = append(numbers, n)
		}
	}
	for r, err := range u.Store.Records(g.Game, 1) {
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

// namedStep is how reports and receipts name their step, in each language.
var namedStep = regexp.MustCompile(`(?i)\b([a-z0-9-]+),[\s>]+(?:step|étape|krok|βήμα)[\s>]+(\d+)`)

// rootAt is the root of the tree over the first records of a log.
func (u *finder) rootAt(id string, size uint64) (root [32]byte, err error) {
	tree := store.Tree{}
	for r, err := range u.Store.Records(id, 1) {
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
