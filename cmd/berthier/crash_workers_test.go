package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"berthier/engine/enginetest"
)

var (
	workersKills    = flag.Int("workers.kills", 0, "kill so many daemons of one database")
	workersRestarts = flag.Int("workers.restarts", 1, "restart the database so often meanwhile, each other time at once")
	workersNumber   = flag.Int("workers", 3, "how many daemons have the database")
)

// worker is one of several daemons that have a database.
type worker struct {
	c      *crowd
	config string
	cmd    *exec.Cmd
}

func (w *worker) start() {
	w.cmd = w.c.serve(w.config)
	if err := w.cmd.Start(); err != nil {
		w.c.t.Fatal(err)
	}
}

// kill ends the daemon without a word. Its lease goes on, as after a failure of its machine, or ends at once, so that
// the test need not wait for that each time.
func (w *worker) kill(leaseEnds bool) {
	w.cmd.Process.Kill()
	w.cmd.Wait()
	if status := w.cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGKILL {
		w.c.t.Fatalf("a daemon ended by itself: %v\n%s", w.cmd.ProcessState, w.c.log())
	}
	if leaseEnds {
		w.c.database.server.SQL(w.c.t, fmt.Sprintf(`UPDATE %s.berthier_worker SET until = now() - interval '1 hour'
			WHERE holder LIKE 'process %d on %%'`, w.c.database.schema, w.cmd.Process.Pid))
	}
}

// TestWorkers has several daemons on one database, kills them again and again, stops some of them for longer than
// their leases last and lets them resume, and starts the database again, while the mails of a club pour in. In the end
// nothing may be lost, and nothing done twice.
func TestWorkers(t *testing.T) {
	kills, games, steps := 5, 2, 4
	if *workersKills > 0 {
		kills, games, steps = *workersKills, 12, 1000
	}
	c := newCrowd(t, rand.New(rand.NewPCG(enginetest.Seed(t), 0)), steps)
	c.database.move(t)
	c.configure()
	c.invite(games) // which makes the keys
	c.database.several = true
	var workers []*worker
	for n := range *workersNumber {
		w := &worker{c: c, config: fmt.Sprintf("worker-%d.toml", n)}
		c.configureWorker(w.config)
		workers = append(workers, w)
		w.start()
	}
	begun, restarts, stops := time.Now(), 0, 0
	for n := range kills {
		time.Sleep(time.Duration(20+c.draw(180)) * time.Millisecond)
		w := workers[c.draw(len(workers))]
		if n%(max(kills/3, 5)+1) == kills/4 {
			stops++
			w.cmd.Process.Signal(syscall.SIGSTOP)
			time.Sleep(14 * time.Second) // the lease, and until another one looks for it
			w.cmd.Process.Signal(syscall.SIGCONT)
			continue
		}
		w.kill(c.draw(4) > 0)
		w.start()
		if (n+1)*(*workersRestarts)/kills > restarts {
			if restarts++; restarts%2 == 0 {
				c.database.server.Stop(t)
			} else {
				c.database.server.Crash(t)
			}
			c.database.server.Run(t)
		}
		c.invite(games)
	}
	t.Logf("%d kills, %d stops for a time, %d restarts of the database in %v", kills-stops, stops, restarts,
		time.Since(begun).Round(time.Second))
	c.mu.Lock()
	c.faulty, c.heard = false, time.Now()
	c.mu.Unlock()
	for end := time.Now().Add(8 * time.Minute); !c.done() || c.quiet(3*time.Second) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it does not come to an end: %s\n%s", c.open(), c.log())
		}
	}
	for _, w := range workers {
		w.cmd.Process.Signal(os.Interrupt)
		if err := w.cmd.Wait(); err != nil {
			if status := w.cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != os.Interrupt {
				t.Errorf("a daemon: %v\n%s", err, c.log())
			}
		}
	}
	c.database.several = false
	c.finish()
	c.judge()
}

// configureWorker writes the configuration of one of several daemons: it has a state folder of its own, and the keys
// of the club.
func (c *crowd) configureWorker(name string) {
	text, err := os.ReadFile(filepath.Join(c.dir, "berthier.toml"))
	if err != nil {
		c.t.Fatal(err)
	}
	state := strings.TrimSuffix(name, ".toml")
	config := strings.Replace(string(text), `state = "state"`, fmt.Sprintf(
		"state = %q\nlog_key = \"state/log-key\"\nstore_key = \"state/store-key\"", state), 1)
	if err := os.WriteFile(filepath.Join(c.dir, name), []byte(config), 0o600); err != nil {
		c.t.Fatal(err)
	}
}
