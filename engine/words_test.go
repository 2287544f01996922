package engine

import (
	"testing"

	"berthier/engine/tongue/tonguetest"
)

func TestCatalogue(t *testing.T) { tonguetest.Words(t, catalogue) }
