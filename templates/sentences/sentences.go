// Package sentences has those sentences of mails that an audit reads again (package retold), each by
// its key and in every language of package tongue: the files in the folder words. Package templates
// says them, beside all others, which are its own: so a browser that audits gets neither templates nor
// their words.
package sentences

import (
	"embed"

	"berthier/engine/tongue"
)

// Files are the words, as package tongue loads them.
//
//go:embed words/*.properties
var Files embed.FS

// Catalogue has the sentences.
var Catalogue = tongue.MustLoad(Files)
