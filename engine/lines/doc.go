// Package lines reads and writes the two forms that data files have, line files, of
// which scenarios are made, and tables with a header, and the keyed texts of which
// the log of a game is made. The readers are strict: what they do not understand is a
// fault, which names the line, and in data files the text and what would be right.
//
// # Line files
//
// A line file is one UTF-8 text, with or without a byte order mark, of at most
// [MaxFile] bytes; each line ends in LF or CR LF and has at most [MaxLine] bytes. A #
// that opens a word outside of quotes begins a comment. The comment lines at the head
// of the file, before anything else, are its note: they say what it is and, if they
// like in a line "# Source: " as that of a table, where it is from. Blank lines count
// for nothing.
//
// Words are parted by blanks or tabs. A word that has a blank, a quote, a = or
// a # at its begin stands in double quotes, with the escapes of Go. The first word says
// what the line is about. Then follow, in any order among each other, words, whose
// own order counts, and settings KEY=VALUE, whose order does not; a value is quoted
// like a word. Each game lists its kinds of lines with their words and settings; any
// other word or setting is a fault, and so is a setting given twice.
//
//	# The ford at dawn, an example.
//
//	scenario "The ford at dawn"  # its title
//	turns 6
//	unit 3lig "3e léger" French form=vandamme at=0304
//
// All faults of a file are told, in the order of its lines: the first [MaxFaults], and
// how many more there are.
//
// [Reader.Print] writes what was read in one form: the note, an empty line, then
// each line with one blank between words, quoted where they have to be, without
// the comments behind it. Reading that and writing it again gives the same bytes.
// A [Text] is a line file that a program writes.
//
// Texts that only programs write, as the encoding of a position, have the same lines
// but no comments and no blank lines ([Facts]).
//
// # Tables
//
// A table is a CSV file (RFC 4180, UTF-8 with or without a byte order mark) of at
// most [MaxTable] bytes. Lines that begin with # are comments. It opens with comments,
// its head:
//
//	# Strength Ratio Table [8.6.1].
//	# Source: a value of this project; the published chart is not used
//	# column  attacker : defender, one side of it 1
//	# drm     added to the roll, -9 to 9
//	column,drm
//	1:1.5,-1
//	2:1,2
//
// Its first line is a title with the rules that the table serves, in brackets. One
// line begins "# Source: " and tells players where the numbers are from. Is that
// "a value of this project", alone or before a semicolon, the numbers are made up by
// this project and not printed in the source of the game; else the file comes from
// somebody else. The rest of the head says what the columns mean.
//
// Then comes one line with exactly the columns that the table must have, and
// the rows, each with as many fields. No field holds a comma, a quote, a line break, a #
// or blanks at its begin, or blanks at its end, and the first is not empty. The first fault of each file is told: as
// FILE:LINE: COLUMN "TEXT", what is wrong with it and what would be right.
//
// [Table.Print] writes what was read: the head, the columns and the rows, without
// comments between rows. Reading that and writing it again gives the same bytes.
//
// # Keyed texts
//
// A keyed text is written by programs. Its lines are "key: fields": LF at the end, one
// blank between fields. A field is bare, or in double quotes with the escapes of
// strconv.Quote where [engine.Quote] wants them. Lines stand in the order that the text's
// own specification gives; some may be missing, or come several times. It can have
// titles, lines without a key, and end in anything:
//
//	berthier order 1
//	game: duel-1
//	side: Red
//	reason: "he was taken ill"
//
//	pick 3
//
// Only the canonical form counts: what is read must print as the same bytes
// ([KeyReader.End]).
package lines
