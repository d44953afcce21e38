"""What compiles, and what a processor does by itself with the bits of a number: numba, an extra requirement."""

import os
from hashlib import sha256
from pathlib import Path
from typing import Any

from llvmlite import ir
from numba import config, njit, types
from numba.extending import intrinsic


def _keeping() -> bool:
    """Whether there is a folder to keep what is compiled in (NUMBA_CACHE_DIR); each state of these files has its own.

    Numba itself would look at the file of the function only, and not at those that it calls.
    """
    sources = "".join(file.read_text() for file in sorted(Path(__file__).parent.glob("*.py")))
    folder = Path(config.CACHE_DIR, sha256(sources.encode()).hexdigest()[:16])
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    config.CACHE_DIR = str(folder)
    return os.access(folder, os.W_OK)


compiled = njit(error_model="numpy", boundscheck=False)
# What is called from outside: other threads go on meanwhile, and the next process finds it compiled.
kept = njit(error_model="numpy", boundscheck=False, nogil=True, cache=bool(config.CACHE_DIR) and _keeping())


@intrinsic
def popcount(_context: Any, _number: Any) -> Any:
    """How many bits are set."""

    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), build


@intrinsic
def length(_context: Any, _number: Any) -> Any:
    """How many bits the number takes: one more than the place of the highest; none for nought."""

    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))
        return builder.sub(ir.Constant(ir.IntType(64), 64), zeros)

    return types.int64(types.int64), build


@intrinsic
def address(_context: Any, _number: Any) -> Any:
    """The number as the address of 64-bit integers.

    An array made there (`carray`) has no owner who counts its users, which would cost more than the search itself.
    """

    def build(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())

    return types.CPointer(types.int64)(types.int64), build
