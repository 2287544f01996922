// # Kind game
//
// The first record of each log. It holds no mail address, so that a log can be published, but for those that the
// owner of an OpenPGP key put into it; they are part of what makes the key valid:
//
//	berthier game 1
//	game: duel-1
//	step: 0
//	time: 2030-12-02T08:00:00Z
//	title: "A duel"
//	ruleset: duel 1
//	scenario: three
//	from: duel-0 12 0852ed081f1c7370f03adad5da7b1ebaeeef723d2e51de138fb33d40a3e036b3
//	option: ask yes
//	file: head-start.txt
//	codes: yes
//	press: none
//	press-limit: 5
//	clock: "3d; zone UTC; remind 24h; grace 0; bank 72h; absence 0; pause 0; takeover 0; outage 24h; run in; silent defaults umpire 2 substitute 3"
//	zone: Red Europe/Paris
//	window: 30
//	reopen: 10080
//	wait: yes
//	data: d98a034f5cb8a0e3f07d5d8b5dc3c43723ea8d8b95199e18a82c52e072eca4dd tables/duel.csv "a value of this project"
//	player: Red "Michel Ney" "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIL2tjPIEZ0zERWmJZIHsCh3k2Fi2dEYv0oWhQ4DIr7xu"
//	player: Blue "Louis Davout" ""
//	computer: Blue steady 1
//	language: Red pl
//	anchor: 79bfb0e2ba76b9d447606ddbcc494834f05a4c11deb052e74b49ea307a3c5bcd
//	sealed: c9d0036bed6744bcdf692fc980d8717d7e5f5a4f4e8266b4a84982602fb1cd09
//	position: 5a452459503be70d2ed2fca46dd91e05e820a957f175686a77d03fff80f664fe
//	log: berthier.example/duel-1+f22f4b7c+AWJ/F9iT5Wl6S6Igi8gLApLn9Y2BIOs1PBtVQp25xrGW
//	hidden: f43b8f0a787f7379cb89c7eabe030bdb263d3222758210640e69fcd3b418a2bb
//
// and hidden
//
//	salt: 63479ad69a090b258277ec8fba6f99419a2ffb248981510657c944ccd1148e97
//	file: 0852ed081f1c7370f03adad5da7b1ebaeeef723d2e51de138fb33d40a3e036b3 10
//
//	point Red
//
// "ruleset" is name and version of the rules. "from" (?) is the game that this one grew out of: its name, how many
// records its log had then, and their root. "option" (*) has name and value, ascending. "file" (*) is the name of a
// file that another game exported and that this one begins with, ascending. Only if there are files there is a hidden
// part: for each its SHA-256 and number of bytes, and behind an empty line what is in them, one directly after the
// other. There are at most 16 files, with 1 MiB together, and a name has 1 to 80 printable ASCII letters. "codes" (?)
// says that sides without a key may use codes. "beacon" (?) is the drand chain that is mixed into the dice: its hash,
// name, scheme and public key, the second of its first round since 1970, its period in seconds, its seed, and the
// delay of a step in seconds. "press" (?) is anonymous or none; it is missing if press is just in the names of the
// sides. "press-limit" (?), if it is not 20, is how much press each player may send in 24 hours. "clock" (?), only if
// the game has deadlines, is a clock.Policy, and "zone" (*), in the order of the sides, the time zone of a player who
// named one. "window" (?) is how many minutes complete answers to a step can still be replaced, from 1 to 1440 (Kind
// window). "reopen" (?) is for how many minutes the game can be reopened that its players or the umpire ended, up to
// 86400. "wait" (?) says that orders do not count before a start record. "data" (*) has hash, name and source of a
// data file, "player" (*) side, name and public key of a side, in their order; the key is "" if the player was
// invited to send one. "computer" (*), in the order of the sides, says that a computer plays a side, which has no
// key: its name and its version then (package computer). "language" (*), in their order too, is that of the mails to
// a player who has not English. "anchor" is the end of the chain of links, "sealed" the SHA-256 of the sealed secret,
// "position" the hash of the opening position, and "log" the public key that signs the log (Checkpoints).
package record

import (
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"time"

	"berthier/cmd/internal/clock"
	"berthier/engine"
	"berthier/engine/tongue"
	"berthier/mail/sign"
	"berthier/store/leaf"
)

