package ledger

import (
	"os"
	"testing"

	"berthier/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.M{M: m}.Run()) }
