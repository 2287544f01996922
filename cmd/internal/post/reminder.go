package post

import (
	"time"

	"berthier/cmd/internal/phrase"
	"berthier/engine/tongue"
	"berthier/templates"
)

// Remind makes of a letter to a side the reminder that it owes orders. m says what it owes; due
// is when the reminder was due, and until up to when orders are taken, empty if there is no such time. What
// happens then is that the umpire may be told, if the game waits, or that the defaults decide.
func (l Letter) Remind(m templates.ReminderMail, due time.Time, until tongue.Text, waits bool) Letter {
	if !until.Empty() {
		m.Next = phrase.Say("reminder.next", "until", until, "waits", waits)
	}
	l.Kind = "reminder." + due.UTC().Format("20060102T150405Z")
	l.Subject = m.Subject()
	l.Page, l.Unasked = Fill(templates.Reminder, m), true
	return l
}
