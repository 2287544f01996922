package ask

import (
	"testing"

	"berthier/engine/tongue/tonguetest"
)

func TestWords(t *testing.T) { tonguetest.Words(t, catalogue, "part.") }
