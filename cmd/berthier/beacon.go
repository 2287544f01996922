package main

import (
	"context"
	"net/http"
	"os"
	"time"

	"berthier/cmd/internal/beacon"
	"berthier/cmd/internal/record"
)

type beaconConfig struct {
	Servers []string `toml:"servers"`
}

// askTimeout bounds one question for a round.
const askTimeout = 20 * time.Second

// ask fetches a round from the servers of the configuration.
func (b beaconConfig) ask(ctx context.Context, c beacon.Chain, round uint64) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	return c.Fetch(ctx, http.DefaultClient, b.Servers, round)
}

// readBeacon gives the beacon that new -beacon names: quicknet, or a file with
// the description of a chain; "" is none.
func (c *call) readBeacon(name string, delay time.Duration) (record.Beacon, error) {
	switch name {
	case "":
		return record.Beacon{}, nil
	case "quicknet":
		return record.Beacon{Chain: beacon.Quicknet(), Delay: delay}, nil
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return record.Beacon{}, c.usageError("-beacon %q: want quicknet, or a file with what a drand server says under /CHAINHASH/info", name)
	}
	chain, err := beacon.ParseInfo(text)
	return record.Beacon{Chain: chain, Delay: delay}, err
}
