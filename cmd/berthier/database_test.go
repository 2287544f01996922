package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"berthier/store/storetest"
)

// TestDatabaseScripts runs the cases of testdata/script-database. $DATABASE is the address of an empty
// database, and database.toml a configuration that names it.
func TestDatabaseScripts(t *testing.T) {
	server := storetest.Start(t)
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script-database",
		Setup: func(env *testscript.Env) error {
			_, address := server.Schema(t)
			env.Setenv("DATABASE", address)
			text := fmt.Sprintf("maps = false\nstore = %q\n", address)
			return os.WriteFile(filepath.Join(env.WorkDir, "database.toml"), []byte(text), 0o600)
		},
	})
}
