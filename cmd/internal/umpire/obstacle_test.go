package umpire

import (
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
