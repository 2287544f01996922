package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"berthier/cmd/internal/phrase"
	"berthier/engine"
)

// Exit codes; see the package documentation.
const (
	exitOK    = 0
	exitNo    = 1
	exitUsage = 2
	exitPart  = 3
)

// command is one subcommand.
type command struct {
	name  string // words of the command line
	usage string // what stands behind the name
	help  string // one line
	long  string // more, for "berthier help NAME"; may be empty
	// run defines its flags on fs and carries the command out. ctx ends with
	// SIGINT, SIGTERM or SIGHUP; the next one ends the program.
	run func(ctx context.Context, c *call) error
}

// started is when this program was started.
var started = time.Now()

var commands []command

// init, because the manual page and the completion list the commands, and are
// commands.
func init() {
	commands = []command{
		demoCommand, serveCommand, newCommand, doCommand, gamesCommand, statusCommand, migrateCommand, logKeyCommand,
		auditCommand, archiveCommand, restoreCommand, exportCommand, siteCommand, deskCommand,
		backupCommand, outboxCommand, asideCommand,
		storeCheckCommand, storeCopyCommand, storeRebuildCommand, storePruneCommand, storeDiaryCommand,
		doctorCommand, unitCommand, keygenCommand, signCommand, checkCommand, caseCommand, rulesCommand,
		simulateCommand, replayCommand, manCommand, completionCommand, versionCommand,
	}
}

// call is one run of a command.
type call struct {
	command
	args           []string
	flags          *flag.FlagSet
	stdin          io.Reader
	stdout, stderr io.Writer
}

// parse reads the flags and demands the given number of other arguments; -1
// takes any.
func (c *call) parse(args int) error {
	err := c.flags.Parse(c.args)
	if errors.Is(err, flag.ErrHelp) {
		return err
	}
	if err != nil {
		return c.usageError("%v", err)
	}
	if i := slices.IndexFunc(c.flags.Args(), func(a string) bool { return len(a) > 1 && a[0] == '-' }); i >= 0 {
		return c.usageError("options stand before everything else; %q comes too late", c.flags.Arg(i))
	}
	if args >= 0 && c.flags.NArg() != args {
		return c.usageError("want %s after the options, got %d", count(args, "argument"), c.flags.NArg())
	}
	return nil
}

func count(n int, word string) string {
	switch n {
	case 0:
		return "no " + word
	case 1:
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// usageError is a command line that was not understood.
func (c *call) usageError(format string, args ...any) error {
	return hint(fmt.Errorf(format, args...), "usage: berthier %s %s", c.name, c.usage)
}

// refusal is the error of a command that ran, and whose answer is no.
type refusal struct{ error }

func (r refusal) Unwrap() error { return r.error }

// partialError is the error of a command that could not look at everything, and found
// nothing wrong in the rest.
type partialError struct{ error }

// hintedError is an error with a word on what to do.
type hintedError struct {
	error
	hint string
}

func (h hintedError) Unwrap() error { return h.error }

func hint(err error, format string, args ...any) error {
	return hintedError{err, fmt.Sprintf(format, args...)}
}

// hintOf is the word that an error has, or else another.
func hintOf(err error, other string) string {
	if h, ok := errors.AsType[hintedError](err); ok {
		return h.hint
	}
	return other
}

func main() {
	// Reports are made in bursts out of little memory: collecting less often
	// saves a quarter of the time of a turn mail.
	debug.SetGCPercent(400)
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as by nohup
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program without its surroundings. It returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		printCommands(stderr)
		return exitUsage
	}
	out := &output{Writer: stdout}
	stderr = &output{Writer: stderr}
	if args[0] == "help" || args[0] == "-h" || args[0] == "-help" || args[0] == "--help" {
		code := help(args[1:], out, stderr)
		if err := out.failed(); code == exitOK && err != nil {
			fmt.Fprintf(stderr, "berthier help: %v\n", err)
			return exitUsage
		}
		return code
	}
	cmd, rest, ok := find(args)
	if !ok {
		asked, hint := nearCommand(args, nil, "berthier help lists the commands")
		fmt.Fprintf(stderr, "berthier: unknown command %q\nhint: %s\n", asked, hint)
		return exitUsage
	}
	c := newCall(cmd, rest)
	c.stdin, c.stdout, c.stderr = stdin, out, stderr
	err := cmd.run(ctx, c)
	code := c.report(err)
	if code == exitOK {
		code = c.report(out.failed())
	}
	return code
}

func newCall(cmd command, args []string) *call {
	c := &call{command: cmd, args: args, flags: flag.NewFlagSet(cmd.name, flag.ContinueOnError)}
	c.flags.SetOutput(io.Discard)
	return c
}

// report prints an error and returns the exit code for it.
func (c *call) report(err error) int {
	if err == nil {
		return exitOK
	}
	if errors.Is(err, flag.ErrHelp) {
		c.printHelp(c.stdout)
		return exitOK
	}
	for i, line := range strings.Split(err.Error(), "\n") { // which may have words of anybody in it
		if i == 0 {
			line = "berthier " + c.name + ": " + line
		}
		fmt.Fprintln(c.stderr, phrase.OneLine(line))
	}
	if word := hintOf(damageHint(err), ""); word != "" {
		fmt.Fprintln(c.stderr, "hint:", word)
	}
	if _, ok := errors.AsType[refusal](err); ok {
		return exitNo
	}
	if _, ok := errors.AsType[partialError](err); ok {
		return exitPart
	}
	return exitUsage
}

// find returns the command whose name the arguments begin with.
func find(args []string) (cmd command, rest []string, ok bool) {
	for _, cmd := range commands {
		words := strings.Fields(cmd.name)
		if len(args) >= len(words) && strings.Join(args[:len(words)], " ") == cmd.name {
			return cmd, args[len(words):], true
		}
	}
	return command{}, nil, false
}

// nearCommand says which command was asked for, where there is none, and which was perhaps meant. The commands of the
// store have two words. Other words that could be meant are those of others; none is the hint without any.
func nearCommand(args, others []string, none string) (asked, hint string) {
	asked = args[0]
	group := slices.DeleteFunc(names(), func(n string) bool { return !strings.HasPrefix(n, asked+" ") })
	if len(group) > 0 && len(args) > 1 {
		asked += " " + args[1]
	}
	near := engine.Nearest(asked, append(names(), others...))
	switch {
	case len(group) > 0 && (len(args) == 1 || near == ""):
		return asked, "the commands are: " + strings.Join(group, ", ")
	case near != "":
		return asked, fmt.Sprintf("did you mean %q?", near)
	}
	return asked, none
}

func names() (ns []string) {
	for _, c := range commands {
		ns = append(ns, c.name)
	}
	return ns
}
