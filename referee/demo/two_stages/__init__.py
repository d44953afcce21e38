"""The demo's large burraco: 24 pairs, four rounds in one field, then two merit groups, the second round in play."""
