// Package hex is the geometry of hex maps.
package hex
