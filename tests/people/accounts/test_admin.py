"""The admin: accounts, what each may do beside its tasks, names of federations; whatever has a page is not there."""

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import Group
from django.urls import reverse

from people.accounts.models import Federation, User
from tests.factories import make_user
from tests.nul import statements_with_nul

EDITED = [User, Federation, Group]
BIG, NUL = "9" * 30, "a%00b"
# What no page of the admin links to; each is asked of every list.
HOSTILE = (
    *(f"{name}={value}" for name in ("q", "p", "o", "e", "all", "_facets", "_popup", "_to_field") for value in
      ("x", "-1", BIG, NUL, "%FF", "", "1.9.-3", "'")),
    *(f"{column}={value}" for value in ("x", BIG, NUL, "", "%FF")
      for column in ("id", "id__exact", "id__in", "pk__gt", "pk__isnull", "is_staff__exact", "groups__id__exact",
                     "date_joined__year", "last_login__gte", "password__startswith", "name__regex", "code__iregex",
                     "user_permissions__codename", "nessuno", "a__b__c", "__")),
    "name__regex=(", "code__regex=%5B", "_changelist_filters=%00", "=", "&&", "q=" + "x" * 5000, "q=" + "a+" * 500,
)  # fmt: skip


@pytest.fixture
def client(client_of):
    return client_of(make_user("olga", is_staff=True, is_superuser=True))


@pytest.fixture(autouse=True)
def data(tournament, dora):
    Group.objects.create(name="Segreteria")
    return tournament


def page(model, name, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{name}", args=args)


def test_only_what_has_no_page_is_there():
    assert {model for model in apps.get_models() if admin.site.is_registered(model)} == set(EDITED)
    assert all(one._meta.app_label in {*settings.APPLICATIONS, "auth"} for one in EDITED)


def test_lists_and_forms_open(client):
    for model in EDITED:
        first = model.objects.earliest("pk").pk
        for asked in (page(model, "changelist"), page(model, "add"),
                      *(page(model, name, first) for name in ("change", "history", "delete"))):  # fmt: skip
            assert client.get(asked).status_code == 200, asked


@pytest.mark.long
@pytest.mark.dialect
def test_no_list_and_no_page_fails_on_what_no_browser_sends(client):
    """Refused in words, or passed over: and no NUL goes as far as the database."""
    client.raise_request_exception = False
    found = []

    def ask(method, path, **sent):
        with statements_with_nul() as said:
            answer = getattr(client, method)(path, **sent)
        if answer.status_code >= 500 or said:
            found.append(f"{method} {path[:120]} {sent}: {answer.status_code}")

    for model in EDITED:
        for query in HOSTILE:
            ask("get", f"{page(model, 'changelist')}?{query}")
        for key in (BIG, "x", "-1", "a_00b", "_FF", "%FF", "1;2"):
            for name in ("change", "history", "delete"):
                ask("get", page(model, name, key))
                ask("post", page(model, name, key), data={"post": "yes"})
        chosen = {"action": "delete_selected", "index": 0}
        for sent in (chosen | {"_selected_action": "x"}, chosen | {"_selected_action": BIG, "post": "yes"},
                     {"action": "nessuna", "index": "x"}, {"index": BIG, "_save": "1"},
                     {"form-TOTAL_FORMS": BIG, "form-INITIAL_FORMS": "x", "_save": "1"}):  # fmt: skip
            ask("post", page(model, "changelist"), data=sent)
        for value in ("", "x", "a\x00b", "x" * 5000, BIG):
            names = [field.name for field in (*model._meta.concrete_fields, *model._meta.many_to_many)]
            first = model.objects.earliest("pk").pk
            for asked in (page(model, "add"), page(model, "change", first)):
                ask("post", asked, data=dict.fromkeys([*names, "password1", "password2", "date_joined_0"], value))
    of = "autocomplete/?term=x&app_label=people&model_name=user&field_name="
    for rest in (f"r/{BIG}/1/", "r/1/x/", f"r/1/{BIG}/", "autocomplete/", of, f"{of}{NUL}", "jsi18n/", "nessuno/",
                 f"people/user/{BIG}/password/", "people/user/x/password/", "password_change/"):  # fmt: skip
        ask("get", f"/admin/{rest}")
    assert found == [], "\n".join(found)


def test_rows_chosen_by_what_is_no_number_are_refused(client):
    for model in EDITED:
        for chosen in ("x", "", BIG):
            asked = {"action": "delete_selected", "_selected_action": [chosen], "index": 0}
            assert client.post(page(model, "changelist"), asked).status_code == 400, (model, chosen)


def test_the_code_of_a_federation_does_not_change(client, tournament):
    federation = tournament.federation
    client.post(page(Federation, "change", federation.pk), {"code": "altra", "name": "Federazione di prova"})
    federation.refresh_from_db()
    assert (federation.code, federation.name) == ("fitres", "Federazione di prova")


def test_staff_of_a_tournament_do_not_enter(client_of, dora):
    assert client_of(dora).get(reverse("admin:index")).status_code == 302
