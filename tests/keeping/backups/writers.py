"""Three processes that write scores by the real action, as at three desks; each notes what was acknowledged.

Run with a folder: a line «table board points» per score goes into a file there once its commit was answered; the
processes' ids are printed, and a file `stop` ends them.
"""

import os
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import django

WRITERS = 3


def main(folder: Path) -> None:
    django.setup()
    children = []
    for number in range(WRITERS):
        child = os.fork()
        if child == 0:
            write(folder, number)
            os._exit(0)
        children.append(child)
    print(*children, flush=True)
    for child in children:
        os.waitpid(child, 0)


def write(folder: Path, number: int) -> None:
    from people.accounts.models import User  # noqa: PLC0415
    from records.action import Actor  # noqa: PLC0415 — once Django is set up
    from tournaments.rounds.models import Board, Table  # noqa: PLC0415
    from tournaments.scores.actions import give_score  # noqa: PLC0415

    dora = User.objects.get(username="dora")
    cells = [(table, board) for board in Board.objects.all() for table in Table.objects.all()][number::WRITERS]
    with (folder / str(number)).open("a", buffering=1) as acknowledged:
        for table, board in cells:
            if (folder / "stop").exists():
                return
            by = Actor(user=dora, at=datetime.now(UTC), key=f"{table.pk}-{board.pk}")
            points = table.pk % 12
            give_score(by=by, table=table, board=board, points_a=points, points_b=11 - points, expected_version=0)
            acknowledged.write(f"{table.pk} {board.pk} {points}\n")
            time.sleep(0.01)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
