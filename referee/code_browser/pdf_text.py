"""The words of a PDF, read by a process of its own with so much room and time: it may unfold without end."""

import resource
import subprocess
import sys
from io import BytesIO
from pathlib import Path

from pypdf import PdfReader

from records.outside import CODE_TEXT, MB

ROOT = Path(__file__).resolve().parents[2]
COMMAND = [sys.executable, "-m", "referee.code_browser.pdf_text"]


class UnreadablePdf(Exception):
    """A file that is no PDF, or one that takes more than it may; its words say which."""


def pdf_text(content: bytes) -> str:
    """Page by page. Raises UnreadablePdf."""
    done = subprocess.run(COMMAND, input=content, capture_output=True, check=False, cwd=ROOT)  # noqa: S603 - ourselves
    said = done.stdout.decode("utf-8", "replace")
    if done.returncode < 0:
        raise UnreadablePdf(f"it takes more than {CODE_TEXT.times} seconds")
    if done.returncode:
        raise UnreadablePdf(said or f"it takes more than {CODE_TEXT.held // MB} MB")
    return said


def _bound() -> None:
    """From here on so much more room, and so many seconds of processor."""
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if Path("/proc/self/statm").exists() else 0
    room = pages * resource.getpagesize() + CODE_TEXT.held
    if pages:
        resource.setrlimit(resource.RLIMIT_AS, (room, room))
    resource.setrlimit(resource.RLIMIT_CPU, (CODE_TEXT.times, CODE_TEXT.times))


def _tell(content: bytes) -> str:
    told = ""
    for page in PdfReader(BytesIO(content)).pages:
        told += page.extract_text() + "\n"
        if len(told) > CODE_TEXT.text:
            raise ValueError(f"more than {CODE_TEXT.text} characters")
    return told[:-1]


def main() -> int:
    _bound()
    try:
        sys.stdout.buffer.write(_tell(sys.stdin.buffer.read()).encode("utf-8", "replace"))
    except MemoryError:
        return 1
    except Exception as error:  # a broken PDF raises about anything
        sys.stdout.write(str(error)[:300] or type(error).__name__)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
