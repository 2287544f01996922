package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"berthier/engine"

	"github.com/pelletier/go-toml/v2"
)

// otherKind is what is said of a value that is of another kind than a key wants.
var otherKind = regexp.MustCompile(`^cannot decode TOML (\S+) into (?:struct field \S+ of type )?(\S+)$`)

// kinds are what keys want, by the types that they are read into; any other is a section.
var kinds = map[string]string{"int": "a whole number", "bool": "true or false", "string": "a text in quotes",
	"[]string": `a list of texts, as ["a", "b"]`}

// bareKey is a key as it stands before its value. In a further line of a list what stands before "=" is a value.
var bareKey = regexp.MustCompile(`^\s*([\w.-]+)\s*=`)

// tomlError says where in a file something is wrong. Nothing of a value is told, for it may be a password.
func tomlError(path, text string, err error) error {
	if strict, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		var all []error
		for _, e := range strict.Errors {
			row, col := e.Position()
			all = append(all, fmt.Errorf("%s:%d:%d: unknown key %s%s", path, row, col, strings.Join(e.Key(), "."),
				meant(e.Key())))
		}
		return hint(errors.Join(all...), "config.example.toml has all keys")
	}
	if bad, ok := errors.AsType[*toml.DecodeError](err); ok {
		row, col := bad.Position()
		what := badValue(strings.TrimPrefix(bad.Error(), "toml: "))
		if key := bareKey.FindStringSubmatch(strings.Split(text, "\n")[row-1]); key != nil {
			what = key[1] + ": " + what
		}
		return fmt.Errorf("%s:%d:%d: %s", path, row, col, what)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// badValue says what a key wants, where the words of the parser do not.
func badValue(what string) string {
	switch m := otherKind.FindStringSubmatch(what); {
	case m != nil:
		return fmt.Sprintf("want %s, got %s", cmp.Or(kinds[m[2]], "a section"), m[1])
	case strings.HasSuffix(what, "at start of value"):
		return `want a text in straight quotes, as "Berthier", a number, true, false, or a list of texts`
	case strings.Contains(what, "escape"):
		return what + `; a path with \ stands in single quotes, as 'C:\games'`
	}
	return what
}

// addKeys adds the keys of a section to those of each, and with "" those above all sections.
func addKeys(keys map[string][]string, section string, of reflect.Type) {
	for i := range of.NumField() {
		switch f := of.Field(i); {
		case f.Anonymous:
			addKeys(keys, section, f.Type)
		case f.Type.Kind() == reflect.Struct:
			addKeys(keys, f.Tag.Get("toml"), f.Type)
		case f.Type.Kind() == reflect.Map: // of files by their names
			keys[f.Tag.Get("toml")] = nil
		default:
			if key := f.Tag.Get("toml"); key != "" {
				keys[section] = append(keys[section], key)
			}
		}
	}
}

// meant says which key an unknown one perhaps is: one that stands elsewhere, or one of about its name.
func meant(key []string) string {
	section, name := strings.Join(key[:len(key)-1], "."), key[len(key)-1]
	known := map[string][]string{}
	addKeys(known, "", reflect.TypeFor[config]())
	sections := slices.Sorted(maps.Keys(known))
	var where []string
	for _, other := range sections {
		switch {
		case !slices.Contains(known[other], name):
		case other == "":
			where = append(where, "above the first [section]")
		default:
			where = append(where, "in ["+other+"]")
		}
	}
	if len(where) > 0 {
		return ": it stands " + strings.Join(where, " or ")
	}
	if one := engine.Nearest(name, sections); section == "" && one != "" {
		return "; did you mean [" + one + "]?"
	}
	var near []string
	for _, key := range known[section] {
		if strings.HasPrefix(key, name+"_") {
			near = append(near, key)
		}
	}
	if one := engine.Nearest(name, known[section]); one != "" {
		near = []string{one}
	}
	if len(near) > 0 {
		return "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return ""
}
