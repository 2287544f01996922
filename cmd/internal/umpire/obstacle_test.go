package umpire

import (
	"encoding/base64"
	"strings"
	"testing"

	"berthier/mail/sign"
	"berthier/templates"
)

// The template has words for each obstacle of package sign, under its name.
func TestObstaclesHaveWords(t *testing.T) {
	for obstacle, fault := range map[sign.Obstacle]templates.SignatureFault{
		sign.ObstacleSMIME: templates.SignatureSMIME, sign.ObstacleSMIMEEncrypted: templates.SignatureSMIMEEncrypted,
		sign.ObstacleEncrypted: templates.SignatureEncrypted, sign.ObstacleWord: templates.SignatureWord,
		sign.ObstaclePDF: templates.SignaturePDF, sign.ObstaclePicture: templates.SignaturePicture,
		sign.ObstacleTNEF: templates.SignatureTNEF, sign.ObstacleSecret: templates.SignatureSecret,
		sign.ObstacleZip: templates.SignatureZip, sign.ObstacleUTF16: templates.SignatureUTF16,
		sign.ObstacleEmpty: templates.SignatureEmpty, sign.ObstacleForwarded: templates.SignatureForwarded,
		sign.ObstacleOpenPGP: templates.SignatureOpenPGP,
	} {
		if string(obstacle) != string(fault) {
			t.Errorf("sign calls it %q, templates %q", obstacle, fault)
		}
	}
}

// A text that is too long is told as that, not as one that has been changed.
func TestSignedTextTooLong(t *testing.T) {
	var told string
	for _, p := range signatureText(&sign.OpenError{Fault: sign.FaultLong}) {
		told += p.String() + "\n"
	}
	for _, want := range []string{"(text too long)", "64 KiB", "without the report"} {
		if !strings.Contains(told, want) {
			t.Errorf("no %q in %s", want, told)
		}
	}
}

// A file in UTF-16 is named as that, too, if its signature lies beside it: that it was changed would be wrong.
func TestSignedFileInUTF16(t *testing.T) {
	tb := newTable(t)
	tb.create()
	tb.deliver()
	text := []byte("\xff\xfe")
	for _, c := range []byte(file("Red", 1, 1, "pick 3")) {
		text = append(text, c, 0)
	}
	signature, err := sign.Sign(keys()["Red"], text)
	if err != nil {
		t.Fatal(err)
	}
	body := "--x\nContent-Type: text/plain\n\nsee the file\n"
	for name, data := range map[string][]byte{"turn.txt": text, "turn.txt.sig": signature} {
		body += "--x\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename=" + name +
			"\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString(data) + "\n"
	}
	raw := letter(address["Red"], "1@home", body+"--x--\n", "Content-Type: multipart/mixed; boundary=x")
	if err := tb.take(raw); err != nil {
		t.Fatal(err)
	}
	got, want := tb.deliver(), "in UTF-16, which Windows calls Unicode"
	if len(got) != 1 || !strings.Contains(flat(got[0].Text), want) {
		t.Errorf("no %q in %s\n%s", want, titles(got), got[0].Text)
	}
}
