package main

import (
	"context"
	"net/http"
	"time"

	"berthier/cmd/internal/beacon"
	"berthier/cmd/internal/beacon/drand"
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
	return drand.Fetch(ctx, c, http.DefaultClient, b.Servers, round)
}
