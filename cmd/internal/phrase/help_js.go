package phrase

import "io/fs"

func helpWords() []fs.FS { return nil }
