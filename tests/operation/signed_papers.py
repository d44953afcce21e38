"""Report, ruling and published standings under the installation's signature: `make papers`, where pyHanko is."""

from io import BytesIO

import pytest
from django.core.management import call_command
from pyhanko.pdf_utils.misc import PdfError
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.diff_analysis import ModificationLevel
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko.sign.validation.errors import SignatureValidationError
from pyhanko.sign.validation.status import SignatureCoverageLevel
from pyhanko_certvalidator import ValidationContext

from tests.world import Visitor, make_played

PAPERS = ("rapporto.pdf", "provvedimenti/1.pdf", "classifica/1.pdf")


@pytest.fixture
def asked(db, tmp_path, settings):
    """The papers of a tournament, each as it is fetched."""
    settings.PAPERS_PASSPHRASE, settings.PAPERS_CERTIFICATE = "parola", str(tmp_path / "papers.p12")
    call_command("paper_certificate", "Federazione di prova", out=settings.PAPERS_CERTIFICATE, verbosity=0)
    world = make_played()
    dora = Visitor(world.people["dora"])
    return {one: dora.ask("GET", f"/tornei/coppa-levante/esporta/{one}").content for one in PAPERS}


def checked(content):
    """The one signature in it, and what it says by the certificate that it names itself."""
    (found,) = PdfFileReader(BytesIO(content)).embedded_signatures
    trusted = ValidationContext(trust_roots=[found.signer_cert], allow_fetching=False)
    return found, validate_pdf_signature(found, signer_validation_context=trusted)


def holds(content):
    try:
        return checked(content)[1].bottom_line
    except (PdfError, SignatureValidationError, ValueError):  # it can no longer even be read
        return False


def test_each_paper_is_signed_as_a_whole(asked):
    for content in asked.values():
        found, status = checked(content)
        assert status.coverage is SignatureCoverageLevel.ENTIRE_FILE
        assert (status.bottom_line, status.intact, status.valid, status.trusted) == (True, True, True, True)
        assert status.modification_level is ModificationLevel.NONE
        assert found.sig_object["/SubFilter"] == "/ETSI.CAdES.detached"
        assert found.signer_cert.subject.human_friendly == "Common Name: Federazione di prova"


def test_a_byte_changed_or_added_is_noticed(asked):
    content = asked["provvedimenti/1.pdf"]
    found, _status = checked(content)
    first, length, _second, _rest = found.byte_range
    for place in (first + 200, length // 2, length - 10):
        changed = content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        assert not holds(changed)
    _found, status = checked(content + b"\n% more\n")
    assert status.coverage is not SignatureCoverageLevel.ENTIRE_FILE
