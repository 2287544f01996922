package umpire

import (
	"encoding/base64"
	"encoding/hex"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"berthier/cmd/internal/position"
	"berthier/engine"
	"berthier/engine/book"
	"berthier/mail/sign"
)

var costly = flag.Int("umpire.costly", 28,
	"`mails` of TestCostlyMails; from 1000 on their processor time and the memory in use are measured too")

// What one mail of up to 1 MB may cost.
const (
	costlyTime  = time.Second // of the processor
	costlyBytes = 100 << 20   // in use at a time
	costlyAll   = 250 << 20   // allocated in all, most of it free again at once
)

// expense makes mails that are meant to be costly.
type expense struct {
	*rand.Rand
	t    testing.TB
	game string
	side engine.Side // that is to act
	by   engine.Side // whose key it signs with
	head string      // of a turn file that answers the step
	own  string      // orders that are legal now
	ids  []string
	n    int
}

// TestCostlyMails takes in random mails that are made to be costly, and holds each to
// what one may cost.
func TestCostlyMails(t *testing.T) {
	tb := campaign(t, "goldbach")
	e := tb.expense(t)
	tb.u.Maps = true
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // for what is in use at a time
	worst := map[string]cost{}
	for n := range *costly {
		name, raw := e.mail()
		peak := func() uint64 { return 0 }
		if *costly >= 1000 {
			peak = watchHeap()
		}
		got := costOf(t, func() { tb.arrive(t, raw) })
		most := peak()
		w := worst[name]
		worst[name] = cost{max(w.cpu, got.cpu), max(w.bytes, got.bytes), max(w.peak, most)}
		if got.bytes > costlyAll || *costly >= 1000 && (got.cpu > costlyTime || most > costlyBytes) {
			t.Errorf("mail %d, %s, %d bytes: %v, %d MB in all, %d MB in use", n, name, len(raw), got.cpu,
				got.bytes>>20, most>>20)
		}
		tb.deliver()
		tb.got = nil
		tb.now = tb.now.Add(time.Hour)
	}
	if strings.Contains(tb.logs.String(), "fault of this program") {
		t.Error("a mail met a fault of the program")
	}
	for _, name := range slices.Sorted(maps.Keys(worst)) {
		t.Logf("%-22s at most %6v, %3d MB in all, %3d MB in use", name, worst[name].cpu.Round(time.Millisecond),
			worst[name].bytes>>20, worst[name].peak>>20)
	}
}

// watchHeap measures by how much the memory in use grows until peak is called.
func watchHeap() (peak func() uint64) {
	in := func() uint64 {
		s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		metrics.Read(s)
		return s[0].Value.Uint64()
	}
	start, most, stop := in(), uint64(0), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
				most = max(most, in())
			}
		}
	})
	return func() uint64 {
		close(stop)
		wg.Wait()
		return max(most, start) - start
	}
}

// expense plays a game until there is something to fight about.
func (tb *table) expense(t testing.TB) *expense {
	e := &expense{Rand: rand.New(rand.NewPCG(12, 1)), t: t, game: "goldbach"}
	pl, last := book.NewPlayer(3), map[string][]byte{}
	for n := 0; ; n++ {
		raw := tb.answers(t, pl, last, n)
		if raw == nil {
			t.Fatal("the game ended without a fight")
		}
		for _, by := range duelSides {
			e.read(tb.u.Rulesets[0], by, last[address[by]])
		}
		if len(e.attacks("shock")) > 0 {
			return e
		}
		tb.arrive(t, raw)
	}
}

// read takes from a report who is to act, and what he may order.
func (e *expense) read(rs engine.Ruleset, by engine.Side, report []byte) {
	a, err := position.Parse(report)
	if err != nil {
		e.t.Fatal(err)
	}
	view, err := rs.Decode(a.View)
	if err != nil {
		e.t.Fatal(err)
	}
	if !engine.Owes(rs.Owed(view), a.Side) {
		return
	}
	e.side, e.by, e.head = a.Side, by, a.TurnHeader()
	e.own, e.ids = engine.Tell(rs, view, view, nil, a.Side).Template.String(), nil
	for line := range strings.Lines(string(a.View)) {
		if f := strings.Fields(line); len(f) > 2 && f[0] == "unit" {
			e.ids = append(e.ids, f[1])
		}
	}
}

