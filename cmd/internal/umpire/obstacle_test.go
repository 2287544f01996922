package umpire

import (
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
		sign.ObstacleUTF16: templates.SignatureUTF16, sign.ObstacleEmpty: templates.SignatureEmpty,
	} {
		if string(obstacle) != string(fault) {
			t.Errorf("sign calls it %q, templates %q", obstacle, fault)
		}
	}
}
