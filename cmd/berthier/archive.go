package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"berthier/cmd/internal/archive"
	"berthier/cmd/internal/audit"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/putback"
	"berthier/cmd/internal/record"
	"berthier/cmd/internal/site"
	"berthier/cmd/internal/stored"
	"berthier/engine"
	"berthier/store"
)

var archiveCommand = command{
	name:  "archive",
	usage: "[-config FILE] [-backup] [-o FILE] GAME",
	help:  "write a game into one file, to be kept and checked",
	long: `
The file is GAME.zip. It has everything that it takes to check the game years
later without this program or its store; README.txt in it explains the formats. When
the game is over, index.html in it tells the battle to whoever opens it.
"berthier audit FILE" checks it.

While a game goes on, what is still secret (turn files, standing orders, reports,
the secrets of the dice) is not in the file, so that you can publish it. -backup
puts it in, and mails that wait: keep such a file to yourself. "berthier restore"
makes the game out of it again. The archive of a finished game has everything,
also the mails of the players with their addresses: ask them before you publish
it.`,
	run: runArchive,
}

func runArchive(ctx context.Context, c *call) (err error) {
	path := c.configFlag()
	backup := c.flags.Bool("backup", false, "put in what is still secret")
	out := c.flags.String("o", "", "write to `FILE`; default GAME.zip")
	if err := c.parse(1); err != nil {
		return err
	}
	game := c.flags.Arg(0)
	s, err := c.openGame(ctx, *path, game)
	if err != nil {
		return err
	}
	if !*backup {
		s = s.Public()
	}
	file, err := writeArchive(s)
	if err != nil {
		return err
	}
	if *out == "" {
		*out = game + ".zip"
	}
	mode := fs.FileMode(0o644)
	if *backup {
		mode = 0o600
	}
	if err := writeNew(*out, file, mode); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "%s: %d bytes, %s\n", *out, len(file), count(len(s.Records), "record"))
	switch {
	case *backup:
		fmt.Fprintln(c.stdout, "It holds what is still secret: keep it to yourself.")
	case !s.Over():
		fmt.Fprintln(c.stdout, "The game goes on: turn files, reports and secrets are not in it.")
	default:
		fmt.Fprintln(c.stdout, "It holds the mails of the players with their addresses.")
	}
	return nil
}

// writeArchive makes the file of a game, with a page to read if the game is over.
func writeArchive(s game.SavedGame) ([]byte, error) {
	if s.Over() && s.Secrets == nil {
		g, err := record.ParseGame(s.Records[0].Data, nil)
		if err != nil {
			return nil, err
		}
		if rules, err := loadGame(g.Ruleset, s.Data); err == nil { // else only those who have the rules can read it
			if s.Page, err = site.Keepsake(rules, s, audit.CheckLog([]engine.Ruleset{rules}, s.Records)); err != nil {
				return nil, err
			}
		}
	}
	return archive.Write(s)
}