// Game says what a game is played with. The log holds no mail address, so that it can be published.
type Game struct {
	Head
	Title      string
	Ruleset    string
	Version    string
	Setup      engine.Setup // its Files only if Known
	From       Origin       // zero if it grew out of no other game
	Files      []string     // names of those files, ascending
	HiddenPart              // zero without files
	Beacon     Beacon       // what is mixed into the dice
	Codes      bool         // whether a side without a key may answer with a code and DKIM
	Press      Press        // which press it allows
	// PressLimit is how much of it each player may send in 24 hours.
	PressLimit int
	Clock      clock.Policy
	Zones      map[engine.Side]string // of the players who named one; nil if none did
	Window     time.Duration          // in which complete answers can still be replaced; 0 for none
	Reopen     time.Duration          // for which an end by people can be taken back; 0 for none
	Wait       bool                   // whether no orders count before a Start
	Data       []engine.DataFile
	Players    []Player // in the order of the sides
	Anchor     engine.Link
	Sealed     [32]byte // SHA-256 of the sealed secret
	Position   [32]byte // hash of the opening position
	Log        string   // public key of the log, as note.NewVerifier reads it; its name is the log's origin
}

// Player is one player as the log names him.
type Player struct {
	Side engine.Side
	Name string
	Key  sign.Key // at the beginning, without a comment; zero if the player was invited to send one
	// Computer plays the side; zero if a person does.
	Computer Computer
	Language tongue.Language // of his mails at the beginning; "" for English
}

// Origin is the game that another one grew out of, as it stood then.
type Origin struct {
	Game string
	Size uint64 // records of its log
	Root [32]byte
}

// String is the line that files of the battle carry.
func (o Origin) String() string {
	return fmt.Sprintf("game %s, %d records, root %x", o.Game, o.Size, o.Root)
}

// Computer is a computer player: an engine.Bot by its name and version.
type Computer struct{ Name, Version string }

// Press says which press players may send each other.
type Press string

// The values of Press.
const (
	PressNamed     Press = ""          // players write to each other, each in the name of his side
	PressAnonymous Press = "anonymous" // or without it
	PressNone      Press = "none"      // only to the umpire
)

// Valid reports whether it is one of the values.
func (p Press) Valid() bool { return p == PressNamed || p == PressAnonymous || p == PressNone }

// DefaultPressLimit is how much press a player may send in 24 hours, to the umpire
// as well, if the game has no other limit.
const DefaultPressLimit = 20

// MaxPressLimit is the largest such limit.
const MaxPressLimit = 200

// Kind is KindGame.
func (Game) Kind() string { return KindGame }

// Print is that of a Record.
func (g Game) Print() (data, hidden []byte) {
	w := g.begin(KindGame)
	w.Put("title", g.Title)
	w.Put("ruleset", g.Ruleset, g.Version)
	w.Put("scenario", g.Setup.Scenario)
	if g.From != (Origin{}) {
		w.Put("from", g.From.Game, g.From.Size, g.From.Root)
	}
	for _, key := range slices.Sorted(maps.Keys(g.Setup.Options)) {
		w.Put("option", key, g.Setup.Options[key])
	}
	for _, name := range g.Files {
		w.Put("file", name)
	}
	if g.Codes {
		w.Put("codes", "yes")
	}
	if g.Beacon.Used() {
		w.beacon(g.Beacon)
	}
	if g.Press != PressNamed {
		w.Put("press", g.Press)
	}
	if g.PressLimit != DefaultPressLimit {
		w.Put("press-limit", g.PressLimit)
	}
	if !g.Clock.None() {
		w.Put("clock", g.Clock)
		for _, p := range g.Players {
			if zone := g.Zones[p.Side]; zone != "" {
				w.Put("zone", p.Side, zone)
			}
		}
	}
	if g.Window != 0 {
		w.Put("window", int(g.Window/time.Minute))
	}
	if g.Reopen != 0 {
		w.Put("reopen", int(g.Reopen/time.Minute))
	}
	if g.Wait {
		w.Put("wait", "yes")
	}
	w.Files(g.Data)
	for _, p := range g.Players {
		w.Put("player", p.Side, p.Name, p.Key)
	}
	for _, p := range g.Players {
		if p.Computer != (Computer{}) {
			w.Put("computer", p.Side, p.Computer.Name, p.Computer.Version)
		}
	}
	for _, p := range g.Players {
		if p.Language != "" {
			w.Put("language", p.Side, p.Language)
		}
	}
	w.Put("anchor", g.Anchor)
	w.Put("sealed", g.Sealed)
	w.Put("position", g.Position)
	w.Put("log", g.Log)
	if len(g.Files) == 0 {
		return w.Bytes(), nil
	}
	return g.hide(w, g.printFiles())
}

