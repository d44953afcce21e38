"""Something for each room of a federation to show: a package, a roster, appeals before its judge, a program told."""

from datetime import datetime

from django.db import transaction

from federation.archive.actions import drop_tournament, refresh
from federation.archive.models import ArchivedRuling
from federation.inbox.actions import opened, receive
from federation.inbox.desk_actions import load_answer
from federation.packages.actions import add_key, make_token, own_key
from federation.packages.exports import package
from federation.packages.models import ReceivedPackage
from federation.roster.actions import stage_roster
from federation.sealed.archive import canonical
from federation.second_instance.actions import (
    Filed,
    Verdict,
    decide_second,
    file_second,
    name_second_judge,
    note_second,
    set_term,
)
from federation.webhooks.actions import add_webhook, try_webhook
from federation.webhooks.delivery import secret_of
from federation.webhooks.models import HookEvent, WebhookMessage, WebhookTry
from people.accounts.models import Federation, User
from referee.rulings.models import Ruling
from tests import factories
from tests.factories import acting
from tournaments.setup.models import Tournament

# What the address of the open invitation holds.
INVITED = "i" * 43


def receive_something(tournament: Tournament, *, olga: User) -> ReceivedPackage:
    """Its package as it would be under seal, and a token by which another one might come."""
    federation = tournament.federation
    add_key(by=acting(olga), federation=federation, name="Questa", public=own_key().public)
    make_token(by=acting(olga), federation=federation, name="Circolo Prova", token=INVITED, standing=False)
    with transaction.atomic():
        content = opened(package(factories.sealed(tournament), factories.NOON))
        transaction.set_rollback(True)
    tournament.refresh_from_db()
    return receive(by=acting(olga), federation=federation, content=content, way=ReceivedPackage.Way.UPLOAD)


def go_to_the_judge(tournament: Tournament, *, gemma: User, dora: User, at: datetime = factories.NOON) -> None:
    """Two appeals before the federal judge: one decided, whose decision came back, and one open with a panel."""
    federation = tournament.federation
    refresh(federation)
    rulings = Ruling.objects.filter(tournament=tournament).order_by("pk")
    set_term(by=acting(gemma, at=at), federation=federation, days=30, cents=5000, source="Prova, art. 1", seen=0)
    for ruling in rulings[:2]:
        archived = ArchivedRuling.objects.get(source=f"ruling-{ruling.pk}")
        appeal = file_second(by=acting(gemma, at=at), archived=archived, said=Filed(entry=1, grounds="Non era così"))
        note_second(by=acting(gemma, at=at), appeal=appeal, kind="hearing", text="Sentiti")
        name_second_judge(by=acting(gemma, at=at), appeal=appeal, user=gemma)
        if appeal.number == 2:
            verdict = Verdict(outcome="rejected", reasons="Era così", facts={})
            decision = decide_second(by=acting(gemma, at=at), appeal=appeal, verdict=verdict, seen=0)
            load_answer(by=acting(dora, at=at), tournament=tournament, content=canonical(decision.signed))
    for one in Tournament.objects.filter(federation=federation):
        drop_tournament(one)  # whoever asks for the archive makes it


def keep_a_roster(tournament: Tournament, olga: User) -> None:
    """A member who has left, so that the roster is empty and flags nobody; a suspension, a file that waits."""
    member = factories.make_member(tournament.federation, "4711", left_at=factories.NOON)
    factories.make_suspension(member, olga)
    factories.make_admission(tournament.entries.get(number=1), olga)
    rows = b"Tessera;Cognome;Nome\n4712;Rossi;Mario\n;Senza;Tessera\n"
    stage_roster(by=acting(olga), federation=tournament.federation, file_name="albo.csv", content=rows)


def tell_another_program(federation: Federation, olga: User) -> WebhookMessage:
    """An address that is told of everything, and what it was told to try it, which nobody took."""
    told = {"name": "Sito", "address": "https://sito.example.org/avvisi", "happenings": list(HookEvent)}
    webhook = add_webhook(by=acting(olga), federation=federation, secret=secret_of(bytes(32)), **told)
    message = try_webhook(by=acting(olga), webhook=webhook)
    WebhookTry.objects.create(message=message, number=1, at=factories.NOON, trouble="status", status=410, words="Via")
    message.tries, message.next_at, message.given_up_at = 1, None, factories.NOON
    message.save()
    return message
