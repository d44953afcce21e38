"""What the views share: a form and the action behind it, answered in one way everywhere; marks put in words.

`FormPage` is a page of one form, declared: what is found, with which right, by which form and action, what is said,
where to. Taken, it is told in words and leads on; refused, the page is there again (422) with the form as it was filled
in. What that page shows is found anew: somebody else may have changed it meanwhile.

What a page tells the next one goes in a cookie named as our others are.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar, cast

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage
from django.db.models import Model
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.views.decorators.http import require_http_methods

from pages.forms import refuse, tell_of_unseen
from papers.sheets import OPENS, in_words
from records.action import Actor
from records.requests import PublicRequest, Refused, Request
from records.rights import FederationRight, Right

Record = TypeVar("Record", bound=Model)


def posted(request: PublicRequest) -> QueryDict | None:
    """What a form is bound to: what was sent, be it nothing; None when nothing was."""
    return request.POST if request.method == "POST" else None


def uploaded(request: PublicRequest) -> dict[str, Any]:
    """The same of a form with a file, which says when that one was too big to be kept."""
    data = posted(request)
    files = request.FILES if data is not None else None  # read first: then it is known whether the file was too big
    return {"data": data, "files": files, "too_big": getattr(request, "upload_too_big", False)}


def attempt(form: forms.BaseForm, act: Callable[[dict[str, Any]], Record]) -> Record | None:
    """What the action made of the form; None when nothing was sent, or either refuses: why, stands in the form."""
    if not form.is_valid():
        tell_of_unseen(form)
        return None
    try:
        return act(form.cleaned_data)
    except Refused as error:
        refuse(form, error)
        return None


def conflict(request: PublicRequest, *, mine: str, current: str, back: str = "", who: str = "") -> HttpResponse:
    """409: what the user wanted beside what is in force; with htmx it takes the place of the whole page.

    who: by name, who recorded what is in force; empty where nobody can be named.
    """
    context = {"mine": mine, "current": current, "back": back, "who": who}
    response = render(request, "409.html", context, status=409)
    response["HX-Retarget"], response["HX-Reselect"], response["HX-Reswap"] = "main", "main", "outerHTML"
    return response


def hall_root(request: PublicRequest) -> str:
    """Where the addresses of a paper or of a QR begin."""
    # The address that the desk works at need not be one that the phones of the hall reach.
    return settings.PUBLIC_URL.rstrip("/") or f"{request.scheme}://{request.get_host()}"


def form_page(request: PublicRequest, template: str, form: forms.BaseForm, **context: Any) -> HttpResponse:
    """The page of a form: blank, or with what was typed and why it was refused (422)."""
    if form.is_bound:
        _focus_first_error(form)
    return render(request, template, {"form": form, **context}, status=422 if form.is_bound else 200)


def _focus_first_error(form: forms.BaseForm) -> None:
    """Let the browser go to the first field that is wrong, also without a script: it may lie below a phone's fold."""
    wrong = next((one for one in form.visible_fields() if one.errors), None)
    if wrong is None:
        return
    for field in form.fields.values():
        field.widget.attrs.pop("autofocus", None)
    wrong.field.widget.attrs["autofocus"] = True


_OPENS = OPENS.encode()


class Marked(HttpResponse):
    """An answer to a program whose marks are put in words as a page's are: after minors have their initials."""


def on_page(response: HttpResponse) -> HttpResponse:
    """The page with its marks in words; a compressed one was put in words before."""
    is_page = isinstance(response, Marked) or response.headers.get("Content-Type", "").startswith("text/html")
    if (
        is_page
        and not response.streaming
        and not response.has_header("Content-Encoding")
        and _OPENS in response.content
    ):
        response.content = in_words(response.content.decode()).encode()
        if response.has_header("Content-Length"):
            response.headers["Content-Length"] = str(len(response.content))
    return response


Found = TypeVar("Found")
Made = TypeVar("Made", bound=Model)
AnyRight = Right | FederationRight
Words = str | Promise
# What a page is of, by the part of its address that says of which: every template of such a page takes it.
AROUND = {"slug": "tournament", "code": "federation"}


