//go:build !linux

package main

import "errors"

func synchronised() (bool, error) { return false, errors.New("this system cannot be asked") }
