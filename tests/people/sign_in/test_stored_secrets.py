"""Second factors and sessions as the database keeps them: of no use to whoever reads it without the keys."""

import json
from base64 import b32decode, urlsafe_b64decode
from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.core.serializers.json import DjangoJSONEncoder
from django.test import Client

from people.accounts.models import User
from people.sign_in.models import BackupCodes, Phone
from records.secrets import KeyMissing, decrypt, encrypt
from tests.factories import NOON, make_user
from tests.people.sign_in.authenticator import code_of, come_in, turn_on
from tests.people.sign_in.signing import sign_in

pytestmark = pytest.mark.dialect

NEW, NEWER = "n" * 32, "m" * 40
MISSING = "al server manca la chiave con cui i codici sono cifrati"


@pytest.fixture
def clock():
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def kept(clock, dora) -> tuple[str, list[str]]:
    """Letters and backup codes of Dora, half a minute ago."""
    first = Client()
    first.force_login(dora)
    told = turn_on(first)
    clock.shift(timedelta(seconds=30))
    return told


def by_code(code: str) -> int:
    """What the door answers to Dora's password and that code: 302 lets her in."""
    phone = Client()
    sign_in(phone, "dora", "dora")
    return phone.post("/accesso/codice/", {"code": code}).status_code


def told(*words: str) -> str:
    out = StringIO()
    call_command("second_factors", *words, stdout=out)
    return out.getvalue()


def test_the_database_holds_neither_secret_nor_codes(kept) -> None:
    letters, backup = kept
    rows = json.dumps([*Phone.objects.values(), *BackupCodes.objects.values()], cls=DjangoJSONEncoder)
    secret = b32decode(letters.replace(" ", ""))
    assert decrypt(Phone.objects.get().secret) == secret
    assert not any(form in rows for form in (secret.hex(), letters, letters.replace(" ", ""), *backup))
    # Nor are eight figures to be found by trying them all, where the key is known too.
    assert BackupCodes.objects.get().digest_of(backup[0]) not in rows


def test_what_is_encrypted_twice_is_never_the_same(settings) -> None:
    assert encrypt(b"secret") != encrypt(b"secret")
    assert len(settings.SECRET_KEY) >= 32


def test_a_new_key_comes_before_the_old_which_may_go_once_all_is_encrypted_anew(settings, clock, kept) -> None:
    letters, backup = kept
    settings.ENCRYPTION_KEYS = [NEW]
    assert by_code(code_of(letters)) == 302
    assert told("--anew") == (
        "2 encrypted anew by the first key.\n"
        "The others may be taken out after `manage.py installation_key --encrypt-anew`.\n"
        "1 phones and 1 sets of backup codes: every one opens.\n"
    )
    settings.ENCRYPTION_KEYS = [NEWER, NEW]
    settings.SECRET_KEY = "another, and nothing is lost by it: " + NEW
    clock.shift(timedelta(seconds=30))
    assert by_code(code_of(letters)) == 302
    assert by_code(backup[0]) == 302
    told("--anew")
    settings.ENCRYPTION_KEYS = [NEWER]
    clock.shift(timedelta(seconds=30))
    assert by_code(code_of(letters)) == 302


def test_a_secret_key_that_changes_stays_among_the_keys(settings, clock, kept) -> None:
    former, settings.SECRET_KEY = settings.SECRET_KEY, NEW
    assert by_code(code_of(kept[0])) == 422
    settings.ENCRYPTION_KEYS = [NEWER, former]
    clock.shift(timedelta(minutes=1))
    assert by_code(code_of(kept[0])) == 302


def test_where_the_key_is_lost_the_door_the_page_and_the_operator_are_told_what_to_do(settings, clock, kept) -> None:
    client = Client()
    come_in(client, "dora", kept[0])
    settings.SECRET_KEY, former = NEW, settings.SECRET_KEY
    for code in (code_of(kept[0]), kept[1][0]):
        door = Client()
        sign_in(door, "dora", "dora")
        answer = door.post("/accesso/codice/", {"code": code})
        assert (answer.status_code, MISSING in answer.content.decode()) == (422, True)
    with pytest.raises(CommandError, match=r"of 1 accounts cannot be opened: dora\. .*ENCRYPTION_KEYS.*--take-off"):
        told()
    with pytest.raises(CommandError):
        told("--anew")
    told("--take-off", "dora")
    assert sign_in(Client(), "dora", "dora")["Location"] == "/"
    settings.SECRET_KEY = former


