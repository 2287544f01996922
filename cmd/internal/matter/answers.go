package matter

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"time"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/quota"
)

// What may be answered is bounded by Limits and by these.
const (
	// An answer to an unsigned mail, or to a copy of a signed one, is text alone. The whole of it, as it is sent, has
	// at most unsignedBytes, and at most unsignedGain times the bytes of that mail.
	unsignedBytes = 20_000
	unsignedGain  = 10

	// largerDay is how often a day a player's or an observer's address gets a larger one,
	// allLargerDay how often all of them together.
	largerDay    = 2
	allLargerDay = 10

	// A side, or the umpire, that signs questions or files with faults is answered so often in an hour and in a day,
	// and so often when the same comes again, as anybody can send it on. What changes a game is always answered.
	SignedHour, signedDay = 60, 200
	copiesHour, CopiesDay = 10, 20
)

// Within reports whether all limits allow one more answer, and lets it count when it is committed.
func (t *Matter) Within(limits ...quota.Limit) bool {
	if !t.Allowed(limits...) {
		return false
	}
	t.Counts = append(t.Counts, limits...)
	return true
}

// Allowed reports whether all limits allow one more answer.
func (t *Matter) Allowed(limits ...quota.Limit) bool {
	for _, l := range limits {
		if !t.Desk.Answered.Table(l).Allow(l.Key, t.Desk.Clock(), l.Quotas...) {
			t.Log.Info("sender not answered: too many answers lately", "key", l.Key)
			return false
		}
	}
	return true
}

// MayAnswerSigned reports whether one more answer may go to whoever signed the mail,
// that changes nothing. Anybody can send a signed mail on: copies of what was
// here before have a limit of their own and use up nothing of that of new texts.
func (t *Matter) MayAnswerSigned() bool {
	seat := docket.UmpireSide
	if !t.ByUmpire {
		seat = t.Game.Game + " " + string(t.Side)
	}
	all := quota.Limit{Players: true, Key: "signed " + seat, Quotas: []quota.Rate{{Most: SignedHour, Per: time.Hour},
		{Most: signedDay, Per: quota.Day}}}
	if t.Copy {
		all.Key, all.Quotas = "copies "+seat, []quota.Rate{{Most: copiesHour, Per: time.Hour}, {Most: CopiesDay,
			Per: quota.Day}}
	}
	return t.Within(all, quota.Limit{Players: true, Key: t.TextMark() + " " + seat,
		Quotas: oftenQuotas(t.Desk.Limits)})
}

// TextMark recognises words that were signed, also if they were signed anew: programs that answer our answers do so.
func (t *Matter) TextMark() string {
	text := strings.Join(strings.Fields(string(t.Signed.Text)), " ")
	return fmt.Sprintf("text %s %x", t.Signed.Key.Fingerprint(), sha256.Sum256([]byte(text)))
}

// oftenQuotas are those of Answers and AnswersDay.
func oftenQuotas(l docket.Limits) []quota.Rate {
	return []quota.Rate{{Most: l.Answers, Per: time.Hour}, {Most: l.AnswersDay, Per: quota.Day}}
}
