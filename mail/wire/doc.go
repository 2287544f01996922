// Package wire takes messages from mail servers and hands them to mail servers. It looks
// at no message: what it fetches and sends are bytes.
//
//   - Poller watches a mailbox (RFC 9051, RFC 2177), Sender hands mails to a
//     submission server (RFC 6409). Both log in with a password or with a token
//     of OAuth 2.0 (RFC 7628); ProbeMailbox and Sender.Probe only try.
//   - LocalServer is a mail server for trials and tests, on this machine only.
//
// # Servers that go on and on
//
// A mail server is believed as little as a mail. Each response of an IMAP server
// may have 64 KiB outside of literals and 32 brackets within brackets, all that
// answers one question 8 MiB and twice Poller.MaxBytes; what a batch of mails may
// bring is bounded by what they were announced as; 4096 mails are known at a time.
// A reply of an SMTP server may have 1 MiB. A server that goes further is left
// with an error, and tried again as after any fault of the network.
//
// These are faults of the libraries, which have no bound or none that can be set.
// To go-imap belong: Decoder.MaxSize and a depth for body structures on the side of
// the client; an error for a response code that goes over the end of its line; and
// ENABLED only where ENABLE waits for it. To go-smtp: a bound for the lines of a reply.
package wire
