package umpire

import (
	"berthier/cmd/internal/command"
	"berthier/cmd/internal/record"
)

// duties are what is done when a command is given, by its word.
func duties() map[string]func(*doing) error {
	return map[string]func(*doing) error{
		"help":                       does((*doing).help),
		"status":                     does((*doing).status),
		"games":                      does((*doing).games),
		"orders":                     does((*doing).orders),
		"preview":                    does((*doing).preview),
		"withdraw":                   does((*doing).withdraw),
		"standing":                   does((*doing).standing),
		"template":                   does((*doing).template),
		"concede":                    does((*doing).concede),
		"draw":                       does((*doing).draw),
		"resign":                     does((*doing).resign),
		"report":                     does((*doing).report),
		"map":                        does((*doing).showMap),
		"history":                    does((*doing).history),
		"language":                   does((*doing).language),
		"join":                       does((*doing).join),
		"press":                      does((*doing).press),
		"observe":                    does((*doing).observe),
		"monitor":                    does((*doing).observe),
		"unobserve":                  does((*doing).unobserve),
		record.CommandFinal:          does((*doing).final),
		record.CommandNotFinal:       does((*doing).final),
		record.CommandAbsence:        does((*doing).absence),
		record.CommandPause:          does((*doing).pause),
		record.CommandResume:         does((*doing).resume),
		string(record.ClockExtend):   does((*doing).extend),
		string(record.ClockDeadline): does((*doing).setDeadline),
		"confirm":                    does((*doing).confirmClock),
		"create":                     does((*doing).createGame),
		"start":                      does((*doing).startGame),
		"key":                        does((*doing).setKey),
		"revoke":                     does((*doing).revokeKey),
		"invite":                     does((*doing).invite),
		"substitute":                 does((*doing).substitute),
		"rollback":                   does((*doing).rollback),
		"burn":                       does((*doing).burn),
		"ruling":                     does((*doing).ruling),
		"position":                   does((*doing).position),
		"process":                    does((*doing).process),
		"keys":                       does((*doing).listKeys),
		"announce":                   does((*doing).announceText),
		"archive":                    does((*doing).archive),
		"close":                      does((*doing).closeGame),
	}
}

// does is a method of doing for one type of command.
func does[C command.Command](do func(*doing, C) error) func(*doing) error {
	return func(d *doing) error { return do(d, d.line.Command.(C)) }
}
