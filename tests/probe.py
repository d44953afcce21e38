"""Pages that exist only in tests: one that breaks, one that records, to try the shell around them."""

from django.contrib.auth.decorators import login_not_required, login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template import engines
from django.urls import path

from config import urls

RECORDED: list[tuple[str, str]] = []

FORM = """
{% extends "base.html" %}
{% load ui %}
{% block title %}Prova{% endblock %}
{% block crumbs %}<li aria-current="page">Prova</li>{% endblock %}
{% block content %}
  <h1>Tavolo 3</h1>
  {% seat_table players dealer="W" leader="S" number=3 %}
  <p data-count>Registrati: {{ recorded|length }}</p>
  <form method="post" id="probe">
    {% csrf_token %}{% idempotency_key %}
    {% seat_table players name="seat" label="Chi è responsabile?" required=True %}
    <label class="form-label" for="points">Punti</label>
    <input class="form-control" id="points" name="points" inputmode="numeric" required>
    {% if refused %}<details><summary>Perché</summary><p role="alert">I punti non tornano.</p></details>{% endif %}
  </form>
{% endblock %}
{% block primary %}<button class="btn btn-primary" form="probe">Registra</button>{% endblock %}
"""
PART = """
{% extends "base.html" %}
{% load ui %}
{% block title %}Parte{% endblock %}
{% block content %}
  <h1>Tavolo 4</h1>
  <form method="post" hx-post="/parte/" hx-target="#answer">
    {% csrf_token %}{% idempotency_key %}
    <input type="hidden" name="points" value="8">
    <button class="btn btn-primary">Registra</button>
  </form>
  <div id="answer"><p>Registrati: {{ recorded|length }}</p></div>
{% endblock %}
"""
PLAYERS = {"N": "Anna Conti", "S": "Luca Serra", "E": "Piero Galli", "W": "Rita Fontana"}


@login_not_required
def breaks_for(request: HttpRequest, who: str) -> HttpResponse:
    """Breaks with the words of a visitor, as a conversion of what they typed does."""
    int(who)
    raise AssertionError


@login_not_required
def breaks(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("broken on purpose")


@login_not_required
def form(request: HttpRequest) -> HttpResponse:
    """Records points up to 11 once per key; refuses more with 422, as the real pages do."""
    refused = request.method == "POST" and int(request.POST["points"]) > 11
    if request.method == "POST" and not refused:
        entry = (request.POST["key"], request.POST["points"])
        if entry[0] not in {key for key, _points in RECORDED}:
            RECORDED.append(entry)
        return redirect("form")
    context = {"players": PLAYERS, "recorded": RECORDED, "refused": refused}
    page = engines["django"].from_string(FORM).render(context, request)
    return HttpResponse(page, status=422 if refused else 200)


@login_required
def part(request: HttpRequest) -> HttpResponse:
    """A part for htmx, only for those who signed in; records once per key."""
    if request.method == "POST":
        RECORDED.append((request.POST["key"], request.POST["points"]))
        return HttpResponse(f"<p>Registrati: {len(RECORDED)}</p>")
    return HttpResponse(engines["django"].from_string(PART).render({"recorded": RECORDED}, request))


handler500 = urls.handler500
urlpatterns = [
    path("prova/", form, name="form"),
    path("altrove/", form),
    path("parte/", part),
    path("rotto/", breaks),
    path("rotto/<str:who>/", breaks_for),
    *urls.urlpatterns,
]
