"""The certificate with which papers are signed: made once, for its owner alone; without one papers stay as they are."""

import stat
from io import StringIO

import pytest
from cryptography.hazmat.primitives.serialization.pkcs12 import load_pkcs12
from django.core.management import CommandError, call_command

from papers.download import download_signed, signed


@pytest.mark.long
def test_a_certificate_is_made_once_and_opens_by_its_words_alone(tmp_path, settings):
    settings.PAPERS_PASSPHRASE = "parola"
    out, said = tmp_path / "papers.p12", StringIO()
    call_command("paper_certificate", "Federazione di prova", out=str(out), stdout=said)
    made = load_pkcs12(out.read_bytes(), b"parola").cert.certificate
    assert made.subject.rfc4514_string() == "CN=Federazione di prova"
    assert len(said.getvalue().split()[-1].split(":")) == 32
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    with pytest.raises(ValueError, match="password"):
        load_pkcs12(out.read_bytes(), b"altra")
    with pytest.raises(CommandError, match="is there already"):
        call_command("paper_certificate", "Altra", out=str(out))


@pytest.mark.long
@pytest.mark.parametrize(("name", "out"), [("", "a.p12"), ("x" * 65, "a.p12"), ("Prova", "non/c-e.p12")])
def test_what_makes_no_certificate_is_said(tmp_path, name, out):
    with pytest.raises(CommandError):
        call_command("paper_certificate", name, out=str(tmp_path / out))


def test_without_a_certificate_papers_stay_as_they_are():
    assert signed(b"%PDF-") == download_signed(b"%PDF-", "x", "pdf").content == b"%PDF-"


def test_what_is_no_pdf_is_never_signed(settings):
    settings.PAPERS_CERTIFICATE = "/non/c-e.p12"
    assert download_signed(b"PK", "x", "xlsx").content == b"PK"
