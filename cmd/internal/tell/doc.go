// Package tell says in sentences what records of a log mean and how a game stands, for those who play and those who
// read what was played. It decides nothing and writes nothing.
package tell
