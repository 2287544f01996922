package ccn

import (
	"berthier/engine/tongue/tonguetest"
	"testing"
)

func TestWords(t *testing.T) { tonguetest.Words(t, said) }