// attacks are legal ones of the last report, no two of them of the same units.
func (e *expense) attacks(verbs ...string) (lines []string) {
	used := map[string]bool{}
	for line := range strings.Lines(e.own) {
		f := strings.Fields(strings.TrimPrefix(line, "# "))
		if !strings.HasPrefix(line, "# ") || !slices.Contains(verbs, f[0]) || used[f[1]] {
			continue
		}
		used[f[1]] = true
		lines = append(lines, strings.TrimPrefix(line, "# "))
	}
	return lines
}

// mail is a costly mail, and what is costly about it.
func (e *expense) mail() (name string, raw []byte) {
	e.n++
	kinds := []struct {
		name string
		make func() (fields []string, body string)
	}{
		{"commands", e.commands}, {"quotes", e.quotes}, {"parts", e.parts}, {"turn file", e.turnFile},
		{"keys", e.keyMails}, {"preview", e.previews},
		{"signatures", e.signatures}, {"html", e.html}, {"header", e.headers}, {"file of orders", e.plans},
		{"files", e.files}, {"returned", e.returned},
		{"header lines", e.headerLines}, {"pictures", e.pictures},
	}
	k := kinds[e.n%len(kinds)]
	fields, body := k.make()
	from := []string{address["Red"], address["Blue"], fmt.Sprintf("s%d@example.org", e.n)}[e.IntN(3)]
	head := append([]string{"From: " + from, "To: games+goldbach@berthier.example",
		fmt.Sprintf("Message-ID: <%d@costly>", e.n)}, fields...)
	return k.name, []byte(strings.Join(head, "\r\n") + "\r\n\r\n" + body)
}

// signer is the key of the side that is to act.
func (e *expense) sign(text string) string {
	armour, err := sign.Sign(keys()[e.by], sign.Canonical([]byte(text)))
	if err != nil {
		e.t.Fatal(err)
	}
	return sign.BeginTurn + "\n" + text + string(armour)
}

func (e *expense) header() string { return fmt.Sprintf("game: %s\nside: %s\n\n", e.game, e.side) }

// one of some words.
func (e *expense) one(words ...string) string { return words[e.IntN(len(words))] }

// many lines until there are so many bytes.
func many(size int, line func() string) string {
	var b strings.Builder
	for b.Len() < size {
		b.WriteString(line())
		b.WriteByte('\n')
	}
	return b.String()
}

func (e *expense) size(most int) int { return most/4 + e.IntN(most*3/4) }

func (e *expense) commands() ([]string, string) {
	words := []string{"map", "status", "history", "games", "help", "report 0", "preview", "standing", "template",
		"mpa", "statsu", "observe", "unobserve", "draw no", "press all"}
	pick := func() string { return e.one(words...) }
	if e.IntN(2) == 0 { // as many as there may be
		var b strings.Builder
		for range 1 + e.IntN(22) {
			b.WriteString(pick() + "\n")
		}
		return nil, e.sign(e.header() + b.String() + fmt.Sprint("// ", e.n) + "\nend\n")
	}
	text := many(e.size(60<<10), pick)
	if e.IntN(2) == 0 {
		text = e.sign(e.header() + text)
	}
	return nil, text
}

// pictures asks for all that may be drawn and read at once.
func (e *expense) pictures() ([]string, string) {
	heavy := []string{"map", "map large", "report 1", "report 12", "history", "map goldbach"}
	var b strings.Builder
	for range 3 {
		b.WriteString(e.one(heavy...) + "\n")
	}
	return nil, e.sign(e.header() + b.String() + fmt.Sprint("status // ", e.n) + "\nend\n")
}

