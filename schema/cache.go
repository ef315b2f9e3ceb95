package schema

import (
	"container/list"
	"crypto/sha256"
	"runtime"
	"sync"
)

// A Cache keeps the artifacts of texts that come again and again, such as the inline schemas of
// requests. It is safe for concurrent use. Equal texts that arrive together are decoded once.
// What cannot be decoded is not kept.
type Cache struct {
	decode   func(text []byte) (*Artifact, error)
	maxBytes int
	slots    chan struct{} // one for each decoding that may run

	mu      sync.Mutex
	bytes   int
	entries map[cacheKey]*list.Element // of cacheEntry
	recent  *list.List                 // the entries, the last used first
	pending map[cacheKey]func() (*Artifact, error)
}

type cacheKey [sha256.Size]byte

type cacheEntry struct {
	key      cacheKey
	artifact *Artifact
	bytes    int
}

// NewCache returns a cache that holds about maxBytes of artifacts. decode makes the artifact of a
// text: a Decoder's Decode, with whatever is to be done to every artifact once, such as
// WithSensitiveFrom. At most as many decodings run at once as there are cores.
func NewCache(maxBytes int, decode func(text []byte) (*Artifact, error)) *Cache {
	return &Cache{
		decode:   decode,
		maxBytes: maxBytes,
		slots:    make(chan struct{}, runtime.GOMAXPROCS(0)),
		entries:  map[cacheKey]*list.Element{},
		recent:   list.New(),
		pending:  map[cacheKey]func() (*Artifact, error){},
	}
}

// Get returns the artifact of text, or the error of its decoding.
func (c *Cache) Get(text string) (*Artifact, error) {
	key := newCacheKey(text)
	artifact, pending := c.find(key, text)
	if artifact != nil {
		return artifact, nil
	}
	return pending()
}

// find returns the artifact with the key, or the decoding of text that all its callers share.
func (c *Cache) find(key cacheKey, text string) (*Artifact, func() (*Artifact, error)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if element, ok := c.entries[key]; ok {
		c.recent.MoveToFront(element)
		return element.Value.(cacheEntry).artifact, nil
	}
	if c.pending[key] == nil {
		c.pending[key] = sync.OnceValues(func() (*Artifact, error) { return c.decodeAndKeep(key, text) })
	}
	return nil, c.pending[key]
}

func (c *Cache) decodeAndKeep(key cacheKey, text string) (artifact *Artifact, err error) {
	c.slots <- struct{}{}
	defer func() { <-c.slots }()
	defer func() { c.finish(cacheEntry{key, artifact, heldBytes(artifact, text)}) }()
	return c.decode([]byte(text))
}

// finish ends the decoding of an entry, and keeps it if there is an artifact and room for it. It runs after a panic
// of the decoding too, which would otherwise be every later caller's answer.
func (c *Cache) finish(e cacheEntry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pending, e.key)
	if e.artifact == nil || e.bytes > c.maxBytes {
		return
	}
	c.entries[e.key] = c.recent.PushFront(e)
	c.bytes += e.bytes
	for c.bytes > c.maxBytes {
		oldest := c.recent.Remove(c.recent.Back()).(cacheEntry)
		delete(c.entries, oldest.key)
		c.bytes -= oldest.bytes
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
	if a == nil {
		return 0
	}
	held := perByte * len(text)
	for i := range a.doc.Tables {
		held += perTable + perColumn*len(a.doc.Tables[i].Columns)
	}
	return held
}
