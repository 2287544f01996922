package main

import (
	"context"
	"errors"
	"fmt"
	netmail "net/mail"
	"os"
	"slices"
	"strings"
	"time"

	"berthier/cmd/internal/record"
	"berthier/cmd/internal/umpire"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store"
)

var newCommand = command{
	name:  "new",
	usage: "[-config FILE] -game ID -scenario NAME -player SIDE=ADDRESS[=KEYFILE] …",
	help:  "create a game and queue its first mails",
	long: `
One -player for each side: SIDE=ADDRESS=KEYFILE, where KEYFILE is the public
key that the player sent: an OpenSSH key (.pub, ssh-ed25519), an armoured OpenPGP
key (gpg --armor --export), or a minisign key (minisign.pub). Without =KEYFILE the
player gets a code in his first mail with which he can register a key. An example:

  berthier new -game {id} -scenario {scenario} \
    -player '{side1}=Alice <alice@example.org>=alice.pub' \
    -player {side2}=bob@example.org=bob.asc

The scenarios are {scenarios}; where games have scenarios of
the same name, the name of the game stands before it: GAME/NAME.

With -codes a player who has no key can answer without one: each of his reports
has a code, and his mail must have a DKIM signature of the domain of his own
address. That is weaker than a key: whoever can send as any address of that domain
and has seen the report can pass for him.

-option gives an option of the game:

{options}

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

The mails go out when the daemon runs. It must not run while this command does.`,
	run: runNew,
}

// list is a flag that can be given several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, " ") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

func runNew(_ context.Context, c *call) error {
	spec := umpire.Spec{Setup: engine.Setup{Options: map[string]string{}}}
	var players, options, zones list
	path := c.configFlag()
	c.flags.StringVar(&spec.Game, "game", "", "`ID` of the game: 1 to 40 of a-z, 0-9 and -, no - first")
	c.flags.StringVar(&spec.Scenario, "scenario", "", "`NAME` of the scenario")
	c.flags.StringVar(&spec.Title, "title", "", "`TITLE` for people; default: the scenario")
	c.flags.Var(&players, "player", "`SIDE=ADDRESS[=KEYFILE]`, once for each side")
	c.flags.BoolVar(&spec.Codes, "codes", false, "let players without a key answer with a code of the report and DKIM")
	c.flags.Func("press", "`KIND` of press between players: anonymous (also without a name) or none; default: in the name of the side", func(s string) error {
		spec.Press = record.Press(s)
		return nil
	})
	c.flags.IntVar(&spec.PressLimit, "press-limit", record.DefaultPressLimit, "how much press each player may send in 24 hours, `N` from 1 to 200")
	c.flags.StringVar(&spec.Deadline, "deadline", "", "`POLICY` of deadlines, as '3d; at 20:00; grace 12h'; default: none")
	c.flags.Var(&zones, "zone", "`SIDE=ZONE`, the time zone of a player, as Europe/Paris")
	c.flags.BoolVar(&spec.Wait, "wait", false, "let no orders count before berthier start")
	c.flags.Var(&options, "option", "`KEY=VALUE` of the game, may be repeated")
	beaconName := c.flags.String("beacon", "", "mix rounds of a drand chain into the dice: `quicknet`, or a file that describes another chain")
	delay := c.flags.Duration("beacon-delay", 30*time.Second, "how long after the last orders the round is published at the earliest")
	if err := c.parse(0); err != nil {
		return err
	}
	switch {
	case spec.Game == "":
		return c.usageError("-game is missing")
	case spec.Scenario == "":
		return c.usageError("-scenario is missing")
	case spec.PressLimit == 0:
		return c.usageError("-press-limit 0: want 1 to 200; -press none lets players write to the umpire only")
	}
	for _, o := range options {
		key, value, ok := strings.Cut(o, "=")
		if !ok {
			return c.usageError("-option %q: want KEY=VALUE", o)
		}
		spec.Options[key] = value
	}
	var err error
	if spec.Beacon, err = c.readBeacon(*beaconName, *delay); err != nil {
		return err
	}
	for _, p := range players {
		player, err := c.readPlayer(p)
		if err != nil {
			return err
		}
		spec.Players = append(spec.Players, player)
	}
	if err := c.setZones(spec.Players, zones); err != nil {
		return err
	}
	return c.create(*path, spec)
}

// setZones gives players their time zones.
func (c *call) setZones(players []umpire.Player, zones []string) error {
	for _, z := range zones {
		side, zone, ok := strings.Cut(z, "=")
		i := slices.IndexFunc(players, func(p umpire.Player) bool { return strings.EqualFold(string(p.Side), side) })
		if !ok || i < 0 {
			return c.usageError("-zone %q: want SIDE=ZONE, with the side of a -player", z)
		}
		players[i].Zone = zone
	}
	return nil
}

func (c *call) readPlayer(text string) (p umpire.Player, err error) {
	side, rest, ok := strings.Cut(text, "=")
	if !ok {
		return p, c.usageError("-player %q: want SIDE=ADDRESS=KEYFILE, or SIDE=ADDRESS to invite the player to send his key", text)
	}
	keyFile := ""
	if i := strings.LastIndexByte(rest, '='); i >= 0 {
		rest, keyFile = rest[:i], rest[i+1:]
	}
	a, err := netmail.ParseAddress(rest)
	if err != nil {
		return p, c.usageError("-player %q: address: %v", text, strings.TrimPrefix(err.Error(), "mail: "))
	}
	var key []byte
	if keyFile != "" {
		if key, err = os.ReadFile(keyFile); err != nil {
			return p, fmt.Errorf("public key of %s: %w", side, err)
		}
	}
	if a.Name == "" {
		a.Name, _, _ = strings.Cut(a.Address, "@")
	}
	return umpire.Player{Side: engine.Side(side), Name: a.Name, Address: a.Address, Key: strings.TrimSpace(string(key))}, nil
}

func (c *call) create(configPath string, spec umpire.Spec) (err error) {
	cfg, err := loadConfig(configPath)
	if err != nil {
		return err
	}
	cfg.Log.Level = "warn" // the answer is on standard output
	h, err := openHub(cfg, newLogger(cfg.Log, c.stderr), true)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.close()) }()
	rs, scenario, err := findScenario(h.rulesets, spec.Scenario)
	if err != nil {
		return err
	}
	spec.Ruleset, spec.Scenario = rs.Name(), scenario
	g, err := h.umpire.Create(spec)
	if errors.Is(err, store.ErrGameExists) {
		return refusal{hint(err, "choose another -game")}
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "game %s: %s\nanchor of the dice: %s\n", g.Game, g.Title, g.Anchor)
	if len(spec.Beacon.Key) > 0 {
		fmt.Fprintf(c.stdout, "beacon: %s, at least %v after the last orders\n", spec.Beacon, spec.Beacon.Delay)
	}
	if !g.Clock.None() {
		fmt.Fprintf(c.stdout, "deadlines: %s\n", g.Clock)
	}
	for _, p := range g.Players {
		if p.Key == (sign.Key{}) {
			or := ""
			if g.Codes {
				or = ", or answers with codes"
			}
			fmt.Fprintf(c.stdout, "%s: %s, is invited to register a key%s\n", p.Side, p.Name, or)
			continue
		}
		fmt.Fprintf(c.stdout, "%s: %s, signs with %s\n", p.Side, p.Name, p.Key.Name())
	}
	fmt.Fprintln(c.stdout, "The first mails wait in the store; berthier serve sends them.")
	return nil
}
