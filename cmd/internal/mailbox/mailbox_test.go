package mailbox

import "testing"

// However an address is spelt, it counts as the mailbox where its mails end up.
func TestOf(t *testing.T) {
	for _, test := range []struct{ address, name, domain string }{
		{"ney@example.net", "ney@example.net", "example.net"},
		{"Ney@Example.NET", "ney@example.net", "example.net"},
		{"ney+a@example.net", "ney@example.net", "example.net"},
		{"n.e.y+a+b@example.net", "ney@example.net", "example.net"},
		{"+a@example.net", "@example.net", "example.net"},
		{"michel.ney@googlemail.com", "michelney@gmail.com", "gmail.com"},
		{"ney@mail.a.example.co.uk", "ney@mail.a.example.co.uk", "example.co.uk"},
		{"ney@xn--bcher-kva.example", "ney@xn--bcher-kva.example", "xn--bcher-kva.example"},
		{"ney@localhost", "ney@localhost", "localhost"},
		{"ney@com", "ney@com", "com"},
		{"o'neil_1=x@example.net", "o'neil_1=x@example.net", "example.net"},
		// What may lead elsewhere, or nowhere.
		{address: "ney"}, {address: "@example.net"}, {address: "ney@"}, {address: ""},
		{address: "victim%example.org@example.net"}, {address: "example.org!victim@example.net"},
		{address: "victim@example.org@example.net"}, {address: `"ney"@example.net`}, {address: `"n ey"@example.net`},
		{address: "n..ey@example.net"}, {address: ".ney@example.net"}, {address: "ney.@example.net"},
		{address: "ney@example.net."}, {address: "ney@.example.net"}, {address: "ney@example..net"},
		{address: "ney@[192.0.2.1]"}, {address: "ney@192.0.2.1"}, {address: "ney@-a.example"},
		{address: "ney@bücher.example"},
		// the sign of Kelvin, whose small letter is a k
		{address: "loo\u212aer@example.net"}, {address: "ney@e\u212a.example"},
		{address: "né@example.net"}, {address: "|sh@example.net"}, {address: "/etc/passwd@example.net"},
		{address: "a:b@example.net"}, {address: "ney(x)@example.net"}, {address: "<ney@example.net>"},
	} {
		m, ok := Of(test.address)
		if ok != (test.name != "") || ok && m != (Box{test.name, test.domain}) {
			t.Errorf("%q: got %+v, %v, want %q of %q", test.address, m, ok, test.name, test.domain)
		}
	}
}
