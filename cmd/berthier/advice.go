package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"syscall"
)

const loginAdvice = "check user and secret; many providers want a password of its own for each program, or a token " +
	"(token_file, token_command)"

// connectAdvice says what to do when a server cannot be talked to.
func connectAdvice(key string, err error) string {
	var name x509.HostnameError
	var authority x509.UnknownAuthorityError
	var invalid x509.CertificateInvalidError
	var record tls.RecordHeaderError
	var timeout net.Error
	switch {
	case errors.As(err, &name):
		return fmt.Sprintf("the certificate is for %s: put that name into %s.address",
			strings.Join(name.Certificate.DNSNames, ", "), key)
	case errors.As(err, &authority):
		return "nobody whom this machine trusts has signed the certificate: check the name of the server, install " +
			"the ca-certificates of the system, or name a private authority in the environment variable SSL_CERT_FILE"
	case errors.As(err, &invalid) && invalid.Reason == x509.Expired:
		return "the certificate is not good now: check the clock of this machine, then ask whoever runs the server"
	case errors.As(err, &record):
		return fmt.Sprintf("the port speaks no TLS from the start: use %s.security = \"starttls\" there, or the port "+
			"for TLS (993 for IMAP, 465 for SMTP)", key)
	case errors.Is(err, syscall.ECONNREFUSED):
		return fmt.Sprintf("nothing listens there: check host and port of %s.address (IMAP 993 or 143, SMTP 465 or "+
			"587)", key)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) &&
		timeout.Timeout():
		return fmt.Sprintf("no answer: a firewall drops the connection, or the port wants the other %s.security "+
			"(\"tls\" for 993 and 465, \"starttls\" for 143 and 587)", key)
	}
	return fmt.Sprintf("check host, port and security of %s; the server may be down", key)
}
