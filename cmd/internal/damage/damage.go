// Package damage holds games of which a row in the store is damaged, and tells of them.
//
// A game of which a row is damaged that is needed to play it is held until the next start (ledger.Ledger.Damaged): its
// position cannot be known, nor perhaps who plays in it. All other games go on. The person in charge is told once for
// each damage, in the diary of the store. The state value "held" of the game then begins with "damaged: ", so that its
// players hear when it goes on. Nothing is due in the game meanwhile. It is so too of a game whose log the rules could
// follow once and cannot any more, although the seals of all rows fit.
//
// Mails that name it are kept as "stuck", in the order in which they came, and so are those that no game knows and
// whose sender no other game knows: nobody can tell whose they are. Of one damaged game at most 1000 are kept; those
// behind them are answered as any mail of a stranger. All that are kept are judged when the daemon starts over the
// mended store.
//
// A game that lost the whole bucket of its values, or that of its mails, has no room for mails: they are set aside as
// those that meet a fault of the program.
//
// A damaged snapshot is no damage of the game: the log has the same.
package damage

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/cmd/internal/docket"
	"berthier/store"
)

// word begins the state value "held" of a game that is damaged.
const word = docket.HeldDamaged

// Tell tells the person in charge of games that were found damaged, once each. Whoever calls it holds Docket.Mu.
func Tell(u *docket.Docket) error {
	news := false
	for _, id := range slices.Sorted(maps.Keys(u.Store.Damaged)) {
		d := u.Store.Damaged[id]
		if d.Told {
			continue
		}
		fresh, err := tell(u, id, d.Problem)
		if err != nil {
			return fmt.Errorf("telling of a damaged game: %w", err)
		}
		d.Told, news = true, news || fresh
	}
	if !news {
		return nil
	}
	return u.Post.TellDiary()
}

// tell is Tell for one game; news is false if another start or another daemon told it.
func tell(u *docket.Docket, id string, damage store.Problem) (news bool, err error) {
	text := fmt.Sprintf("Game %s is held, because a row of the store is damaged: %v. All other games go on. No "+
		"deadline of this game passes, and mails that may be for it are kept and judged when it goes on.\n%s\n"+
		"A store that loses one row may have other damage: see \"berthier store check\".", id, damage,
		u.Post.Mending())
	why := word + damage.Error()
	err = u.Config.Store.Redo(func(tx *store.Tx) error {
		told, err := tx.State(id, docket.StateHeld)
		if news = string(told) != why; !news {
			return nil
		}
		damaged, _ := errors.AsType[store.Problem](err) // it is written anew
		if err != nil && !errors.Is(err, store.ErrNotFound) && damaged.Game() == "" {
			return err
		}
		err = tx.SetState(id, docket.StateHeld, []byte(why))
		if _, lost := errors.AsType[store.Problem](err); lost { // with all its values
			news, err = unwritten(tx, text)
		}
		if err == nil && news {
			err = tx.WriteDiary(u.Now(), "damage", text)
		}
		return err
	})
	if err == nil && news {
		u.Logger.Error("the store is damaged: a game is held", "game", id, "row", damage.Where, "damage", damage.What)
	}
	return news, err
}

// unwritten reports whether no entry of the diary has a text.
func unwritten(tx *store.Tx, text string) (bool, error) {
	for e, err := range tx.Diary() {
		if err != nil || e.Text == text {
			return false, err
		}
	}
	return true, nil
}

// Held lists the games that are held, as their players were told, and those of them that are damaged, as the person in
// charge was.
func Held(s *store.Store) (games, damaged []string, err error) {
	err = s.View(func(tx *store.Tx) error {
		games, damaged = nil, nil
		for s, err := range tx.AllStates(docket.StateHeld) {
			if err != nil && s.Game == "" {
				return err
			}
			if s.Key == "" || s.Key == docket.StateHeld && (len(s.Value) > 0 || err != nil) {
				games = append(games, s.Game)
			}
			if s.Key == "" || s.Key == docket.StateHeld && strings.HasPrefix(string(s.Value), word) {
				damaged = append(damaged, s.Game)
			}
		}
		return nil
	})
	return games, damaged, err
}

// Stuck counts the mails of all games that wait for the next start.
func Stuck(s *store.Store) (n int, err error) {
	err = s.View(func(tx *store.Tx) error {
		n = 0
		for s, err := range tx.AllStates(docket.StateStuck) {
			if err != nil && s.Game == "" {
				return err
			}
			if s.Key != "" { // a damaged one counts too
				n++
			}
		}
		return nil
	})
	return n, err
}
