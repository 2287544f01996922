// Package data holds the files that Commands & Colors: Napoleonics plays with: the
// charts in tables and the battles in scenarios. They are text, meant to be read and
// replaced; package setup specifies their formats and reads them.
package data

import "embed"

// Files are the data files under their names, for example "tables/units.csv".
//
//go:embed scenarios tables
var Files embed.FS
