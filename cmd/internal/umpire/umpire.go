package umpire

import (
	"fmt"

	"berthier/cmd/internal/docket"
	"berthier/cmd/internal/duty"
	"berthier/cmd/internal/intake"
	"berthier/cmd/internal/matter"
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/queue"
)

// Umpire takes mails in, resolves steps and queues what is to be sent. Its
// methods are safe for use by several goroutines; TakeAll, Create, Do and Resume run one
// at a time.
type Umpire struct {
	*duty.Clerk
	Queue    *queue.Queue // of mails, where other processes have the store too
	intake   *intake.Intake
	together int              // how many mails are committed in one transaction; tests take fewer
	judging  func(raw []byte) // tests only: what else happens while a mail is judged
}

// New makes an Umpire. Call Resume before the first TakeAll.
func New(c docket.Config) (*Umpire, error) {
	d, err := docket.New(c)
	if err != nil {
		return nil, fmt.Errorf("umpire: %w", err)
	}
	in, err := intake.Open(c.Folder, d.Logger)
	if err != nil {
		return nil, fmt.Errorf("umpire: %w", err)
	}
	u := &Umpire{Clerk: duty.New(matter.New(play.New(d))), intake: in, together: groupSize}
	u.Queue = queue.New(d, groupSize, u.judgeQueued, u.takeQueued)
	return u, nil
}

// CloseFiles closes those in Config.Folder, after which no mail can be taken in. The store is its owner's.
func (u *Umpire) CloseFiles() error { return u.intake.Close() }
