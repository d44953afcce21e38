"""What is offered to be done with a deposit is what the action does: nothing is returned or kept before the end."""

import pytest

from federation.second_instance.actions import deposits_offered
from federation.second_instance.models import SecondAppeal


@pytest.mark.parametrize(
    ("state", "deposit", "offered"),
    [
        ("open", "due", ("received",)),
        ("open", "received", ()),
        ("open", "", ()),
        ("rejected", "due", ("received",)),
        ("rejected", "received", ("returned", "forfeited")),
        ("withdrawn", "received", ("returned", "forfeited")),
        ("upheld", "received", ("returned",)),
        ("changed", "received", ("returned",)),
        ("rejected", "returned", ()),
    ],
)
def test_only_what_can_be_done_now_is_offered(state: str, deposit: str, offered: tuple[str, ...]) -> None:
    assert deposits_offered(SecondAppeal(state=state, deposit=deposit)) == offered
