"""Faults on purpose, with the server's real processes and clients that behave as our pages do: `make torture`.

An entry has one key and is sent until it is acknowledged, part of them twice at the same moment. The clients' ledger is
compared with the database: every acknowledged record is there once, nobody's else is, and `verify` holds. A scenario in
which nothing failed, or nothing went on afterwards, fails itself. What it found is held by tests of their own, so it
stays outside of `make test`. A killed process is no lost power: what the disk itself holds back is not tried.
"""
