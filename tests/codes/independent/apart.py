"""Where a text may be read either way, and the second reading took the other: code, anomaly, where, ours, the other."""

from tests.codes.independent.apart_fitres import APART_FITRES

Apart = tuple[str, str, dict[str, tuple[str, ...]], str, str]

APART: list[Apart] = [*APART_FITRES]
