package main

import (
	"os"
	"regexp"
	"strings"

	"berthier/cmd/internal/stored"
	"berthier/store"
)

// finishWhole writes what is there to look at when a whole game was played.
func (d *demo) finishWhole() error {
	m := d.players[0].end
	page := m.HTML
	for _, f := range m.Attachments {
		if strings.HasSuffix(f.Name, ".png") {
			page = cidOf(strings.TrimSuffix(f.Name, ".png")).ReplaceAllString(page, `src="`+f.Name+`"`)
			if err := os.WriteFile(d.file(f.Name), f.Bytes, 0o600); err != nil {
				return err
			}
		}
	}
	if err := os.WriteFile(d.file("last.html"), []byte(page), 0o600); err != nil {
		return err
	}
	var file []byte
	err := d.hub.store.View(func(tx *store.Tx) error {
		s, err := stored.Save(tx, demoGame)
		if err == nil {
			file, err = writeArchive(s.Public())
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := os.WriteFile(d.file(demoGame+".zip"), file, 0o600); err != nil {
		return err
	}
	if _, err := d.hub.site(d.file("pages")).Build(); err != nil {
		return err
	}
	d.say("\n\n%s were played, %s written. %s were published; each was computed", count(len(d.steps), "step"),
		count(d.mails, "mail"), count(d.rolls, "roll"))
	d.say("again from the mails alone, and the links chain back to the anchor of the opening mail.")
	d.say("\nLook at %s:", d.dir)
	d.say("  last.html: the last mail, which tells how the game went")
	d.say("  pages/index.html: the pages of the game, as a club shows them")
	d.say("  %s.zip: the archive of the game; \"berthier audit %s\" checks it", demoGame, d.file(demoGame+".zip"))
	return nil
}

// cidOf is a picture of a name in the page of a mail.
func cidOf(name string) *regexp.Regexp {
	return regexp.MustCompile(`src="cid:` + regexp.QuoteMeta(name) + `\.[^"]*"`)
}
