#!/usr/bin/env python3
"""Check an official record without the program that wrote it: python3 verify_record.py FILE [NUMBER:HASH]

FILE is what `manage.py export_record` wrote. NUMBER:HASH is a line of the log as a paper, a page or a report shows it;
without one only a change is found, not a log written anew by whoever has the database. Nothing but the standard
library of Python 3.8 or newer is needed. It says OK and ends with 0, or what does not hold and ends with 1.
"""

import hashlib
import hmac
import json
import sys


def sha256(text):
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def troubles(proof, head=None):
    """What does not hold, in words, the first thing first."""
    lines = [json.loads(line) for line in proof["lines"]]
    hashes = [sha256(line) for line in proof["lines"]]
    if not lines:
        yield "there is no line of the log"
        return
    content = json.loads(proof["content"])
    if proof["record"] != "{record}:{id}".format(**content):
        yield "the content is that of another record"
    if (lines[0].get("seals") or {}).get(proof["record"]) != sha256(proof["content"]):
        yield "line {sequence} seals another content".format(**lines[0])
    for before, after, hash_before in zip(lines, lines[1:], hashes):
        if after["previous_hash"] != hash_before or after["sequence"] != before["sequence"] + 1:
            yield "line {sequence} does not follow the one before".format(**after)
        if proof["record"] in (after.get("seals") or {}):
            yield "line {sequence} seals the record again: what is shown here is an earlier state".format(**after)
    yield from wrong_texts(proof["texts"], content["fields"])
    if head is not None:
        number, _, shown = head.partition(":")
        known = {str(line["sequence"]): one for line, one in zip(lines, hashes)}
        if number not in known:
            yield "line {} is not among those shown ({} to {})".format(
                number, lines[0]["sequence"], lines[-1]["sequence"]
            )
        elif len(shown) < 16 or not known[number].startswith(shown.lower()):
            yield f"line {number} is another one than {head}"


def wrong_texts(texts, fields):
    """Texts that are not those of the record: only their salted digests stand in its content."""
    for one in texts:
        place = fields
        for step in one["place"].split("/"):
            place = place[int(step)] if isinstance(place, list) else place.get(step, {})
        told = hmac.new(bytes.fromhex(one["salt"]), one["text"].encode("utf-8"), "sha256").hexdigest()
        if place != {"hmac": told}:
            yield "the text at {} is another one".format(one["place"])


def main(arguments):
    if len(arguments) not in (1, 2):
        print(__doc__.splitlines()[0])
        return 2
    with open(arguments[0], encoding="utf-8") as file:
        proof = json.load(file)
    found = list(troubles(proof, *arguments[1:]))
    last = json.loads(proof["lines"][-1])["sequence"] if proof["lines"] else 0
    for one in found:
        print("{}: {}".format(proof["record"], one))
    if not found:
        print("{}: OK, up to line {} ({})".format(proof["record"], last, sha256(proof["lines"][-1])[:16]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
