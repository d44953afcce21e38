"""Where a text may be read either way, and the second reading took the other: code, anomaly, where, ours, the other."""

Apart = tuple[str, str, dict[str, tuple[str, ...]], str, str]

APART: list[Apart] = []
