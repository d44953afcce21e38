"""Files of YAML, and what is none, sent to every page that reads YAML, by the whole cast: words, never a 500.

What each reader takes of room: `tests/security/test_strangers_files.py`. A PDF is read by the operator's command alone.
"""

from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import reverse

from codes.library import rulebook_ids
from records.rights import FederationRight, federation_rights
from tests.addresses.walk import EVERYBODY
from tests.security.hostile_files import TEXTS, YAML
from tests.security.test_strangers_files import FIELDS
from tests.world import KnownVisitor, World

PAGES = {
    "drafts": (FederationRight.TRY_EDITIONS, {"code": next(iter(rulebook_ids())), "name": "Proposta"}),
    "points_tables": (FederationRight.MANAGE_SEASON, {"text": "", "reason": ""}),
}
REFUSED = ("invalid-feedback", "alert-danger", 'role="alert"')
OF_YAML = (
    "aliases", "an alias of itself", "deep lists", "a number", "a tag of another program", "a tag of a class",
    "merged keys", "a million keys", "as many keys as may be", "a NUL", "another coding",
)  # fmt: skip
FILES = {f"{name}.yaml": YAML[name] for name in OF_YAML} | {
    name: TEXTS[name] for name in ("a form within itself.pdf", "pages of pages.pdf")
}


def sent(visitor: KnownVisitor, page: str, fields: dict[str, str], name: str, content: bytes) -> tuple[int, str]:
    told = {**fields, "key": uuid4().hex, "file": SimpleUploadedFile(name, content)}
    answer = visitor.ask("POST", page, encode_multipart(BOUNDARY, told), MULTIPART_CONTENT)
    return answer.status_code, answer.content.decode()


@pytest.mark.long
def test_hostile_files_are_refused_in_words_and_read_of_nobody_who_may_not(world: World) -> None:
    assert "code text" not in FIELDS.values()
    federation, wrong = world.tournament.federation, []
    for page, (right, fields) in PAGES.items():
        may = [who for who in EVERYBODY if (user := world.people[who]) and right in federation_rights(user, federation)]
        assert may
        for who in EVERYBODY:
            visitor = KnownVisitor(world.people[who])
            # One file is enough of whoever may not: it is refused whatever it says.
            for name in FILES if who in may else ["a NUL.yaml"]:
                status, text = sent(visitor, reverse(page, args=["fitres"]), fields, name, FILES[name]())
                in_words = any(sign in text for sign in REFUSED)
                right_one = status == 422 and in_words if who in may else status in {302, 403, 404}
                if not right_one or "Traceback" in text:
                    wrong.append(f"{who} {page} {name}: {status} {in_words}")
    assert wrong == [], "\n".join(wrong)
