"""Where a text may be read either way, and the second reading took the other."""

from tests.codes.independent.apart_fibur import APART_FIBUR
from tests.codes.independent.apart_fitres import APART_FITRES

# Code, anomaly, where (the answers by fact), how the tables read it, how it was read apart from them.
Apart = tuple[str, str, dict[str, tuple[str, ...]], str, str]

APART: list[Apart] = [*APART_FIBUR, *APART_FITRES]
