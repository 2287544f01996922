package main

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// watchdog tells systemd, if it started us, that we are up, how we do, and
// that we still live, until ctx is done. When it falls silent, systemd starts
// the daemon again.
func (v *vitals) watchdog(ctx context.Context, log *slog.Logger) error {
	tell := func(state string) {
		if _, err := daemon.SdNotify(false, state); err != nil {
			log.Warn("systemd cannot be told", "error", err)
		}
	}
	every, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		log.Warn("systemd's watchdog is not understood", "error", err)
	}
	tell(daemon.SdNotifyReady)
	pause := 30 * time.Second
	if every > 0 {
		pause = min(pause, every/3)
	}
	ticker := time.NewTicker(pause)
	defer ticker.Stop()
	for {
		state := "STATUS=" + strings.ReplaceAll(v.summary(), "\n", " ")
		if v.alive() {
			state += "\n" + daemon.SdNotifyWatchdog
		} else {
			log.Error("nothing happens any more; the watchdog is not told that we live")
		}
		tell(state)
		select {
		case <-ticker.C:
		case <-ctx.Done():
			tell(daemon.SdNotifyStopping)
			return ctx.Err()
		}
	}
}
