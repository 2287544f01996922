package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"berthier/mail/wire"
)

// tokenTime is how long a token_command may take.
const tokenTime = 30 * time.Second

// check looks at everything but the secret itself.
func (a accountConfig) check(key string) error {
	e := wire.Endpoint{Address: a.Address, Security: wire.Security(a.Security)}
	err := e.Check()
	if named := a.secrets(); err == nil && len(named) > 1 {
		err = fmt.Errorf("%s: want one of them", strings.Join(named, " and "))
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// secrets lists the keys that say where the secret of the login is.
func (a accountConfig) secrets() (keys []string) {
	add := func(key string, given bool) {
		if given {
			keys = append(keys, key)
		}
	}
	add("password_file", a.PasswordFile != "")
	add("password_env", a.PasswordEnv != "")
	add("token_file", a.TokenFile != "")
	add("token_command", len(a.TokenCommand) > 0)
	return keys
}

// endpoint makes ready for a login. The secret never shows in an error.
func (c *config) endpoint(key string, a accountConfig) (wire.Endpoint, error) {
	e := wire.Endpoint{Address: a.Address, Security: wire.Security(a.Security), User: a.User}
	switch {
	case a.PasswordFile != "":
		data, err := os.ReadFile(c.path(a.PasswordFile))
		if err != nil {
			return e, fmt.Errorf("%s.password_file: %w", key, err)
		}
		e.Password = strings.TrimRight(string(data), "\r\n")
	case a.PasswordEnv != "":
		password, ok := os.LookupEnv(a.PasswordEnv)
		if !ok {
			return e, fmt.Errorf("%s.password_env: the environment has no variable %s", key, a.PasswordEnv)
		}
		e.Password = password
	case a.TokenFile != "":
		e.Token = func(context.Context) (string, error) {
			data, err := os.ReadFile(c.path(a.TokenFile))
			return strings.TrimSpace(string(data)), err
		}
	case len(a.TokenCommand) > 0:
		e.Token = func(ctx context.Context) (string, error) { return c.runToken(ctx, a.TokenCommand) }
	}
	return e, nil
}

// runToken gives what a command prints. The command runs in the folder of the
// configuration; what it says on standard error becomes part of the error.
func (c *config) runToken(ctx context.Context, argv []string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, tokenTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.WaitDelay, cmd.Env = c.folder, time.Second, c.bareEnvironment()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		said, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
		return "", fmt.Errorf("%s: %w: %.200s", argv[0], err, said)
	}
	return strings.TrimSpace(string(out)), nil
}

// bareEnvironment is the environment for other programs: they need none of our secrets, and may show theirs to others.
func (c *config) bareEnvironment() []string {
	secrets := []string{c.IMAP.PasswordEnv, c.SMTP.PasswordEnv, passphraseEnv, databasePasswordEnv}
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(secrets, name)
	})
}

// databasePasswordEnv is where PostgreSQL looks for a password before its file.
const databasePasswordEnv = "PGPASSWORD"
