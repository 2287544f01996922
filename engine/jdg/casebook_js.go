package jdg

import "embed"

// caseBook is empty in a browser, where nobody runs it and its size counts.
var caseBook embed.FS
