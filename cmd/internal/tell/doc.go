// Package tell says in sentences what records of a log mean, for those who play and those who
// read what was played. It decides nothing and writes nothing.
package tell
