package post

import (
	"fmt"
	"time"

	"berthier/templates"
)

// Remind makes of a letter to a side the reminder that it owes orders. m says what it owes; due
// is when the reminder was due, and until, for people, up to when orders are taken, "" if there is no such time. What
// happens then is that the umpire may be told, if the game waits, or that the defaults decide.
func (l Letter) Remind(m templates.ReminderMail, due time.Time, until string, waits bool) Letter {
	then := "the defaults decide"
	if waits {
		then = "the umpire may be told"
	}
	if until != "" {
		m.Next = fmt.Sprintf("Orders are taken until %s; then %s.", until, then)
	}
	l.Kind = "reminder." + due.UTC().Format("20060102T150405Z")
	if l.Subject = "your orders are still missing"; m.Late {
		l.Subject = "your orders are late"
	}
	l.Page, l.Unasked = Fill(templates.Reminder, m), true
	return l
}
