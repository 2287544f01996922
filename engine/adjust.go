package engine

// Adjuster is a Ruleset that reads positions which an umpire wrote by hand, to
// mend what went wrong in a game. It is optional: for any other ruleset the text
// must be the canonical encoding.
type Adjuster interface {
	Ruleset

	// Adjust reads the position that is to take the place of p. text has the
	// lines of an encoding, in any order where order says nothing. Adjust
	// refuses what the rules do not allow as a position, and a text that is
	// not of the same game as p, and says why. It draws nothing and changes
	// nothing; the encoding of its result, given to it again, gives the same.
	Adjust(p Position, text []byte) (Position, error)
}