func (e *expense) headerLines() ([]string, string) {
	text := many(e.size(30<<10), func() string { return e.one("game: goldbach", "side: "+string(e.side), "code: x") }) +
		e.one("preview\n", "orders\n") + "turn: 1\n" +
		many(e.size(30<<10), func() string { return e.one("a", "turn: 1", "step: 1", "\\", "a,", "orders") })
	if e.IntN(2) == 0 {
		text = e.sign(text)
	}
	return nil, text
}

func (e *expense) quotes() ([]string, string) {
	field := []string{e.one("Content-Type: text/plain; format=flowed",
		"Content-Type: text/plain; format=flowed; delsp=yes", "X: y")}
	depth := 1 + e.IntN(60)
	return field, many(e.size(1<<20), func() string {
		return strings.Repeat(e.one(">", "> ", "|"), e.IntN(depth)) + e.one("On Monday X wrote:", "game: goldbach",
			"order legrand", "", "a b ", "end", "-----BEGIN SSH SIGNATURE-----", "status")
	})
}

func (e *expense) encoded(text string) string {
	switch e.IntN(3) {
	case 0:
		s := base64.StdEncoding.EncodeToString([]byte(text))
		var b strings.Builder
		for len(s) > 76 {
			b.WriteString(s[:76] + "\r\n")
			s = s[76:]
		}
		return "Content-Transfer-Encoding: base64\r\n\r\n" + b.String() + s + "\r\n"
	case 1:
		return "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + strings.ReplaceAll(text, "=", "=3D") + "=\r\n"
	}
	return "\r\n" + text
}

// parts nests multiparts, some deeper and more than there may be.
func (e *expense) parts() ([]string, string) {
	left, parts := e.size(700<<10), 20+e.IntN(100)
	_, text := e.signatures()
	var make func(depth int) string
	make = func(depth int) string {
		boundary := fmt.Sprintf("b%d-%d", depth, e.IntN(1000))
		var b strings.Builder
		fmt.Fprintf(&b, "Content-Type: multipart/%s; boundary=%s\r\n\r\n",
			e.one("mixed", "alternative", "signed; protocol=\"application/pgp-signature\"", "related"), boundary)
		for range 1 + e.IntN(12) {
			if parts--; parts < 0 {
				break
			}
			b.WriteString("--" + boundary + "\r\n")
			if depth < 1+e.IntN(9) {
				b.WriteString(make(depth + 1))
				continue
			}
			n := min(left, 1+e.IntN(60<<10))
			left -= n
			b.WriteString("Content-Type: " + e.one("text/plain", "text/html", "text/plain; charset=iso-8859-2",
				"application/octet-stream; name=turn.txt", "application/pgp-signature") +
				"\r\n" + e.encoded(text[:min(n, len(text))]) + "\r\n")
		}
		return b.String() + "--" + boundary + "--\r\n"
	}
	head, body, _ := strings.Cut(make(0), "\r\n\r\n")
	return []string{head}, body
}

func (e *expense) order() string {
	list := func() string {
		var ids []string
		for range 1 + e.IntN(8) {
			ids = append(ids, e.one(e.ids...))
		}
		return strings.Join(ids, ",")
	}
	hex := func() string { return fmt.Sprintf("%02d%02d", 1+e.IntN(24), 1+e.IntN(20)) }
	return e.one("move "+list()+" toward "+hex(), "move "+e.one(e.ids...)+" toward "+hex(), "march "+e.one(e.ids...)+
		" to "+hex(), "shock "+list()+" at "+hex(),
		"fire "+e.one(e.ids...)+" at "+hex(), "charge "+e.one(e.ids...)+" at "+hex(), "stack "+list(),
		"face "+e.one(e.ids...)+" E", "standing square yes",
		"mvoe "+e.one(e.ids...), "rally "+e.one(e.ids...), "order "+list(), "order legrand", "first none",
		"lead soult toward "+hex())
}

