package main

import (
	"encoding/gob"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"berthier/mail/wire"
)

// postOffice is a mail server for benchmarks. It is a program of its own, as what it keeps is no memory of the
// daemon.
type postOffice struct {
	address string // the daemon's
	opened  opened
	in      *gob.Encoder // takes deliveries
	out     *gob.Decoder // gives opened, and "" or an error for each delivery
}

// opened says where a post office listens.
type opened struct{ IMAP, SMTP string }

// delivery is mails for an account, which is made if there is none.
type delivery struct {
	To    string
	Mails [][]byte
}

// openPostOffice starts one with accounts, of which the first is the daemon's, and with mails for that.
func openPostOffice(b *testing.B, accounts []string, mails [][]byte) *postOffice {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	program := filepath.Join(b.TempDir(), "postoffice") // by this name the test program is one
	if err := os.Symlink(self, program); err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		in.Close()
		if err := cmd.Wait(); err != nil {
			b.Error(err)
		}
	})
	o := &postOffice{address: accounts[0], in: gob.NewEncoder(in), out: gob.NewDecoder(out)}
	if err := o.out.Decode(&o.opened); err != nil {
		b.Fatal(err)
	}
	for _, a := range accounts[1:] {
		o.deliver(b, delivery{To: a})
	}
	o.deliver(b, delivery{accounts[0], mails})
	return o
}

// deliver has mails brought to an account.
func (o *postOffice) deliver(b *testing.B, d delivery) {
	b.Helper()
	var fault string
	err := errors.Join(o.in.Encode(d), o.out.Decode(&fault))
	if err != nil || fault != "" {
		b.Fatal(fault, err)
	}
}

// servers are those of the post office.
func (o *postOffice) servers() mailServers {
	return mailServers{
		imap: wire.Endpoint{Address: o.opened.IMAP, Security: wire.Plaintext, User: o.address, Password: "x"},
		smtp: wire.Endpoint{Address: o.opened.SMTP, Security: wire.Plaintext},
	}
}

// runPostOffice is the program.
func runPostOffice() {
	if err := keepPostOffice(gob.NewDecoder(os.Stdin), gob.NewEncoder(os.Stdout)); err != nil {
		panic(err)
	}
}

func keepPostOffice(in *gob.Decoder, out *gob.Encoder) error {
	l, err := wire.StartLocal(wire.LocalConfig{Logger: quiet})
	if err != nil {
		return err
	}
	defer l.Close()
	if err := out.Encode(opened{l.IMAPAddr(), l.SMTPAddr()}); err != nil {
		return err
	}
	for {
		var d delivery
		if err := in.Decode(&d); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		fault := ""
		if err := bring(l, d); err != nil {
			fault = err.Error()
		}
		if err := out.Encode(fault); err != nil {
			return err
		}
	}
}

func bring(l *wire.LocalServer, d delivery) error {
	if !l.Has(d.To) {
		if err := l.Add(wire.Account{Address: d.To, Password: "x"}); err != nil {
			return err
		}
	}
	for _, raw := range d.Mails {
		if err := l.Deliver("player@berthier.test", d.To, raw); err != nil {
			return err
		}
	}
	return nil
}
