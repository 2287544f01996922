package jdg

import (
	"testing"

	"berthier/engine/enginetest"
)

func TestMain(m *testing.M) { enginetest.Main(m) }
