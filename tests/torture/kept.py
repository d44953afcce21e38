"""What a database (DATABASE_URL) holds of what arbiters wrote, a line of JSON each: `python -m tests.torture.kept`."""

import json

import django


def main() -> None:
    from referee.models import Case, Ruling  # noqa: PLC0415 — once Django is set up
    from tournaments.models import Adjustment, BoardScore  # noqa: PLC0415

    place = ("table__number", "board__number")
    for row in BoardScore.objects.values_list(*place, "version", "points_a", "points_b", "reason"):
        print(json.dumps(["score", *row]))
    for row in Adjustment.objects.values_list("entry_id", "amount", "reason"):
        print(json.dumps(["penalty", *row]))
    for row in Case.objects.values_list(*place):
        print(json.dumps(["case", *row]))
    for row in Ruling.objects.values_list("case__table__number", "case__board__number", "version", "reason"):
        print(json.dumps(["ruling", *row]))


if __name__ == "__main__":
    django.setup()
    main()
