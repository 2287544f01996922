package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestUnit lets systemd judge the unit, and its own scale of exposure, from 0 to
// 100, how much the daemon may do beyond what it needs.
func TestUnit(t *testing.T) {
	need(t, "systemd-analyze")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(printed(t, "unit"), "/usr/local/bin/berthier", self, 1)
	path := filepath.Join(t.TempDir(), "berthier.service")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"verify", "--man=no", path},
		{"security", "--offline=true", "--threshold=15", path}} {
		if out, err := exec.Command("systemd-analyze", args...).CombinedOutput(); err != nil {
			t.Errorf("systemd-analyze %s: %v\n%s", args[0], err, out)
		}
	}
}
