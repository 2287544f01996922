package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"berthier/cmd/internal/record"
	"berthier/store"
)

var versionCommand = command{
	name: "version",
	help: "print which version this is",
	long: `
Prints the version, the rules of each game with theirs, the formats that are
written, and what built the program for which machine and from which commit. The
logs of games name the version and the rules. A program that was built from an
unknown source has no version; its SHA-256 then says which it is.`,
	run: func(_ context.Context, c *call) error {
		if err := c.parse(0); err != nil {
			return err
		}
		rulesets, err := loadRulesets(config{})
		if err != nil {
			return err
		}
		version := release()
		if version == "unknown" {
			version += ", SHA-256 " + fileSum()
		}
		fmt.Fprintf(c.stdout, "berthier %s\n", version)
		for _, rs := range rulesets {
			fmt.Fprintf(c.stdout, "rules %s %s\n", rs.Name(), rs.Version())
		}
		for _, format := range append(store.Formats(), recordFormats()) {
			fmt.Fprintf(c.stdout, "format %s\n", format)
		}
		fmt.Fprintf(c.stdout, "built by %s for %s/%s\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
		if info, ok := debug.ReadBuildInfo(); ok {
			tellCommit(c.stdout, info)
		}
		return nil
	},
}

// recordFormats are the versions of the records of logs and archives: most have the first.
func recordFormats() string {
	all := []string{"records 1"}
	for _, kind := range record.Kinds() {
		if n := record.Format(kind); n != 1 {
			all = append(all, fmt.Sprintf("%s %d", kind, n))
		}
	}
	return strings.Join(all, ", ")
}

// tellCommit says from which commit the program was built, if Go was let note it.
func tellCommit(w io.Writer, info *debug.BuildInfo) {
	said := map[string]string{}
	for _, s := range info.Settings {
		said[s.Key] = s.Value
	}
	if said["vcs.revision"] == "" {
		return
	}
	changed := ""
	if said["vcs.modified"] == "true" {
		changed = ", with changes"
	}
	fmt.Fprintf(w, "from commit %s of %s%s\n", said["vcs.revision"], said["vcs.time"], changed)
}
