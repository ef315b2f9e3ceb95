package page_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// until waits for an expression in the page to be true.
func (b *browser) until(expression string) {
	b.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if b.eval(expression) == true {
			return
		}
	}
	b.t.Fatalf("%s does not come true:\n%v", expression, b.eval("document.body.innerText"))
}

// quiet fails where the browser has complained, or asked anybody but the address.
func (b *browser) quiet(address string) {
	b.t.Helper()
	for _, c := range b.complaints() {
		b.t.Errorf("the browser complains: %s", c)
	}
	for _, url := range b.requested() {
		if !strings.HasPrefix(url, address+"/") && url != "about:blank" {
			b.t.Errorf("the browser asks %s", url)
		}
	}
}

// A person asks with nothing but a keyboard, copies the SQL, and goes on to the other pages.
func TestBrowserKeyboard(t *testing.T) {
	b := newBrowser(t)
	at := serve(t, shop(t), "select totl from orders", "select c.name, sum(o.total) as spent from orders o join customers c on c.id = o.customer_id where o.status = 'paid' group by c.id, c.name order by spent desc")
	b.window(1100, 800, "light")
	b.call("Browser.grantPermissions", map[string]any{"permissions": []string{"clipboardReadWrite", "clipboardSanitizedWrite"}}, nil)
	b.open(at + "/")
	for range 20 { // from the top of the page to the question
		b.press("Tab", 0)
		if b.eval("document.activeElement.id") == "question" {
			break
		}
	}
	if first := b.eval("document.activeElement.id"); first != "question" {
		t.Fatalf("no Tab leads to the question, but to %v", first)
	}
	b.write("Who spent most on paid orders?")
	b.loaded(func() { b.press("Enter", control) })
	if focus := b.eval("document.activeElement.id"); focus != "result" {
		t.Errorf("the focus is on %q, not on the result", focus)
	}
	want := "SELECT `c`.`name`, SUM(`o`.`total`) AS `spent` FROM `orders` AS `o` JOIN `customers` AS `c` ON `c`.`id` = `o`.`customer_id` WHERE `o`.`status` = 'paid' GROUP BY `c`.`id`, `c`.`name` ORDER BY `spent` DESC"
	if got := b.text("#sql"); got != want {
		t.Errorf("the page shows %q, want %q", got, want)
	}
	b.press("Tab", 0) // to the SQL, which may scroll
	b.press("Tab", 0)
	b.press("Space", 0)
	b.until("document.querySelector('.copy').textContent === 'Copied'")
	if got := b.eval("navigator.clipboard.readText()"); got != want {
		t.Errorf("the clipboard has %q, want %q", got, want)
	}
	if got := b.text(".turns mark"); got != "totl" {
		t.Errorf("what was refused is underlined under %q", got)
	}
	b.picture("ask-light")
	b.loaded(func() { b.click("nav a[href='/sql']") })
	b.click("#text")
	b.write("select nam, sleep(1)\nfrom customers")
	b.loaded(func() { b.press("Enter", control) })
	if marks := b.eval("[...document.querySelectorAll('mark')].map(m => m.textContent).join()"); marks != "nam,sleep" && marks != "nam,sleep(1)" {
		t.Errorf("underlined are %q", marks)
	}
	b.axe("a refused text")
	b.picture("sql-light")
	b.loaded(func() { b.click("nav a[href='/schema']") })
	b.click("#q")
	b.write("sku")
	b.loaded(func() { b.press("Enter", 0) })
	if open := b.eval("document.querySelectorAll('details.table[open]').length"); open != 1.0 {
		t.Errorf("%v tables are open, want the one that is found", open)
	}
	b.quiet(at)
}

// While the model thinks, the page says so, and the question is not asked twice.
func TestBrowserWaits(t *testing.T) {
	b := newBrowser(t)
	slow := &scripted{script: []string{"select id from orders"}, wait: time.Second}
	at := serveModel(t, shop(t), slow)
	b.open(at + "/")
	b.click("#question")
	b.write("Which orders are there?")
	b.loaded(func() { // the browser does not answer for a page that it is about to leave, so that the page notes it
		b.eval(`new MutationObserver(() => sessionStorage.setItem("said", document.querySelector(".busy").textContent)).observe(document.querySelector(".busy"), {childList: true});
			const form = document.querySelector("form.ask"); form.requestSubmit(); form.requestSubmit(); null`)
	})
	if said := b.eval("sessionStorage.getItem('said')"); said != "Working…" {
		t.Errorf("the page says %v while it waits", said)
	}
	if got := b.text("#sql"); got != "SELECT `id` FROM `orders`" || slow.calls != 1 {
		t.Errorf("the page shows %q after %d calls of the model", got, slow.calls)
	}
	b.click("#question")
	b.eval("document.querySelector('#question').select()")
	b.write("And of these?")
	b.loaded(func() { b.click("input[name=goon]"); b.click("form.ask button") })
	if n := b.eval("document.querySelectorAll('[name=earlierSQL]').length"); n != 2.0 {
		t.Errorf("the page keeps %v earlier questions, want 2", n)
	}
	b.picture("goon-light")
	b.quiet(at)
}

