package schema

import (
	"context"
	"crypto/sha256"
	"errors"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/asksql/asksql/internal/lru"
)

// A Cache keeps the artifacts of texts that come again and again, such as the inline schemas of
// requests, and the refusals of those that are none: either costs its digest the next time. It is
// safe for concurrent use. Equal texts that arrive together are decoded once.
type Cache struct {
	decode   Decode
	maxBytes int
	slots    chan struct{} // one for each decoding that may run

	hits, misses atomic.Int64

	mu      sync.Mutex
	kept    *lru.Cache[cacheKey, cacheEntry]
	pending map[cacheKey]*decoding
}

// A Decode makes the artifact of a text: a Decoder's DecodeContext, with whatever is to be done to
// every artifact once, such as WithSensitiveFrom.
type Decode func(ctx context.Context, text []byte) (*Artifact, error)

type cacheKey [sha256.Size]byte

// A cacheEntry is what became of a text: an artifact or the Errors of it.
type cacheEntry struct {
	artifact *Artifact
	refusal  error
}

// NewCache returns a cache that holds about maxBytes of artifacts and refusals. At most as many
// decodings run at once as there are cores.
func NewCache(maxBytes int, decode Decode) *Cache {
	return &Cache{
		decode:   decode,
		maxBytes: maxBytes,
		slots:    make(chan struct{}, runtime.GOMAXPROCS(0)),
		kept:     lru.New[cacheKey, cacheEntry](maxBytes, nil),
		pending:  map[cacheKey]*decoding{},
	}
}

// Get returns the artifact of text, or the error of its decoding. It returns the error of ctx as soon
// as that is done; the decoding goes on only as long as anybody waits for it.
func (c *Cache) Get(ctx context.Context, text string) (*Artifact, error) {
	key := newCacheKey(text)
	kept, d := c.find(key, text)
	if d == nil {
		c.hits.Add(1)
		return kept.artifact, kept.refusal
	}
	c.misses.Add(1)
	select {
	case <-d.done:
		return d.result()
	case <-ctx.Done():
		c.leave(key, d)
		return nil, ctx.Err()
	}
}

// Counts returns how many texts were in the cache when they were asked for, and how many were not.
func (c *Cache) Counts() (hits, misses int64) { return c.hits.Load(), c.misses.Load() }

// find returns the entry with the key, or the decoding of text that all its callers share.
func (c *Cache) find(key cacheKey, text string) (cacheEntry, *decoding) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if kept, ok := c.kept.Get(key); ok {
		return kept, nil
	}
	d := c.pending[key]
	if d == nil {
		d = newDecoding()
		c.pending[key] = d
		go c.run(key, d, text)
	}
	d.waiting++
	return cacheEntry{}, d
}

// leave says that one caller waits no longer. What nobody waits for is cancelled, and a later caller
// begins anew.
func (c *Cache) leave(key cacheKey, d *decoding) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d.waiting--; d.waiting == 0 {
		d.cancel()
		c.forget(key, d)
	}
}

// run decodes text and keeps what comes of it.
func (c *Cache) run(key cacheKey, d *decoding, text string) {
	defer d.cancel()
	defer close(d.done)
	defer c.finish(key, d, text)
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
		d.run(c.decode, []byte(text))
	case <-d.ctx.Done():
		d.err = d.ctx.Err()
	}
}

// finish ends a decoding, and keeps what comes of the same text every time, if there is room for it.
func (c *Cache) finish(key cacheKey, d *decoding, text string) {
	e, bytes := cacheEntry{artifact: d.artifact}, 0
	var faults Errors
	switch {
	case d.panicked != nil:
	case d.artifact != nil:
		bytes = heldBytes(d.artifact, text)
	case errors.As(d.err, &faults):
		e.refusal, bytes = d.err, faults.heldBytes()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.forget(key, d)
	if _, taken := c.kept.Get(key); !taken && 0 < bytes && bytes <= c.maxBytes {
		c.kept.Add(key, e, bytes)
	}
}

// forget ends the sharing of a decoding.
func (c *Cache) forget(key cacheKey, d *decoding) {
	if c.pending[key] == d {
		delete(c.pending, key)
	}
}

// newCacheKey hashes in steps: to convert the whole text would be to copy it.
func newCacheKey(text string) cacheKey {
	hash := sha256.New()
	var step [4096]byte
	for text != "" {
		n := copy(step[:], text)
		hash.Write(step[:n])
		text = text[n:]
	}
	return cacheKey(hash.Sum(nil))
}

// heldBytes estimates the memory that an artifact takes with all its views. The bytes for a table
// and a column were measured on artifacts of tiny ones (BenchmarkHeld measures ordinary ones); the
// length of the text alone would let 25 times as much pass for it.
func heldBytes(a *Artifact, text string) int {
	const perTable, perColumn, perByte = 1_500, 160, 3
	held := perByte * len(text)
	for i := range a.doc.Tables {
		held += perTable + perColumn*len(a.doc.Tables[i].Columns)
	}
	return held
}

// heldBytes estimates the memory that the refusal of a text takes in a Cache.
func (e Errors) heldBytes() int {
	const perRefusal, perFault = 400, 80
	held := perRefusal
	for _, fault := range e {
		held += perFault + len(fault.Path) + len(fault.Message)
	}
	return held
}
