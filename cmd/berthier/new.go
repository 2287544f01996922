package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	netmail "net/mail"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"berthier/cmd/internal/beacon"
	"berthier/cmd/internal/origin"
	"berthier/cmd/internal/record"
	"berthier/engine/tongue"
)

var newCommand = command{
	name:  "new",
	usage: "[-config FILE] -game ID -scenario NAME -player SIDE=ADDRESS[=KEYFILE] …",
	help:  "create a game and queue its first mails",
	long: `
One -player for each side: SIDE=ADDRESS=KEYFILE, where KEYFILE is the public
key that the player sent: an OpenSSH key (.pub, ssh-ed25519), an armoured OpenPGP
key (gpg --armor --export), or a minisign key (minisign.pub). Without =KEYFILE the
player gets a code in his first mail with which he can register a key.
SIDE=computer:BOT lets a computer play the side; it answers at once, so that one
person can play alone. BOT is one that "berthier simulate" names, but not random. An
example:

  berthier new -game {id} -scenario {scenario} \
    -player '{side1}=Alice <alice@example.org>=alice.pub' \
    -player {side2}=bob@example.org=bob.asc

These are the scenarios. Where games have scenarios of the same name, the name of the game
stands before it: GAME/NAME.

{scenarios}

With -codes a player who has no key can answer without one: each of his reports
has a code, and his mail must have a DKIM signature of the domain of his own
address. That is weaker than a key: whoever can send as any address of that domain
and has seen the report can pass for him.

-option gives an option of the game:

{options}

-file gives a file that another game has exported ("berthier help export"). The log
names it, and holds it hidden until the game is over.

-from gives a game that is over and that a battle grows out of, as "berthier help export"
says. The first record of the battle names it and the root of its log, so that
"berthier audit -campaign GAME BATTLE" can check that the one follows from the other.
-to names the game of the battle; its scenario stands behind it, as -to GAME/NAME, where
the game that is over leaves that to you.

With -beacon quicknet a round of the public drand beacon of that name is mixed into
the dice of each step, which is published only after all orders are in. Then an
umpire and a player together cannot foresee a roll either. The daemon must be able
to reach a server of the beacon, and a step takes so much longer.

-deadline says how the game keeps time, in clauses between semicolons:

  -deadline '3d; at 20:00; zone Europe/Paris; off sat sun 12-24..01-02;
    remind 24h 4h; grace 12h; bank 72h; absence 30; pause 30'

Three days for each decision, in days on the calendar of the player, to the next
20:00 in his zone (-zone SIDE=ZONE names another than that of the game); days off do
not count. Then 12 hours of grace and, once in the whole game, 72 hours out of his
time bank; then the defaults decide. More clauses: "for P8 1d" gives a kind of decision
another time, P8 being its number in the rules of the game; "takeover 72h" is added for a substitute;
"outage 24h" is what players get if the daemon could not read their mail; "run final" lets
orders wait for the deadline until all say that theirs are final; "silent wait
umpire 1 substitute 2" waits for a silent player in place of the defaults, tells the
umpire after one missed deadline, and seeks a substitute after two.

-window 30m lets players replace their orders for half an hour when all are in. A
replacement does not make that longer, and a deadline ends it.

-language {side2}=pl has the mails to the player of a side in his language. He can change
it himself at any time: "language cs", signed.

The flags write the command "create", which "berthier do" gives as well, and which an
umpire can mail: "berthier do help create" says what it holds. The mails go out when the
daemon runs; it may run already.`,
	run: runNew,
}

// list is a flag that can be given several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, " ") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

// createText is the command "create" while it is being written.
type createText struct {
	game, scenario string
	lines          []string
}

func (t *createText) add(format string, args ...any) {
	t.lines = append(t.lines, fmt.Sprintf(format, args...))
}

// flag adds a flag of which the value is one line of the command.
func (t *createText) flag(c *call, name, usage string) {
	c.flags.Func(name, usage, func(value string) error {
		if value = strings.Join(strings.Fields(value), " "); value != "" {
			t.add("%s %s", name, value)
		}
		return nil
	})
}

