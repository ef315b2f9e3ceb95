package schema

import (
	"errors"
	"fmt"
	"reflect"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// types returns the unmarshalers that record values of a wrong type and leave them out.
func (p *partChecker) types() *json.Unmarshalers {
	if !p.goOn {
		return nil
	}
	return json.JoinUnmarshalers(
		scalar[string](p), scalar[bool](p), scalar[float64](p), scalar[int](p), scalar[int64](p),
		object[Table](p), object[Column](p), object[ForeignKey](p), object[Reference](p),
		object[Term](p), object[Example](p), object[Source](p), object[map[string]int64](p),
	)
}

// scalar returns the unmarshaler for values that are not made of others.
func scalar[T any](p *partChecker) *json.Unmarshalers {
	return json.UnmarshalFromFunc(func(dec *jsontext.Decoder, out *T) error {
		text, err := dec.ReadValue()
		if err != nil {
			return err
		}
		var semantic *json.SemanticError
		if errors.As(json.Unmarshal(text, out), &semantic) {
			return p.wrongType(dec, typeMessage(semantic))
		}
		return nil
	})
}

// object returns the unmarshaler for objects. It leaves what is one, and null, to the library.
func object[T any](p *partChecker) *json.Unmarshalers {
	return json.UnmarshalFromFunc(func(dec *jsontext.Decoder, out *T) error {
		if kind := dec.PeekKind(); kind == '{' || kind == 'n' {
			return errors.ErrUnsupported
		}
		return p.skip(dec, out)
	})
}

// notList reads what should have been the list out and is none.
func (p *partChecker) notList(dec *jsontext.Decoder, out any) error {
	if !p.goOn || dec.PeekKind() == 'n' {
		return errors.ErrUnsupported
	}
	return p.skip(dec, out)
}

// skip reads a value that is not of the type that out points to.
func (p *partChecker) skip(dec *jsontext.Decoder, out any) error {
	kind := dec.PeekKind()
	if err := dec.SkipValue(); err != nil {
		return err
	}
	return p.wrongType(dec, fmt.Sprintf("must be %s, not %s", typeName(reflect.TypeOf(out)), kindName(kind)))
}

// wrongType records a fault of the value that was read last.
func (p *partChecker) wrongType(dec *jsontext.Decoder, message string) error {
	p.faults.add(place{dec}.path(""), "%s", message)
	if p.faults.full() {
		return errEnough
	}
	return nil
}
