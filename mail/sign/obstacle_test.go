package sign

import "testing"

func TestObstacleOf(t *testing.T) {
	part := func(kind, name, body string) string {
		return "Content-Type: " + kind + "\r\nContent-Disposition: attachment; filename=\"" + name + "\"\r\n\r\n" + body
	}
	body := func(text string) string { return "Content-Type: text/plain\r\n\r\n" + text }
	const endPGP = "-----END PGP MESSAGE-----\r\n"
	const forwarded = "Content-Type: message/rfc822\r\n\r\n"
	const turn = "game: x\r\nside: Red\r\nturn: 1\r\nstep: 1\r\nend\r\n"
	docx := part(
		"application/vnd.openxmlformats-officedocument.wordprocessingml.document",
		"orders.docx",
		"PK\x03\x04\x00",
	)
	picture := part("image/png", "map.png", "\x89PNG\x00")
	for _, tt := range []struct {
		name string
		raw  []byte
		want Obstacle
	}{
		{"a turn", message1(plain, turn), ""},
		{"a greeting", message1(plain, "hello"), ""},
		{"nothing", message1(plain, " \r\n"), ObstacleEmpty},
		{"HTML without a word", message1("text/html", "<div><br></div>"), ObstacleEmpty},
		{"nothing but a key", mixed(body(""), part("application/pgp-keys", "OpenPGP_0x1.asc", "x")), ObstacleEmpty},
		{"Word", mixed(body("my orders"), docx), ObstacleWord},
		{"Word alone", mixed(docx), ObstacleWord},
		{"Word by its name", mixed(body(""), part("application/octet-stream", "Orders.DOC", "\xd0\xcf\x00")),
			ObstacleWord},
		{"OpenDocument", mixed(part("application/vnd.oasis.opendocument.text", "orders.odt", "PK\x00")), ObstacleWord},
		{"Word beside a turn", mixed(body(turn), docx), ""},
		{"Word beside a turn as a file", mixed(body("my orders"), docx, part("text/plain", "turn.txt", turn)), ""},
		{"a forwarded mail", mixed(body("see below"), forwarded+string(message1(plain, turn))), ObstacleForwarded},
		{"a forwarded mail by its name", mixed(part("application/octet-stream", "Fwd.eml", "From: x\x00")),
			ObstacleForwarded},
		{"a forwarded mail beside a turn", mixed(body(turn), forwarded+"From: x\r\n\r\nx"), ""},
		{"PDF", mixed(body("my orders"), part("application/pdf", "orders.pdf", "%PDF-1.7\x00")), ObstaclePDF},
		{"PDF by its name", mixed(part("application/octet-stream", "orders.pdf", "%PDF-1.7\x00")), ObstaclePDF},
		{"a zip file", mixed(body("see the file"), part("application/zip", "turn.zip", "PK\x03\x04\x00")), ObstacleZip},
		{"a zip file as Windows calls it", mixed(part("application/x-zip-compressed", "turn", "PK\x00")), ObstacleZip},
		{"packed, by its name", mixed(body(""), part("application/octet-stream", "Turn.7Z", "7z\x00")), ObstacleZip},
		{"a zip file beside a turn", mixed(body(turn), part("application/zip", "maps.zip", "PK\x00")), ""},
		{"Outlook's own format", mixed(body(""), part("application/ms-tnef", "winmail.dat", "x\x9f>\"\x00")),
			ObstacleTNEF},
		{"the same by its name", mixed(body("my orders"), part("application/octet-stream", "Winmail.DAT", "x\x9f")),
			ObstacleTNEF},
		{"the same beside a turn", mixed(body(turn), part("application/ms-tnef", "winmail.dat", "x\x9f")), ""},
		{"a private key", message1(plain, "my key:\r\n-----BEGIN OPENSSH PRIVATE KEY-----\r\nb3Bl\r\n"),
			ObstacleSecret},
		{"one of OpenPGP as a file", mixed(body(turn), part("application/pgp-keys", "alice.asc",
			"-----BEGIN PGP PRIVATE KEY BLOCK-----\r\n\r\nlQPG\r\n")), ObstacleSecret},
		{"one of minisign", mixed(body(""), part("application/octet-stream", "minisign.key",
			"untrusted comment: minisign encrypted secret key\r\nRWRT\r\n")), ObstacleSecret},
		{"talk of one", message1(plain, "-----BEGIN BERTHIER TURN-----\r\nI lost my PRIVATE KEY, a secret key\r\n"),
			""},
		{"UTF-16", mixed(body("my orders"), part("text/plain", "turn.txt", "\xff\xfeg\x00a\x00")), ObstacleUTF16},
		{"UTF-16, high byte first", mixed(part("application/octet-stream", "turn.asc", "\xfe\xff\x00g")),
			ObstacleUTF16},
		{"UTF-16 beside a turn", mixed(body(turn), part("text/plain", "notes.txt", "\xff\xfeg\x00")), ""},
		{"a picture", mixed(body("see the picture"), picture), ObstaclePicture},
		{"a picture beside a turn", mixed(body(turn), picture), ""},
		{"a picture and Word", mixed(picture, docx), ObstacleWord},
		{"PGP/MIME, encrypted", mixed("Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n"),
			ObstacleEncrypted},
		{"PGP, encrypted in the body", message1(plain, encryptedPGP+"\r\n\r\nhQEM\r\n"), ObstacleEncrypted},
		{"PGP, signed and packed", message1(plain, encryptedPGP+"\r\n\r\nowGbwMvMwMH4\r\n"+endPGP), ObstacleOpenPGP},
		{"PGP, signed and not packed", message1(plain, encryptedPGP+"\r\n\r\nxA0DAAoWA1UH\r\n"+endPGP),
			ObstacleOpenPGP},
		{"PGP, signed and packed, as a file", mixed(body("see the file"), part("application/pgp-encrypted",
			"turn.txt.gpg", "\xa3\x01\x9b")), ObstacleOpenPGP},
		{"PGP, encrypted, as a file", mixed(body("see the file"), part("application/pgp-encrypted",
			"turn.txt.gpg", "\x85\x01\x0c")), ObstacleEncrypted},
		{"S/MIME, a signature", mixed(body(turn), part("application/pkcs7-signature", "smime.p7s", "0\x80")),
			ObstacleSMIME},
		{"S/MIME, old type", mixed(body(turn), part("application/x-pkcs7-signature", "smime.p7s", "0\x80")),
			ObstacleSMIME},
		{"S/MIME, signed in one", message1("application/pkcs7-mime; name=smime.p7m",
			"0\x80\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"), ObstacleSMIME},
		{"S/MIME, encrypted", message1("application/pkcs7-mime; name=smime.p7m", "0\x80"+string(envelopedData)),
			ObstacleSMIMEEncrypted},
		{"S/MIME, encrypted with AEAD", message1("application/x-pkcs7-mime", "0\x80"+string(authEnvelopedData)),
			ObstacleSMIMEEncrypted},
	} {
		if got := ObstacleOf(mustParse(t, tt.raw)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
