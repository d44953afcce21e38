#!/usr/bin/env python3
"""Check an official record without the program that wrote it: python3 verify_record.py FILE [NUMBER:HASH]

FILE is what `manage.py export_record` wrote. NUMBER:HASH is a line of the log as a paper, a page or a report shows it;
without one only a change is found, not a log written anew by whoever has the database. Nothing but the standard
library of Python 3.8 or newer is needed. It says OK and ends with 0, or what does not hold and ends with 1.

Published standings: python3 verify_record.py ROWS HASH [NAMES], with the two files that their page offers and the hash
that stands on the paper.
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
    sealing = [line for line in lines if proof["record"] in (line.get("seals") or {})]
    if not sealing or sealing[0] is not lines[0]:
        yield "line {sequence} does not seal the record".format(**lines[0])
    for place, line in enumerate(sealing):
        # What lines that erased texts found there is known by the digests of the texts that are gone.
        later = [one["sequence"] for one in sealing[place + 1 :]]
        then = canonical(before_erasing(content, later[0])) if later else proof["content"]
        if line["seals"][proof["record"]] != sha256(then):
            yield "line {sequence} seals another content".format(**line)
        if place and line["action"] not in ERASING:
            yield "line {sequence} seals the record again: what is shown here is an earlier state".format(**line)
    for before, after, hash_before in zip(lines, lines[1:], hashes):
        if after["previous_hash"] != hash_before or after["sequence"] != before["sequence"] + 1:
            yield "line {sequence} does not follow the one before".format(**after)
    yield from wrong_texts(proof["texts"], content["fields"])
    if "hashed" in proof:
        yield from wrong_standings(proof["hashed"], content["fields"])
    if head is not None:
        number, _, shown = head.partition(":")
        known = {str(line["sequence"]): one for line, one in zip(lines, hashes)}
        if number not in known:
            yield "line {} is not among those shown ({} to {})".format(
                number, lines[0]["sequence"], lines[-1]["sequence"]
            )
        elif len(shown) < 16 or not known[number].startswith(shown.lower()):
            yield f"line {number} is another one than {head}"


# What the standings' file and their record say both, each under its own name.
SAID_TWICE = {
    "standings": "rows",
    "reason": "reason",
    "number": "number",
    "kind": "kind",
    "after_round": "round_number",
    "data_version": "data_version",
    "engine": "engine_version",
    "published_at": "published_at",
    "closes_at": "closes_at",
}


def wrong_standings(hashed, fields):
    """Whether the hash on papers is that of a file that says what the record says, with the digests of erased texts."""
    if sha256(hashed) != fields["hash"]:
        yield "the hash of the standings is another one"
    told, first = json.loads(hashed), before_erasing(fields, 0)
    for name, column in SAID_TWICE.items():
        # What is empty is left out of a record.
        if (told[name] or None) != (first.get(column) or None):
            yield f"the standings say another thing in {name} than their record"


def check_standings(rows, shown, names=None):
    """The same for the files that everybody may have: the rows have that hash, and the names are theirs."""
    with open(rows, "rb") as file:
        told = file.read()
    found = [] if hashlib.sha256(told).hexdigest() == shown.lower() else ["the file has another hash"]
    if names is not None:
        with open(names, encoding="utf-8") as file:
            found += wrong_texts(json.load(file)["texts"], json.loads(told))
    return found


# Lines that put a mark in the place of a text, and change nothing else.
ERASING = ("erase_person", "black_out")


def before_erasing(value, line):
    """The content before that line: of each text erased since, the digest of what stood there."""
    if isinstance(value, list):
        return [before_erasing(one, line) for one in value]
    if not isinstance(value, dict):
        return value
    if set(value) != {"hmac", "erased"}:
        return {key: before_erasing(one, line) for key, one in value.items()}
    earlier = [one for one in value["erased"] if one[0] < line]
    digest = next((digest for number, digest in value["erased"] if number >= line), value["hmac"])
    return {"hmac": digest, "erased": earlier} if earlier else {"hmac": digest}


def canonical(value):
    """As it was sealed: keys in order, no blanks."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def wrong_texts(texts, fields):
    """Texts that are not those of the record: only their salted digests stand in its content."""
    for one in texts:
        place = fields
        for step in one["place"].split("/"):
            place = place[int(step)] if isinstance(place, list) else place.get(step, {})
        told = hmac.new(bytes.fromhex(one["salt"]), one["text"].encode("utf-8"), "sha256").hexdigest()
        if not isinstance(place, dict) or place.get("hmac") != told:
            yield "the text at {} is another one".format(one["place"])


def main(arguments):
    if len(arguments) not in (1, 2, 3):
        print(__doc__.splitlines()[0])
        return 2
    if len(arguments) == 3 or (len(arguments) == 2 and ":" not in arguments[1]):
        found = check_standings(*arguments)
        print("{}: {}".format(arguments[0], "; ".join(found) or "OK"))
        return 1 if found else 0
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
