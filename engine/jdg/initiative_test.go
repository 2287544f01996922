package jdg

import "testing"

// TestBestCommander: of the commanders with a unit of the group in range the one
// with the best DRM helps [2.4.3-e], the first of the scenario among equals.
func TestBestCommander(t *testing.T) {
	const text = "unit a French inf at=0505\nunit x Allied inf at=1205\n"
	for _, tt := range []struct{ name, commanders, want string }{
		{"the better one", "commander nap French drm=1 at=0505\ncommander ber French drm=2 at=0505\n", "ber"},
		{"the first of equals", "commander nap French drm=2 at=0505\ncommander ber French drm=2 at=0505\n", "nap"},
		{"one in range", "commander nap French drm=2 range=2 at=0105\ncommander ber French drm=0 at=0505\n", "ber"},
		{"nobody in range", "commander nap French drm=2 range=2 at=0105\n", ""},
		{"none of the enemy's", "commander kut Allied drm=2 range=20 at=1205\n", ""},
	} {
		p := position(t, text+tt.commanders)
		if got, _, ok := p.bestDRM(p.Groups[0]); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s: got %q, %v, want %q", tt.name, got, ok, tt.want)
		}
	}
}