// The most that the files hold with which a game begins.
const (
	MaxFiles     = 16
	MaxFileBytes = 1 << 20 // together
)

// CheckFiles says what is wrong with files for a game to begin with. It is a name that is not 1 to 80 printable
// letters, or more than MaxFiles or MaxFileBytes.
func CheckFiles(files map[string][]byte) error {
	total := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if total += len(files[name]); name == "" || len(name) > 80 || !plain(name) {
			return fmt.Errorf("file %q: want a name of 1 to 80 printable ASCII letters", name)
		}
	}
	if len(files) > MaxFiles || total > MaxFileBytes {
		return fmt.Errorf("%d files with %d bytes; a game begins with at most %d files and %d bytes together",
			len(files), total, MaxFiles, MaxFileBytes)
	}
	return nil
}

func plain(name string) bool {
	for _, c := range []byte(name) {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}

// printFiles writes what is in the files.
func (g Game) printFiles() *writer {
	var h writer
	for _, name := range g.Files {
		h.Put("file", sha(g.Setup.Files[name]), len(g.Setup.Files[name]))
	}
	h.WriteByte('\n')
	for _, name := range g.Files {
		h.Write(g.Setup.Files[name])
	}
	return &h
}

// files reads what printFiles writes, to the end.
func (r *reader) files(g *Game) {
	hashes, sizes, total := make([][32]byte, len(g.Files)), make([]int, len(g.Files)), 0
	for i := range g.Files {
		f := r.Fields("file", 2)
		hashes[i], sizes[i] = r.Hash(f[0]), r.Number(f[1])
		if total += sizes[i]; total > MaxFileBytes {
			r.Fail("more than %d bytes", MaxFileBytes)
		}
	}
	r.Title("")
	rest := []byte(r.Rest())
	if r.OK() && len(rest) != total {
		r.Fail("want %d bytes of files, got %d", total, len(rest))
	}
	if !r.OK() {
		return
	}
	g.Setup.Files = map[string][]byte{}
	for i, name := range g.Files {
		g.Setup.Files[name], rest = rest[:sizes[i]:sizes[i]], rest[sizes[i]:]
		if sha(g.Setup.Files[name]) != hashes[i] {
			r.Fail("file %s has another hash", name)
		}
	}
}

// ParseGame reads exactly what Game.Print writes; hidden may be nil.
func ParseGame(text, hidden []byte) (g Game, _ error) {
	r := g.read(KindGame, text)
	if r.OK() && g.Step != 0 {
		r.Fail("a game begins with step 0")
	}
	g.Title = r.Word("title")
	f := r.Fields("ruleset", 2)
	g.Ruleset, g.Version = f[0], f[1]
	g.Setup.Scenario = r.Word("scenario")
	if r.Next("from") {
		f := r.Fields("from", 3)
		g.From = Origin{f[0], uint64(r.Number(f[1])), r.Hash(f[2])}
		if !leaf.ValidGame(g.From.Game) || g.From.Size == 0 {
			r.Fail("a game grows out of the records of another")
		}
	}
	for r.Next("option") {
		f := r.Fields("option", 2)
		if g.Setup.Options == nil {
			g.Setup.Options = map[string]string{}
		}
		g.Setup.Options[f[0]] = f[1]
	}
	for r.Next("file") {
		name := r.Word("file")
		n := len(g.Files)
		if n == MaxFiles || n > 0 && g.Files[n-1] >= name || CheckFiles(map[string][]byte{name: nil}) != nil {
			r.Fail("%q is no name of a file, or not in its order", name)
		}
		g.Files = append(g.Files, name)
	}
	if r.Next("codes") {
		g.Codes = r.Word("codes") == "yes"
	}
	if r.Next("beacon") {
		g.Beacon = r.beacon()
	}
	r.press(&g)
	r.policy(&g)
	if r.Next("window") {
		g.Window = time.Duration(r.Number(r.Word("window"))) * time.Minute
		if g.Window < MinWindow || g.Window > MaxWindow {
			r.Fail("a window is 1 to %d minutes", MaxWindow/time.Minute)
		}
	}
	if r.Next("reopen") {
		g.Reopen = time.Duration(r.Number(r.Word("reopen"))) * time.Minute
		if g.Reopen < time.Minute || g.Reopen > MaxReopen {
			r.Fail("a game can be reopened for 1 to %d minutes", MaxReopen/time.Minute)
		}
	}
	if r.Next("wait") {
		g.Wait = r.Word("wait") == "yes"
	}
	g.Data = r.Files()
	for r.Next("player") {
		f := r.Fields("player", 3)
		g.Players = append(g.Players, Player{Side: engine.Side(f[0]), Name: f[1], Key: r.key(f[2])})
	}
	r.computers(&g)
	g.Anchor = r.Hash(r.Word("anchor"))
	g.Sealed = r.Hash(r.Word("sealed"))
	g.Position = r.Hash(r.Word("position"))
	g.Log = r.Word("log")
	if len(g.Files) == 0 {
		err := r.ends(nil, g.Print)
		if err == nil && hidden != nil {
			err = errUnnamed
		}
		return g, err
	}
	h := r.hidden(&g.HiddenPart, hidden)
	h.files(&g)
	return g, r.ends(h, g.Print)
}

func (r *reader) computers(g *Game) {
	for r.Next("computer") {
		f := r.Fields("computer", 3)
		p := r.player(g, f[0])
		if p.Key != (sign.Key{}) || f[1] == "" {
			r.Fail("no computer can play %q", f[0])
		}
		p.Computer = Computer{f[1], f[2]}
	}
	for r.Next("language") {
		f := r.Fields("language", 2)
		if r.player(g, f[0]).Language = tongue.Language(f[1]); !ValidCommand(CommandLanguage + " " + f[1]) {
			r.Fail("%q is no language", f[1])
		}
	}
}

// player is the one of a side.
func (r *reader) player(g *Game, side string) *Player {
	i := slices.IndexFunc(g.Players, func(p Player) bool { return string(p.Side) == side })
	if i < 0 {
		r.Fail("no player has the side %q", side)
		return new(Player)
	}
	return &g.Players[i]
}

func (r *reader) press(g *Game) {
	if r.Next("press") {
		if g.Press = Press(r.Word("press")); !g.Press.Valid() || g.Press == PressNamed {
			r.Fail("press is anonymous or none")
		}
	}
	g.PressLimit = DefaultPressLimit
	if r.Next("press-limit") {
		g.PressLimit = r.Number(r.Word("press-limit"))
		if g.PressLimit < 1 || g.PressLimit > MaxPressLimit || g.PressLimit == DefaultPressLimit {
			r.Fail("press-limit is a number from 1 to %d", MaxPressLimit)
		}
	}
}

// policy reads the lines about time.
func (r *reader) policy(g *Game) {
	if !r.Next("clock") {
		return
	}
	p, err := clock.Parse(r.Word("clock"))
	if err != nil {
		r.Fail("%w", err)
	}
	g.Clock = p
	for r.Next("zone") {
		if g.Zones == nil {
			g.Zones = map[engine.Side]string{}
		}
		f := r.Fields("zone", 2)
		g.Zones[engine.Side(f[0])] = f[1]
	}
}

// TablesHash names all data files at once: the SHA-256 of the lines "data" that a record has for them.
func TablesHash(files []engine.DataFile) [32]byte {
	var w writer
	w.Files(files)
	return sha(w.Bytes())
}

func (w *writer) beacon(b Beacon) {
	hash := b.Hash()
	w.Put("beacon", hash, b.Name, b.Scheme, hex.EncodeToString(b.Key), b.Genesis.Unix(), int(b.Period/time.Second),
		hex.EncodeToString(b.Seed), int(b.Delay/time.Second))
}

func (r *reader) beacon() (b Beacon) {
	f := r.Fields("beacon", 8)
	hash := r.Hash(f[0])
	b.Name, b.Scheme, b.Key, b.Seed = f[1], f[2], r.Hex(f[3]), r.Hex(f[6])
	b.Genesis = time.Unix(int64(r.Number(f[4])), 0).UTC()
	b.Period, b.Delay = time.Duration(r.Number(f[5]))*time.Second, time.Duration(r.Number(f[7]))*time.Second
	if err := b.Check(); err != nil && r.OK() {
		r.Fail("%w", err)
	}
	if r.OK() && b.Hash() != hash {
		r.Fail("the chain has the hash %x", b.Hash())
	}
	return b
}
