// Command desk is the order desk. Built for a browser it is the engine in the page: it answers the
// messages of package cmd/internal/desk. Run on a machine it makes the page itself:
//
//	go run ./cmd/desk -o berthier-desk.html
//
// The page is one file that needs no server and no network (package templates/desk). What is
// written to templates/desk/made is part of every berthier that is built afterwards.
package main
