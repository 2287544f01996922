// Package data holds the files that To the Last Man! plays with: its charts in tables, the
// map of areas in maps and how games begin in scenarios. They are text, meant to be read and
// replaced; package setup and package area specify their formats.
package data

import "embed"

// Files are the data files under their names, for example "tables/cards.csv".
//
//go:embed maps scenarios tables
var Files embed.FS
