package setup

import "testing"

// TestEffects: what the weather does in a battle is what the rules say of it [14-a to 14-i].
func TestEffects(t *testing.T) {
	tables, _, err := Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		rule    string
		weather Weather
		want    Effect
	}{
		{"14-a", Snow, Effect{Uphill: 3, Shooting: "all", Gunpowder: true, Visibility: 4, Halved: true, Shy: "none"}},
		{"14-b", DustStorm, Effect{Shooting: "all", Gunpowder: true, Visibility: 2, Halved: true, Shy: "none"}},
		{"14-c", HeavyRain, Effect{Uphill: 3, Shooting: "all", Slower: 1, Shy: "none"}},
		{"14-d", LightRain, Effect{Uphill: 2, Shooting: "all", Gunpowder: true, Shy: "none"}},
		{"14-e", StrongWinds, Effect{Shooting: "far", Gunpowder: true, Shy: "none"}},
		{"14-f", Fair, Effect{Shooting: "none", Gunpowder: true, Shy: "none"}},
		{"14-g", Hot, Effect{Shooting: "none", Gunpowder: true, Shy: "armoured"}},
		{"14-h", Heatwave, Effect{Shooting: "none", Gunpowder: true, Shy: "protected"}},
		{"14-i", Night, Effect{Shooting: "none", Gunpowder: true, Halved: true, Shy: "none"}},
	} {
		if got := tables.Effects[c.weather]; got != c.want {
			t.Errorf("[%s] %s: got %+v, want %+v", c.rule, c.weather, got, c.want)
		}
	}
}
