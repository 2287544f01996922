package archive

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"berthier/cmd/internal/bundle"
	"berthier/cmd/internal/game"
	"berthier/cmd/internal/parcel"
	"berthier/cmd/internal/record"
	"berthier/engine"
	"berthier/mail/sign"
	"berthier/store/leaf"
)

// Names of members; see the package doc.
const (
	nameReadme  = "README.txt"
	namePage    = "index.html"
	nameHead    = "checkpoint.txt"
	nameLog     = "log.txt"
	nameLinks   = "links.txt"
	nameLogKey  = "keys/log.txt"
	namePrivate = "private.txt"

	dirData    = "data/"
	dirHidden  = "hidden/"
	dirReports = dirHidden + record.KindReport + "-" // and the side
	dirKeys    = "keys/"
	dirMails   = "mails/"
	dirOutbox  = "outbox/"
)

// Archive is one game as one file.
type Archive struct {
	game.SavedGame
	// Faults are members that are not what the others say they must be, and a
	// file that was changed after it was written. What they hold is not used.
	Faults  []error
	Members int // of the file that it was read from

	lengthened int // bytes that came out of repeats
}

// Write makes the file of a game. The same game gives the same bytes.
func Write(s game.SavedGame) ([]byte, error) {
	members, err := Archive{SavedGame: s}.all()
	if err != nil {
		return nil, fmt.Errorf("writing archive: %w", err)
	}
	return parcel.Pack(members)
}

// Read reads what Write makes. The error is for a file that is no archive or
// that is refused; what can be read but is wrong is in Faults.
func Read(file []byte) (Archive, error) {
	a, err := parse(file)
	if err != nil {
		return a, fmt.Errorf("reading archive: %w", err)
	}
	if err := parcel.CheckSeal(file); err != nil {
		a.Faults = append(a.Faults, err)
	}
	return a, nil
}

func parse(file []byte) (a Archive, err error) {
	members, err := parcel.Unpack(file)
	if err != nil {
		return a, err
	}
	a.Members = len(members)
	got := map[string][]byte{}
	for _, m := range members {
		got[m.Name] = m.Data
	}
	for _, name := range []string{nameLog, nameHead} {
		if got[name] == nil {
			return a, parcel.Refuse(name, "it is missing")
		}
	}
	if a.Records, err = parseLog(got[nameLog]); err != nil {
		return a, &parcel.MemberError{Name: nameLog, Err: err}
	}
	a.Head, a.Data, a.Messages = got[nameHead], map[string][]byte{}, map[string][]byte{}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if err := a.take(name, got); err != nil {
			return a, &parcel.MemberError{Name: name, Err: err}
		}
	}
	a.compare(members)
	return a, nil
}

// take sorts a member in.
func (a *Archive) take(name string, all map[string][]byte) error {
	data := all[name]
	switch dir, rest, _ := strings.Cut(name, "/"); {
	case name == nameReadme:
	case name == namePage:
		a.Page = data
	case dir+"/" == dirData:
		a.Data[rest] = data
	case dir+"/" == dirMails:
		sum := sha256.Sum256(data)
		if rest != hex.EncodeToString(sum[:])+".eml" {
			a.Faults = append(a.Faults, parcel.Refuse(name, "its name is not the SHA-256 of its bytes"))
			return nil
		}
		a.Messages[strings.TrimSuffix(rest, ".eml")] = data
	case dir+"/" == dirHidden:
		return a.takeHidden(name, data)
	case name == namePrivate:
		secrets, err := parsePrivate(data, all)
		a.Secrets = secrets
		return err
	}
	return nil
}

// takeHidden adds hidden parts to their records.
func (a *Archive) takeHidden(name string, data []byte) error {
	frames, err := bundle.Parse(data)
	if err != nil {
		return err
	}
	reports := bundle.NewLengthener(nil)
	for _, f := range frames {
		if strings.HasPrefix(name, dirReports) {
			if f.Data, err = reports.Lengthen(f.Data, parcel.MaxTotal-a.lengthened); err != nil {
				return fmt.Errorf("record %d: %w", f.Seq, err)
			}
			a.lengthened += len(f.Data)
		}
		if f.Seq < 1 || f.Seq > uint64(len(a.Records)) || a.Records[f.Seq-1].Hidden != nil {
			return fmt.Errorf("record %d is not in the log, or was there before", f.Seq)
		}
		a.Records[f.Seq-1].Hidden = f.Data
	}
	return nil
}

// parseLog reads the open parts of the records.
func parseLog(text []byte) (records []leaf.Record, err error) {
	frames, err := bundle.Parse(text)
	if err != nil {
		return nil, err
	}
	for _, f := range frames {
		r, err := record.Leaf(f.Seq, f.Data)
		if err != nil {
			return nil, err
		}
		records = append(records, r)
	}
	return records, nil
}

