// Package mailbox says which mail addresses are one mailbox.
package mailbox

import (
	"strings"
	"unicode"

	"golang.org/x/net/publicsuffix"
)

// Box is where the mails to an address end up, as far as the address tells
// it: what counts answers must not take two spellings for two people.
type Box struct {
	Name   string // local@domain in lower case, without a tag and without dots in local
	Domain string // as it was registered: example.co.uk of mail.example.co.uk
}

// Of gives the mailbox of an address; ok is false for an address that no answer may go to: a malformed one, one
// that leads through another server, or one that has to be quoted.
func Of(address string) (m Box, ok bool) {
	local, domain, ok := Cut(strings.ToLower(address))
	if !ok || !isASCII(address) || len(address) > 254 || !validLocal(local) || !validDomain(domain) {
		return m, false
	}
	if same := domainAliases[domain]; same != "" {
		domain = same
	}
	local, _, _ = strings.Cut(local, "+")
	m.Name = strings.ReplaceAll(local, ".", "") + "@" + domain
	if m.Domain = domain; strings.Contains(domain, ".") {
		if registered, err := publicsuffix.EffectiveTLDPlusOne(domain); err == nil {
			m.Domain = registered
		}
	}
	return m, true
}

// isASCII reports whether an address has no other characters: some of these have a small letter of ASCII.
func isASCII(address string) bool {
	return !strings.ContainsFunc(address, func(r rune) bool { return r > unicode.MaxASCII })
}

// domainAliases are domains whose mails go to the same mailboxes as those of another.
var domainAliases = map[string]string{
	"googlemail.com": "gmail.com",
	"me.com":         "icloud.com", "mac.com": "icloud.com",
	"protonmail.com": "proton.me", "protonmail.ch": "proton.me", "pm.me": "proton.me",
}

// localLetters are what a local part may have: those of RFC 5322 section 3.2.3, without what old servers take for the
// way to another server, for a program or for a file.
const localLetters = "abcdefghijklmnopqrstuvwxyz0123456789.#$&'*+-=?^_`{}~"

func validLocal(local string) bool {
	return len(local) <= 64 && strings.Trim(local, localLetters) == "" &&
		!strings.HasPrefix(local, ".") && !strings.HasSuffix(local, ".") && !strings.Contains(local, "..")
}

// validDomain takes host names of RFC 1123, the last label with a letter; an international one is in its ASCII form.
func validDomain(domain string) bool {
	labels := strings.Split(domain, ".")
	for _, l := range labels {
		if l == "" || len(l) > 63 || strings.Trim(l, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" ||
			strings.HasPrefix(l, "-") || strings.HasSuffix(l, "-") {
			return false
		}
	}
	return strings.ContainsAny(labels[len(labels)-1], "abcdefghijklmnopqrstuvwxyz")
}

// Cut cuts a plain mail address into its two halves.
func Cut(a string) (local, domain string, ok bool) {
	i := strings.LastIndexByte(a, '@')
	if i < 1 || i == len(a)-1 || strings.ContainsAny(a, " <>,\t\r\n") {
		return "", "", false
	}
	return a[:i], a[i+1:], true
}
