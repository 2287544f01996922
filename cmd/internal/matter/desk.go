package matter

import (
	"berthier/cmd/internal/play"
	"berthier/cmd/internal/quota"
)

// Desk is where what came in is answered.
type Desk struct {
	*play.Master
	Answered quota.Counters
}

// New makes a Desk.
func New(m *play.Master) *Desk { return &Desk{Master: m, Answered: quota.NewCounters()} }
