"""Answers the scoreboard's questions, one JSON value a line."""

import base64
import json
import sys
import time


class Refusal(Exception):
    """The text is refused. Any other exception is a failure that the library does not document."""


def _answer(judge, text, catalogs):
    try:
        judge(base64.b64decode(text["sql"]).decode(errors="replace"), catalogs[text["catalog"]])
        return {"verdict": "accepted"}
    except Refusal as refusal:
        return {"verdict": "refused", "message": str(refusal)[:300]}
    except BaseException as error:  # also RecursionError and what a library should not raise
        return {"verdict": "crashed", "message": f"{type(error).__name__}: {error}"[:300]}


def _time(judge, texts, catalogs):
    start = time.process_time_ns()
    for text in texts:
        _answer(judge, text, catalogs)
    return {"nanoseconds": time.process_time_ns() - start}


def serve(judge, prepare):
    """Reads questions until there are no more.

    judge(sql, catalog) returns if the text is accepted and raises Refusal if it is refused. prepare
    turns a schema into what judge gets as catalog.
    """
    catalogs = {}
    for line in sys.stdin:
        question = json.loads(line)
        if "catalog" in question:
            catalogs[question["catalog"]["id"]] = prepare(question["catalog"])
            continue
        if "text" in question:
            reply = _answer(judge, question["text"], catalogs)
        else:
            reply = _time(judge, question["time"], catalogs)
        print(json.dumps(reply), flush=True)
