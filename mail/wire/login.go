package wire

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-sasl"

	"berthier/mail"
)

// XOAUTH2 is older than RFC 7628 and has no standard; Google and Microsoft
// describe it. Microsoft has nothing else.
const xoauth2 = "XOAUTH2"

// dialIMAP connects, with the protection that the endpoint wants.
func (e *Endpoint) dialIMAP(ctx context.Context, opts *imapclient.Options) (*imapclient.Client, error) {
	const limit = 30 * time.Second
	conn, err := e.dial(ctx, limit)
	if err != nil {
		return nil, fmt.Errorf("connecting: %w", err)
	}
	opts.TLSConfig = e.tlsConfig()
	if e.Security != StartTLS {
		return imapclient.New(conn, opts), nil
	}
	stop := context.AfterFunc(ctx, func() { conn.Close() })
	defer stop()
	t := time.AfterFunc(limit, func() { conn.Close() })
	defer t.Stop()
	client, err := imapclient.NewStartTLS(conn, opts)
	if err != nil {
		return nil, fmt.Errorf("starting TLS: %w", err)
	}
	return client, nil
}

// loginIMAP logs in by the means that the endpoint has.
func (e *Endpoint) loginIMAP(ctx context.Context, c *imapclient.Client) error {
	if e.Token == nil {
		return c.Login(e.User, e.Password).Wait()
	}
	caps := c.Caps()
	auth, err := e.bearer(ctx, func(mechanism string) bool { return caps.Has(imap.AuthCap(mechanism)) })
	if err != nil {
		return err
	}
	return c.Authenticate(auth)
}

// mechanism chooses how to log in at a submission server.
func (e *Endpoint) mechanism(ctx context.Context, offers func(mechanism string) bool) (sasl.Client, error) {
	switch {
	case e.Token != nil:
		return e.bearer(ctx, offers)
	case !offers(sasl.Plain) && offers(sasl.Login):
		return sasl.NewLoginClient(e.User, e.Password), nil
	}
	return sasl.NewPlainClient("", e.User, e.Password), nil
}

// bearer fetches a token and chooses how to show it.
func (e *Endpoint) bearer(ctx context.Context, offers func(mechanism string) bool) (sasl.Client, error) {
	standard := offers(sasl.OAuthBearer)
	if !standard && !offers(xoauth2) {
		return nil, errors.New("the server takes no tokens: it offers neither OAUTHBEARER nor XOAUTH2")
	}
	token, err := e.Token(ctx)
	if err != nil {
		return nil, fmt.Errorf("getting a token: %w", err)
	}
	if token == "" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errors.New("getting a token: what came is empty or not a token")
	}
	if !standard {
		return &xoauth2Client{e.User, token}, nil
	}
	host, port, err := net.SplitHostPort(e.Address)
	if err != nil {
		return nil, err
	}
	n, _ := strconv.Atoi(port) // a port by name is left out
	return sasl.NewOAuthBearerClient(&sasl.OAuthBearerOptions{Username: e.User, Token: token, Host: host, Port: n}), nil
}

type xoauth2Client struct{ user, token string }

func (c *xoauth2Client) Start() (string, []byte, error) {
	return xoauth2, []byte("user=" + c.user + "\x01auth=Bearer " + c.token + "\x01\x01"), nil
}

// Next is called only if the token was refused.
func (c *xoauth2Client) Next(challenge []byte) ([]byte, error) {
	var refusal struct{ Status string }
	if err := json.Unmarshal(challenge, &refusal); err != nil {
		return nil, errors.New("XOAUTH2: the server asks for something unknown")
	}
	return nil, fmt.Errorf("XOAUTH2: the server refuses the token (status %s)",
		mail.Clip(mail.OneLine(refusal.Status), 40))
}
