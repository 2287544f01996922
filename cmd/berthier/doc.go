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
//
// # Growth
//
// What a mail costs the daemon does not grow with the games. BenchmarkGrowth has a store grow and takes in turns of
// a battle, each with a signature, with all that follows from it: judged, resolved, written, and answered to both
// players. These are milliseconds of processor time for each mail, on a machine with two cores (AMD EPYC). Where
// there are two, the second is that of PostgreSQL.
//
//	games      100   1,000       10,000      100,000
//	file       1.8   1.5         2.0         1.8
//	database         2.3 + 1.3   2.2 + 1.3   2.8 + 1.5
//
// The daemon makes as many allocations for a mail of a database among 100,000 games as among 1,000, 9,100 to 9,300.
// One that looks for changes reads those of the last 90 seconds again: among 10,000 games that were just made it makes
// a third more.
//
// So a core takes in some 500 mails a second over a file, 40 million a day. 100,000 games of two people
// who each send a mail a day need less than a hundredth of that. The disk takes 110 to 240 kB for a game with its first
// letters, and 70 kB more for each mail of a player with what answers it, and in a database 84 kB and 38 kB; over a
// file the journal takes about as much again.
//
// BenchmarkWorkers has daemons of a core each take in 512 mails for one database, on the same machine. It has two
// cores, for the daemons, the database and the mail server together: one daemon keeps them busy, and what more
// cores would carry is not measured.
//
//	daemons   1     2     4
//	mails/s   236   232   249
//
// What does grow, and is the next limit:
//
//   - A start. The daemon remembers of each game who plays in it and when something is due, and reads that at its
//     start: 0.2 ms of processor time for each game over a file, 25 s for 100,000 games. Over a database, which is
//     asked for 256 games at a time, it is as much, and 0.1 ms of the database: 24 and 11 s for 100,000 games, which
//     took 41 s while much else ran on both cores. Each daemon of a database does so. Mails wait meanwhile, and none
//     is lost. A new version of the program looks at all steps of all games once, beside the mails.
//   - Memory: 4 kB for each game, 430 MB for 100,000. A start takes up to five times as much for a moment.
//   - What is about all games by its nature: the weekly letter, the command "games", the list among the pages of a
//     club, "berthier store check". The pages follow later the longer they take: at most a twentieth of the time
//     goes into them.
//   - Mails that go out: a letter for each player and step, over two connections. Few providers take more than some
//     thousand a day, which is a limit long before all others.
package main
