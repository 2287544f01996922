package engine

import "io/fs"

// Game is all that the program knows of one game: whoever adds a game fills it in,
// and adds a line to the table of games. Its functions are as pure as a Ruleset.
// What is said to be optional may be left empty.
type Game struct {
	Name  string // short, as its rulesets say it and in lower case: "jdg"
	Title string // "Jours de Gloire"

	// Load makes the ruleset from the embedded data files. replace holds files that
	// take the place of embedded ones, or are added to them, by their names. They
	// may be an owner's, or those of a game that goes on.
	Load func(replace map[string][]byte) (Ruleset, error)

	// First is the game that a newcomer finds on the server for trials, small and
	// soon over. Usual is what computer players play if nobody names a scenario.
	First Setup
	Usual Setup

	// Options are what Setup.Options can hold.
	Options []GameOption

	// Rules is the index of the rules and Cases the case book; package book reads
	// them. Case makes the position in which a case begins, with a ruleset of its
	// own, out of the first section of the case.
	Rules string
	Cases fs.FS
	Case  func(position []byte) (Ruleset, Position, error)

	// Bots are its computer players, the best first. The last, who writes the
	// shortest files, plays the demonstration. Optional: any game can be played at
	// random (package book).
	Bots []Bot

	// Inspect checks, for a step that led on from before, what must hold in every
	// position. Optional.
	Inspect func(rs Ruleset, before Position, events []Event) error

	// Score tells how a position stands in numbers, the same ones in the same order
	// for each position of a game. Optional.
	Score func(p Position) []Score

	// Counts are things to count in the events of a game. Optional.
	Counts []Count

	// Highlights are what a demonstration goes on for. Optional.
	Highlights []Highlight
}

// GameOption is an option of a game for those who set one up.
type GameOption struct {
	Usage string // "ask=KIND[,KIND…]|all|none"
	Help  string // what it does, in short lines, and what happens without it
}

// Bot is a computer player of a game.
type Bot struct {
	Name string // a lower-case word: "tactical"
	// Version changes whenever the same seed could give other orders: "2". It is a word.
	Version string
	Help    string // how it plays: "advances, fires, charges and shocks where the odds are good"

	// New seats the player. What it returns gives the orders of a side for what is
	// open to it. The position is the whole or the view of that side: it uses what the
	// side may know and nothing else. The same seed plays the same way.
	New func(rs Ruleset, seed uint64) func(p Position, side Side) Orders
}

// Score is one measure of a position: victory points, strength, losses.
type Score struct {
	Name string // "VP"
	Of   []int  // of each side, in the order of the ruleset; a single one is common to all sides
}

// Count is something that happens again and again in a game.
type Count struct {
	Name string // in the plural: "activations"
	Is   func(Event) bool
}

// Highlight is something that people want to see of a game.
type Highlight struct {
	Title   string // "The first charge"
	Purpose string // what the purpose of the roll begins with that it is made by: "charge of "
	Words   string // in the line of a report that tells of it, or in the title of the table
	Verb    string // of an order that a demonstration gives as soon as it is legal; "" if it happens by itself
}

// CaseOf is the Case of a game whose rules and positions have types of their own: with an error both are nil.
func CaseOf[R Ruleset, P Position](read func(position []byte) (R, P, error)) func([]byte) (Ruleset, Position, error) {
	return func(position []byte) (Ruleset, Position, error) {
		rs, p, err := read(position)
		if err != nil {
			return nil, nil, err
		}
		return rs, p, nil
	}
}
