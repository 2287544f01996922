package sign

import (
	"slices"
	"time"

	"berthier/mail"
)

// Ring has many keys. To find the one that made a signature takes the same time however many they are.
type Ring struct {
	counted map[string][]countedKey // by the fingerprint
	parts   map[string][]string     // fingerprints, by the kind and the key ID of a part
}

// countedKey is a key, and how often it is on the ring. Keys with one fingerprint can differ: OpenPGP's are extended.
type countedKey struct {
	Key
	times int
}

// Add puts a key on the ring. It goes when it was removed as often as it was added.
func (r *Ring) Add(k Key) {
	if r.counted == nil {
		r.counted, r.parts = map[string][]countedKey{}, map[string][]string{}
	}
	same := r.counted[k.id]
	if i := slices.IndexFunc(same, func(c countedKey) bool { return c.Key == k }); i >= 0 {
		same[i].times++
		return
	}
	r.counted[k.id] = append(same, countedKey{k, 1})
	for _, part := range k.parts() {
		if !slices.Contains(r.parts[part], k.id) {
			r.parts[part] = append(r.parts[part], k.id)
		}
	}
}

// Remove takes a key off the ring.
func (r *Ring) Remove(k Key) {
	same := r.counted[k.id]
	i := slices.IndexFunc(same, func(c countedKey) bool { return c.Key == k })
	if i < 0 {
		return
	}
	if same[i].times--; same[i].times > 0 {
		return
	}
	if same = slices.Delete(same, i, i+1); len(same) > 0 {
		r.counted[k.id] = same
		return // parts that only the other spelling had stay: whether one made a signature is found out anyway
	}
	delete(r.counted, k.id)
	for _, part := range k.parts() {
		left := slices.DeleteFunc(r.parts[part], func(id string) bool { return id == k.id })
		if r.parts[part] = left; len(left) == 0 {
			delete(r.parts, part)
		}
	}
}

// Open is the function Open, with the keys of the ring.
func (r *Ring) Open(m *mail.Message, at time.Time) (SignedText, error) {
	return open(m, r.candidates, at)
}

// candidates are the keys that may have made a signature.
func (r *Ring) candidates(c claim) (keys []Key) {
	ids := []string{c.brought.id}
	if c.brought == (Key{}) {
		ids = nil
		for _, part := range c.parts {
			ids = append(ids, r.parts[part]...)
		}
		slices.Sort(ids)
		ids = slices.Compact(ids)
	}
	for _, id := range ids {
		for _, k := range r.counted[id] {
			keys = append(keys, k.Key)
		}
	}
	return keys
}

// among are those of some keys that may have made a signature.
func among(keys []Key) func(claim) []Key {
	return func(c claim) (may []Key) {
		for _, k := range keys {
			if k.Equal(c.brought) || slices.ContainsFunc(k.parts(), func(p string) bool {
				return slices.Contains(c.parts, p)
			}) {
				may = append(may, k)
			}
		}
		return may
	}
}

// parts name the parts of a key that can sign, as claim.parts does.
func (k Key) parts() (all []string) {
	for i := 0; i+8 <= len(k.ids); i += 8 {
		all = append(all, partOf(k.kind, k.ids[i:i+8]))
	}
	return all
}

// partOf names a part of a key by its key ID of 8 bytes.
func partOf(kind, id string) string { return kind + " " + id }
