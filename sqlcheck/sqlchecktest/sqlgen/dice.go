package sqlgen

// A dice throws what the bytes of a fuzzer say. When they are used up it throws 0, and what can
// recurse must take 0 for its end.
type dice struct{ bytes []byte }

func (d *dice) throw(n int) int {
	if len(d.bytes) == 0 {
		return 0
	}
	b := d.bytes[0]
	d.bytes = d.bytes[1:]
	return int(b) % n
}

// one reports true once in n throws.
func (d *dice) one(n int) bool { return d.throw(n) == n-1 }

func pick[T any](d *dice, options ...T) T { return options[d.throw(len(options))] }
