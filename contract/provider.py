"""A provider that speaks OpenAI's protocol and answers by a script: provider.py PORT. Some of what it says is good SQL;
the rest is what providers say on a bad day."""

import http.server
import itertools
import json
import sys
import threading

GOOD = json.dumps({"sql": "SELECT `id` FROM `orders` WHERE `total` < 3", "cannotAnswer": ""})
REPLIES = [
    GOOD,
    json.dumps({"sql": "SELECT totl FROM orders", "cannotAnswer": ""}),
    json.dumps({"sql": "DROP TABLE orders", "cannotAnswer": ""}),
    json.dumps({"sql": "", "cannotAnswer": "there is nothing about the weather"}),
    "```sql\nSELECT name FROM customers\n```",
    "I am a \u202e model \x00 of words.",
    "",
    GOOD,
    500,
    429,
    "not even JSON",
    GOOD,
]
turns, lock = itertools.cycle(REPLIES), threading.Lock()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        with lock:
            reply = next(turns)
        status, body = 200, {
            "id": "1", "object": "chat.completion", "model": "scripted",
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": reply}}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1},
        }
        if isinstance(reply, int):
            status, body = reply, {"error": {"message": "a bad day", "type": "server_error", "code": None}}
        text = json.dumps(body).encode()
        if reply == "not even JSON":
            text = b"<html>"
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
