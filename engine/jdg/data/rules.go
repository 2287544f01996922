package data

import _ "embed"

// Rules is the index of the rules.
//
//go:embed rules/index.txt
var Rules string
