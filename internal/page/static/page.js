// Conveniences. Every page works without them, and none of them makes markup.
"use strict";

// Ctrl+Enter, or Command+Enter, sends the form.
for (const area of document.querySelectorAll("textarea")) {
  area.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      area.form.requestSubmit();
    }
  });
}

// While an answer is on its way, a form says how long it has taken, and is not sent again.
for (const form of document.querySelectorAll("form[method=post]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    const busy = form.querySelector(".busy");
    if (!busy) return;
    const began = Date.now();
    busy.textContent = "Working…";
    const timer = setInterval(() => {
      const seconds = Math.round((Date.now() - began) / 1000);
      if (seconds % 5 === 0) busy.textContent = "Working, " + seconds + " seconds so far…";
    }, 1000);
    window.addEventListener("pagehide", () => clearInterval(timer), { once: true });
  });
}

// Coming back to a page that the browser has kept, its forms can be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const busy of document.querySelectorAll(".busy")) busy.textContent = "";
});

// Copies the text of an element, to the byte as it is shown.
for (const button of document.querySelectorAll("button[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  const say = (text) => {
    button.textContent = text;
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  };
  button.hidden = false;
  button.setAttribute("aria-live", "polite");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent);
      say("Copied");
    } catch {
      const range = document.createRange(); // a page that is not at home on this machine has no clipboard
      range.selectNodeContents(source);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      say("Selected");
    }
  });
}

// What a question came to is where a reader goes on.
const result = document.getElementById("result");
if (result && location.hash === "#result") result.focus({ preventScroll: false });

// A link to a table opens it.
const unfold = () => {
  const target = location.hash && document.getElementById(location.hash.slice(1));
  if (target && target.tagName === "DETAILS") target.open = true;
};
window.addEventListener("hashchange", unfold);
unfold();
