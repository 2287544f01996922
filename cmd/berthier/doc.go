// Command berthier runs wargames by e-mail: it polls a mailbox for signed turn
// files, resolves them with dice that everybody can check, and mails reports.
// It is also what a player needs: it makes keys, signs turns and checks them.
//
//	berthier help [COMMAND|TOPIC]
//
// A TOPIC is a page of the folder help (package templates has its form): a text for
// players, umpires or archivists, which HELP TOPIC brings by mail, too.
//
// # Exit codes
//
//	0  done, and what was asked about is so
//	1  done, but what was asked about is not so (a turn file with faults, a
//	   damaged store), or the thing was refused (a file that exists, a store
//	   that is in use)
//	2  the command was not understood, or something could not be read
//	3  done, but a part could not be looked at, and nothing is wrong with the rest: an audit
//	   of steps whose rules this program does not have
//
// Errors go to standard error, in one line each, with a hint where there is
// one. What a command was asked for goes to standard output.
//
// # Configuration
//
// One TOML file; config.example.toml has every key with its default. Unknown
// keys are errors. Paths in the file are relative to the folder that it is in.
// Without a file the defaults count, and with them the daemon brings its own
// mail server, on this machine only.
//
// # Operation
//
// The log goes to standard error, a line for each event, as text or JSON. A line
// about a mail of a game has the keys mail (the Message-ID), game and step; no
// line has a password, a token, a secret of the dice or the text of orders.
//
// With monitor.address set, GET /health answers 200 if the mailbox and the
// sending server could be reached within the last minutes and the store can be
// read, and 503 with the reasons if not. GET /metrics is the text format of
// Prometheus; each metric carries its own explanation. GET /help has the pages of the help. Under systemd
// (NOTIFY_SOCKET, WATCHDOG_USEC) the daemon tells when it is up and how it does,
// and falls silent when nothing happens any more in its mailbox, so that it is
// started again. "berthier unit" prints a unit for that.
package main
