package store

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"syscall"
	"testing"
	"time"

	"berthier/store/storetest"
)

// stoppable names the variable with the address for a process that TestDatabaseStopped stops.
const stoppable = "BERTHIER_STOPPABLE"

// TestStoppable is that process: it begins to write, and ends it when it is told to.
func TestStoppable(t *testing.T) {
	address := os.Getenv(stoppable)
	if address == "" {
		return // it is no test
	}
	s, err := openDatabase(context.Background(), address, os.Getenv(stoppable+"_KEY"), hasty)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	in := bufio.NewScanner(os.Stdin)
	set := func(value string) {
		takes(t, s, "game/wagram")
		defer s.Unclaim("game/wagram")
		err := s.Update(func(tx *Tx) error {
			err := tx.SetState("wagram", "position", []byte(value))
			_, _, seen := tx.Seen("so that the row is in the database")
			fmt.Println("is about to write")
			in.Scan()
			return errors.Join(err, seen)
		})
		fmt.Println(map[bool]string{true: "written", false: "not written"}[err == nil])
		if err != nil && !errors.Is(err, ErrNotWritten) {
			t.Error(err)
		}
	}
	set("late")
	set("early")
}

// A process that is stopped in the middle of a transaction holds others up until the database ends its connection. When
// it resumes, that transaction writes nothing, and the process goes on.
func TestDatabaseStopped(t *testing.T) {
	t.Parallel()
	c := newClub(t, unrenewed)
	s := c.open(t)
	check(t, s.Update(func(tx *Tx) error { return tx.CreateGame("wagram") }))
	cmd := exec.Command(os.Args[0], "-test.run=^TestStoppable$")
	cmd.Env = append(os.Environ(), stoppable+"="+c.address, stoppable+"_KEY="+c.key)
	stdin, err1 := cmd.StdinPipe()
	stdout, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer cmd.Process.Kill()
	lines := bufio.NewScanner(stdout)
	says := func(want string) {
		t.Helper()
		if lines.Scan(); lines.Text() != want {
			t.Fatalf("it says %q, want %q", lines.Text(), want)
		}
	}
	says("is about to write")
	if had := takes(t, s, "game/wagram"); len(had) > 0 {
		t.Fatal("a game that another process has was taken")
	}
	cmd.Process.Signal(syscall.SIGSTOP)
	c.server.SQL(t, "UPDATE "+c.schema+
		".berthier_worker SET until = now() - interval '1 second' WHERE holder LIKE 'process "+
		fmt.Sprint(cmd.Process.Pid)+" on %'")
	check(t, s.far.bury())
	if had := takes(t, s, "game/wagram"); len(had) != 1 {
		t.Error("its game is not free")
	}
	check(t, s.Update(func(tx *Tx) error { return tx.SetState("wagram", "position", []byte("1")) }))
	s.Unclaim("game/wagram")
	cmd.Process.Signal(syscall.SIGCONT)
	io.WriteString(stdin, "\n")
	says("not written")
	says("is about to write")
	io.WriteString(stdin, "\n")
	lines.Scan()
	// it may be told only now that its lease ended
	if said := lines.Text(); said != "written" && said != "not written" {
		t.Errorf("it says %q", said)
	}
	view(t, s, func(tx *Tx) error {
		got, err := tx.State("wagram", "position")
		if want := map[bool]string{true: "early", false: "1"}[lines.Text() == "written"]; string(got) != want {
			t.Errorf("the position is %q, %v; want %q", got, err, want)
		}
		return nil
	})
}

// Wherever a store is cut off while it is opened, also by a server that starts again, another try may go well.
func TestDatabaseCutOffAtTheStart(t *testing.T) {
	c := newClub(t, unrenewed)
	p, address := storetest.NewProxy(t, c.address)
	for n := 1; ; n++ {
		p.After(n, p.Cut)
		s, err := OpenDatabase(address, c.key)
		wasOpened := p.Left() > 0
		switch {
		case err == nil:
			s.Close()
		case !errors.Is(err, ErrNotRead):
			t.Errorf("cut off at message %d: %v", n, err)
		}
		if wasOpened {
			if n < 10 || err != nil {
				t.Errorf("it is opened with %d messages: %v", n, err)
			}
			break
		}
	}
	stacks := make([]byte, 1<<20)
	if stacks = stacks[:runtime.Stack(stacks, true)]; bytes.Contains(stacks, []byte("(*database).renew")) {
		t.Errorf("one that was not opened renews its lease:\n%s", stacks)
	}
}

// A process that is cut off from the database writes nothing once its lease is over, wherever in its transaction it
// was, and goes on when it is connected again.
func TestDatabaseCutOff(t *testing.T) {
	c := newClub(t, unrenewed)
	near := c.open(t)
	check(t, near.Update(func(tx *Tx) error { return tx.CreateGame("wagram") }))
	p, address := storetest.NewProxy(t, c.address)
	far, err := openDatabase(context.Background(), address, c.key, c.times)
	if err != nil {
		t.Fatal(err)
	}
	defer far.Close()
	takes(t, far, "game/wagram")
	shorten(t, time.Second)
	err = far.Update(func(tx *Tx) error {
		err := tx.SetState("wagram", "position", []byte("late"))
		p.Vanish()
		c.expire(t, far, near)
		if had := takes(t, near, "game/wagram"); len(had) != 1 {
			t.Error("the game of who is cut off is not free")
		}
		check(t, near.Update(func(tx *Tx) error { return tx.SetState("wagram", "position", []byte("1")) }))
		near.Unclaim("game/wagram")
		return err // what it sends now is lost
	})
	if !errors.Is(err, ErrNotWritten) {
		t.Errorf("one that was cut off: %v", err)
	}
	far.Unclaim("game/wagram")
	for n := 0; ; n++ {
		err := far.Update(func(tx *Tx) error {
			got, err := tx.State("wagram", "position")
			if string(got) != "1" {
				t.Errorf("connected again it reads %q", got)
			}
			return errors.Join(err, tx.SetState("wagram", "position", []byte("2")))
		})
		if err == nil {
			break
		}
		if n == 2 || !errors.Is(err, ErrNotWritten) {
			t.Fatalf("connected again: %v", err)
		}
	}
}
