package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"berthier/mail/sign"
)

var keygenCommand = command{
	name:  "keygen",
	usage: "[-o FILE]",
	help:  "make a key to sign turns with",
	long: `
The private key goes to FILE, which only you may read, and the public key to
FILE.pub: send that one to the umpire. It is an ssh-ed25519 key, so that a key
you have (~/.ssh/id_ed25519) will do as well, and ssh-keygen can read this one.
A file that exists is never overwritten.`,
	run: runKeygen,
}

func runKeygen(_ context.Context, c *call) error {
	out := c.flags.String("o", defaultKey, "`FILE` of the private key")
	comment := c.flags.String("comment", "", "`TEXT` that names the public key; proves nothing")
	if err := c.parse(0); err != nil {
		return err
	}
	key, err := writeKey(*out, *comment)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "private key: %s (keep it to yourself)\npublic key:  %s.pub (send it to the umpire)\n"+
		"fingerprint: %s\n",
		*out, *out, key.Public().Fingerprint())
	return nil
}

// writeKey makes a key and writes both halves.
func writeKey(path, comment string) (*sign.PrivateKey, error) {
	key, err := sign.GenerateKey(comment)
	if err != nil {
		return nil, err
	}
	private, err := key.Marshal(nil)
	if err != nil {
		return nil, err
	}
	if err := writeNew(path, private, 0o600); err != nil {
		return nil, err
	}
	if err := writeNew(path+".pub", []byte(key.Public().String()+"\n"), 0o644); err != nil {
		return nil, errors.Join(err, os.Remove(path)) // beside the public half of another it would pass for that key
	}
	return key, nil
}

// writeNew writes a file that must not exist, whole or not at all.
func writeNew(path string, data []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if errors.Is(err, fs.ErrExist) {
		return refusal{hint(fmt.Errorf("%s exists already", path),
			"choose another name, or move it away if you no longer need it")}
	}
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(path)
	}
	return err
}
