package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// need skips a test that needs a program; .ci/run, which installs it, sets
// BERTHIER_SERVERS so that the test must run.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err == nil {
		return
	}
	if os.Getenv("BERTHIER_SERVERS") != "" {
		t.Fatalf("missing: %s", program)
	}
	t.Skipf("NOT TESTED, missing: %s", program)
}

// printed runs a command of the program and gives what it prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run(t.Context(), args, nil, &out, &errs); code != exitOK {
		t.Fatalf("berthier %s: exit code %d, %s", strings.Join(args, " "), code, &errs)
	}
	return out.String()
}

// TestManual has man format the page without a complaint, and finds every
// command, its explanation and its options in it.
func TestManual(t *testing.T) {
	need(t, "man")
	path := filepath.Join(t.TempDir(), "berthier.1")
	if err := os.WriteFile(path, []byte(printed(t, "man")), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("man", "--warnings", "-E", "utf8", "--nh", "--nj", "-l", path)
	cmd.Env = append(os.Environ(), "MANWIDTH=200", "MAN_KEEP_FORMATTING=", "LC_ALL=C.UTF-8")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	page, err := cmd.Output()
	if err != nil || errs.Len() > 0 {
		t.Fatalf("man: %v\n%s", err, &errs)
	}
	words := strings.Join(strings.Fields(string(page)), " ")
	for _, c := range commands {
		want := []string{"berthier " + c.name, strings.ToUpper(c.help[:1]) + c.help[1:] + "."}
		for _, f := range flagsOf(c) {
			want = append(want, " -"+f.Name+" ")
		}
		for line := range strings.Lines(fill(c.long)) {
			want = append(want, strings.Join(strings.Fields(line), " "))
		}
		for _, w := range want {
			if !strings.Contains(words, w) {
				t.Errorf("the manual has no %q", w)
			}
		}
	}
	for _, topic := range topics() {
		if want := topic.Name + " For " + topic.For + ": " + topic.About; !strings.Contains(words, want) {
			t.Errorf("the manual has no %q", want)
		}
	}
}

// TestCompletion types into shells.
func TestCompletion(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "berthier.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	typed := map[string][]string{
		"":                       {"serve", "store", "help", "doctor"},
		"stat":                   {"status"},
		"store ":                 {"check", "copy", "rebuild", "prune", "diary"},
		"help stat":              {"status"},
		"help vic":               {"victory"},
		"help signi":             {"signing"},
		"serve -":                {"-config", "-game"},
		"store check -c":         {"-config"},
		"keygen -":               {"-o", "-comment"},
		"completion ":            {"bash", "zsh", "fish"},
		"serve -config berthier": {"berthier.toml"},
	}
	for shell, script := range map[string]string{
		"bash": `COMP_LINE="berthier $1"; read -ra COMP_WORDS <<<"$COMP_LINE"
			[[ $1 == "" || $1 == *" " ]] && COMP_WORDS+=("")
			COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _berthier; printf '%s\n' "${COMPREPLY[@]}"`,
		"fish": `complete -C "berthier $argv[1]" | string replace -r '\t.*' ''; true`,
	} {
		t.Run(shell, func(t *testing.T) {
			need(t, shell)
			file := filepath.Join(dir, shell)
			if err := os.WriteFile(file, []byte(printed(t, "completion", shell)), 0o600); err != nil {
				t.Fatal(err)
			}
			for line, want := range typed {
				args := []string{"-c", "source " + file + "\n" + script, shell, line}
				if shell == "fish" {
					args = []string{"--no-config", "-c", args[1], line}
				}
				cmd := exec.Command(shell, args...)
				cmd.Dir, cmd.Env = dir, append(os.Environ(), "HOME="+dir)
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%q: %v\n%s", line, err, out)
				}
				got := strings.Fields(string(out))
				for _, w := range want {
					if !slices.Contains(got, w) {
						t.Errorf("%q: got %q, want %s among them", line, got, w)
					}
				}
				if len(got) > len(want) && line != "" && !(shell == "fish" && line == "store ") {
					t.Errorf("%q: got %q, want only %q", line, got, want)
				}
			}
		})
	}
	t.Run("zsh", func(t *testing.T) {
		need(t, "zsh")
		file := filepath.Join(dir, "zsh")
		if err := os.WriteFile(file, []byte(printed(t, "completion", "zsh")), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command("zsh", "-fc", "source "+file+` && print -r -- $_comps[berthier]`)
		cmd.Env = append(os.Environ(), "HOME="+dir)
		if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "_berthier") {
			t.Errorf("got %v, %s", err, out)
		}
	})
}

// What a command says of itself fits a terminal, whatever games there are.
func TestHelpIsWrapped(t *testing.T) {
	for _, c := range commands {
		_, out := berthier(t, append(strings.Fields(c.name), "-h")...)
		text, _, _ := strings.Cut(out, "\noptions:")
		_, text, _ = strings.Cut(text, "\n")
		for line := range strings.Lines(text) {
			if !strings.HasPrefix(line, " ") && len([]rune(line)) > 100 {
				t.Errorf("%s -h: %s", c.name, line)
			}
		}
	}
}
