// Package sign finds the signed text in a mail, verifies it, and keeps what proves it
// years later. It is the specification of the forms in which a text can be signed, of the
// keys, of the bytes that a signature covers, and of their hash. It is pure: it asks no
// network and no clock, and builds for the browser.
//
//   - Open finds the signed text in a mail.Message and verifies it: bytes go in, signed
//     bytes and the key come out, before anything is read. Proof.Verify verifies again.
//   - OpenDKIM verifies a mail of somebody who has no key.
//   - Coverage.Sum is the hash by which a signed text is known.
//   - Sign and Inline sign with an OpenSSH key.
//   - BroughtKeys gives the keys that come with a mail, ObstacleOf what a mail without a
//     signature holds in place of a text.
//
// What was signed is never re-encoded: the bytes that verify are the bytes a caller gets.
//
// # How one is added
//
// A kind of keys, with the signatures that they make, is a row of the table kinds (kind.go)
// and a file with its functions: how its public keys and its signatures are recognised,
// how they are read and verified, and what they cover. A form, which is a way in which a
// text and its signature travel, is a row of the table forms (form.go) and a file: where
// in a mail it is found, what may have been signed, how it is verified from what is kept, and
// what text the player wrote. Its section below says which bytes are covered and
// gives the commands that compute their hash, which TestDocumentedHash runs.
//
// # Signatures
//
// A player signs with what he has. Three kinds of keys are accepted, each with
// the signatures of its own programs, which can check what this package accepts:
//
//   - OpenSSH: an ssh-ed25519 key. The signature is an SSHSIG signature in the
//     namespace "berthier" with SHA-256 or SHA-512, as "ssh-keygen -Y sign" makes
//     it; Sign makes the same.
//   - OpenPGP (RFC 9580 and 4880): one armoured public key block with one key, of
//     RSA with 2048 to 16384 bits, Ed25519, Ed448, or ECDSA on a NIST or Brainpool
//     curve. The primary key signs, or any subkey of it made for signing; either
//     way the player is known by the primary key's fingerprint.
//   - minisign: its public key. The signature is over the hash of the text, or
//     over the text itself (minisign -l).
//
// Refused, each with a fault of its own that says what to do: OpenPGP signatures
// made with SHA-1, MD5 or RIPEMD-160; keys of DSA, of RSA with fewer bits, or on
// other curves; a key or subkey that had expired or been revoked when the mail
// came in, whatever date its signature bears; a signature that is dated more than
// a day ahead, or was made to expire and has. A key is as the umpire registered
// it: what its owner changes later, also a revocation, counts once it is
// registered again. SHA-1 is let pass where a key is tied to its subkeys and
// user ID, since old keys were.
//
// How a signature kept in a log is checked without this program, where key,
// data and signature are files of what Key.String and Proof give:
//
//	echo "player $(cat key)" > signers
//	ssh-keygen -Y verify -f signers -I player -n berthier -s signature < data
//	gpg --import key; gpg --verify signature data     (clear-signed: gpg --verify data)
//	minisign -V -P "$(cat key)" -x signature -m data
//
// OpenPGP and minisign know no namespaces: whoever has a text that a player
// signed with such a key for another purpose can send it as his turn. So a text
// counts as a turn only by its header, which names game, side and step.
//
// # OpenPGP in mails
//
// Clear-signed text (RFC 9580 section 7), in the body or in an attached file,
// begins with the line BEGIN PGP SIGNED MESSAGE and ends with END PGP SIGNATURE.
// The text is what stands between without dash escapes, with LF line ends and
// without blanks at the end of a line, which are not signed. What is kept is the
// whole block.
//
// PGP/MIME (RFC 3156) is what mail programs send: a multipart/signed, which may
// stand inside of other multiparts, as when a mailing list adds a footer. The
// signed bytes are its first part, header included, with CRLF line ends, cut out
// of the mail as received; they are what is kept. The text is made of them
// alone: the first text/plain part that is not attached, decoded to UTF-8, soft
// line breaks undone; if no line of it starts with "game:", the first attached
// text of which one does. If there is no text/plain part, and no such attached text, the
// text is what package mail makes of the HTML (mail.HTMLText). A signed part over 1 MiB is
// not looked at.
//
// What stands in a mail outside of the signed bytes is ignored. A part that was signed
// so counts as a part only: as a file it would read otherwise, under the same signature.
//
// # Without a key
//
// OpenDKIM is for people who have no key and are believed a weaker thing: that a
// mail comes from the domain of its author, because the mail server of that
// domain signed it (DKIM, RFC 6376), together with something secret in its text
// that a caller has to check. Anybody who can send as any address of the domain
// can pass for the author, and the DNS is believed. Signatures with SHA-1
// or of Ed25519, over a part of the body, or of another domain than exactly that of From do not count.
// The text is read of what is signed alone, in the canonical form that "c=" names:
// fields that "h=" does not name are not there, and blanks are as they were
// hashed. Providers do not always sign the field Content-Type: a body without it is
// read as plain text, or, if its first line that begins with "--" and more comes
// again, with "--" behind it, as its last, in parts with that line as their boundary.
//
// # The inline form
//
// Text and signature stand in the body of a mail. This is a complete example,
// made by Inline; the key was
// ssh-ed25519
// AAAAC3NzaC1lZDI1NTE5AAAAIFsy+Vo5oSXjKczITYlBDwCuvnT1q3Jz9EahWKZnAmL9:
//
//	-----BEGIN BERTHIER TURN-----
//	game: leipzig-1
//	side: french
//	turn: 3
//
//	activate III Corps
//	move Souham 1204 1305
//	end
//	-----BEGIN SSH SIGNATURE-----
//	U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAgWzL5WjmhJeMpzMhNiUEPAK6+dP
//	WrcnP0RqFYpmcCYv0AAAAIYmVydGhpZXIAAAAAAAAABnNoYTUxMgAAAFMAAAALc3NoLWVk
//	MjU1MTkAAABAWLz8XIA4jNjPLC5QUTPzAJ85tZUErzFGdb39I8KpB+BUXTfhf1xL1QKsnO
//	urx85uQ0eB3FGSOlye592702tcCQ==
//	-----END SSH SIGNATURE-----
//
// The signed bytes are the lines between the line BEGIN BERTHIER TURN and the
// line BEGIN SSH SIGNATURE, in UTF-8, with
//
//   - LF as the end of each line, the last one included,
//   - no blanks or tabs at the end of a line,
//   - no empty line at the start or the end.
//
// Lines before the first marker and after the line END SSH SIGNATURE do not
// count, so greetings, footers and automatic signatures do no harm.
//
// Between the markers Inline writes "- " before a line that begins with a hyphen or with
// "From ", or that has "-----BEGIN " or "-----END " in it: the dash escapes of RFC 9580
// section 7.2. A line of more than 72 characters, which mail programs would wrap, is cut
// there, never behind a blank; each further piece stands on a line of its own behind "-+". So this is
// a line with a key:
//
//	key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFsy+Vo5oSXjKczITYlBDwCuvnT1q3J
//	-+z9EahWKZnAmL9 ney@home
//
// Neither is signed: the signed line is whole and has no dash. Whoever reads such a text tries it as
// it stands first, and then without. Inline refuses no-break spaces and control characters,
// which mail programs change. A text with them can be sent as an attachment.
//
// The marker BEGIN BERTHIER TURN may be missing, as when a player pastes his
// file and the output of ssh-keygen. Then all lines before the signature are
// tried, and after that those from the first line that starts with "game:".
//
// # The attached forms
//
// The text is one attached file and its signature another, named after it
// ("turn.txt" and "turn.txt.sig", "turn.txt.asc" or "turn.txt.minisig", or
// "turn.sig"). It is armoured, but what gpg writes without --armor is taken too. If no file has such
// a name, every other text file is tried, and if there is none, the body of
// the mail. The signature may also stand alone in the body while the text is
// attached, or both may stand in one attached file in the inline form. File
// types and names prove nothing; a signature is known by its armour.
//
// # Spellings that are tried
//
// Mail programs change texts and hand-made signatures cover files that differ
// from the form above. A signature is good if it verifies over one of these
// byte sequences, tried in this order; the one that fits is what Open returns:
//
//  1. the text exactly as received, after transfer decoding;
//  2. with LF line endings, then with CRLF line endings;
//  3. without empty lines at its start and end, with one final line ending;
//  4. the same without the final line ending;
//  5. in the form above (see Canonical).
//
// All of them are tried once more without the dashes and folds of the form above, if there are any.
// The tabs of the trusted comment that minisign writes by itself are put back where
// web mail made blanks of them.
//
// 2 to 5 are tried again with no-break spaces turned into blanks, with one
// blank removed from the start of each line that has one (the space-stuffing
// of RFC 3676), with ">From " at the start of a line turned into "From ", without a
// byte order mark at the start, with all four, and with such a mark. In the body,
// the text is tried as received, decoded to UTF-8, and with the soft line breaks of
// format=flowed undone. Marks like "> " in front of a marker line are removed from
// all its lines, and a byte order mark from that line. Lines that were wrapped
// otherwise, or edited, cannot be repaired: Open then says FaultChanged.
// Of a clear-signed text only the repairs of the last paragraph are tried, and of
// a PGP/MIME part CRLF line ends and the part as received.
//
// Since each sequence is verified as it stands, none of this lets anybody pass
// off a text that the key's owner did not sign.
//
// # The hash of a signed file
//
// Of a mail only that is fixed which a signature covers, and the value of the
// signature itself. Everything else can be changed by whoever has the mail, and
// the signature stays good. So each signed text has one canonical form (Coverage),
// whatever way it came, and is known by the SHA-256 of these bytes with the value
// directly behind them (Coverage.Sum): turn files are recognised by it, and dice
// are bound to it.
//
// OpenSSH: the bytes are the text, the value is the Ed25519 signature, which is the
// last 64 bytes of what stands in the armour.
//
// minisign: the bytes are the text. The value is the signature of the text, the last
// 64 bytes of line 2, and that of the trusted comment, the 64 bytes of line 4. The
// time is that in a trusted comment that begins with "timestamp:" and seconds since 1970.
//
// OpenPGP: the bytes are what is hashed for the signature (RFC 9580 section 5.2.4):
// the salt, if its version is 6; the text; the signature packet from the version to
// the end of the hashed subpackets; the version, an octet FF, and the number of octets
// of the packet before that, in four octets. In a signature of type 01 the text has CRLF
// in place of each LF that no CR stands before. Clear-signed text has no dash escapes, no
// blanks or tabs at the end of a line, and CRLF between its lines, none behind the
// last. The value is the rest of the packet: integers as MPIs without leading zeros,
// everything else as it is. For a signature (r, s) of ECDSA whose curve has n
// points, s is the lower one of s and n-s, because both are good. The time is that of
// creation. A block with two signatures of the same key is refused.
//
// DKIM: the bytes are what is hashed over the header (RFC 6376 section 3.7): the
// fields that "h=" names, in that order, then DKIM-Signature without the value
// of "b=" and without the line end, in the canonical form that "c=" names. The
// hash of the body stands there as "bh=". The value is what "b=" holds. The time is
// that of "t=". Only signatures of rsa-sha256 count, and a mail with two good ones of
// the author's domain is refused: one of them could be taken away.
//
// These are the same hashes by common programs (bash, coreutils, GNU sed, awk and
// GnuPG). SIG is the armoured signature and TEXT what was signed, as a file, or
// as it is cut out of a MAIL that was saved as a file and has no transfer encoding:
//
//	# in the body: TEXT and SIG
//	tr -d '\r' < MAIL | sed -n '/^-----BEGIN BERTHIER/,/^-----BEGIN SSH/{/^-----/!p}' |
//	    sed -e :a -e '$!N; s/\n-+//; ta' -e 's/^- //; P; D' > TEXT
//	tr -d '\r' < MAIL | sed -n '/^-----BEGIN SSH SIG/,/^-----END SSH/p' > SIG
//
//	# clear-signed: TEXT and SIG
//	tr -d '\r' < MAIL | awk '/^-----BEGIN PGP SIGNATURE/ {exit}
//	    on == 2 {sub(/^- /, ""); sub(/[ \t]+$/, ""); printf "%s%s", nl, $0; nl = "\r\n"}
//	    on == 1 && /^$/ {on = 2}
//	    /^-----BEGIN PGP SIGNED/ {on = 1}' > TEXT
//	sed -n '/^-----BEGIN PGP SIGNATURE/,/^-----END/p' MAIL > SIG
//
//	# PGP/MIME: TEXT and SIG
//	tr -d '\r' < MAIL | awk 'b == "" && match($0, /boundary="[^"]*"/) {b = "--" substr($0, RSTART + 10, RLENGTH - 11)}
//	    $0 == b {n++; next}
//	    n == 1 {printf "%s%s", nl, $0; nl = "\r\n"}' > TEXT
//	sed -n '/^-----BEGIN PGP SIGNATURE/,/^-----END/p' MAIL > SIG
//
//	# OpenSSH
//	{ cat TEXT; grep -v -e ----- SIG | base64 -d | tail -c 64; } | sha256sum
//
//	# minisign
//	{ cat TEXT; sed -n 2p SIG | base64 -d | tail -c 64; sed -n 4p SIG | base64 -d; } | sha256sum
//
//	# OpenPGP, a signature of version 4 with RSA or Ed25519
//	hex=$(gpg --dearmor < SIG | od -An -v -tx1 | tr -d ' \n')
//	case $hex in 88*) hex=${hex:4};; 89*|c2[c-d]*) hex=${hex:6};; c2*) hex=${hex:4};; esac
//	n=$((16#${hex:8:4} * 2 + 12)); u=$((16#${hex:n:4} * 2))
//	{ if [ ${hex:2:2} = 01 ]; then sed -z 's/\r\?\n/\r\n/g' TEXT; else cat TEXT; fi
//	  printf "$(sed 's/../\\x&/g' <<< "${hex:0:n}04ff$(printf %08x $((n / 2)))${hex:n+u+8}")"
//	} | sha256sum
//
//	# DKIM, one signature with c=relaxed: TEXT and SIG
//	tr -d '\r' < MAIL | awk '
//	    function relaxed(s) {
//	        gsub(/[ \t]+/, " ", s); sub(/ ?: ?/, ":", s); sub(/ $/, "", s)
//	        return tolower(substr(s, 1, index(s, ":"))) substr(s, index(s, ":") + 1)
//	    }
//	    /^$/ {exit}
//	    /^[ \t]/ {f[n] = f[n] $0; next}
//	    {f[++n] = $0}
//	    END {
//	        for (i = 1; i <= n; i++) {
//	            f[i] = relaxed(f[i])
//	            if (f[i] ~ /^dkim-signature:/) sig = f[i]
//	        }
//	        h = sig; sub(/.*[:; ]h ?= ?/, "", h); sub(/;.*/, "", h); gsub(/ /, "", h)
//	        last = split(tolower(h), name, ":")
//	        for (k = 1; k <= last; k++)
//	            for (i = n; i > 0; i--)
//	                if (index(f[i], name[k] ":") == 1 && !used[i]++) {printf "%s\r\n", f[i]; break}
//	        match(sig, /[:; ]b ?=[^;]*/); b = substr(sig, RSTART, RLENGTH); end = substr(sig, RSTART + RLENGTH)
//	        printf "%s%s%s", substr(sig, 1, RSTART - 1), substr(b, 1, index(b, "=")), end
//	        gsub(/.*b ?=| /, "", b); print b > "SIG"
//	    }' > TEXT
//	{ cat TEXT; base64 -d SIG; } | sha256sum
//
// # Several signatures
//
// Every signature in a message must be good and must cover the same text. An
// exception is made for quoted ones, which do not count if there is another:
// so a player may answer a mail that quotes his last turn; and the PGP/MIME
// signature over a mail does not count if there is one inside that is not
// quoted. One OpenPGP signature block may hold signatures of several keys: one of a
// registered key, which must be good; those of other keys are of no interest. At
// most 8 signatures of a message, the first MiB of a body or file, and signed
// texts of at most 64 KiB are looked at; with each signature 8 texts are tried, and
// 16 MiB of spellings with all signatures of a message together.
//
// An old signed mail can be sent again by anybody who has it, in other words than
// those it had. To refuse that is up to the caller, by Coverage.Sum and by what the
// signed text says.
package sign
