package main

import (
	"fmt"
	"os/exec"
	"path/filepath"

	"berthier/cmd/internal/site"
)

// site looks whether the pages of all games can be written, and copied.
func (d *doctor) site() {
	if d.cfg.Site.Folder == "" {
		return
	}
	folder := d.cfg.path(d.cfg.Site.Folder)
	if err := site.Usable(folder); err != nil {
		d.fail("site", err, "name another folder in site.folder")
		return
	}
	if len(d.cfg.Site.Command) > 0 {
		if err := d.program(d.cfg.Site.Command[0]); err != nil {
			d.fail("site", fmt.Errorf("site.command: %w", err), "install it, or give its whole path")
			return
		}
	}
	d.ok("site", "%s", folder)
}

// program looks for one as the daemon does, which starts it in the folder of the configuration.
func (d *doctor) program(name string) error {
	var err error
	if filepath.Base(name) != name {
		name, err = filepath.Abs(d.cfg.path(name))
	}
	if err == nil {
		_, err = exec.LookPath(name)
	}
	return err
}