def test_of_a_name_that_nobody_has_nothing_is_taken_off(db: None) -> None:
    with pytest.raises(CommandError, match="There is no account 'nobody'"):
        told("--take-off", "nobody")


def test_one_begun_and_never_confirmed_begins_anew_where_its_key_is_lost(clock, settings, dora) -> None:
    phone = Client()
    phone.force_login(dora)
    phone.get("/accesso/due-passaggi/")
    settings.SECRET_KEY = NEW
    phone.force_login(dora)
    turn_on(phone)
    assert Phone.objects.get().confirmed


def test_an_administrator_takes_off_that_of_a_lost_phone(client_of, kept) -> None:
    olga = client_of(make_user("olga", is_staff=True, is_superuser=True))
    dora = User.objects.get(username="dora")
    asked = {"action": "take_second_factor_off", "_selected_action": [dora.pk]}
    assert olga.post("/admin/people/user/", asked).status_code == 302
    assert sign_in(Client(), "dora", "dora")["Location"] == "/"


def test_a_code_is_good_for_its_own_half_minute_only(clock, kept) -> None:
    code = code_of(kept[0])
    clock.shift(timedelta(seconds=30))
    assert by_code(code) == 422
    clock.shift(timedelta(seconds=-60))
    # Two wrong ones wait for two seconds; it is the phone that is ahead now.
    Phone.objects.update(throttling_failure_count=0, other_step=None)
    assert by_code(code) == 422


@pytest.mark.parametrize("apart", [-600, -40, 40, 600])
def test_two_codes_in_a_row_show_by_how_much_the_clocks_are_apart(clock, kept, apart: int) -> None:
    Phone.objects.update(last_step=-1)

    def code() -> str:
        return code_of(kept[0], NOON.timestamp() + 1000 + passed + apart)

    answers, passed = [], 0
    clock.move_to(NOON + timedelta(seconds=1000))
    for passed in (0, 30, 60):
        clock.move_to(NOON + timedelta(seconds=1000 + passed))
        answers.append(by_code(code()))
    assert answers == [422, 302, 302]


def test_two_codes_that_do_not_follow_each_other_show_nothing(clock, kept) -> None:
    for ahead in (120, 180):
        clock.shift(timedelta(seconds=30))
        assert by_code(code_of(kept[0], NOON.timestamp() + 60 + ahead)) == 422


def test_the_key_of_a_session_is_not_in_the_database(client: Client, bruno: User) -> None:
    sign_in(client, "bruno", "bruno")
    lies = Session.objects.get().session_key
    thief = Client()
    thief.cookies["sessionid"] = lies
    assert thief.get("/accesso/mio/").status_code == 302
    assert client.cookies["sessionid"].value not in lies
    assert client.get("/accesso/mio/").status_code == 200


def test_it_is_aes_gcm_with_a_key_of_256_bits(settings) -> None:
    made = urlsafe_b64decode(encrypt(b"secret"))
    key = HKDF(SHA256(), 32, None, b"tournaments.stored-secrets").derive(settings.SECRET_KEY.encode())
    assert AESGCM(key).decrypt(made[:12], made[12:], b"tournaments.stored-secrets") == b"secret"


def test_what_is_no_key_of_ours_or_was_changed_opens_nothing(settings) -> None:
    made = encrypt(b"secret")
    for changed in (made[:-4] + ("AAAA" if made[-4:] != "AAAA" else "BBBB"), "BBBB" + made[4:], ""):
        with pytest.raises(KeyMissing):
            decrypt(changed)
    settings.SECRET_KEY = NEW
    with pytest.raises(KeyMissing):
        decrypt(made)