// The same pages without their script.
func TestBrowserWithoutScript(t *testing.T) {
	b := newBrowser(t)
	at := serve(t, shop(t), "select id from orders")
	b.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	b.open(at + "/")
	b.click("#question")
	b.write("Which orders are there?")
	b.loaded(func() { b.click("form.ask button") })
	if got := b.text("#sql"); got != "SELECT `id` FROM `orders`" {
		t.Errorf("the page shows %q", got)
	}
	if hidden := b.eval("document.querySelector('.copy').hidden"); hidden != true {
		t.Error("a button that does nothing is shown")
	}
	b.quiet(at)
}

// The pages on a phone and in the dark: nothing is cut off at the side, and what is to be touched is large enough.
func TestBrowserPhone(t *testing.T) {
	b := newBrowser(t)
	at := serve(t, shop(t), "select totl from orders", "select p.name, sum(i.quantity) from order_items i join products p on p.id = i.product_id join orders o on o.id = i.order_id group by p.id, p.name limit 5")
	for _, scheme := range []string{"light", "dark"} {
		b.window(390, 844, scheme)
		b.open(at + "/")
		b.picture("begin-phone-" + scheme)
		b.click("#question")
		b.write("What sells best?")
		b.loaded(func() { b.click("form.ask button") })
		b.narrow("the answer")
		b.axe("the answer, " + scheme)
		b.picture("ask-phone-" + scheme)
		b.open(at + "/schema")
		b.eval("document.querySelector('details.table').open = true")
		b.narrow("the schema")
		b.axe("the schema, " + scheme)
		b.picture("schema-phone-" + scheme)
	}
	b.window(1100, 800, "dark")
	b.open(at + "/schema")
	b.picture("schema-dark")
	b.open(at + "/sql")
	b.click("#text")
	b.write("select name from customers where city like '%a'")
	b.loaded(func() { b.click("form.ask button") })
	b.axe("a text in the dark")
	b.picture("sql-dark")
	b.quiet(at)
}

// narrow fails where a page is wider than its window, or a control is too small for a finger.
func (b *browser) narrow(what string) {
	b.t.Helper()
	if wide := b.eval("document.documentElement.scrollWidth > innerWidth"); wide != false {
		b.t.Errorf("%s is wider than the window: %v", what, b.eval(`[...document.querySelectorAll("body *")].filter(e => e.getBoundingClientRect().right > innerWidth && !e.closest(".scroll")).map(e => e.tagName + "." + e.className).join(" ")`))
	}
	small := b.eval(`[...document.querySelectorAll("button, select, textarea, nav a, summary")].filter(e => e.offsetParent && e.getBoundingClientRect().height < 32).map(e => e.tagName + " " + e.textContent.slice(0, 20)).join()`)
	if small != "" {
		b.t.Errorf("%s has controls that are too small: %v", what, small)
	}
}

