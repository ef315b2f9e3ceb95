package main_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// A diskLog is the log of one process, in a file on a disk that can be out of order.
type diskLog struct {
	file *os.File
	pid  int
	lose bool // leave one line in 25 out, as if the service had lost it

	mu       sync.Mutex
	offset   int64
	rest     []byte
	statuses map[string]int // by correlation id, of request_completed
	twice    []string       // ids with two of them
	events   map[string]int
	torn     int // lines that are no JSON
	dropped  int64
	full     []window
}

// A window is a time in which the disk takes nothing. end is zero while it lasts.
type window struct{ start, end time.Time }

func newDiskLog(t testing.TB) *diskLog {
	t.Helper()
	file, err := os.OpenFile(filepath.Join(t.TempDir(), "log"), os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { file.Close() })
	return &diskLog{file: file, statuses: map[string]int{}, events: map[string]int{}}
}

// limitFiles bounds the size of files that a process may write: above it a write fails, as on a full disk.
func limitFiles(pid int, bytes uint64) error {
	const fileSize = 1 // RLIMIT_FSIZE
	limit := syscall.Rlimit{Cur: bytes, Max: ^uint64(0)}
	_, _, errno := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), fileSize, uintptr(unsafe.Pointer(&limit)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}

// fill has every write fail from now on. What ended before start has its lines.
func (l *diskLog) fill(start time.Time) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.full = append(l.full, window{start: start})
	return limitFiles(l.pid, 0)
}

// empty reads what there is, makes the file empty, so that a long soak does not fill a real disk, and has
// writes succeed again.
func (l *diskLog) empty() error {
	if err := l.read(); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	l.offset, l.rest = 0, nil
	l.full[len(l.full)-1].end = time.Now()
	return limitFiles(l.pid, ^uint64(0))
}

// wasFull reports whether the disk took nothing at the time at which a client had a response.
func (l *diskLog) wasFull(at time.Time) bool {
	const late = 500 * time.Millisecond // that a client on a busy machine may be with its watch
	for _, w := range l.full {
		if !at.Before(w.start) && (w.end.IsZero() || at.Before(w.end.Add(late))) {
			return true
		}
	}
	return false
}

// has reports whether there is a line for a request.
func (l *diskLog) has(id string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, there := l.statuses[id]
	return there
}

// read reads the lines that have come since the last time.
func (l *diskLog) read() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	buffer := make([]byte, 1<<20)
	for {
		n, err := l.file.ReadAt(buffer, l.offset)
		l.offset += int64(n)
		l.rest = append(l.rest, buffer[:n]...)
		for {
			line, rest, whole := bytes.Cut(l.rest, []byte("\n"))
			if !whole {
				break
			}
			l.rest = rest
			l.take(line)
		}
		if err != nil { // io.EOF
			return nil
		}
	}
}

func (l *diskLog) take(line []byte) {
	var fields struct {
		Msg, CorrelationID string
		Status             int
		Count              int64
	}
	if json.Unmarshal(line, &fields) != nil {
		l.torn++
		return
	}
	l.events[fields.Msg]++
	switch fields.Msg {
	case "log_lines_dropped":
		l.dropped += fields.Count
	case "request_completed":
		if !strings.HasPrefix(fields.CorrelationID, "soak-") {
			return
		}
		if l.lose && l.events[fields.Msg]%25 == 0 {
			return
		}
		if _, there := l.statuses[fields.CorrelationID]; there {
			l.twice = append(l.twice, fields.CorrelationID)
		}
		l.statuses[fields.CorrelationID] = fields.Status
	}
}
