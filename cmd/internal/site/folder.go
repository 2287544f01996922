package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"berthier/engine/tongue"
	"berthier/templates"
	"berthier/templates/desk"
)

// mark is the file that makes a folder ours.
const mark = "site-made-by-berthier.json"

// part is a file that is being written.
const part = "site-made-by-berthier.part"

// folderList is what it says.
type folderList struct {
	About string              `json:"about"`
	Games map[string]madeGame `json:"games"`
	Files map[string]string   `json:"files"` // the SHA-256 of each, by its path
}

// madeGame is a game as its pages show it.
type madeGame struct {
	Build string             `json:"build"`  // the program that made the pages
	Seq   uint64             `json:"record"` // the last one that they know of
	Over  bool               `json:"over"`
	Row   templates.ClubGame `json:"row"`
	// Language is that of the club when they were made.
	Language tongue.Language `json:"language"`
}

const about = "These pages were made by \"berthier site\", which removes and replaces the files that are listed " +
	"here, and no others."

// folder is where the pages are. Whatever a name in it leads to, nothing outside is touched.
type folder struct {
	root    *os.Root
	dir     string
	made    folderList
	changed bool
}

// ErrForeign is returned for a folder, or a file in it, that is not ours.
var ErrForeign = errors.New("it was not made by berthier site, so it stays as it is")

func openFolder(dir string) (f *folder, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	f = &folder{dir: dir, made: folderList{About: about, Games: map[string]madeGame{}, Files: map[string]string{}}}
	if f.root, err = os.OpenRoot(dir); err != nil {
		return nil, err
	}
	if err = f.load(); err != nil {
		return nil, errors.Join(err, f.root.Close())
	}
	return f, nil
}

// Usable says why a folder cannot take the pages: nil if it is ours, empty, or not there yet. It changes nothing.
func Usable(dir string) error {
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	f, err := openFolder(dir)
	if err == nil {
		err = f.close()
	}
	return err
}

// load reads what is ours. Without the file the folder must be empty.
func (f *folder) load() error {
	text, err := f.root.ReadFile(mark)
	switch {
	case err == nil:
		if err := json.Unmarshal(text, &f.made); err != nil || f.made.Games == nil || f.made.Files == nil {
			return fmt.Errorf("%s cannot be read; remove the folder to have its pages made anew",
				path.Join(f.dir, mark))
		}
		return nil
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	entries, err := fs.ReadDir(f.root.FS(), ".")
	if err == nil && len(entries) > 0 {
		err = fmt.Errorf("%s is not empty, and has no %s: %w", f.dir, mark, ErrForeign)
	}
	f.changed = true
	return err
}

func (f *folder) close() error { return f.root.Close() }

// stampOf tells a folder from one in which somebody changed the file that makes it ours; "" without one.
func stampOf(dir string) string {
	info, err := os.Lstat(path.Join(dir, mark))
	if err != nil {
		return ""
	}
	return fmt.Sprint(info.Size(), info.ModTime())
}

// save writes what is ours down.
func (f *folder) save() error {
	if !f.changed {
		return nil
	}
	text, err := json.MarshalIndent(f.made, "", " ")
	if err != nil {
		return err
	}
	return f.replace(mark, append(text, '\n'))
}

// put writes one of our files, unless it is there.
func (f *folder) put(name string, data []byte) error {
	sum := sha256.Sum256(data)
	hash := hex.EncodeToString(sum[:])
	info, err := f.root.Lstat(name)
	switch ours, known := f.made.Files[name]; {
	case err == nil && !known:
		if was, err := f.root.ReadFile(name); err != nil || !bytes.Equal(was, data) {
			return fmt.Errorf("%s: %w", path.Join(f.dir, name), ErrForeign)
		}
	case err == nil && ours == hash && info.Size() == int64(len(data)):
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := f.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	if err := f.replace(name, data); err != nil {
		return err
	}
	f.made.Files[name], f.changed = hash, true
	return nil
}

// claim says of files that are not there yet that they are ours, before they are written: a
// program that dies meanwhile finds them so.
func (f *folder) claim(dir string, files map[string][]byte) error {
	fresh := false
	for name := range files {
		name = dir + name
		if _, err := f.root.Lstat(name); f.made.Files[name] == "" && errors.Is(err, fs.ErrNotExist) {
			f.made.Files[name], fresh = unwritten, true
		}
	}
	if !fresh {
		return nil
	}
	f.changed = true
	return f.save()
}

// unwritten stands for the hash of a file that is still to be written.
const unwritten = "-"

// replace puts a whole file in the place of another.
func (f *folder) replace(name string, data []byte) error {
	if err := f.root.WriteFile(part, data, 0o644); err != nil {
		return err
	}
	return f.root.Rename(part, name)
}

// remove removes one of our files, and its folder if that is empty then.
func (f *folder) remove(name string) error {
	if err := f.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	delete(f.made.Files, name)
	f.changed = true
	if dir := path.Dir(name); dir != "." {
		_ = f.root.Remove(dir) // it may hold what others put there
	}
	return nil
}

func folderOf(id string) string { return "games/" + id + "/" }

// drop removes the pages of a game.
func (f *folder) drop(id string) error {
	for _, name := range slices.Sorted(maps.Keys(f.made.Files)) {
		if strings.HasPrefix(name, folderOf(id)) {
			if err := f.remove(name); err != nil {
				return err
			}
		}
	}
	delete(f.made.Games, id)
	f.changed = true
	return nil
}

// game writes the pages of a game, and removes those that it does not need any more.
func (f *folder) game(p page, build string, club tongue.Language) error {
	_, html, err := templates.GamePage(p.PublicGame)
	if err != nil {
		return err
	}
	files := maps.Clone(p.files)
	files["index.html"] = html
	if err := f.claim(folderOf(p.row.ID), files); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := f.put(folderOf(p.row.ID)+name, files[name]); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f.made.Files)) {
		if rest, ok := strings.CutPrefix(name, folderOf(p.row.ID)); ok && files[rest] == nil {
			if err := f.remove(name); err != nil {
				return err
			}
		}
	}
	f.made.Games[p.row.ID], f.changed = madeGame{build, p.seq, p.over, p.row, club}, true
	return nil
}

// club writes the page of all games, those that go on first, and the order desk beside it.
func (f *folder) club(name string, in tongue.Language, deskPage []byte) error {
	p, files := templates.ClubPage{Name: name, Language: in}, map[string][]byte{}
	if deskPage != nil {
		p.Desk, files[desk.Name] = desk.Name, deskPage
	}
	for _, over := range []bool{false, true} {
		for _, id := range slices.Sorted(maps.Keys(f.made.Games)) {
			if g := f.made.Games[id]; g.Over == over {
				p.Games = append(p.Games, g.Row)
			}
		}
	}
	_, html, err := templates.Club(p)
	if err != nil {
		return err
	}
	files["index.html"] = html
	if err := f.claim("", files); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := f.put(name, files[name]); err != nil {
			return err
		}
	}
	if _, ours := f.made.Files[desk.Name]; ours && deskPage == nil {
		return f.remove(desk.Name)
	}
	return nil
}
