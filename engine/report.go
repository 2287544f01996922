package engine

// Report is everything that one side is told about one step. Text, HTML and
// tests are all made from it; a template sees nothing else of a game.
// All strings are plain text in the rulebook's words, without Markdown.
type Report struct {
	Side    Side
	Title   string    // "Austerlitz, turn 3 (9.00 a.m.): Soult's IV Corps"
	Summary string    // one or two sentences: what matters most to the reader
	Story   []Chapter // what happened, in order
	Tables  []Table   // how things stand: units, groups, cup, victory points
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

// Chapter is one part of the story under its own heading.
type Chapter struct {
	Heading string
	Lines   []Line
}

// Line is one sentence of the story with the rule behind it.
type Line struct {
	Text string // "The 1er léger is disordered."
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
