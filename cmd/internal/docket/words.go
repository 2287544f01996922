package docket

import (
	"cmp"
	"strings"
)

// Capital begins a sentence.
func Capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func Uncapital(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// AddressOfUmpire is where mails to the umpire go; "" if that is not known.
func (u *Docket) AddressOfUmpire() string { return cmp.Or(u.UmpireAddress, u.Contact) }

// UmpireSide stands in the header of the umpire's commands.
const UmpireSide = "umpire"
