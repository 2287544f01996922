// Package aftermath looks back on a game: out of its log and its rules it makes what the last
// mail, the archive and the pages of the game tell of it (templates.Aftermath).
//
// It follows the log as package game does, and keeps of each position what the rules tell of it
// by engine.Chronicler, and of each step the rolls with their chances. Everything is taken from
// what everybody may see, so what it gives can be published at any time. What a rollback took
// back is not told. A game whose rules are no Chronicler, or are not those of this program, has
// no aftermath.
//
// # What a game turned on
//
// Three things are Moments: an objective has another holder than in the position before, a
// formation is broken that was not, and a roll came out otherwise than its chances let expect.
// Of rolls count those that swung most: the sum of engine.Trial.Swing over the dice of one
// throw. MostSwings of them are told, and of the rest the first MostMoments.
//
// # The story
//
// Each turn is told in a few sentences: what was taken, who broke, the fight that weighed most
// as the report of its step tells it, what it cost, and the score behind it. Of a long game
// MostTurns are told, those in which most was taken, broken and lost.
package aftermath