// openGame reads a game of the store of a configuration.
func (c *call) openGame(ctx context.Context, path, game string) (saved game.SavedGame, err error) {
	cfg, err := loadConfig(path)
	if err != nil {
		return saved, err
	}
	s, err := readStore(ctx, cfg)
	if err != nil {
		return saved, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	err = s.View(func(tx *store.Tx) error {
		saved, err = stored.Save(tx, game)
		return err
	})
	return saved, noGame(game, err)
}

func noGame(game string, err error) error {
	if errors.Is(err, store.ErrNoGame) {
		return hint(fmt.Errorf("no game %q in this store", game), "berthier games lists them")
	}
	return err
}

var restoreCommand = command{
	name:  "restore",
	usage: "[-config FILE] [-last STEP] ARCHIVE",
	help:  "put a game out of an archive into the store",
	long: `
Takes the archive of a finished game, or a backup of one that goes on; it must
pass "berthier audit". The game then goes on where it was. The daemon, which may
run meanwhile, needs the log key that the game began with; mails that came after the
backup must be sent again.

Players may hold reports of steps that the backup does not have, and so links of
the dice, with which nothing may be rolled again. They are burned before the game goes
on: a record of the log says so, every player is told, and the dice go on with
later links. Orders that wait are dropped by it. Ask the players for the last step
of which they have a report, and name it with -last; if it is the last of the
backup, nothing is burned. Without -last 256 links are burned, or half of those
that are left.`,
	run: runRestore,
}

// backup is what runRestore puts back.
type backup struct {
	Name string // of the file
	File []byte
	Last int // step of which anybody has a report; below 0 if that is not known
}

// restoreErrand puts a game into the store. Without a daemon it opens the store alone,
// because the log key of its games may not be there yet.
var restoreErrand = errand[backup]{
	path: "/restore",
	do: func(h *hub, in backup) (t errandEnd, err error) {
		err = h.umpire.PutBack(func(tx *store.Tx) (game string, err error) {
			t, game, err = in.restore(tx)
			return game, err
		})
		return t, err
	},
	here: func(_ *call, cfg config, in backup) (t errandEnd, err error) {
		s, err := openStore(context.Background(), cfg, true)
		if err != nil {
			return t, err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		err = s.Update(func(tx *store.Tx) error {
			t, _, err = in.restore(tx)
			return err
		})
		return t, err
	},
}

func runRestore(ctx context.Context, c *call) (err error) {
	path := c.configFlag()
	in := backup{}
	c.flags.IntVar(&in.Last, "last", -1, "the last `STEP` of which anybody has a report")
	if err := c.parse(1); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	in.Name = c.flags.Arg(0)
	if in.File, err = readArchiveFile(in.Name); err != nil {
		return err
	}
	if _, err := archive.Read(in.File); err != nil {
		return fmt.Errorf("%s: %w", in.Name, err)
	}
	return restoreErrand.run(ctx, c, cfg, in)
}

// restore puts the game into the store, if its archive is sound.
func (in backup) restore(tx *store.Tx) (t errandEnd, game string, err error) {
	a, err := archive.Read(in.File)
	if err != nil {
		return t, "", fmt.Errorf("%s: %w", in.Name, err)
	}
	result := auditor.Audit(evidence(a))
	err = stored.Restore(tx, a.SavedGame, result)
	switch {
	case errors.Is(err, store.ErrGameExists):
		return t, "", refusal{err}
	case errors.Is(err, stored.ErrPublic):
		return t, "", refusal{hint(err, "a backup is needed: berthier archive -backup")}
	case err != nil && !result.Sound():
		return t, "", refusal{hint(err, "berthier audit says more")}
	case err != nil:
		return t, "", refusal{err}
	}
	game = result.Game.Game
	if err := putback.BurnLater(tx, game, in.Last, "the game was put back from an archive"); err != nil {
		return t, "", refusal{err}
	}
	t.Text = fmt.Sprintf("game %s is in the store: %s, %s\n", game, count(len(result.Steps), "step"),
		count(len(a.Records), "record"))
	if result.Over == nil && in.Last < 0 {
		t.Text += "Links of its dice that players may hold are burned before it goes on: see berthier help restore.\n"
	}
	return t, game, nil
}

// maxArchive bounds the file of an archive.
const maxArchive = 256 << 20

func readArchiveFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.Size() > maxArchive { // without reading it
		return nil, fmt.Errorf("%s: the archive has more than %d bytes", path, maxArchive)
	}
	return io.ReadAll(io.LimitReader(f, maxArchive+1))
}

func readArchive(path string) (a archive.Archive, err error) {
	file, err := readArchiveFile(path)
	if err != nil {
		return a, err
	}
	if a, err = archive.Read(file); err != nil {
		return a, fmt.Errorf("%s: %w", path, err)
	}
	return a, nil
}

// evidence is what an archive shows, with mails that somebody kept.
func evidence(a archive.Archive, mails ...audit.Mail) audit.Evidence {
	return audit.Evidence{SavedGame: a.SavedGame, Members: a.Members, Faults: a.Faults, Mails: mails}
}

// auditor judges games with the tables that they bring along.
var auditor = audit.Auditor{Load: loadGame}
