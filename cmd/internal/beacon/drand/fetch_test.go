package drand

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"berthier/cmd/internal/beacon"
)

func TestFetch(t *testing.T) {
	c := beacon.Quicknet()
	const good = `{"round":1000,` +
		`"signature":"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e` +
		`39"}`
	answers := map[string]string{
		"/good/": good, "/other-round/": strings.Replace(good, "1000", "1001", 1),
		"/forged/": strings.Replace(good, "b446", "b447", 1),
		"/text/":   "hello", "/endless/": strings.Repeat(" ", maxAnswer) + good,
		"/hex/": `{"round":1000,"signature":"xy"}`,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := strings.CutSuffix(r.URL.Path, fmt.Sprintf("%x/public/1000", c.Hash()))
		if answers[name] == "" || !ok {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, answers[name])
	}))
	defer server.Close()
	for _, tc := range []struct{ servers, want string }{
		{"good", ""}, {"missing good", ""}, {"other-round", "got round 1001"},
		{"forged", "round 1000 of drand chain quicknet"}, {"text", "invalid character"},
		{"endless", "unexpected end"}, {"hex", "invalid byte"}, {"missing forged", "404 Not Found"},
		{"", "no drand server"},
	} {
		var servers []string
		for _, s := range strings.Fields(tc.servers) {
			servers = append(servers, server.URL+"/"+s+"/")
		}
		signature, err := Fetch(context.Background(), c, server.Client(), servers, 1000)
		if tc.want == "" && (err != nil || c.Verify(1000, signature) != nil) ||
			tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("servers %q: got %v, want %q", tc.servers, err, tc.want)
		}
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := Fetch(stopped, c, server.Client(), []string{server.URL + "/good/"}, 1000); err == nil {
		t.Error("fetched although the context was done")
	}
}
