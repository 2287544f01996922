// Package drand asks the servers of a beacon for rounds. It is apart from package beacon,
// so that who only verifies rounds needs no network.
package drand

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"berthier/cmd/internal/beacon"
)

// maxAnswer bounds what a server may send, in bytes.
const maxAnswer = 1 << 16

// Fetch asks servers for the signature of a round, in their order, until one
// gives it, and verifies it. A server is the beginning of a URL, such as
// "https://api.drand.sh". The error tells what each of them answered.
func Fetch(ctx context.Context, c beacon.Chain, client *http.Client, servers []string, round uint64) ([]byte, error) {
	if len(servers) == 0 {
		return nil, errors.New("no drand server is configured")
	}
	var faults []error
	for _, s := range servers {
		signature, err := ask(ctx, c, client, s, round)
		if err == nil {
			return signature, nil
		}
		faults = append(faults, fmt.Errorf("%s: %w", s, err))
	}
	return nil, errors.Join(faults...)
}

func ask(ctx context.Context, c beacon.Chain, client *http.Client, server string, round uint64) ([]byte, error) {
	url := fmt.Sprintf("%s/%x/public/%d", strings.TrimSuffix(server, "/"), c.Hash(), round)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	res, err := client.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, errors.New(res.Status)
	}
	text, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	var answer struct {
		Round     uint64 `json:"round"`
		Signature string `json:"signature"`
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, err
	}
	signature, err := hex.DecodeString(answer.Signature)
	switch {
	case err != nil:
		return nil, err
	case answer.Round != round:
		return nil, fmt.Errorf("asked for round %d, got round %d", round, answer.Round)
	}
	return signature, c.Verify(round, signature)
}
