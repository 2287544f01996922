// Package mail reads and writes messages. It knows no game, no signature and no server:
// package sign verifies what stands in a message, package wire takes it from and to a server.
//
//   - Parse reads a message as received, however broken (RFC 5322, 2045–2047,
//     2231, 3676), within Limits.
//   - Compose writes a message; the same input always gives the same bytes.
//   - Message.Bounce reads the message of a mail server that could not deliver one of ours.
//
// Nothing in a mail is believed but a signature: names, addresses and dates
// are written by whoever sent it.
//
// # HTML
//
// Of a mail that has no plain text, HTMLText of its HTML is the text: lines as a
// person sees them, quoted ones behind "> ". If there is plain text, the HTML
// beside it is looked at only if no signature stands in the text. Web mail turns
// tabs and blanks into others; what was signed is found all the same (package sign).
package mail
