"""The forms of a page as a browser would send them: where to, how, and each field with what stands in it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser


@dataclass
class ShownForm:
    """Where a form goes (empty: the page itself), by which method, its fields with a value that may be sent."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    chosen: set[str] = field(default_factory=set)


def forms_of(html: str) -> list[ShownForm]:
    """Every form of the page, also those that htmx sends."""
    reader = _Reader()
    reader.feed(html)
    return reader.all()


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self._open: ShownForm | None = None
        self._found: list[ShownForm] = []
        self._by_id: dict[str, ShownForm] = {}
        # Fields outside of their form, which they name; a form may come after them.
        self._beside: list[tuple[str, str, str, bool]] = []
        self._select = ""
        self._select_form = ""
        self._needs_one = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._begin(given)
        elif tag == "select":
            self._select, self._select_form = given.get("name", ""), given.get("form", "")
            self._needs_one = "required" in given
            self._put(given, "")
        elif tag == "option" and self._select:
            chosen, value = {"name": self._select, "form": self._select_form}, given.get("value", "")
            self._put(chosen, value, wins="selected" in given and bool(value or not self._needs_one))
        elif tag == "textarea":
            self._put(given, "Così è andata")
        elif tag in {"input", "button"}:
            self._input(given)
        if tag != "form" and (target := given.get("hx-post")):
            self._found.append(ShownForm(target, "post"))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None
        elif tag == "select":
            self._select = ""

    def _begin(self, given: dict[str, str]) -> None:
        target = given.get("hx-post", given.get("action", ""))
        method = "post" if "hx-post" in given else given.get("method", "get").lower()
        self._open = ShownForm(target, method)
        self._found.append(self._open)
        if "id" in given:
            self._by_id[given["id"]] = self._open

    def _input(self, given: dict[str, str]) -> None:
        kind, value = given.get("type", "text"), given.get("value", "")
        if kind in {"radio", "checkbox"}:
            ticked = "checked" in given
            # What may be left unticked and says nothing but yes is not said.
            says = value if value != "on" else "on" if ticked or kind == "radio" or "required" in given else ""
            self._put(given, says, wins=ticked)
        else:
            blank = {"number": "1", "hidden": "", "submit": "", "file": ""}.get(kind, "Prova")
            self._put(given, value or (blank if "required" in given else ""))

    def _put(self, given: dict[str, str], value: str, *, wins: bool = False) -> None:
        name = given.get("name", "")
        if not name or name == "csrfmiddlewaretoken":
            return
        if given.get("form"):
            self._beside.append((given["form"], name, value, wins))
        elif self._open is not None:
            _keep(self._open, name, value, wins=wins)

    def all(self) -> list[ShownForm]:
        for key, name, value, wins in self._beside:
            if key in self._by_id:
                _keep(self._by_id[key], name, value, wins=wins)
        return self._found


def _keep(form: ShownForm, name: str, value: str, *, wins: bool) -> None:
    """The first value that is one, unless a later one is chosen on the page."""
    if wins or (name not in form.chosen and not form.fields.get(name)):
        form.fields[name] = value
    if wins:
        form.chosen.add(name)


def names_in(forms: Iterable[ShownForm]) -> set[str]:
    return {name for form in forms for name in form.fields}