@dataclass(frozen=True, kw_only=True)
class PostedForm(Generic[Found, Made]):
    """A form that is sent from a page which shows more; without a form, a button of it."""

    METHODS: ClassVar[list[str]] = ["POST"]

    find: Callable[..., Found]  # find(request, right=…, **address), whose 404 and 403 are the view's
    right: AnyRight | None = None  # none where `find` asks otherwise
    of: str  # what was found, as the action calls it, and the template
    form: type[forms.BaseForm] | Callable[[Request, Found], forms.BaseForm] | None = None
    sent: tuple[str, ...] = ()  # what a button carries, as it comes
    says: str = "cleaned_data"  # the attribute of the form that holds what the action takes
    act: Callable[..., Made]  # act(by=…, **{of: what was found}, **what the form says)
    said: Words | Callable[[Made], Words] = ""
    # The name of an address and those parts of it that it shares with this one; or an answer of its own.
    to: tuple[str, ...] | Callable[[Request, Found, Made], HttpResponse]
    # A template; or page(request, what was found, **{name: the form}), of a button why it was refused; or an address,
    # like `to`, where that is told.
    page: str | tuple[str, ...] | Callable[..., HttpResponse]
    name: str = "form"
    shows: Callable[[Request, Found], dict[str, Any]] = lambda request, found: {}  # what else the template takes

    def __call__(self, request: Request, **address: Any) -> HttpResponse:
        return require_http_methods(self.METHODS)(self._answer)(request, **address)

    def _answer(self, request: Request, **address: Any) -> HttpResponse:
        found = self._found(request, address)
        form = self._filled_in(request, found)
        if request.method != "POST":
            return self._shown(request, address, found, form)
        made = attempt(form, lambda _data: self._act(request, found, form))
        if made is None:
            return self._refused(request, address, form)
        if words := self.said(made) if callable(self.said) else self.said:
            messages.success(request, str(words))
        return self.to(request, found, made) if callable(self.to) else _onward(self.to, address)

    def _found(self, request: Request, address: Mapping[str, Any]) -> Found:
        return self.find(request, right=self.right, **address)

    def _filled_in(self, request: Request, found: Found) -> forms.BaseForm:
        kind = self.form or forms.Form
        return kind(posted(request)) if isinstance(kind, type) else kind(request, found)

    def _act(self, request: Request, found: Found, form: forms.BaseForm) -> Made:
        sent = {name: request.POST.get(name, "") for name in self.sent}
        return self.act(by=Actor.of(request), **{self.of: found}, **getattr(form, self.says), **sent)

    def _refused(self, request: Request, address: Mapping[str, Any], form: forms.BaseForm) -> HttpResponse:
        if not isinstance(self.page, tuple):
            return self._shown(request, address, self._found(request, address), form)
        for words in _reasons(form):
            messages.error(request, words)
        return _onward(self.page, address)

    def _shown(self, request: Request, address: Mapping[str, Any], found: Found, form: forms.BaseForm) -> HttpResponse:
        if callable(self.page):
            return self.page(request, found, **{self.name: form if self.form else _reasons(form)})
        around = {name: getattr(found, name, None) for part, name in AROUND.items() if part in address}
        return form_page(
            request, cast(str, self.page), form, **(around | {self.of: found} | self.shows(request, found))
        )


@dataclass(frozen=True, kw_only=True)
class FormPage(PostedForm[Found, Made]):
    """A form with a page of its own, which is looked at with the right to send it unless there is a lesser one."""

    METHODS: ClassVar[list[str]] = ["GET", "HEAD", "POST"]

    reads: AnyRight | None = None

    def _found(self, request: Request, address: Mapping[str, Any]) -> Found:
        is_sent = request.method == "POST" or self.reads is None
        return self.find(request, right=self.right if is_sent else self.reads, **address)


def _onward(to: tuple[str, ...], address: Mapping[str, Any]) -> HttpResponse:
    name, *parts = to
    return redirect(name, *(address[part] for part in parts))


def _reasons(form: forms.BaseForm) -> list[str]:
    return [str(reason) for reasons in form.errors.values() for reason in reasons]


class InACookie(CookieStorage):
    """Django's, whose name is fixed otherwise."""

    cookie_name = f"{settings.COOKIE_PREFIX}{CookieStorage.cookie_name}"


class Messages(FallbackStorage):
    """In a cookie, or in the session what is too long for one."""

    storage_classes = (InACookie, SessionStorage)
