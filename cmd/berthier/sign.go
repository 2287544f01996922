package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"berthier/mail/sign"
)

var signCommand = command{
	name:  "sign",
	usage: "[-key FILE] [-detached] TURNFILE",
	help:  "sign a turn file, ready to be pasted into a mail",
	long: `
Prints the turn with its signature: paste all of it into a mail, or attach it. Long
lines, as those with keys, are folded ("-+") and lines with dashes are marked ("- ");
what is signed is the file as it is, but for blanks at the end of lines.
With -detached the signature goes into TURNFILE.sig instead, as ssh-keygen does
it; attach both files. TURNFILE - reads standard input, and then the detached
signature is printed.

Without -key the key is berthier-key in this folder, else ~/.ssh/id_ed25519. If
it has a passphrase, put that into the environment variable
BERTHIER_PASSPHRASE, or use: ssh-keygen -Y sign -n berthier -f KEY TURNFILE

Players who have registered an OpenPGP or a minisign key sign with their mail
program, gpg or minisign: "berthier help signing" says how.`,
	run: runSign,
}

const (
	defaultKey    = "berthier-key"
	passphraseEnv = "BERTHIER_PASSPHRASE"
)

func runSign(_ context.Context, c *call) error {
	keyFile := c.flags.String("key", "", "`FILE` of the private key")
	detached := c.flags.Bool("detached", false, "write the signature alone, to TURNFILE.sig")
	if err := c.parse(1); err != nil {
		return err
	}
	key, err := loadKey(*keyFile)
	if err != nil {
		return err
	}
	path := c.flags.Arg(0)
	text, err := c.readFile(path, sign.MaxSigned)
	if err != nil {
		return err
	}
	if sign.IsUTF16(text) {
		return refusal{inUTF16(path)}
	}
	if len(bytes.TrimSpace(text)) == 0 {
		return refusal{hint(fmt.Errorf("%s is empty", path), "copy the block of orders from the report into it")}
	}
	if *detached {
		return c.signDetached(key, path, text)
	}
	signed, err := sign.Inline(key, text)
	if bad, ok := errors.AsType[*sign.InlineError](err); ok {
		err = fmt.Errorf("%s: %w", path, bad)
		if bad.Line > 0 {
			err = fmt.Errorf("%s:%d: %s", path, bad.Line, bad.Reason)
		}
		return refusal{hint(err, "change that, or sign with -detached and attach both files")}
	}
	if err != nil {
		return err
	}
	return c.printExactly(signed)
}

func (c *call) signDetached(key *sign.PrivateKey, path string, text []byte) error {
	sig, err := sign.Sign(key, text)
	if err != nil {
		return err
	}
	if path == "-" {
		return c.printExactly(sig)
	}
	if err := os.WriteFile(path+".sig", sig, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "signature: %s.sig (attach it together with %s)\n", path, filepath.Base(path))
	return nil
}

func (c *call) printExactly(b []byte) error {
	if o, ok := c.stdout.(*output); ok {
		return o.writeExactly(b)
	}
	_, err := c.stdout.Write(b)
	return err
}

// loadKey reads a private key; "" means the usual places.
func loadKey(path string) (*sign.PrivateKey, error) {
	if path == "" {
		path = defaultKey
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			if home, err := os.UserHomeDir(); err == nil {
				path = filepath.Join(home, ".ssh", "id_ed25519")
			}
		}
	}
	file, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, hint(fmt.Errorf("no key at %s", path), "make one with berthier keygen, or name yours with -key")
	}
	if err != nil {
		return nil, err
	}
	key, err := sign.LoadPrivateKey(file, func() ([]byte, error) { return []byte(os.Getenv(passphraseEnv)), nil })
	switch {
	case errors.Is(err, sign.ErrPassphrase):
		return nil, hint(fmt.Errorf("%s: %w", path, err), "put it into %s, or sign with ssh-keygen -Y sign -n %s",
			passphraseEnv, sign.Namespace)
	case err != nil:
		if other := foreignKey(path, string(file)); other != nil {
			return nil, other
		}
		if _, public := sign.ParsePublicKey(string(file)); public == nil {
			return nil, hint(fmt.Errorf("%s is the public half of a key, which everybody may have", path),
				"sign with the other half, mostly %s", strings.TrimSuffix(path, ".pub"))
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// foreignKey tells of a key of another program, which this one does not sign with; nil if it is none.
func foreignKey(path, file string) error {
	first, _, _ := strings.Cut(strings.TrimSpace(file), "\n")
	switch {
	case strings.HasPrefix(first, "-----BEGIN PGP "):
		return hint(fmt.Errorf("%s is an OpenPGP key", path), "sign with gpg --clearsign, and paste what it writes")
	case strings.HasPrefix(first, "untrusted comment: ") && strings.Contains(first, "minisign"):
		return hint(fmt.Errorf("%s is a minisign key", path), "sign with minisign -S, and attach both files")
	}
	return nil
}

// readFile reads a file of at most limit bytes; "-" is standard input.
func (c *call) readFile(path string, limit int) ([]byte, error) {
	in := c.stdin
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		in = f
	}
	data, err := io.ReadAll(io.LimitReader(in, int64(limit)+1))
	if err == nil && len(data) > limit {
		err = fmt.Errorf("%s: longer than %d bytes", path, limit)
	}
	return data, err
}
