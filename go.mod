module berthier

go 1.26.0

require (
	aead.dev/minisign v0.3.0 // signatures of minisign
	github.com/ProtonMail/go-crypto v1.5.2 // signatures of OpenPGP
	github.com/andybalholm/brotli v1.2.8 // packing of the maps
	github.com/cloudflare/circl v1.6.5 // signatures of drand beacons
	github.com/coreos/go-systemd/v22 v22.7.0 // telling systemd how the daemon does
	github.com/emersion/go-imap/v2 v2.0.0-beta.8 // polling, and the server to try out with
	github.com/emersion/go-message v0.18.2 // MIME
	github.com/emersion/go-msgauth v0.7.0 // what mail servers found; DKIM in tests
	github.com/emersion/go-sasl v0.0.0-20241020182733-b788ff22d5a6 // login
	github.com/emersion/go-smtp v0.25.1 // sending, and the server to try out with
	github.com/hiddeco/sshsig v0.2.0 // signatures of ssh-keygen -Y
	github.com/jackc/pgx/v5 v5.12.0 // store in PostgreSQL
	github.com/klauspost/compress v1.20.3 // packing of the engine in the order desk
	github.com/pelletier/go-toml/v2 v2.4.3 // configuration
	github.com/yuin/goldmark v1.8.7 // HTML of the reports
	go.etcd.io/bbolt v1.5.0 // store
	golang.org/x/crypto v0.58.0 // SSH keys
	golang.org/x/image v0.47.0 // maps as PNG
	golang.org/x/mod v0.42.0 // Merkle tree and signed checkpoints of the logs
	golang.org/x/net v0.62.0 // reading mails that are only HTML; registered domains
	golang.org/x/sys v0.49.0 // giving memory back
	golang.org/x/text v0.43.0 // letters without their accents
	golang.org/x/tools v0.52.0 // txtar, the form of case files
)

// Tests only.
require (
	github.com/chromedp/cdproto v0.0.0-20250724212937-08a3db8b4327 // what a browser is asked
	github.com/chromedp/chromedp v0.14.2 // driving a browser
	github.com/gobwas/ws v1.4.0 // WebSockets, over which Firefox is driven
	github.com/rogpeppe/go-internal v1.16.0 // testscript
	pgregory.net/rapid v1.3.0 // property tests
)

require (
	github.com/chromedp/sysutil v1.1.0 // indirect
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875 // indirect
	github.com/gobwas/httphead v0.1.0 // indirect
	github.com/gobwas/pool v0.2.1 // indirect
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20240606120523-5a60cdf6a761 // indirect
)
