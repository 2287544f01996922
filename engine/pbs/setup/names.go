package setup

import "slices"

// Territory is a type of country in which a battle can be sought [2-e].
type Territory uint8

const (
	Standard Territory = iota
	Plains
	Coastal
	Mountainous
	Forested
	Jungle
	Desert
	NumTerritories
)

var territoryNames = [...]string{"standard", "plains", "coastal", "mountains", "forest", "jungle", "desert"}

// territoryLetters are those of tables.
const territoryLetters = "SPCMFJD"

// String is the word of orders and files.
func (t Territory) String() string { return territoryNames[t] }

// ParseTerritory reads what String prints.
func ParseTerritory(s string) (Territory, bool) { return find[Territory](territoryNames[:], s) }

// Density is a column of the map of the march: how much terrain lies on the table [3-q].
type Density uint8

const (
	Featureless Density = iota
	Open
	Normal
	Dense
	VeryDense
	NumDensities
)

var densityNames = [...]string{"featureless", "open", "normal", "dense", "very-dense"}

// String is the word of orders and files.
func (d Density) String() string { return densityNames[d] }

// ParseDensity reads what String prints.
func ParseDensity(s string) (Density, bool) { return find[Density](densityNames[:], s) }

// Flank is what secures a flank on a line of the map [3-q, 4].
type Flank uint8

const (
	NoFlank Flank = iota
	RockyOrWoods
	MountainsOrForest
	WaterFlank
	NumFlanks
)

var flankNames = [...]string{"none", "rocky-or-woods", "mountains-or-forest", "deep-water"}

// String is the word of orders and files.
func (f Flank) String() string { return flankNames[f] }

// ParseFlank reads what String prints.
func ParseFlank(s string) (Flank, bool) { return find[Flank](flankNames[:], s) }

// Kinds are the kinds of terrain that a flank of land can be of, the default first [4-d].
func (f Flank) Kinds() []Kind {
	switch f {
	case RockyOrWoods:
		return []Kind{RockyGround, Woods}
	case MountainsOrForest:
		return []Kind{Mountains, Forest}
	}
	return nil
}

// Card is the colour of a command card, the worst first [B04]. A pass counts as Black.
type Card uint8

const (
	Black Card = iota
	White
	Green
	Yellow
	Red
	NumCards
)

var cardNames = [...]string{"black", "white", "green", "yellow", "red"}

// String is the word of orders and files.
func (c Card) String() string { return cardNames[c] }

// ParseCard reads what String prints.
func ParseCard(s string) (Card, bool) { return find[Card](cardNames[:], s) }

// Face is a side of a special die, the best first [B02].
type Face uint8

const (
	Skull Face = iota
	Wound
	Special
	Blank
	NumFaces
)

var faceNames = [...]string{"skull", "wound", "special", "blank"}

// String is the word of rolls.
func (f Face) String() string { return faceNames[f] }

// Quality is that of a general. Its die has the colour of the card of the same rank [1-a].
type Quality uint8

const (
	Mediocre Quality = iota
	Competent
	Talented
	Legendary
	NumQualities
)

var qualityNames = [...]string{"mediocre", "competent", "talented", "legendary"}

// String is the word of files.
func (q Quality) String() string { return qualityNames[q] }

// Season is when the battle is fought [13-a].
type Season uint8

const (
	Winter Season = iota
	Spring
	Summer
	NumSeasons
)

var seasonNames = [...]string{"winter", "spring", "summer"}

// String is the word of orders; spring stands for autumn too.
func (s Season) String() string { return seasonNames[s] }

// ParseSeason reads what String prints, and autumn.
func ParseSeason(s string) (Season, bool) {
	if s == "autumn" {
		return Spring, true
	}
	return find[Season](seasonNames[:], s)
}

// Weather is a type of weather [13-c]. Night is none of the table: a battle may be one [B45].
type Weather uint8

const (
	Snow Weather = iota
	DustStorm
	HeavyRain
	LightRain
	StrongWinds
	Fair
	Hot
	Heatwave
	Night
	NumWeathers
)

var weatherNames = [...]string{"snow", "dust-storm", "heavy-rain", "light-rain", "strong-winds", "fair", "hot",
	"heatwave", "night"}

// String is the word of files and records.
func (w Weather) String() string { return weatherNames[w] }

// ParseWeather reads what String prints.
func ParseWeather(s string) (Weather, bool) { return find[Weather](weatherNames[:], s) }

func find[T ~uint8](names []string, s string) (T, bool) {
	i := slices.Index(names, s)
	return T(max(i, 0)), i >= 0
}

// CardNames, TerritoryNames, DensityNames, FlankNames and SeasonNames are the words of each,
// in their order; the caller does not change them.
func CardNames() []string      { return cardNames[:] }
func TerritoryNames() []string { return territoryNames[:] }
func DensityNames() []string   { return densityNames[:] }
func FlankNames() []string     { return flankNames[:] }
func SeasonNames() []string    { return seasonNames[:] }
