package page_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A browser is a Chromium that is driven over a pipe, in the words of its DevTools protocol: JSON, ended by a NUL.
type browser struct {
	t       *testing.T
	in      io.Writer
	session string

	mu      sync.Mutex
	last    int
	waiting map[int]chan reply
	events  []event // all that have come
	arrived chan struct{}
}

type reply struct {
	Result json.RawMessage
	Error  *struct{ Message string }
}

type event struct {
	Method string
	Params json.RawMessage
}

const patience = 30 * time.Second

// newBrowser starts a Chromium with one empty page, or skips the test: make page runs it.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	if os.Getenv("ASKSQL_PAGE") == "" {
		t.Skip("set ASKSQL_PAGE=1, or run make page: this drives a Chromium")
	}
	path, err := findChromium()
	if err != nil {
		t.Skip(err)
	}
	toBrowser, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, fromBrowser, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
		"--hide-scrollbars", "--remote-debugging-pipe", "--user-data-dir="+t.TempDir(), "--lang=en")
	cmd.ExtraFiles = []*os.File{toBrowser, fromBrowser} // 3 and 4
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = toBrowser.Close(), fromBrowser.Close()
	b := &browser{t: t, in: in, waiting: map[int]chan reply{}, arrived: make(chan struct{}, 1)}
	go b.read(out)
	t.Cleanup(func() {
		b.session = ""
		b.call("Browser.close", nil, nil)
		_ = cmd.Wait()
		_ = in.Close()
		time.Sleep(100 * time.Millisecond) // its helpers write into the folder to the last
	})
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log", "Network", "Accessibility"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

func findChromium() (string, error) {
	for _, name := range []string{os.Getenv("ASKSQL_CHROMIUM"), "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); name != "" && err == nil {
			return path, nil
		}
	}
	return "", errors.New("there is no Chromium here; install Debian's package chromium, or name one in ASKSQL_CHROMIUM")
}

// read takes what the browser says until it ends.
func (b *browser) read(out io.Reader) {
	r := bufio.NewReader(out)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m struct {
			ID int
			reply
			event
		}
		if err := json.Unmarshal(text[:len(text)-1], &m); err != nil {
			continue
		}
		b.mu.Lock()
		if m.ID > 0 {
			b.waiting[m.ID] <- m.reply
			delete(b.waiting, m.ID)
		} else {
			b.events = append(b.events, m.event)
			select {
			case b.arrived <- struct{}{}:
			default:
			}
		}
		b.mu.Unlock()
	}
}

// call calls a method, and decodes its result if that is wanted.
func (b *browser) call(method string, params, result any) {
	b.t.Helper()
	b.mu.Lock()
	b.last++
	id, answer := b.last, make(chan reply, 1)
	b.waiting[id] = answer
	b.mu.Unlock()
	message := map[string]any{"id": id, "method": method}
	if params != nil {
		message["params"] = params
	}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, err := json.Marshal(message)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.in.Write(append(text, 0)); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	select {
	case r := <-answer:
		if r.Error != nil {
			b.t.Fatalf("%s: %s", method, r.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(r.Result, result); err != nil {
				b.t.Fatalf("%s: %v", method, err)
			}
		}
	case <-time.After(patience):
		b.t.Fatalf("%s: no answer", method)
	}
}

// loaded does something that loads another page, and waits for that.
func (b *browser) loaded(do func()) {
	b.t.Helper()
	b.mu.Lock()
	from := len(b.events)
	b.mu.Unlock()
	do()
	deadline := time.After(patience)
	for {
		b.mu.Lock()
		for _, e := range b.events[from:] {
			if e.Method == "Page.loadEventFired" {
				b.mu.Unlock()
				return
			}
		}
		b.mu.Unlock()
		select {
		case <-b.arrived:
		case <-deadline:
			b.t.Fatal("no page came")
		}
	}
}

func (b *browser) open(url string) {
	b.t.Helper()
	b.loaded(func() { b.call("Page.navigate", map[string]any{"url": url}, nil) })
}

// eval returns the value of an expression in the page.
func (b *browser) eval(expression string) any {
	b.t.Helper()
	var r struct {
		Result           struct{ Value any }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &r)
	if r.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s %s", expression, r.ExceptionDetails.Text, r.ExceptionDetails.Exception.Description)
	}
	return r.Result.Value
}

// text returns the text of the first element that a selector finds.
func (b *browser) text(selector string) string {
	b.t.Helper()
	value, ok := b.eval(fmt.Sprintf("document.querySelector(%q)?.textContent", selector)).(string)
	if !ok {
		b.t.Fatalf("the page has no %s:\n%s", selector, b.eval("document.body.innerText"))
	}
	return value
}

// keys of which more than a character is to be said.
var keys = map[string]map[string]any{
	"Tab":   {"key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9},
	"Enter": {"key": "Enter", "code": "Enter", "windowsVirtualKeyCode": 13, "text": "\r"},
	"Space": {"key": " ", "code": "Space", "windowsVirtualKeyCode": 32, "text": " "},
}

const control = 2 // the modifier

func (b *browser) press(key string, modifiers int) {
	b.t.Helper()
	for _, kind := range []string{"keyDown", "keyUp"} {
		params := map[string]any{"type": kind, "modifiers": modifiers}
		for k, v := range keys[key] {
			params[k] = v
		}
		b.call("Input.dispatchKeyEvent", params, nil)
	}
}

func (b *browser) write(text string) {
	b.t.Helper()
	b.call("Input.insertText", map[string]any{"text": text}, nil)
}

// click clicks into the middle of the first element that a selector finds.
func (b *browser) click(selector string) {
	b.t.Helper()
	at, ok := b.eval(fmt.Sprintf(`(() => { const e = document.querySelector(%q); if (!e) return null; e.scrollIntoView({block: "center"});
		const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, selector)).([]any)
	if !ok {
		b.t.Fatalf("the page has no %s", selector)
	}
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		b.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1}, nil)
	}
}

// window gives the page a size and a scheme of colours, light or dark.
func (b *browser) window(width, height int, scheme string) {
	b.t.Helper()
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}, nil)
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// picture writes the whole page as an image where ASKSQL_PICTURES says, for somebody to look at.
func (b *browser) picture(name string) {
	b.t.Helper()
	dir := os.Getenv("ASKSQL_PICTURES")
	if dir == "" {
		return
	}
	var shot struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true}, &shot)
	image, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), image, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// complaints returns what the browser has logged: errors of scripts, breaches of the policy, requests that failed.
func (b *browser) complaints() (list []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.events {
		switch e.Method {
		case "Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled", "Network.loadingFailed":
			if !strings.Contains(string(e.Params), "net::ERR_ABORTED") {
				list = append(list, e.Method+" "+string(e.Params))
			}
		}
	}
	return list
}

// requested returns the addresses that the browser has asked.
func (b *browser) requested() (urls []string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.events {
		var sent struct{ Request struct{ URL string } }
		if e.Method == "Network.requestWillBeSent" && json.Unmarshal(e.Params, &sent) == nil {
			urls = append(urls, sent.Request.URL)
		}
	}
	return urls
}
