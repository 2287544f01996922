// Package engine is what all games share.
package engine
