//go:build crash

package main

// crashPoints are where a daemon of this build can be told to kill itself; see
// store/crash_on.go.
var crashPoints = []string{"begin", "written", "torn", "journalled", "committed"}
