package store

import (
	"fmt"
	"strings"
)

// Formats are the versions of what is written: the file, the journal beside it, and the tables in a database.
func Formats() []string {
	return []string{
		fmt.Sprint("store ", formatVersion),
		strings.TrimPrefix(strings.TrimSpace(journalTitle), "berthier "),
		fmt.Sprint("database ", len(migrations)),
	}
}
