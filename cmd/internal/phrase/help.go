//go:build !js

package phrase

import (
	"embed"
	"io/fs"
)

//go:embed help/words/*.properties
var helpFiles embed.FS

// helpWords say what commands do. The order desk gives none, and its page has no room for them.
func helpWords() []fs.FS {
	files, err := fs.Sub(helpFiles, "help")
	if err != nil {
		panic(err) // the path is a valid one
	}
	return []fs.FS{files}
}
