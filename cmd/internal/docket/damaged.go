package docket

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"berthier/store"
)

// stateRow is where a state value of a game lies, as a store.Problem names it.
func stateRow(game, key string) string { return "games/" + game + "/state/" + key }

// damagedWord begins the state value "held" of a game that is damaged.
const damagedWord = "damaged: "

// TellDamage tells the person in charge of games that were found damaged, once each. Whoever calls it holds Docket.Mu.
func (u *Docket) TellDamage() error {
	told := false
	for _, id := range slices.Sorted(maps.Keys(u.Store.Damaged)) {
		news, err := u.tellDamage(id, u.Store.Damaged[id])
		if err != nil {
			return fmt.Errorf("telling of a damaged game: %w", err)
		}
		told = told || news
	}
	if !told {
		return nil
	}
	return u.Post.TellDiary()
}

// tellDamage is TellDamage for one game. What was told stands where it stands why a game is held: so the players hear
// when it goes on, and what waits is taken in then.
func (u *Docket) tellDamage(id string, damage store.Problem) (news bool, err error) {
	if u.damageTold[id] == damage {
		return false, nil
	}
	text := fmt.Sprintf("Game %s is held, because a row of the store is damaged: %v. All other games go on. No "+
		"deadline of this game passes, and mails that may be for it are kept and judged when it goes on.\n%s\n"+
		"A store that loses one row may have other damage: see \"berthier store check\".", id, damage, u.toRestore())
	err = u.Config.Store.Redo(func(tx *store.Tx) error {
		told, err := tx.State(id, StateHeld)
		if news = string(told) != damagedWord+damage.Error(); !news {
			return nil
		}
		if damage, ok := errors.AsType[store.Problem](err); err != nil && !errors.Is(err, store.ErrNotFound) &&
			(!ok || damage.Where != stateRow(id, StateHeld)) {
			return err
		}
		return errors.Join(tx.SetState(id, StateHeld, []byte(damagedWord+damage.Error())),
			tx.WriteDiary(u.Now(), "damage", text))
	})
	if err == nil && news {
		u.Logger.Error("the store is damaged: a game is held", "game", id, "row", damage.Where, "damage", damage.What)
	}
	if err == nil {
		u.damageTold[id] = damage
	}
	return news, err
}

// toRestore says what helps.
func (u *Docket) toRestore() string {
	if u.Config.Store.Shared() {
		return "Stop the daemons, restore the database from your backup, and start them again."
	}
	return "Stop the daemon, keep a copy of the store and of its journal, and put your last backup in the place of the " +
		"store: the daemon adds what its journal has. Without a backup \"berthier store rebuild\" makes the store out " +
		"of its journal."
}

// IsDamaged reports whether the person in charge was told last that a game is damaged; held is its state value.
func IsDamaged(held []byte) bool { return strings.HasPrefix(string(held), damagedWord) }
