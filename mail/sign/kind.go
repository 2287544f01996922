package sign

import (
	"bytes"
	"time"
)

// kind is one kind of keys with the signatures that they make. How one is added
// stands in the package documentation.
type kind struct {
	name string // Key.Name begins with it

	// A public key: whether a text is one, how it is read, and why nothing can be
	// signed with it at a time (nil if such keys know no time).
	isKey    func(text string) bool
	parseKey func(text string) (Key, error)
	check    func(k Key, at time.Time) error

	// A signature: the words with which its first line begins; what is found in lines of
	// which the i-th holds these words; and the armoured signature that an attached
	// file holds and nothing before it, or nil.
	begin string
	block func(lines [][]byte, from, i int) (b block, end int, ok bool)
	file  func(raw []byte) (armoured []byte)

	// Before it is verified: who claims to have made it.
	claim func(armoured []byte) (claim, *refusal)

	// How it is verified, and what it covers. The error is *otherKey or *refused.
	over func(k Key, armoured []byte, at time.Time) (check, error)
}

// claim is what a signature says about the key that made it.
type claim struct {
	name    string   // of the key: Key.Name, or as much of it as the signature has
	brought Key      // the key, if the signature brings it along
	armour  []byte   // the signature with nothing of the way it came
	parts   []string // of keys, one of which made it; nil for brought
}

// check says whether a key signed exactly these bytes, and what that covers.
type check func(data []byte) (Coverage, error)

// kinds are all kinds of keys. A text with the key of one kind is no key of another, and
// no two signatures begin with the same words. DKIM has no key and no armour: see OpenDKIM.
var kinds = []kind{
	{
		name: namePGP, isKey: isPGPKey, parseKey: parsePGPKey, check: checkPGP,
		begin: beginPGPSignature, block: blockPGP, file: filePGP, claim: claimPGP, over: pgpOver,
	},
	{
		name: nameMinisign, isKey: isMinisignKey, parseKey: parseMinisignKey,
		begin: untrustedComment, block: blockMinisign, file: fileMinisign, claim: claimMinisign, over: minisignOver,
	},
	{
		name: nameSSH, isKey: isSSHKey, parseKey: parseSSHKey,
		begin: beginSignature, block: blockSSH, file: fileSSH, claim: claimSSH, over: sshOver,
	},
}

// kindOf is the kind of a key; nil for no key, and for a domain.
func kindOf(k Key) *kind {
	for i := range kinds {
		if kinds[i].name == k.kind {
			return &kinds[i]
		}
	}
	return nil
}

// armourKind is the kind of an armoured signature; nil if it is none.
func armourKind(armoured []byte) *kind {
	for i := range kinds {
		if bytes.HasPrefix(armoured, []byte(kinds[i].begin)) {
			return &kinds[i]
		}
	}
	return nil
}
