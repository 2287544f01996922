// Package command has the commands by which people ask for something and change games: the
// grammar in which they are written, the table of all of them, their help. What a command
// does is the work of package umpire. Parse reads a mail, ParseTyped what the
// umpire writes at the machine.
//
// # How commands are written
//
// A text can give commands in place of orders, one a line, several to a mail:
//
//	game: duel-1
//	side: Red
//
//	status      // how does it stand?
//	report 3
//	end
//
// Words are English, or those of other languages that package said has for the commands of players ("stav", "mapa
// velká"); one that can mean two commands is refused. Capitals and accents do not matter, and a word may be cut to
// three letters as long as it stays clear among the commands that the sender may give.
// "//", but not behind a colon as in links, and "#" at the beginning of a word, open a comment. Quoted lines, the
// line above a quote and what stands below "end", "signoff", "-- " or a line of
// hyphens or underscores are not read. One line of greeting may stand above the
// first command. A paragraph below the last command in which no line begins with
// a command, or with something near one, is a greeting; the answer names it. Any
// other text is no mail of commands: it is a turn file, a message about a key, or
// nothing.
//
// Some commands have a text, which ends in a line "end" with the word of the
// command ("endpress"). "orders" and "preview" have a turn file, which is the
// rest of the mail; what it lacks of game: and side: it takes from the header
// above. Of a signed text that holds a turn file the lines down to the last line
// "orders" (or what abbreviates it) that has a line game:, side:, turn: or step:
// anywhere below it are not part of the turn file, but for game: and side: that
// do not stand below, and code:. Package said reads it so, since that must be so forever.
//
// The umpire may name the game behind the word of a command, "start duel-1", in place of the
// header; all of a mail is about one game. These are his commands, with the game where it stands:
//
//	VERB [GAME] ARGUMENTS     start, invite, revoke, key, substitute, rollback, burn, ruling, position, process,
//	                          keys, announce, remind, archive, close, extend, deadline, pause, resume, preview, press,
//	                          language
//	VERB [GAME]               status, map, history: those of any game, by anybody
//	VERB ARGUMENTS            help, games, confirm; create, which gives a game its name
//
// At the machine the same commands need no header, no signature and, for the last of
// their texts, no line that closes it.
//
// # Whole or not at all
//
// A mail is carried out whole or not at all. The answer shows each command as it
// was understood, with its result, or what is wrong with the mail: the line, the
// sender's own text, and what to write. All its lines are
// read, and what they ask for is counted, before the first is carried out; a mail
// with a fault costs nothing more. A mail holds at most 20 commands, and no more than counts
// as 20: "create" counts as 2; "map", "report" and "history" count as 6, because a map is drawn or a whole
// log is read; "orders", "process", "rollback", "burn" and "ruling" as 12, "preview" as 15, "archive"
// as 20. Other limits: 64 KiB of text, 2 MiB at the machine, 80 bytes of a word, 50
// faults in the answer.
//
// # The table
//
// A command is a row of the table in rows.go, a Kind: its word, its arguments as HELP shows
// them, one sentence of help, who may give it (Stranger, Player, Umpire or several
// of them; what strangers may not give must be signed), whether it makes sense in a mail
// only, the least and most words behind it, what follows below it, for how many
// commands it counts if for more than one, and how its words become a Command, a value of a
// type of its own. What the umpire may give he may give at the
// machine too, unless the command is about the mail that it stands in.
//
// A command of a player that changes the game is a RecordedCommand: the log has the text that its
// method Record gives (package record, kind command), and Parse reads that as the same
// command.
package command
