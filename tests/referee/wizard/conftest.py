"""What the tests of the wizard share: a browser, a step posted as its page would, a case told to its decision."""

import pytest

from tests.referee.wizard.test_wizard_pages import KEYS, address


@pytest.fixture
def bruno_client(client_of, bruno):
    return client_of(bruno)


@pytest.fixture
def send(bruno_client):
    """Posts to a case as its page would: with a new key and the version seen."""

    def run(case, name="case", *, headers=None, **fields):
        case.refresh_from_db()
        data = {"key": f"k{next(KEYS)}", "version": case.version, **fields}
        return bruno_client.post(address(case, name), data, headers=headers)

    return run


@pytest.fixture
def through(draft, send):
    """The draft told up to the decision of an accusa made too soon and contested."""

    def run(**changes):
        send(draft, step="anomalia", procedure="accusa-anticipata")
        send(draft, step="posto", responsible="N")
        facts = {"esercizio-monte": "nessuno", "contestazione-battuta": "in-tempo", "dichiarato": "incompleta"}
        for fact, value in (facts | changes).items():
            send(draft, step="domanda", fact=fact, answer=value)
        return draft

    return run
