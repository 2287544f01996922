// Package duel is a small game for tests of what is for all games. It has all that
// the contract knows: secret and optional decisions, hidden facts, open and sealed
// draws, odds. And it has bugs that can be switched on, each of which breaks one law.
package duel