// compare makes all members again out of what was taken from them: none may be
// missing, more or other. Only README.txt may have other words, which are kept.
func (a *Archive) compare(got []parcel.Member) {
	want, err := a.all()
	if err != nil {
		a.Faults = append(a.Faults, err)
		return
	}
	fault := func(name, format string, args ...any) {
		a.Faults = append(a.Faults, parcel.Refuse(name, format, args...))
	}
	text := map[string][]byte{}
	for _, m := range want {
		text[m.Name] = m.Data
	}
	for i, m := range got {
		switch data, ok := text[m.Name]; {
		case !ok:
			fault(m.Name, "it does not belong into an archive of this game")
		case !bytes.Equal(data, m.Data) && m.Name == nameReadme:
			a.Readme = m.Data
		case !bytes.Equal(data, m.Data):
			fault(m.Name, "it differs at %s from what the log demands", difference(m.Data, data))
		case len(got) == len(want) && want[i].Name != m.Name:
			fault(m.Name, "it stands in the place of %q", want[i].Name)
		}
		delete(text, m.Name)
	}
	for _, name := range slices.Sorted(maps.Keys(text)) {
		fault(name, "it is missing")
	}
}

// difference names the line in which two texts begin to differ.
func difference(a, b []byte) string {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return fmt.Sprint("line ", 1+bytes.Count(a[:n], []byte("\n")))
}

// all gives all members in the order of their names.
func (a Archive) all() (all []parcel.Member, err error) {
	add := func(name string, data []byte) { all = append(all, parcel.Member{Name: name, Data: data}) }
	if len(a.Records) == 0 {
		return nil, errors.New("the log is empty")
	}
	g, err := record.ParseGame(a.Records[0].Data, nil)
	if err != nil {
		return nil, fmt.Errorf("record 1: %w", err)
	}
	if a.Readme != nil {
		add(nameReadme, a.Readme)
	} else {
		add(nameReadme, readmeOf(g, a.Records))
	}
	if a.Page != nil {
		add(namePage, a.Page)
	}
	add(nameHead, a.Head)
	for name, data := range a.Data {
		add(dirData+name, data)
	}
	a.logMembers(add)
	for _, p := range g.Players {
		if p.Key == (sign.Key{}) {
			continue
		}
		add(dirKeys+string(p.Side)+".pub", []byte(p.Key.String()+"\n"))
	}
	add(nameLogKey, []byte(g.Log+"\n"))
	add(nameLinks, links(g, a.Records))
	for hash, raw := range a.Messages {
		add(dirMails+hash+".eml", raw)
	}
	if a.Secrets != nil {
		add(namePrivate, printPrivate(a.Secrets))
		for i, m := range a.Secrets.Outbox {
			add(outboxName(i), m.Raw)
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Name < all[j].Name })
	return all, nil
}

// logMembers gives the log: the open parts of all records, and the hidden parts
// that are there, those of a kind together.
func (a Archive) logMembers(add func(name string, data []byte)) {
	var open []bundle.Frame
	hidden := map[string][]bundle.Frame{}
	for _, r := range a.Records {
		open = append(open, bundle.Frame{Seq: r.Seq, Data: r.Data})
		if r.Hidden != nil {
			name := hiddenName(r)
			hidden[name] = append(hidden[name], bundle.Frame{Seq: r.Seq, Data: r.Hidden})
		}
	}
	add(nameLog, bundle.Print(open))
	for name, frames := range hidden {
		if strings.HasPrefix(name, dirReports) {
			reports := bundle.NewShortener()
			for i, f := range frames {
				frames[i].Data = reports.Shorten(f.Data)
			}
		}
		add(name, bundle.Print(frames))
	}
}

// hiddenName is the member that holds the hidden part of a record: the reports to each side have one of their own.
func hiddenName(r leaf.Record) string {
	if p, err := record.ParseReport(r.Data, nil); r.Kind == record.KindReport && err == nil {
		return dirReports + string(p.Side) + ".txt"
	}
	return dirHidden + r.Kind + ".txt"
}

// links lists the hash chain from the anchor to the last link that is known.
func links(g record.Game, records []leaf.Record) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "0 %s\n", g.Anchor)
	for _, r := range records {
		if !slices.Contains(chained, r.Kind) {
			continue
		}
		v, err := record.Parse(r.Kind, r.Data, nil)
		if err != nil {
			continue
		}
		if _, link, ok := game.Links(v); ok {
			fmt.Fprintf(&b, "%d %s\n", r.Step, link)
		}
		if o, ok := v.(record.Over); ok {
			fmt.Fprintf(&b, "%d %s\n", engine.ChainLength, o.Secret)
		}
	}
	return b.Bytes()
}

// chained are the kinds of records that tell of the hash chain.
var chained = []string{record.KindStep, record.KindRollback, record.KindRuling, record.KindBurn, record.KindOver}
