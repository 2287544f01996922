package duty

import (
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/matter"
	"berthier/cmd/internal/record"
)

// Clerk carries commands out.
type Clerk struct {
	*matter.Desk
	duties map[string]func(*errand) error
}

// New makes a Clerk.
func New(d *matter.Desk) *Clerk { return &Clerk{Desk: d, duties: duties()} }

// duties are what is done when a command is given, by its word.
func duties() map[string]func(*errand) error {
	return map[string]func(*errand) error{
		"help":                       does((*errand).help),
		"status":                     does((*errand).status),
		"games":                      does((*errand).games),
		"orders":                     goingOn((*errand).orders),
		"preview":                    goingOn((*errand).preview),
		"withdraw":                   goingOn((*errand).withdraw),
		"standing":                   ofGame((*errand).standing),
		"template":                   goingOn((*errand).template),
		"concede":                    goingOn((*errand).concede),
		"draw":                       goingOn((*errand).draw),
		"resign":                     goingOn((*errand).resign),
		"report":                     ofGame((*errand).report),
		"map":                        does((*errand).showMap),
		"history":                    does((*errand).history),
		"language":                   does((*errand).language),
		"join":                       does((*errand).join),
		"press":                      does((*errand).press),
		"observe":                    does((*errand).observe),
		"monitor":                    does((*errand).observe),
		"unobserve":                  does((*errand).unobserve),
		record.CommandFinal:          goingOn((*errand).final),
		record.CommandNotFinal:       goingOn((*errand).final),
		record.CommandAbsence:        does((*errand).absence),
		record.CommandPause:          does((*errand).pause),
		record.CommandResume:         does((*errand).resume),
		string(record.ClockExtend):   does((*errand).extend),
		string(record.ClockDeadline): does((*errand).setDeadline),
		"confirm":                    does((*errand).confirmClock),
		"create":                     does((*errand).createGame),
		"start":                      does((*errand).startGame),
		"key":                        does((*errand).setKey),
		"revoke":                     does((*errand).revokeKey),
		"invite":                     does((*errand).invite),
		"substitute":                 does((*errand).substitute),
		"rollback":                   does((*errand).rollback),
		"burn":                       does((*errand).burn),
		"ruling":                     does((*errand).ruling),
		"position":                   ofGame((*errand).position),
		"process":                    does((*errand).process),
		"keys":                       ofGame((*errand).listKeys),
		"announce":                   does((*errand).announceText),
		"remind":                     changing((*errand).remind),
		"archive":                    ofGame((*errand).archive),
		"close":                      does((*errand).closeGame),
		"reopen":                     does((*errand).reopenGame),
	}
}

// does is a method of errand for one type of command.
func does[C command.Command](do func(*errand, C) error) func(*errand) error {
	return func(d *errand) error { return do(d, d.line.Command.(C)) }
}

// ofGame is does for a command that is about a game, goingOn for one about a game that goes on,
// and changing for one that changes it.
func ofGame[C command.Command](do func(*errand, C) error) func(*errand) error {
	return after(func(d *errand) error { return d.needGame(false) }, do)
}

func goingOn[C command.Command](do func(*errand, C) error) func(*errand) error {
	return after(func(d *errand) error { return d.needGame(true) }, do)
}

func changing[C command.Command](do func(*errand, C) error) func(*errand) error {
	return after((*errand).changes, do)
}

func after[C command.Command](needs func(*errand) error, do func(*errand, C) error) func(*errand) error {
	return func(d *errand) error {
		if err := needs(d); err != nil {
			return err
		}
		return do(d, d.line.Command.(C))
	}
}
