// Package explain says in plain sentences what an audit found, in every language, and how a draw of the dice was
// computed, for a terminal as for a page. It decides nothing.
package explain
