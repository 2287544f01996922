package umpire

import (
	"slices"
	"strings"

	"berthier/cmd/internal/command"
	"berthier/cmd/internal/docket"
	"berthier/mail/sign"
)

// isUmpire reports whether a text was signed as the umpire: with one of his
// keys, and with "umpire" as its side unless no player signs with that key.
func (u *Umpire) isUmpire(s sign.Signed) bool {
	if !slices.ContainsFunc(u.UmpireKeys, s.Key.Equal) {
		return false
	}
	m, _ := command.Parse(s.Text, command.Umpire)
	if strings.EqualFold(m.Side, docket.UmpireSide) {
		return true
	}
	for _, seat := range u.Seats.All {
		if seat.Key.Equal(s.Key) {
			return false
		}
	}
	return true
}