func runNew(ctx context.Context, c *call) error {
	var t createText
	var players, zones, languages list
	var from, to string
	path := c.configFlag()
	c.flags.StringVar(&t.game, "game", "", "`ID` of the game: 1 to 40 of a-z, 0-9 and -, no - first")
	c.flags.StringVar(&t.scenario, "scenario", "", "`NAME` of the scenario")
	t.flag(c, "title", "`TITLE` for people; default: the scenario")
	c.flags.Var(&players, "player", "`SIDE=ADDRESS[=KEYFILE]`, once for each side")
	codes := c.flags.Bool("codes", false, "let players without a key answer with a code of the report and DKIM")
	t.flag(c, "press", "`KIND` of press between players: anonymous (also without a name) or none; default: in the "+
		"name of the side")
	c.flags.Func("press-limit", fmt.Sprintf("how much press each player may send in 24 hours, `N` from 1 to 200 "+
		"(default %d)", record.DefaultPressLimit), func(s string) error {
		if n, err := strconv.Atoi(s); err != nil || n < 1 {
			return fmt.Errorf("want 1 to 200; -press none lets players write to the umpire only")
		}
		t.add("press-limit %s", s)
		return nil
	})
	t.flag(c, "deadline", "`POLICY` of deadlines, as '3d; at 20:00; grace 12h'; default: none")
	t.flag(c, "window", "`SPAN` for which orders can still be replaced when all are in, as 30m, from 1m to 24h; "+
		"default: none")
	t.flag(c, "reopen", "`SPAN` for which the umpire can reopen a game that was given up, closed or drawn, as 7d, "+
		"up to "+
		"60d; default: none")
	c.flags.Var(&zones, "zone", "`SIDE=ZONE`, the time zone of a player, as Europe/Paris")
	c.flags.Var(&languages, "language", "`SIDE=LANGUAGE` of the mails to a player: "+tongue.Choices()+"; default: en")
	wait := c.flags.Bool("wait", false, "let no orders count before the command start")
	c.flags.Func("option", "`KEY=VALUE` of the game, may be repeated", func(s string) error {
		key, value, ok := strings.Cut(s, "=")
		if !ok {
			return fmt.Errorf("want KEY=VALUE")
		}
		t.add("option %s %s", key, value)
		return nil
	})
	c.flags.Func("file", "`FILE` that another game exported, to begin with; may be repeated", func(path string) error {
		return t.addFile(c, path)
	})
	c.flags.StringVar(&from, "from", "",
		"`GAME` that is over, out of which this one grows; the scenario comes from there")
	c.flags.StringVar(&to, "to", origin.Any, "`NAME` of the game that a battle is of, if there are several")
	chain := c.flags.String("beacon", "",
		"mix rounds of a drand chain into the dice: `quicknet`, or a file that describes another chain")
	delay := c.flags.Duration("beacon-delay", 30*time.Second,
		"how long after the last orders the round is published at the earliest")
	if err := c.parse(0); err != nil {
		return err
	}
	switch {
	case t.game == "":
		return c.usageError("-game is missing")
	case from != "" && t.scenario != "":
		return c.usageError("with -from the scenario comes from game %s; leave -scenario out", from)
	case from != "":
		t.scenario = to
		t.add("from %s", from)
	case t.scenario == "":
		return c.usageError("-scenario is missing")
	}
	if *codes {
		t.add("codes")
	}
	if *wait {
		t.add("wait")
	}
	if err := t.addBeacon(c, *chain, *delay); err != nil {
		return err
	}
	if err := t.addPlayers(c, players, zones, languages); err != nil {
		return err
	}
	cfg, err := loadConfig(*path)
	if err != nil {
		return err
	}
	return doErrand.run(ctx, c, cfg, order{Words: []string{"create", t.game, t.scenario},
		Below: strings.Join(t.lines, "\n")})
}

// addPlayers adds the players, with their keys, time zones and languages.
func (t *createText) addPlayers(c *call, players, zones, languages []string) error {
	var sides []string
	for _, text := range players {
		side, rest, ok := strings.Cut(text, "=")
		if !ok {
			return c.usageError("-player %q: want SIDE=ADDRESS=KEYFILE, or SIDE=ADDRESS to invite the player to send "+
				"his key", text)
		}
		if strings.HasPrefix(strings.ToLower(rest), "computer:") {
			sides = append(sides, side)
			t.add("player %s %s", side, rest)
			continue
		}
		keyFile := ""
		if i := strings.LastIndexByte(rest, '='); i >= 0 {
			rest, keyFile = rest[:i], rest[i+1:]
		}
		a, err := netmail.ParseAddress(rest)
		if err != nil {
			return c.usageError("-player %q: address: %v", text, strings.TrimPrefix(err.Error(), "mail: "))
		}
		if slices.ContainsFunc(sides, func(s string) bool { return strings.EqualFold(s, side) }) {
			return c.usageError("side %s has two players", side)
		}
		sides = append(sides, side)
		t.add("player %s %s %s", side, a.Address, a.Name)
		if keyFile == "" {
			continue
		}
		key, err := os.ReadFile(keyFile)
		if err != nil {
			return fmt.Errorf("public key of %s: %w", side, err)
		}
		t.add("key %s\n%s\nendkey", side, strings.TrimSpace(string(key)))
	}
	return errors.Join(t.addOfSides(c, "zone", zones, sides), t.addOfSides(c, "language", languages, sides))
}

// addOfSides adds what flags say of the players of sides.
func (t *createText) addOfSides(c *call, name string, values, sides []string) error {
	for _, v := range values {
		side, value, ok := strings.Cut(v, "=")
		if !ok || !slices.ContainsFunc(sides, func(s string) bool { return strings.EqualFold(s, side) }) {
			return c.usageError("-%s %q: want SIDE=%s, with the side of a -player", name, v, strings.ToUpper(name))
		}
		t.add("%s %s %s", name, side, value)
	}
	return nil
}

// base64Line is how many bytes of a file stand in one line.
const base64Line = 54

// addFile adds a file under its own name.
func (t *createText) addFile(c *call, path string) error {
	data, err := c.readFile(path, record.MaxFileBytes)
	if err != nil {
		return err
	}
	t.add("file %s", filepath.Base(path))
	for line := range slices.Chunk(data, base64Line) {
		t.add("%s", base64.StdEncoding.EncodeToString(line))
	}
	t.add("endfile")
	return nil
}

// addBeacon adds the beacon that -beacon names: quicknet, or a file with the
// description of a chain; "" is none.
func (t *createText) addBeacon(c *call, name string, delay time.Duration) error {
	switch name {
	case "":
		return nil
	case "quicknet":
		t.add("beacon quicknet")
	default:
		text, err := os.ReadFile(name)
		if err != nil {
			return c.usageError("-beacon %q: want quicknet, or a file with what a drand server says under "+
				"/CHAINHASH/info", name)
		}
		if _, err := beacon.ParseInfo(text); err != nil {
			return err
		}
		t.add("beacon %s", strings.Join(strings.Fields(string(text)), " "))
	}
	t.add("beacon-delay %v", delay)
	return nil
}
