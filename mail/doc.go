// Package mail takes messages in, checks who signed them, and sends messages
// out. It knows no game: a turn is a text that somebody signed.
//
//   - Parse reads a message as received, however broken (RFC 5322, 2045–2047,
//     2231, 3676), within Limits.
//   - Open finds the signed text in it and verifies it.
//   - Compose writes a message; the same input always gives the same bytes.
//   - Poller watches a mailbox (RFC 9051, RFC 2177), Sender hands mails to a
//     submission server (RFC 6409).
//   - Local is a mail server in memory, for trials and tests.
//
// Nothing in a mail is believed but a signature: names, addresses and dates
// are written by whoever sent it. What was signed is never re-encoded: the
// bytes that verify are the bytes a caller gets.
//
// # Signatures
//
// A signature is an SSHSIG signature, the kind that "ssh-keygen -Y sign" makes,
// with an ssh-ed25519 key and in the namespace "berthier". SHA-256 and SHA-512
// are accepted as its hash; Sign uses SHA-512, like ssh-keygen. Any signature
// that this package accepts can be checked without it:
//
//	echo "player $(cat key.pub)" > signers
//	ssh-keygen -Y verify -f signers -I player -n berthier -s turn.txt.sig < turn.txt
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
// count, so greetings, footers and automatic signatures do no harm. Inline
// refuses a text with a line of more than 72 characters, because mail programs
// wrap such lines and the signature would break; it refuses no-break spaces
// and control characters for the same reason. Nothing is wrapped or changed
// silently. Such a text can be sent as an attachment.
//
// The marker BEGIN BERTHIER TURN may be missing, as when a player pastes his
// file and the output of ssh-keygen. Then all lines before the signature are
// tried, and after that those from the first line that starts with "game:".
//
// # The attached forms
//
// The text is one attached file and its armoured signature another, named
// after it ("turn.txt" and "turn.txt.sig", or "turn.sig"). If no file has such
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
// 2 to 5 are tried again with no-break spaces turned into blanks, with one
// blank removed from the start of each line that has one (the space-stuffing
// of RFC 3676), with ">From " at the start of a line turned into "From ", and
// with all three. In the body, the text is tried as received, decoded to
// UTF-8, and with the soft line breaks of format=flowed undone. Marks like "> "
// in front of a marker line are removed from all its lines. Lines that were
// wrapped otherwise, or edited, cannot be repaired: Open then says FaultChanged.
//
// Since each sequence is verified as it stands, none of this lets anybody pass
// off a text that the key's owner did not sign.
//
// # Several signatures
//
// Every signature in a message must be good and must cover the same text. An
// exception is made for quoted ones, which do not count if there is another:
// so a player may answer a mail that quotes his last turn. At most 8 signatures
// of a message, the first MiB of a body or file, and signed texts of at most
// 64 KiB are looked at.
//
// An old signed mail can be sent again by anybody who has it. To refuse that
// is up to the caller, by what the signed text says.
package mail