// Words that would like to be scripts are words, in a browser too: none runs, none is an element, and no character
// turns the rest of a line round.
func TestBrowserHostileWords(t *testing.T) {
	b := newBrowser(t)
	at := serve(t, hostile(t), hostileReply, hostileSQL)
	b.window(1100, 900, "light")
	for _, path := range []string{"/", "/schema", "/schema?q=%3Cimg+src%3Dx+onerror%3Dalert(1)%3E", "/sql", "/%3Cscript%3E"} {
		b.open(at + path)
		b.harmless(path)
	}
	b.open(at + "/")
	b.click("#question")
	b.write("</textarea><script>alert(1)</script><img src=x onerror=alert(1)>")
	b.loaded(func() { b.press("Enter", control) })
	b.harmless("the answer")
	if got := b.text("#sql"); !strings.Contains(got, "\u202e") || !strings.Contains(got, "<script>alert(7)</script>") {
		t.Errorf("the SQL is not shown to the byte: %q", got)
	}
	// What stands behind the character that turns text round is to its right still.
	if ok := b.eval(`(() => { const odd = document.querySelector(".refused .odd"), next = odd.nextSibling ?? odd.parentElement.nextSibling;
		const r = document.createRange(); r.selectNode(next); return r.getBoundingClientRect().left >= odd.getBoundingClientRect().left; })()`); ok != true {
		t.Error("a character turns the line round")
	}
	b.picture("hostile")
	b.open(at + "/sql")
	b.click("#text")
	b.write(hostileReply + " </textarea><script>alert(1)</script>")
	b.loaded(func() { b.press("Enter", control) })
	b.harmless("the text")
	b.mu.Lock()
	for _, e := range b.events {
		if e.Method == "Page.javascriptDialogOpening" {
			t.Errorf("a script runs: %s", e.Params)
		}
	}
	b.mu.Unlock()
	for _, url := range b.requested() {
		if !strings.HasPrefix(url, at+"/") {
			t.Errorf("the browser asks %s", url)
		}
	}
}

// harmless fails where a page has an element or a handler that the templates do not have.
func (b *browser) harmless(what string) {
	b.t.Helper()
	if n := b.eval("document.scripts.length"); n != 1.0 {
		b.t.Errorf("%s has %v scripts", what, n)
	}
	found := b.eval(`[...document.querySelectorAll("img, iframe, object, embed, style, base, svg svg, [onload], [onerror], [style], a[href^='javascript' i]")].map(e => e.outerHTML).join()`)
	if found != "" {
		b.t.Errorf("%s has %v", what, found)
	}
	if title := fmt.Sprint(b.eval("document.title")); !strings.HasSuffix(title, " · asksql") {
		b.t.Errorf("%s is called %q", what, title)
	}
}

// axe fails where axe-core, a checker of the rules for accessible pages, finds a breach. Its file is named in
// ASKSQL_AXE, because it belongs to no one's build: npm install axe-core, axe.min.js.
func (b *browser) axe(what string) {
	b.t.Helper()
	path := os.Getenv("ASKSQL_AXE")
	if path == "" {
		return
	}
	source, err := os.ReadFile(path)
	if err != nil {
		b.t.Fatal(err)
	}
	b.eval(string(source) + "\n;null")
	found := b.eval(`axe.run(document, {resultTypes: ["violations"]}).then(r => r.passes.length < 10 ? "little was looked at" : r.violations.map(v => v.id + ": " + v.nodes.map(n => n.html.slice(0, 120) + " " + n.failureSummary.slice(0, 200)).join("; ")).join("\n"))`)
	if found != "" {
		b.t.Errorf("%s: %v", what, found)
	}
}

// What a screen reader is told: each control has a name, each page one heading of the first rank, landmarks, and a
// language; the diagram is told in words.
func TestBrowserScreenReader(t *testing.T) {
	b := newBrowser(t)
	at := serve(t, shop(t), "select o.total, c.name from orders o join customers c on c.id = o.customer_id")
	b.open(at + "/")
	b.click("#question")
	b.write("Who?")
	b.loaded(func() { b.press("Enter", control) })
	for _, path := range []string{"", "/sql", "/schema"} {
		if path != "" {
			b.open(at + path)
		}
		b.axe("the page " + path)
		var tree struct {
			Nodes []struct {
				Ignored    bool
				Role, Name struct{ Value any }
			}
		}
		b.call("Accessibility.getFullAXTree", nil, &tree)
		roles := map[string]int{}
		for _, n := range tree.Nodes {
			if n.Ignored {
				continue
			}
			role := fmt.Sprint(n.Role.Value)
			roles[role]++
			switch role {
			case "button", "link", "textbox", "searchbox", "combobox", "DisclosureTriangle":
				if name := fmt.Sprint(n.Name.Value); name == "" || name == "<nil>" {
					b.t.Errorf("%s: a %s has no name", path, role)
				}
			}
		}
		for _, landmark := range []string{"main", "navigation", "banner", "contentinfo"} {
			if roles[landmark] != 1 {
				t.Errorf("%s: %d landmarks of the kind %s", path, roles[landmark], landmark)
			}
		}
		if n := b.eval("document.querySelectorAll('h1').length"); n != 1.0 || b.eval("document.documentElement.lang") != "en" {
			t.Errorf("%s has %v headings of the first rank", path, n)
		}
	}
	b.quiet(at)
}