func (e *expense) turnFile() ([]string, string) {
	size := e.size(60 << 10)
	line := e.order
	if e.IntN(3) == 0 { // one order without an end
		line = func() string { return e.order() + " \\" }
	}
	return nil, e.sign(e.head + "\n" + many(size, line) + "end\n")
}

func (e *expense) plans() ([]string, string) {
	return nil, e.sign(e.head + "\n" + many(e.size(60<<10), func() string {
		return "when " + e.one("vandam", "legrand", "margaron", "kienmay", "buxhow") + e.one("", " again") + e.one("",
			" if enemy-within 4", " if no-enemy-within 9") + " " + e.order()
	}) + "end\n")
}

// previews are of legal attacks, and often of others with them.
func (e *expense) previews() ([]string, string) {
	lines := e.attacks("shock", "fire", "charge")
	e.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	for range e.IntN(3) * e.IntN(15) {
		lines = append(lines, e.order()+"\n")
	}
	_, numbers, _ := strings.Cut(e.head, "turn:")
	return nil, e.sign(e.header() + e.one("", "map\n", "status\n") + "preview\nturn:" + numbers + "\n" +
		strings.Join(lines, "") + "end\n")
}

func (e *expense) keyMails() ([]string, string) {
	raw := make([]byte, e.size(40<<10))
	for i := range raw {
		raw[i] = byte(e.Uint32())
	}
	armour := "-----BEGIN PGP PUBLIC KEY BLOCK-----\n\n" +
		many(len(raw), func() string { return base64.StdEncoding.EncodeToString(raw[:48]) }) +
		"-----END PGP PUBLIC KEY BLOCK-----\n"
	key := e.one(armour, "ssh-rsa "+base64.StdEncoding.EncodeToString(raw), "ssh-ed25519 "+hex.EncodeToString(raw),
		"untrusted comment: minisign public key\n"+hex.EncodeToString(raw))
	text := e.header() + e.one("join: AAAA-BBBB-CCCC\n", "") + "key: " + key + "\nend\n"
	if e.IntN(2) == 0 && len(text) < 60<<10 {
		text = strings.ReplaceAll(text, "-----", "- -----")
		if b, err := sign.Inline(keys()["Red"], []byte(text)); err == nil {
			text = string(b)
		}
	}
	return nil, strings.Repeat(text, 1+e.IntN(10))
}

// signatures are blocks of all kinds that fit nothing, over texts that they may
// belong to.
func (e *expense) signatures() ([]string, string) {
	good := e.sign(e.head + "\norder legrand // " + fmt.Sprint(e.n) + "\nend\n")
	_, armour, _ := strings.Cut(good, "end\n")
	kind := e.IntN(4)
	var b strings.Builder
	for range 1 + e.IntN(12) {
		text := many(e.IntN(60<<10), func() string {
			return e.one("game: goldbach", "a\u00a0b", ">From x", " stuffed", "- dash", "", "order legrand")
		})
		switch kind {
		case 0:
			b.WriteString("-----BEGIN BERTHIER TURN-----\n" + text + armour)
		case 1:
			b.WriteString("-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n" + text +
				"-----BEGIN PGP SIGNATURE-----\n\n" +
				many(e.IntN(12000), func() string { return strings.Repeat("iQ==", 16) }) +
				"-----END PGP SIGNATURE-----\n")
		case 2:
			b.WriteString(text + "untrusted comment: x\n" + strings.Repeat("A", 100) + "\ntrusted comment: y\n" +
				strings.Repeat("A", 88) + "\n")
		case 3:
			b.WriteString(many(e.IntN(80<<10), func() string {
				return e.one("-----BEGIN SSH SIGNATURE-----", "-----BEGIN PGP SIGNATURE-----",
					"-----BEGIN PGP SIGNED MESSAGE-----", "untrusted comment: z", "-----BEGIN BERTHIER TURN-----", "a")
			}))
		}
	}
	return []string{"Content-Type: text/plain; charset=" + e.one("utf-8", "iso-8859-1", "utf-16", "koi8-r") + e.one("",
		"; format=flowed")}, b.String()
}

