package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestUnit lets systemd judge the unit, and its own scale of exposure, from 0 to
// 100, how much the daemon may do beyond what it needs.
func TestUnit(t *testing.T) {
	if _, err := exec.LookPath("systemd-analyze"); err != nil {
		if os.Getenv("BERTHIER_SERVERS") != "" {
			t.Fatal(err)
		}
		t.Skip("UNIT NOT TESTED, missing: systemd-analyze")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if code := run(t.Context(), []string{"unit"}, nil, &out, &errs); code != exitOK {
		t.Fatalf("berthier unit: %d %s", code, &errs)
	}
	text := strings.Replace(out.String(), "/usr/local/bin/berthier", self, 1)
	path := filepath.Join(t.TempDir(), "berthier.service")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"verify", "--man=no", path}, {"security", "--offline=true", "--threshold=15", path}} {
		if out, err := exec.Command("systemd-analyze", args...).CombinedOutput(); err != nil {
			t.Errorf("systemd-analyze %s: %v\n%s", args[0], err, out)
		}
	}
}
