// Package said reads what somebody signed: its lines as people write them, the turn
// file in it, the code of a side without a key, the command that a record names, and a
// message about a key.
//
// It must give the same for a text forever: the daemon reads a text once to act on it,
// and each audit reads it again. So nothing here looks at which commands there are, or
// at limits.
package said