// files are texts and signatures that may belong together, as many as a mail holds.
func (e *expense) files() ([]string, string) {
	good := e.sign(e.head + "\norder legrand\nend\n")
	armour := good[strings.Index(good, "-----BEGIN SSH"):]
	var b strings.Builder
	for i := range 60 {
		name, text := e.one("turn.txt", fmt.Sprintf("t%d.txt", i)),
			many(e.IntN(12<<10), func() string {
				return e.one("game: goldbach", "a\u00a0b", ">From x", " stuffed",
					"")
			})
		if i < 8 || e.IntN(3) == 0 {
			name, text = e.one("turn.txt.sig", "turn.sig"), armour
		}
		if e.IntN(4) == 0 {
			text += armour
		}
		fmt.Fprintf(&b, "--b\r\nContent-Type: text/plain; name=%q\r\nContent-Disposition: attachment; filename=%q\r\n"+
			"%s\r\n", name, name, e.encoded(text))
	}
	return []string{"Content-Type: multipart/mixed; boundary=b"}, b.String() + "--b--\r\n"
}

func (e *expense) html() ([]string, string) {
	tags := []string{"<br>", "<div>", "</div>", "<blockquote>", "</blockquote>", "<p>", "&nbsp;", "&amp;", "<!--",
		"-->", "<pre>", "<table><tr><td>", "<script>", "</script>", "x", " ", "game: goldbach", "<a href=\"", "\">",
		"<br/>"}
	most := 1 + e.IntN(len(tags))
	var b strings.Builder
	for n := e.size(1 << 20); b.Len() < n; {
		b.WriteString(tags[e.IntN(most)])
	}
	return []string{"Content-Type: text/html"}, b.String()
}

func (e *expense) headers() ([]string, string) {
	value := func(piece string, size int) string { return strings.Repeat(piece, size/len(piece)) }
	size := e.size(60 << 10)
	field := e.one("Subject: "+value("[goldbach] ", size),
		"References: "+value("<goldbach.1.x@berthier.example> ", size), "To: "+value("a@b.c, ", size)+"d@e.f",
		"Content-Type: text/plain"+value("; a*0*=b", size), "Content-Type: multipart/mixed; boundary="+
			value("b", size), "Subject: "+value("=?utf-8?q?a?= ", size),
		"Authentication-Results: mx; "+value("spf=pass smtp.mailfrom=a; ", size),
		"Received: "+value("from a by b; ", size), value("A: b\r\n", size)+"C: d",
		"DKIM-Signature: "+value("v=1; a=b; ", size),
		"From: "+value("(", size), "To: "+value("\"", size), "Date: "+value("(", size),
		"Content-Disposition: "+value("a;", size))
	return []string{strings.TrimRight(field, " ")},
		e.one("status\r\n", "hello\r\n", e.sign(e.head+"\norder legrand\nend\n")) + many(e.size(800<<10),
			func() string { return "a" })
}

// returned looks like a report that mails could not be delivered.
func (e *expense) returned() ([]string, string) {
	var b strings.Builder
	for range 1 + e.IntN(60) {
		fmt.Fprintf(&b, "--b\r\nContent-Type: %s\r\n\r\n",
			e.one("message/delivery-status", "text/rfc822-headers", "message/rfc822", "text/plain"))
		b.WriteString(many(e.IntN(30<<10), func() string {
			return e.one("Final-Recipient: rfc822; a@b", "Action: failed\r\nStatus: 5.1.1", "",
				"Message-ID: <goldbach.1.French@berthier.example>", " folded",
				"Content-Type: multipart/mixed; boundary=x")
		}))
	}
	return []string{"Content-Type: multipart/report; report-type=delivery-status; boundary=b"}, b.String() + "--b--\r\n"
}
