package engine

import (
	"slices"

	"berthier/engine/tongue"
)

// Report is everything that one side is told about one step. Text, HTML and
// tests are all made from it; a template sees nothing else of a game.
// All strings are plain text in the rulebook's words, without Markdown. What is a
// tongue.Text is put into words of the reader's language when a mail is written.
type Report struct {
	Side    Side
	Title   string // "Austerlitz, turn 3 (9.00 a.m.): Soult's IV Corps"
	Summary string // one or two sentences: what matters most to the reader
	Victory Victory
	Story   []Chapter // what happened, in order
	Tables  []Table   // how things stand: units, groups, cup
	Owed    []Decision
	// Optional are the decisions that are open to the reader and not owed.
	Optional []Decision
	Waiting  []Side // other sides that owe something
	// Template is an order template ready to be filled in: body lines of a
	// turn file without its header, comments included. It serves what is owed,
	// or what is optional.
	Template string
	Outcome  Outcome
}

// AllTables are those of the score, and then the others.
func (r Report) AllTables() []Table { return slices.Concat(r.Victory.Tables, r.Tables) }

// Victory is how a game is won, and how it stands, for one reader. It follows
// from the position alone.
type Victory struct {
	// Stands says who leads, by what, and what that would mean at the end:
	// "French leads 25:23, which is a draw: it takes 5 more than the other to win."
	Stands string
	// Needs says by what the reader comes to the next better result, and by when;
	// to the public, by what each side does that has one. Empty when the game is
	// over.
	Needs string
	// Ways are how the game ends and how a side wins it, a sentence each: its
	// length, what counts, by how much, what ends it at once.
	Ways   []Line
	Tables []Table // objectives with their worth to each side, what the score comes from
}

// Chapter is one part of the story under its own heading.
type Chapter struct {
	Heading tongue.Text
	Lines   []Line
}

// Line is one sentence of the story with the rule behind it.
type Line struct {
	Text tongue.Text // "The 1er léger is disordered."
	Rule string
	Roll *Roll // the roll that the sentence tells, if any
	Note bool  // aside: an automatic answer, a skipped order
}

// Table is one table of the position.
type Table struct {
	Title   string
	Columns []string
	Rows    [][]string
}
