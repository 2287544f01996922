//go:build !js

package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"berthier/templates/desk"
)

func main() {
	out := flag.String("o", "templates/desk/made/"+desk.Name, "write the page to `FILE`")
	flag.Parse()
	if err := run(*out); err != nil {
		fmt.Fprintln(os.Stderr, "desk:", err)
		os.Exit(1)
	}
}

// inlined are the packages in which the compiler may inline. Without inlining the engine is a fifth smaller,
// which the page needs; with these it has most of the speed, and half of that room.
var inlined = []string{"runtime", "internal/runtime/...", "berthier/engine/jdg", "berthier/engine/hex"}

// run builds the engine for a browser and makes the page of it.
func run(out string) error {
	dir, err := os.MkdirTemp("", "berthier-desk")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	engine := filepath.Join(dir, "desk.wasm")
	args := []string{"build", "-trimpath", "-gcflags=all=-l", "-ldflags=-s -w", "-o", engine}
	for _, p := range inlined {
		args = append(args, "-gcflags="+p+"=")
	}
	build := exec.Command("go", append(args, "berthier/cmd/desk")...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("building the engine: %w", err)
	}
	wasm, err := os.ReadFile(engine)
	if err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	glue, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js"))
	if err != nil {
		return err
	}
	page, err := desk.Make(wasm, glue)
	if err != nil {
		return err
	}
	if err := os.WriteFile(out, page, 0o644); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes\n", out, len(page))
	return nil
}
