package engine

import (
	"slices"

	"berthier/engine/tongue"
)

// Report is everything that one side is told about one step. Text, HTML and
// tests are all made from it; a template sees nothing else of a game.
// All of it is plain text in the rulebook's words, without Markdown. What is a tongue.Text
// is put into words of the reader's language when a mail is written.
type Report struct {
	Side    Side
	Title   tongue.Text // "Austerlitz, turn 3 (9.00 a.m.): Soult's IV Corps"
	Summary tongue.Text // what happened that matters most, in at most three sentences
	Next    tongue.Text // a sentence: who is to do what now; may be empty
	Victory Victory
	Story   []Chapter // what happened, in order and in full
	// Episodes are the story in short; without them it is told in full everywhere.
	Episodes []Episode
	Trials   []Trial // rolls of the step whose chances are known, in their order
	Tables   []Table // how things stand: units, groups, cup
	Cards    []Card  // those that the reader holds
	Owed     []Decision
	// Optional are the decisions that are open to the reader and not owed.
	Optional []Decision
	Waiting  []Side // other sides that owe something
	// Template is an order template ready to be filled in. It serves what is owed,
	// or what is optional.
	Template Template
	Outcome  Outcome
	End      tongue.Text // how the game ended, in a sentence; empty while it goes on
}

// AllTables are those of the score, and then the others.
func (r Report) AllTables() []Table { return slices.Concat(r.Victory.Tables, r.Tables) }

// Victory is how a game is won, and how it stands, for one reader. It follows
// from the position alone.
type Victory struct {
	// Stands says who leads, by what, and what that would mean at the end:
	// "French leads 25:23, which is a draw: it takes 5 more than the other to win."
	Stands tongue.Text
	// Score is that in a few words, without a full stop, for a list of games: "French 25, Allied 23".
	// Empty if nothing is counted.
	Score tongue.Text
	// Needs says by what the reader comes to the next better result, and by when;
	// to the public, by what each side does that has one. Empty when the game is
	// over.
	Needs tongue.Text
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
	// Fell is how its dice fell, as Roll.Told has it in the words of the game.
	Fell tongue.Text
	Note bool // aside: an automatic answer, a skipped order
}

// Episode is one part of a step in short, such as the activation of a formation: a paragraph,
// and the fights in it.
type Episode struct {
	Name tongue.Text // "Oudinot, French"
	Text tongue.Text // what happened beside the fights, in sentences
	// Short is Text where there is no room for it: "5 units move." It leaves out what the
	// reader misses least.
	Short  tongue.Text
	Fights []Fight
}

// Fight is who fought whom, how the dice fell and what came of it.
type Fight struct {
	Title  tongue.Text // "Shock at Krug"
	Rule   string
	Text   tongue.Text // the same in a sentence: "The Guard (9 SP) attacks the hussars (8 SP) in Krug."
	Result tongue.Text // in words, without a full stop: "the defender retires"
	Forces []Force
	Rolls  []FightRoll
	Ends   []Line // what came of it
	Weight int    // how much it matters, of several in a step
}

// FightRoll is one roll of a fight.
type FightRoll struct {
	Name tongue.Text // "Cohesion test"
	Who  tongue.Text // that it was for, if it was not for the fight as a whole
	Rule string
	Roll *Roll
	Fell tongue.Text // as in Line
}

// Force is one side of a fight.
type Force struct {
	Side     Side
	Who      tongue.Text
	Strength tongue.Text // "9 SP"; "" if it does not count
}

// Card is a card that somebody holds, or several of a kind.
type Card struct {
	Name  tongue.Text
	Word  string // by which orders name it
	Count int
	Text  tongue.Text // what it does
}

// Table is one table of the position.
type Table struct {
	Title   tongue.Text
	Columns []tongue.Text
	Rows    [][]tongue.Text
}
