"""manage.py import_code: a federation's text enters the database whole, or not at all."""

import hashlib
from io import BytesIO, StringIO

import pytest
from django.core.management import CommandError, call_command
from reportlab.pdfgen.canvas import Canvas

from referee.code_browser.models import CodeText
from tests.codes.mini import write

SOUND = "\n".join(f"Art. {number}. Norma {number}: «così» & basta." for number in range(1, 6))


@pytest.fixture(autouse=True)
def mini(library, db):
    """The only code there is: five articles."""
    return write(library / "mini", [])


@pytest.fixture
def run(tmp_path):
    """Imports these contents; what the command printed, and what it complained about."""

    def go(content, *flags, name="codice.txt", code="mini"):
        path, out, err = tmp_path / name, StringIO(), StringIO()
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        try:
            call_command("import_code", code, str(path), *flags, stdout=out, stderr=err)
        except CommandError as error:
            return str(error), err.getvalue()
        return out.getvalue(), err.getvalue()

    return go


def test_a_sound_text_is_stored_with_its_edition_and_source(run):
    assert run(SOUND) == ("mini (1): 5 articles stored from codice.txt.\n", "")
    one = CodeText.objects.get(number=3)
    assert (one.code, one.edition, one.text) == ("mini", "1", "Norma 3: «così» & basta.")
    assert (one.source_name, one.source_sha256) == ("codice.txt", hashlib.sha256(SOUND.encode()).hexdigest())
    assert one.is_public and one.imported_at


def test_a_text_with_findings_is_not_stored(run):
    printed, complained = run(SOUND.replace("Art. 4.", "Art. 9."))
    assert "Nothing was stored" in printed
    assert complained.splitlines() == [
        "article 9: out of order (line 4)",
        "article 4: missing",
        "article 9: unknown (line 4)",
    ]
    assert not CodeText.objects.exists()


def test_findings_can_be_accepted(run):
    printed, complained = run(SOUND.replace("Art. 4.", "art. 4."), "--accept")
    assert "4 articles stored" in printed
    assert complained == "article 4: missing\n"


def test_importing_again_replaces_the_text_before(run):
    run(SOUND)
    run(SOUND.replace("basta", "via"))
    assert set(CodeText.objects.values_list("text", flat=True)) == {f"Norma {n}: «così» & via." for n in range(1, 6)}


def test_a_refused_import_leaves_the_text_before(run):
    run(SOUND)
    run("Art. 1. Solo questo.")
    assert CodeText.objects.count() == 5


def test_a_text_can_be_kept_for_those_who_signed_in(run):
    run(SOUND, "--signed-in")
    assert not CodeText.objects.shown_to(signed_in=False).exists()
    assert CodeText.objects.shown_to(signed_in=True).count() == 5


def test_a_pdf_with_text_is_read(run):
    file = BytesIO()
    canvas = Canvas(file)
    for number in range(1, 6):
        canvas.drawString(72, 700, f"Art. {number}. Norma {number}.")
        canvas.showPage()
    canvas.save()
    assert "5 articles stored" in run(file.getvalue(), name="codice.pdf")[0]
    assert CodeText.objects.get(number=5).text == "Norma 5."


def test_a_pdf_of_pictures_and_a_broken_one_are_refused(run):
    file = BytesIO()
    canvas = Canvas(file)
    canvas.rect(10, 10, 100, 100)
    canvas.save()
    assert "no article found" in run(file.getvalue(), "--accept", name="scan.pdf")[0]
    assert "cannot be read" in run(b"%PDF-1.4 no more", name="scan.pdf")[0]


def test_a_text_from_windows_is_read(run):
    run(SOUND.replace("così", "perché").encode("cp1252"))
    assert "perché" in CodeText.objects.get(number=1).text


@pytest.mark.parametrize(("code", "name"), [("inventato", "codice.txt"), ("mini", "via/codice.txt")])
def test_an_unknown_code_or_a_missing_file_is_said(code, name, tmp_path):
    (tmp_path / "codice.txt").write_text(SOUND)
    with pytest.raises(CommandError, match=r"No code «inventato»: there are mini|No such file"):
        call_command("import_code", code, str(tmp_path / name))


def test_what_follows_the_last_article_is_said(run):
    assert "From line 7 on" in run(SOUND + "\n\nI POTERI DI TUTTI\nAltro.")[0]
