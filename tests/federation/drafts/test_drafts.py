"""A draft of a code: what the archive would be under it, what is refused, and that it touches nothing."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from codes.library import offered
from federation.drafts.actions import ask_for_trial, discard_draft
from federation.drafts.models import DraftEdition, DraftResult
from federation.drafts.queries import counts_of, edition_files, rulings_tried
from federation.drafts.upload import DraftRefused, Fault, load_draft, read_upload, unsafe, whole
from referee.editions.queries import try_under
from referee.rulings.models import Ruling
from tests.factories import acting
from tests.federation.drafts.drafting import SMALL, load_a_draft, try_it, zipped
from tests.world import World

BOOK = "fitres-tressette"
FILE = "procedures/accusa-anticipata.yaml"
PAGE = "/federazioni/fitres/archivio/bozze/"


def changed(before: str, after: str, file: str = FILE) -> dict[str, str]:
    text = edition_files(BOOK)[file]
    assert before in text
    return {file: text.replace(before, after)}


def tried(world: World, sent: dict[str, str]) -> dict[str, DraftResult]:
    """What came out, by anomaly."""
    remo = world.people["remo"]
    assert remo is not None
    draft = load_a_draft(world.tournament.federation, remo, code=BOOK, name="Accuse", sent=sent)
    trial = try_it(draft, remo)
    assert (trial.state, trial.trouble, trial.total) == ("done", "", rulings_tried(draft).count())
    return {one.ruling.procedure: one for one in DraftResult.objects.filter(trial=trial).select_related("ruling")}


@pytest.mark.long
def test_a_ruling_comes_out_otherwise_where_the_draft_orders_something_else(world: World) -> None:
    before = list(Ruling.objects.order_by("pk").values())
    sent = changed("      - {replace_card: risposta, whom: avversari}\n", "")
    assert sent != {FILE: edition_files(BOOK)[FILE]}
    results = tried(world, sent)
    mine = results.pop("accusa-anticipata")
    ruling = Ruling.objects.get(pk=mine.ruling_id)
    assert mine.verdict == "different"
    assert len(mine.orders) == len(ruling.effects) - 1
    assert mine.cites == list(ruling.cites)
    assert {one.verdict for one in results.values()} == {"same"}
    assert list(Ruling.objects.order_by("pk").values()) == before
    assert counts_of(mine.trial) == {"different": 1, "articles": 0, "unwalkable": 0, "same": len(results)}


@pytest.mark.long
def test_other_articles_for_the_same_orders_are_told_apart(world: World) -> None:
    sent = changed(
        "cites: [174, 183]",
        "cites: [174, 182, 183]",
    )
    mine = tried(world, sent)["accusa-anticipata"]
    assert (mine.verdict, 182 in mine.cites) == ("articles", True)


@pytest.mark.long
def test_the_same_law_decides_the_same(world: World) -> None:
    results = tried(world, {FILE: edition_files(BOOK)[FILE] + "\n# nota\n"})
    assert {one.verdict for one in results.values()} == {"same"}


def test_an_anomaly_that_is_gone_cannot_be_walked(world: World) -> None:
    ruling = Ruling.objects.current().get(tournament=world.tournament, procedure="accusa-anticipata")
    draft = load_draft(edition_files(SMALL))
    assert try_under(ruling, draft).why == "gone"


def test_a_draft_is_no_edition(world: World) -> None:
    remo = world.people["remo"]
    assert remo is not None
    before = offered()
    load_a_draft(world.tournament.federation, remo, name="Altra")
    assert offered() == before


def test_only_who_may_try_tries(world: World) -> None:
    draft, aldo = DraftEdition.objects.earliest("pk"), world.people["aldo"]
    for act in (ask_for_trial, discard_draft):
        with pytest.raises(PermissionDenied):
            act(by=acting(aldo), draft=draft)


# -- hostile files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "line", "fault"),
    [
        ("a: 1\nb: !!python/object/apply:os.system [ls]\n", 2, Fault.TAG),
        ("a: 1\nb: !x y\n", 2, Fault.TAG),
        ("a: &a [*a]\n", 1, Fault.ANCHORS),
        ("a: *b\n", 1, Fault.ANCHORS),
        (
            "\n".join(["a0: &a0 [x]", *(f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9))]),
            6,
            Fault.ANCHORS,
        ),
        ("[" * 30 + "]" * 30, 1, Fault.TOO_DEEP),
        ("a: 1\nb: " + "x" * 6000, 2, Fault.TOO_LONG),
        ("a: 1\nb: [", 2, Fault.NOT_YAML),
        ("a: \x00", 1, Fault.NOT_YAML),
    ],
)
def test_a_hostile_text_is_refused_with_its_line(text: str, line: int, fault: Fault) -> None:
    problem = unsafe("x.yaml", text)
    assert problem is not None
    assert (problem.line, problem.fault) == (line, fault)


@pytest.mark.long
def test_our_own_codes_are_not_hostile() -> None:
    for code in (BOOK, SMALL, "fibur-burraco-2019"):
        assert [unsafe(name, text) for name, text in edition_files(code).items()] == [None] * len(edition_files(code))


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("x.zip", b"PK", Fault.NOT_A_ZIP),
        ("x.zip", zipped({"../x.yaml": "a: 1"}), Fault.BAD_NAME),
        ("x.zip", zipped({"a.yaml": "a: 1", "run.py": "x"}), Fault.BAD_NAME),
        ("x.zip", zipped({"a.yaml": "#" * 500_000, "b.yaml": ""}), Fault.TOO_BIG),
        ("x.zip", zipped({f"a{n}.yaml": "#" * 399_000 for n in range(11)}), Fault.TOO_MANY),
        ("x.yaml", b"a: \xff", Fault.NOT_TEXT),
        ("x.yaml", b"x" * 2_000_001, Fault.TOO_BIG),
    ],
)
def test_a_file_that_is_none_is_refused(name: str, content: bytes, fault: Fault) -> None:
    with pytest.raises(DraftRefused) as error:
        read_upload(name, content)
    assert [one.fault for one in error.value.problems] == [fault]


def test_a_table_without_end_is_refused_before_it_is_walked() -> None:
    files = edition_files(SMALL)
    name = next(one for one in files if one.startswith("procedures/"))
    facts = "".join(f"  f{n}: {{ask: {{it: a, en: a}}, answers: si-no}}\n" for n in range(40))
    with pytest.raises(DraftRefused) as error:
        load_draft({**files, name: f"id: x\nfacts:\n{facts}rules: []\n"})
    assert [(one.file, one.fault) for one in error.value.problems] == [(name, Fault.TABLE)]


@pytest.mark.parametrize("name", ["facts.yaml", "rulebook.yaml", "effects.yaml", "articles.yaml", "figures.yaml"])
@pytest.mark.parametrize("text", ["[]", "a: [1]", "3", "facts: [1, {a: 2}]", "scores: {a: {by_match: [1]}}"])
def test_wrong_types_are_refused_and_never_break(name: str, text: str) -> None:
    files = edition_files(SMALL)
    try:
        load_draft({**files, name: text})
    except DraftRefused:
        return
    assert name == "figures.yaml"  # read by none of the tables


@pytest.mark.parametrize("place", ["{whom.__class__}", "{whom[0]}", "{whom:>99999999}", "{whom!r}", "{"])
def test_a_wording_reaches_into_nothing(place: str) -> None:
    files = edition_files(SMALL)
    wording = files["effects.yaml"].replace("{whom}", place)
    assert wording != files["effects.yaml"]
    with pytest.raises(DraftRefused) as error:
        load_draft({**files, "effects.yaml": wording})
    assert {one.fault for one in error.value.problems} <= {Fault.PLACE, Fault.CHECK}


def test_a_file_that_the_edition_does_not_have_is_told() -> None:
    with pytest.raises(DraftRefused) as error:
        whole({"artcles.yaml": "a: 1"}, edition_files(SMALL))
    assert [one.fault for one in error.value.problems] == [Fault.UNKNOWN_FILE]


# -- the page ---------------------------------------------------------------------------------------------------------


def send(world: World, name: str, content: bytes, **more: str) -> tuple[int, str]:
    client, remo = Client(), world.people["remo"]
    assert remo is not None
    client.force_login(remo)
    form = {"code": BOOK, "name": "Accuse", "key": uuid4().hex, "file": SimpleUploadedFile(name, content), **more}
    answer = client.post(PAGE, form)
    return answer.status_code, answer.content.decode()


@pytest.mark.long
def test_a_draft_is_sent_tried_and_read(world: World) -> None:
    sent = changed("      - {replace_card: risposta, whom: avversari}\n", "")
    status, _page = send(world, "accusa-anticipata.yaml", sent[FILE].encode())
    assert status == 302
    remo, draft = world.people["remo"], DraftEdition.objects.get(name="Accuse")
    assert remo is not None and draft.changed == [FILE]
    trial = try_it(draft, remo)
    client = Client()
    client.force_login(remo)
    page = client.get(f"{PAGE}{draft.pk}/").content.decode()
    ruling = DraftResult.objects.get(trial=trial, verdict="different").ruling_id
    assert f"/archivio/atti/ruling-{ruling}/" in page and "Con la bozza:" in page
    assert client.get(f"{PAGE}{draft.pk}/bozza.xlsx").status_code == 200
    assert client.get(f"{PAGE}{draft.pk}/?esito=x").status_code == 302


@pytest.mark.long
def test_what_is_wrong_is_told_with_file_and_line(world: World) -> None:
    sent = changed("{replace_card: risposta, whom: avversari}", "{replace_card: nessuna-carta, whom: avversari}")
    status, page = send(world, "bozza.zip", zipped(sent))
    assert (status, f"{FILE}, riga" in page, 'value="Accuse"' in page) == (422, True, True)
    status, page = send(world, "accusa-anticipata.yaml", b"a: !!python/name:os.system x")
    assert (status, "riga 1" in page) == (422, True)
    assert not DraftEdition.objects.filter(name="Accuse").exists()
