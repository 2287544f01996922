package main

import (
	"context"
	_ "embed"
	"io"
)

//go:embed berthier.service
var unit string

var unitCommand = command{
	name: "unit",
	help: "print a unit to run the daemon under systemd",
	long: `
The unit restricts the daemon to what it needs and starts it again when it
falls or hangs. Its comments say how to install it. There is no container file:
the program is one file that needs nothing but a state folder and the
certificates of the system (CGO_ENABLED=0 go build), so that any image will do.`,
	run: func(_ context.Context, c *call) error {
		if err := c.parse(0); err != nil {
			return err
		}
		_, err := io.WriteString(c.stdout, unit)
		return err
	},
}
