package tonguetest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"berthier/engine/tongue"
)

// Whole puts every text in a value, a report for example, into words of each language, and returns those
// that some language lacks, in English. A text that cannot be said for another reason is a fault.
func Whole(t testing.TB, v any) (lacks []string) {
	t.Helper()
	lacks, faults := Said(v)
	for _, f := range faults {
		t.Error(f)
	}
	return lacks
}

// Said puts every text in a value into words of each language: lacks are those that some language lacks, in
// English, faults those that cannot be said for another reason, as an argument of another type. Whoever reads
// such a text gets its key.
func Said(v any) (lacks, faults []string) {
	eachText(reflect.ValueOf(v), func(text tongue.Text) {
		for _, l := range tongue.Languages() {
			_, err := text.Render(l)
			switch english := text.String(); {
			case err == nil:
			case !errors.Is(err, tongue.ErrLacks):
				faults = append(faults, fmt.Sprintf("%s, %q: %v", l, english, err))
			case !slices.Contains(lacks, english):
				lacks = append(lacks, english)
			}
		}
	})
	return lacks, faults
}

// eachText finds the texts in a value.
func eachText(v reflect.Value, see func(tongue.Text)) {
	switch v.Kind() {
	case reflect.Struct:
		if text, ok := v.Interface().(tongue.Text); ok {
			see(text)
			return
		}
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				eachText(v.Field(i), see)
			}
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			eachText(v.Index(i), see)
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			eachText(v.Elem(), see)
		}
	}
}
