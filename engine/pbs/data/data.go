// Package data holds the files that the Pre Battle System plays with: its charts in
// tables, the armies in rosters and who meets whom in scenarios. They are text, meant to
// be read and replaced; package setup specifies their formats and reads them.
package data

import "embed"

// Files are the data files under their names, for example "tables/terrain.csv".
//
//go:embed rosters scenarios tables
var Files embed.FS
