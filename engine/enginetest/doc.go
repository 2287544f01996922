// Package enginetest holds a ruleset to the contract of package engine. It is
// imported by tests only.
//
// Run plays random games out of the options that the ruleset lists, and tries
// one law of the contract in each subtest:
//
//   - setup: a start is repeatable; each scenario starts without options;
//     unknown scenarios, options and files are refused;
//     sides and data files never change, and each file has the bytes of its hash
//   - verbs: each has usage, rule and help, and none is a word of the turn file
//   - random-play: orders made of listed options are accepted; a game is over
//     exactly if nothing is owed; never is everything optional
//   - decisions: each has a name of its own, kind, rule, prompt and default;
//     sides come in their order; one that is optional is open and secret, and
//     its side owes nothing
//   - options: a decision that is not open has one; each passes Check
//   - picks: a draft picks what it lists and nothing else, each verb and second
//     word of its options in the end; asking changes nothing
//   - about: what a draft offers about an id are those of its options that name
//     the id, in their order, whatever the id; asking changes nothing
//   - empty-orders: no orders at all always resolve, by defaults
//   - optional-orders: an optional answer may be missing, and an empty one is
//     as good as none
//   - spoiled-orders: Check and Resolve find the same faults in orders that
//     were changed a little, and never panic; each fault can be said
//   - turn-files: every answer can be written in a turn file; options may be
//     listed in any case, answers arrive in lower case
//   - encoding: a position encodes to the same bytes each time, behind others
//     too, and decodes to one that encodes and plays the same
//   - altered-encoding: what Decode accepts it gives back to the byte
//   - replay: printed and parsed events lead to the same positions
//   - resolve-again: the same orders and dice give the same events
//   - apply-one-by-one: as all at once
//   - values: no call changes an argument
//   - events: they read back, have a rule, and name sides of the game; a roll has
//     a result, and its total, hits and pool agree with its dice
//   - draws: each draw stands in exactly one event, a roll or one with the
//     argument draws (draws=3 or draws=1-51); a sealed roll is not for all
//   - views: a view of a view is the view; it decodes; on it a side is in the
//     same turn, owes the same, and has the same standing orders, which can be
//     written, the same options at the same cost, and the same faults; it
//     shows nothing long that an event of the step tells nobody
//   - reports: a report names what is owed and what is optional, tells no roll that its reader may
//     not see, follows from the bytes of its views alone, can be put into words, and
//     has a template that can be read
//   - hidden-facts: if only facts change that are hidden from a side (Vary),
//     its view, report, standing orders, options and faults stay as they are
//   - hidden-events: if only facts and draws change that are hidden from a side, and it sees the
//     same happen, no event that it is told differs by what it does to the position
//   - maps: those of a Mapper pass their own check, show what is in the bytes of
//     a view and nothing more, and have ids by which orders name things
//   - preview: what a Previewer shows is a view, without a roll and without what
//     its side may not see; odds have lines of the orders and chances that add
//     up to 1; it changes nothing, and is the same on the side's view and
//     whatever is hidden from it
//   - export: what an Exporter makes of a game that is over has a name, carries
//     its origin and is the same each time; before the end, and for a game that is
//     no target, there is nothing
//   - chronicle: what a Chronicler looks back on has the same measures, goals and
//     forces in each position of a game, and is the same for the public view
//
// The games are the same each time, unless Seed is told otherwise.
//
// RunGame holds what the program knows of a game, engine.Game, to what is said there.
//
// RunCases runs a directory of cases and RunGames one of game logs; package
// berthier/engine/book says what they are. With -update the tests rewrite what
// cases and games expect. Package duel is the small game with which this package
// and others try themselves.
package enginetest
