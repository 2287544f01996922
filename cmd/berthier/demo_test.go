package main

import "testing"

// The files of a demo have names that a shell takes as they are.
func TestEmlName(t *testing.T) {
	for about, want := range map[string]string{
		"0001 umpire to French Opening":                       "0001-umpire-to-french-opening.eml",
		"0912 umpire to Allied The end: Goldbach, 8 turns":    "0912-umpire-to-allied-the-end-goldbach-8-turns.eml",
		"0003 Allied to umpire orders/for \"step 1\" (again)": "0003-allied-to-umpire-orders-for-step-1-again.eml",
		"0004 umpire to French  Příkazy: ":                    "0004-umpire-to-french-příkazy.eml",
	} {
		if got := emlName(about); got != want {
			t.Errorf("%q: got %q, want %q", about, got, want)
		}
	}
}
