package main

import "syscall"

// timeError is TIME_ERROR of adjtimex(2): nothing keeps the clock right.
const timeError = 5

// synchronised asks the kernel whether a time service keeps the clock right.
func synchronised() (bool, error) {
	state, err := syscall.Adjtimex(&syscall.Timex{})
	return state != timeError, err
}
