"""A PDF signed as PAdES (baseline B-B, ETSI EN 319 142-1): by pyHanko, which `requirements-sign.txt` installs."""

from functools import lru_cache
from io import BytesIO

from pyhanko.pdf_utils.incremental_writer import IncrementalPdfFileWriter
from pyhanko.sign.fields import MDPPerm, SigSeedSubFilter
from pyhanko.sign.signers import PdfSignatureMetadata, SimpleSigner, sign_pdf

FIELD = "Referee"


def sign(content: bytes, certificate: str, passphrase: str) -> bytes:
    """The paper and its signature, which covers every byte and allows no change after it. Raises ValueError.

    No outside service is asked for the time: the hall may have no network, and the head on the paper tells the order.
    """
    # What readers look for: who signed it, and that nothing may be added.
    metadata = PdfSignatureMetadata(
        field_name=FIELD,
        md_algorithm="sha256",
        subfilter=SigSeedSubFilter.PADES,
        certify=True,
        docmdp_permissions=MDPPerm.NO_CHANGES,
    )
    signed = BytesIO()
    sign_pdf(
        IncrementalPdfFileWriter(BytesIO(content)), metadata, signer=_signer(certificate, passphrase), output=signed
    )
    return signed.getvalue()


@lru_cache(maxsize=2)
def _signer(certificate: str, passphrase: str) -> SimpleSigner:
    signer = SimpleSigner.load_pkcs12(certificate, passphrase=passphrase.encode() or None)
    if signer is None:
        raise ValueError(f"{certificate} opens no certificate: is PAPERS_PASSPHRASE its passphrase?")
    return signer
