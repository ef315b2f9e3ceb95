package llm

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
)

const (
	maxEventBytes = maxReplyBytes // of one event
	maxEvents     = 1 << 16       // of a reply: about a token each
)

// readEvents adds the events of a stream to the answer (HTML, 9.2.6: lines of fields, an empty one ends
// an event). The stream has to say that it is whole: one that breaks off leaves half an answer.
func (c *caller) readEvents(body *bufio.Reader, a *answer) error {
	lines := bufio.NewScanner(body)
	lines.Buffer(nil, maxEventBytes)
	var data []byte
	var last []byte
	events := 0
	for lines.Scan() {
		line := bytes.TrimSuffix(lines.Bytes(), []byte("\r"))
		if value, ok := bytes.CutPrefix(line, []byte("data:")); ok {
			data = append(append(data, bytes.TrimPrefix(value, []byte(" "))...), '\n')
			if len(data) > maxEventBytes {
				return tooLarge(maxReplyBytes)
			}
			continue
		}
		if len(line) > 0 || len(data) == 0 {
			continue // another field, a comment, or nothing between two events
		}
		if events++; events > maxEvents {
			return &Error{Kind: KindTooLarge, Detail: "the reply has more than " + strconv.Itoa(maxEvents) + " events"}
		}
		if err := c.takeEvent(data, a); err != nil {
			return err
		}
		last, data = append(last[:0], data...), data[:0]
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return tooLarge(maxReplyBytes)
	} else if err != nil {
		return err
	}
	if len(data) > 0 { // the last line end is easily forgotten
		if err := c.takeEvent(data, a); err != nil {
			return err
		}
		last = data
	}
	if !a.whole && a.ending == "" && a.blocked == "" {
		return &Error{Kind: KindConnection, Detail: "the stream ended before the reply did"}
	}
	a.text, a.said = string(a.said), nil
	if a.raw == "" {
		a.raw = string(last)
	}
	return nil
}

// takeEvent adds one event to the answer.
func (c *caller) takeEvent(data []byte, a *answer) error {
	data = bytes.TrimSpace(data)
	if len(data) == 0 {
		return nil
	}
	if string(data) == "[DONE]" {
		a.whole = true
		return nil
	}
	if fault := faultWithin(data); fault != nil {
		return fault
	}
	if err := c.protocol.event(data, a); err != nil {
		return fmt.Errorf("an event of the reply is not of the protocol: %w", unread{err, bytes.Clone(data)})
	}
	if len(a.said) > maxReplyBytes {
		return tooLarge(maxReplyBytes)
	}
	return nil
}
