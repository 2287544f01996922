// Package audit checks a game without trusting anyone.
package audit
