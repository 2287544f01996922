package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"berthier/store"
)

// A daemon over a damaged file ends with what is damaged and what helps, and with no trace.
func TestServeOnBrokenFile(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(t *testing.T, path string)
		want  string
		hint  string
	}{
		{"a page of the games", func(t *testing.T, path string) { breakPage(t, path, "games") },
			"the file is damaged: assertion failed: Page expected to be",
			"try berthier store rebuild, or go back to your last backup"},
		{"a page of the mails", func(t *testing.T, path string) { breakPage(t, path, "mails") },
			"sending mails: the file is damaged: ",
			"berthier store check lists all damage of it"},
		{"cut short", func(t *testing.T, path string) {
			if err := os.Truncate(path, 4*int64(os.Getpagesize())); err != nil {
				t.Fatal(err)
			}
		}, "the file is damaged: ", "try berthier store rebuild, or go back to your last backup"},
		{"text", func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(strings.Repeat("text ", 10000)), 0o600); err != nil {
				t.Fatal(err)
			}
		}, "the file is damaged, or no store: invalid database", "try berthier store rebuild"},
		{"no secrets", func(t *testing.T, path string) { dropBucket(t, path, "secrets") },
			"secrets: bucket missing", "the store is damaged: stop using it; berthier store check lists all damage"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			folder := t.TempDir()
			h := localHub(t, folder)
			if err := h.ensureGame(""); err != nil {
				t.Fatal(err)
			}
			path := h.cfg.storePath()
			if err := h.close(); err != nil {
				t.Fatal(err)
			}
			tt.spoil(t, path)
			file := filepath.Join(folder, "berthier.toml")
			text := "state = \"" + filepath.Dir(path) + "\"\n[local]\nsmtp = \"127.0.0.1:0\"\nimap = \"127.0.0.1:0\"\n"
			if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			code, out := berthier(t, "serve", "-config", file)
			for _, want := range []string{"berthier serve: ", tt.want, "\nhint: ", tt.hint} {
				if code != exitUsage || !strings.Contains(out, want) || strings.Contains(out, "goroutine ") {
					t.Errorf("exit code %d, want %d and %q:\n%s", code, exitUsage, want, out)
				}
			}
		})
	}
}

// breakPage overwrites the page of a bucket.
func breakPage(t *testing.T, path, bucket string) {
	t.Helper()
	var page int64
	change(t, path, func(tx *bolt.Tx) error {
		page = int64(tx.Bucket([]byte(bucket)).Root())
		return nil
	})
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		size := int64(os.Getpagesize())
		_, err = f.WriteAt(make([]byte, size), page*size)
		err = errors.Join(err, f.Close())
	}
	if err != nil || page == 0 {
		t.Fatalf("page %d of %s: %v", page, bucket, err)
	}
}

// dropBucket takes a bucket out of a file.
func dropBucket(t *testing.T, path, name string) {
	t.Helper()
	change(t, path, func(tx *bolt.Tx) error { return tx.DeleteBucket([]byte(name)) })
}

// change writes into a closed store behind its back.
func change(t *testing.T, path string, fn func(tx *bolt.Tx) error) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(fn), db.Close()); err != nil {
		t.Fatal(err)
	}
}

// What a store in a database lacks is told by what is wrong, and not by its server.
func TestStoreHintInDatabase(t *testing.T) {
	cfg := config{Store: "postgres:///club"}
	for _, tt := range []struct {
		err  error
		want string
	}{
		{store.ErrKey, "the key with which the store was made belongs into"},
		{store.ErrNewer, "use the version of berthier that wrote it"},
		{store.ErrNotRead, "look at the server of the database"},
	} {
		if got := hintOf(storeHint(cfg, tt.err), ""); !strings.HasPrefix(got, tt.want) {
			t.Errorf("%v: %q", tt.err, got)
		}
	}
}
