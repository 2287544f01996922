package main

import (
	"bytes"
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
	"berthier/store/storetest"
)

var (
	workersKills    = flag.Int("workers.kills", 0, "kill so many daemons of one database")
	workersRestarts = flag.Int("workers.restarts", 1,
		"restart the database so often meanwhile, each other time at once")
	workersNumber = flag.Int("workers", 3, "how many daemons have the database")
)

// worker is one of several daemons that have a database.
type worker struct {
	c      *crowd
	config string
	proxy  *storetest.Proxy // through which it reaches the database
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

// await waits for what the database has of leases of the daemon.
func (w *worker) await(otherwise string, done func(leases int) bool) {
	w.c.t.Helper()
	for end := time.Now().Add(4 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if done(len(w.c.database.server.SQL(w.c.t, fmt.Sprintf(`SELECT 1 FROM %s.berthier_worker WHERE holder LIKE
			'process %d on %%'`, w.c.database.schema, w.cmd.Process.Pid)))) {
			return
		}
		if time.Now().After(end) {
			w.c.t.Fatalf("a daemon %s:\n%s", otherwise, w.c.log())
		}
	}
}

// fail fails the connections of the daemon to its database: they end, or nothing comes through any more.
func (w *worker) fail(silently bool) {
	if silently {
		w.proxy.Vanish()
	} else {
		w.proxy.Cut()
	}
}

// TestWorkers has several daemons on one database, kills them again and again, stops some of them for longer than
// their leases last and lets them resume, ends connections to the database and lets others hang, and starts the
// database again, while the mails of a club pour in and deadlines pass. In a long campaign all of them hang at the end,
// and have to go on by themselves. Then nothing may be lost, nothing done twice, and no deadline missed.
func TestWorkers(t *testing.T) {
	t.Parallel()
	kills, games, steps, timed := 5, 2, 4, 2
	if *workersKills > 0 {
		kills, games, steps, timed = *workersKills, 12, 1000, 10
	}
	c := newCrowd(t, rand.New(rand.NewPCG(enginetest.Seed(t), 0)), steps)
	c.database.move(t)
	c.configure()
	c.invite(games) // which makes the keys
	c.database.several = true
	var workers []*worker
	for n := range *workersNumber {
		w := &worker{c: c, config: fmt.Sprintf("worker-%d.toml", n)}
		address := ""
		w.proxy, address = storetest.NewProxy(t, c.database.address)
		c.configureWorker(w.config, address)
		workers = append(workers, w)
		w.start()
	}
	c.due(timed)
	begun, restarts, stops, cuts := time.Now(), 0, 0, 0
	for n := range kills {
		time.Sleep(time.Duration(20+c.draw(180)) * time.Millisecond)
		w := workers[c.draw(len(workers))]
		if n%(max(kills/3, 5)+1) == kills/4 {
			stops++
			w.proxy.Cut() // for what hangs
			w.await("does not begin", func(leases int) bool { return leases > 0 })
			w.cmd.Process.Signal(syscall.SIGSTOP)
			w.await("keeps its lease while it is stopped", func(leases int) bool { return leases == 0 })
			w.cmd.Process.Signal(syscall.SIGCONT)
			continue
		}
		if n%2 == 1 {
			cuts++
			workers[c.draw(len(workers))].fail(n%4 == 1)
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
	t.Logf("%d kills, %d stops for a time, %d failures of all connections of a daemon, %d restarts of the database "+
		"in %v", kills-stops, stops, cuts, restarts, time.Since(begun).Round(time.Second))
	for _, w := range workers {
		if *workersKills == 0 { // a short run does not wait until what hangs is given up, after two minutes
			w.proxy.Cut()
			continue
		}
		w.await("does not begin", func(leases int) bool { return leases > 0 })
		w.proxy.Vanish() // from now on nobody helps them
	}
	if *workersKills > 0 {
		c.invite(2 * games)
	}
	passed := time.Now()
	c.mu.Lock()
	c.faulty, c.heard = false, time.Now()
	c.mu.Unlock()
	for end := time.Now().Add(8 * time.Minute); !c.done() || c.quiet(3*time.Second) > 0 || len(c.overdue(passed)) > 0; {
		if time.Now().After(end) {
			t.Fatalf("it does not come to an end: %s, %q are overdue\n%s", c.open(), c.overdue(passed), c.log())
		}
		time.Sleep(50 * time.Millisecond)
	}
	for _, w := range workers {
		w.proxy.Cut() // for what still hangs
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

// configureWorker writes the configuration of one of several daemons: it has a state folder of its own, the keys
// of the club, and an address of the database.
func (c *crowd) configureWorker(name, address string) {
	text, err := os.ReadFile(filepath.Join(c.dir, "berthier.toml"))
	if err != nil {
		c.t.Fatal(err)
	}
	state := strings.TrimSuffix(name, ".toml")
	text = bytes.Replace(text, fmt.Appendf(nil, "%q", c.database.address), fmt.Appendf(nil, "%q", address), 1)
	config := strings.Replace(string(text), `state = "state"`, fmt.Sprintf(
		"state = %q\nlog_key = \"state/log-key\"\nstore_key = \"state/store-key\"", state), 1)
	if err := os.WriteFile(filepath.Join(c.dir, name), []byte(config), 0o600); err != nil {
		c.t.Fatal(err)
	}
}
