//go:build !crash

package main

var crashPoints []string
