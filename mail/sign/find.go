package sign

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"berthier/mail"
)

const (
	maxSignatures  = 8   // looked at in one message
	maxArmourLines = 200 // an Ed25519 signature needs 7, one that quantum computers cannot forge up to 180
	maxPartners    = 8   // texts tried with one signature

	// Bytes that are tried with all signatures of a message: each spelling of each
	// text. The 112 spellings of the longest text are 7 MiB.
	maxTried = 16 << 20

	// Bytes of a text in which markers are looked for. Cutting it into lines
	// takes up to 24 times the memory.
	maxSearched = 1 << 20
)

// foundSignature is one signature of a message with the texts it may belong to.
type foundSignature struct {
	armour []byte // cleaned
	quoted bool
	form   Form
	texts  []candidate
	long   bool // it may belong to a text that is too long to look at
	left   *int // bytes that may still be tried with the signatures of the message
}

// candidate is a text that may have been signed. Of a clear-signed one it is
// what stands between the marker lines, hash header included.
type candidate struct {
	text []byte
	form Form
}

// finder collects signatures. The same one may be met several times, as
// received and with soft line breaks undone: its texts are added up.
type finder struct {
	m     *mail.Message
	whole []*foundSignature // of mail programs over parts of the message
	found []*foundSignature
}

// findSignatures gives the signatures that count, the likeliest first.
func findSignatures(m *mail.Message) []*foundSignature {
	f := &finder{m: m}
	for _, form := range forms {
		if form.find != nil {
			form.find(f)
		}
	}
	switch {
	case slices.ContainsFunc(f.found, func(x *foundSignature) bool { return !x.quoted }):
		return slices.DeleteFunc(f.found, func(x *foundSignature) bool { return x.quoted })
	case len(f.whole) > 0:
		return f.whole
	}
	return f.found
}

// body adds those in the body of the message.
func (f *finder) body() {
	f.inline([]byte(f.m.Text), FormInline)
	f.inline([]byte(f.m.Flowed), FormInline)
	if !bytes.Equal(f.m.TextBytes, []byte(f.m.Text)) {
		f.inline(f.m.TextBytes, FormInline)
	}
	if len(f.found) == 0 && !f.m.HTMLOnly {
		f.inline([]byte(mail.HTMLText(f.m.HTML)), FormInline)
	}
}

// signatures adds the attached files that hold signatures and nothing before them, but
// for that of the mail program.
func (f *finder) signatures() {
	for i := range f.m.Attachments {
		a := &f.m.Attachments[i]
		if armour := signatureOf(a); armour != nil && !isOf(f.whole, armour) {
			f.files(armour, a.Name, i)
		}
	}
}

// texts adds those that stand behind a text in an attached file.
func (f *finder) texts() {
	for i := range f.m.Attachments {
		a := &f.m.Attachments[i]
		if signatureOf(a) == nil && mayHoldText(a) {
			f.inline(a.Bytes, FormFile)
		}
	}
}

func isOf(all []*foundSignature, file []byte) bool {
	blocks := findBlocks(file)
	return slices.ContainsFunc(all, func(x *foundSignature) bool {
		return len(blocks) > 0 &&
			bytes.Equal(x.armour, blocks[0].armour)
	})
}

func (f *finder) inline(text []byte, form Form) {
	for _, b := range findBlocks(text) {
		var cs []candidate
		var long bool
		for _, t := range b.texts {
			switch {
			case len(t) > MaxSigned:
				long = true
			case len(bytes.TrimSpace(t)) > 0:
				cs = append(cs, candidate{t, b.form(form)})
			}
		}
		if len(cs) == 0 && !long {
			cs, long = f.partners("", -1) // a signature pasted alone, its text attached
		}
		f.add(&foundSignature{armour: b.armour, quoted: b.quoted, form: b.form(form), texts: cs, long: long})
	}
}

// files takes an attached file that holds signatures and no text.
func (f *finder) files(armour []byte, name string, index int) {
	for _, b := range findBlocks(armour) {
		cs, long := f.partners(name, index)
		f.add(&foundSignature{armour: b.armour, quoted: b.quoted, form: FormAttached, texts: cs, long: long})
	}
}

func (f *finder) add(b *foundSignature) {
	for _, x := range f.found {
		if bytes.Equal(x.armour, b.armour) {
			x.texts = append(x.texts, b.texts[:max(0, min(len(b.texts), maxPartners-len(x.texts)))]...)
			x.quoted, x.long = x.quoted && b.quoted, x.long || b.long
			return
		}
	}
	if len(f.found) < maxSignatures {
		f.found = append(f.found, b)
	}
}

// partners gives the texts that an attached signature may belong to: the file
// it is named after; else every other text file; else the body. It says whether one was too long.
func (f *finder) partners(sigName string, sigIndex int) (texts []candidate, long bool) {
	var all, named []candidate
	stem := strings.ToLower(strings.TrimSuffix(sigName, path.Ext(sigName)))
	for i := range f.m.Attachments {
		a := &f.m.Attachments[i]
		if i == sigIndex || !mayHoldText(a) || signatureOf(a) != nil {
			continue
		}
		if len(a.Bytes) > MaxSigned {
			long = true
			continue
		}
		cs := []candidate{{a.Bytes, FormAttached}}
		if utf := a.UTF8(); !bytes.Equal(utf, a.Bytes) {
			cs = append(cs, candidate{utf, FormAttached})
		}
		all = append(all, cs...)
		name := strings.ToLower(a.Name)
		if stem != "" && (name == stem || strings.TrimSuffix(name, path.Ext(name)) == stem) {
			named = append(named, cs...)
		}
	}
	switch {
	case len(named) > 0:
		return named[:min(len(named), maxPartners)], long
	case len(all) > 0:
		return all[:min(len(all), maxPartners)], long
	}
	for _, t := range [][]byte{f.m.TextBytes, []byte(f.m.Text), []byte(f.m.Flowed)} {
		switch {
		case len(t) > MaxSigned:
			long = true
		case len(bytes.TrimSpace(t)) > 0:
			texts = append(texts, candidate{t, FormDetached})
			texts = append(texts, fromTurnStart(t, FormDetached)...)
		}
	}
	return texts, long
}

// mayHoldText is false for what cannot be a turn, keys among them: Thunderbird
// attaches one to each signed mail.
func mayHoldText(a *mail.Attachment) bool {
	for _, p := range []string{"image/", "audio/", "video/", "font/", "message/", "multipart/", "text/html",
		"application/pgp-"} {
		if strings.HasPrefix(a.Type, p) {
			return false
		}
	}
	return !bytes.ContainsRune(a.Bytes, 0) && !bytes.HasPrefix(bytes.TrimSpace(a.Bytes), []byte(beginPGPKey))
}

// signatureOf gives the armoured signatures of a file that holds them and
// nothing before them, or nil.
func signatureOf(a *mail.Attachment) []byte {
	for _, kind := range kinds {
		if armoured := kind.file(a.Bytes); armoured != nil {
			return armoured
		}
	}
	return nil
}
