"""The machine, the doors, one's own account."""

from collections.abc import Mapping

from records.rights import Right
from tests.access.needs import EVERYBODY, METHODS, SIGNED_IN, Condition, Row, read, write

DOORS: Mapping[str, Row] = {
    # Of the machine
    "healthz": read(EVERYBODY),
    "readyz": read(EVERYBODY),
    # The doors
    "login": dict.fromkeys(("GET", "HEAD", "POST", "PUT"), EVERYBODY),
    "logout": write(EVERYBODY),
    "account": read(SIGNED_IN),
    "connected": read(SIGNED_IN),
    "sign_in_code": {**read(EVERYBODY), **write(EVERYBODY)},
    "second_factor": {**read(SIGNED_IN), **write(SIGNED_IN)},
    "second_factor_off": write(SIGNED_IN),
    "invitation": {**read(EVERYBODY), **write(EVERYBODY)},
    "invite": write(Right.MANAGE_STAFF),
    "offer_reset": write(Right.MANAGE_STAFF),
    "welcome": {**read(EVERYBODY), **write(EVERYBODY)},
    "accounts": {**read(Condition.GIVES_ACCOUNTS), **write(Condition.GIVES_ACCOUNTS)},
    "account_creates": write(Condition.GIVES_ACCOUNTS),
    "account_link": write(Condition.GIVES_ACCOUNTS),
    "first_account": {**read(EVERYBODY), **write(EVERYBODY)},
    "sign_out_everywhere": write(SIGNED_IN),
    "end_session": write(SIGNED_IN),
    "password_change": dict.fromkeys(("GET", "HEAD", "POST", "PUT"), SIGNED_IN),
    "password_change_done": read(SIGNED_IN),
    "set_language": dict.fromkeys(METHODS, EVERYBODY),
    "admin/login/": read(Condition.ADMINISTERS),
    "favicon.ico": dict.fromkeys(METHODS, EVERYBODY),
}
