// Package explain says in plain sentences what an audit found, and how a draw of the dice was
// computed, for a terminal as for a page. It decides nothing.
package explain
