"""Whatever a page offers to be pressed, with all that a browser would send: every button of every form."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

# What nobody types: the browser sends it as it stands there.
GIVEN = {"hidden", "checkbox", "radio", "submit"}


@dataclass
class Offered:
    """A form with its buttons; typed: whether something is to be typed or chosen that stands empty."""

    action: str
    fields: list[tuple[str, str]] = field(default_factory=list)
    buttons: list[tuple[str, str, str]] = field(default_factory=list)
    typed: bool = False

    def presses(self) -> Iterator[tuple[str, dict[str, list[str]]]]:
        """Where each button sends the form, and what; one without a button is sent by a script, or by Enter."""
        for action, name, value in self.buttons or [(self.action, "", "")]:
            sent: dict[str, list[str]] = {}
            for each, what in [*self.fields, (name, value)]:
                if each:
                    sent.setdefault(each, []).append(what)
            yield action or self.action, sent


def offered(html: str) -> list[Offered]:
    """The forms that a page would post, each with the buttons that are not disabled."""
    reader = _Reader()
    reader.feed(html)
    # What has neither address nor button only holds a token for buttons that are shown at times.
    return [one for one in reader.found if one.buttons or one.action]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[Offered] = []
        self._by_id: dict[str, Offered] = {}
        self._here: Offered | None = None
        self._select: tuple[Offered, str] | None = None
        self._area: tuple[Offered, str] | None = None
        self._said = ""
        self._waiting: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._begin(given)
        elif "disabled" not in given:
            self._field(tag, given)

    def handle_data(self, data: str) -> None:
        self._said += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._here = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea" and self._area:
            form, name = self._area
            form.fields.append((name, self._said.strip()))
            form.typed |= not self._said.strip()
            self._area = None

    def _begin(self, given: dict[str, str]) -> None:
        is_post = given.get("method", "").lower() == "post" or "hx-post" in given
        self._here = Offered(given.get("hx-post") or given.get("action", ""))
        if is_post:
            self.found.append(self._here)
        self._by_id[given.get("id", "")] = self._here
        for tag, kept in [one for one in self._waiting if one[1]["form"] == given.get("id")]:
            self._field(tag, kept)

    def _field(self, tag: str, given: dict[str, str]) -> None:
        if "form" in given and given["form"] not in self._by_id:
            self._waiting.append((tag, given))
            return
        form = self._by_id[given["form"]] if "form" in given else self._here
        if form is None:
            if "hx-post" in given:
                self.found.append(
                    Offered(given["hx-post"], buttons=[("", given.get("name", ""), given.get("value", ""))])
                )
            return
        name, value, kind = given.get("name", ""), given.get("value", ""), given.get("type", "text")
        if tag == "button" and kind != "button":
            form.buttons.append((given.get("formaction", ""), name, value))
        elif tag == "select":
            self._select = form, name
        elif tag == "option" and self._select:
            self._option(given)
        elif tag == "textarea":
            self._area, self._said = (form, name), ""
        elif tag == "input":
            if kind in {"checkbox", "radio"}:
                if "checked" in given:
                    form.fields.append((name, value or "on"))
                else:
                    form.typed = True
            else:
                form.fields.append((name, value))
                form.typed |= kind not in GIVEN and not value

    def _option(self, given: dict[str, str]) -> None:
        if self._select is None:
            return
        form, name = self._select
        value = given.get("value", "")
        if "selected" in given:
            form.fields = [one for one in form.fields if one[0] != name]
            form.fields.append((name, value))
        elif name not in dict(form.fields):
            form.fields.append((name, value))
        if not dict(form.fields).get(name):
            form.typed = True
