package post

import (
	"fmt"
	"strings"

	"berthier/store"
)

// due are the mails that may be sent now. Those that are damaged stay where they are, and are told of.
func (o *Office) due() (sound []store.QueuedMail, err error) {
	var damaged []store.QueuedMail
	done := map[string]bool{} // before it is read which wait: what is noted meanwhile is not read any more
	for _, one := range o.outbox.fates.known() {
		done[one.mail.ID] = true
	}
	err = o.Store.View(func(tx *store.Tx) error {
		due, err := tx.Due(o.Clock(), sentTogether+len(done))
		sound, damaged = nil, nil
		for _, m := range due {
			switch {
			case m.Damage != nil:
				damaged = append(damaged, m)
			case !done[m.ID] && len(sound) < sentTogether:
				sound = append(sound, m)
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	o.damaged.Store(int64(len(damaged)))
	return sound, o.tellDamaged(damaged)
}

// Damaged is how many mails the last call of Send found damaged. They cannot be sent.
func (o *Office) Damaged() int { return int(o.damaged.Load()) }

// tellDamaged tells the person in charge of mails that are damaged, once of each.
func (o *Office) tellDamaged(damaged []store.QueuedMail) error {
	news := false
	for _, m := range damaged {
		if o.outbox.told[m.Damage.Error()] {
			continue
		}
		fresh, err := o.writeDamage(m)
		if err != nil {
			return fmt.Errorf("telling of a damaged mail: %w", err)
		}
		if o.outbox.told == nil {
			o.outbox.told = map[string]bool{}
		}
		o.outbox.told[m.Damage.Error()], news = true, news || fresh
	}
	if !news {
		return nil
	}
	return o.TellDiary()
}

// writeDamage writes into the diary that a mail is damaged; fresh is false if that stands there.
func (o *Office) writeDamage(m store.QueuedMail) (fresh bool, err error) {
	var game string
	err = o.Store.Redo(func(tx *store.Tx) error {
		fresh = false
		if game, err = tx.GameOfDamaged(m); err != nil {
			return err
		}
		text := o.damageText(m, game)
		for e, err := range tx.Diary() {
			if err != nil || e.Kind == diaryDamage && e.Text == text {
				return err
			}
		}
		fresh = true
		return tx.WriteDiary(o.now(), diaryDamage, text)
	})
	if err == nil && fresh {
		o.Logger.Error("the store is damaged: a mail cannot be sent", "game", game, "mail", m.ID, "damage", m.Damage)
	}
	return fresh, err
}

// diaryDamage is the kind of diary entries about damaged rows.
const diaryDamage = "damage"

func (o *Office) damageText(m store.QueuedMail, game string) string {
	subject, which, again := "no game", "", ""
	if game != "" {
		subject = "game " + game
		again = "If it was a report, its player gets that again when he mails the command \"report N\", N being the " +
			"number of the step.\n"
	}
	if m.ID != "" {
		which = fmt.Sprintf(" It is %s to %s.", m.ID, strings.Join(m.To, ", "))
	}
	return fmt.Sprintf("A mail of %s cannot be sent, because a row of the store is damaged: %v.%s All other mails go "+
		"out, and no game is held. It stays where it is, and goes out when the store is mended.\n%s%s\n"+
		"A store that loses one row may have other damage: see \"berthier store check\".",
		subject, m.Damage, which, again, o.Mending())
}

// Mending says what mends the store when a row of it is damaged.
func (o *Office) Mending() string {
	if o.Store.Shared() {
		return "Stop the daemons, restore the database from your backup, and start them again."
	}
	return "Stop the daemon, keep a copy of the store and of its journal, and put your last backup in the place of " +
		"the store: the daemon adds what its journal has. Without a backup move the store away: \"berthier store " +
		"rebuild\" makes it again out of its journal."
}
