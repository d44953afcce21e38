"""Whether a declaration is admitted, by which number, and if not why (FITRES, art. 39–58, 123–127, 157–168).

`check` judges a declaration on the suit about to be played, under traditional or modern rules: the words must be a
formula of the list, the suit held and the card must be as that number asks, and nothing in the situation may forbid it.
`check_other` judges those on the suit of the trick won and on other suits (41–42). Silence is always allowed (58).

Everything is said openly: a refusal carries every reason with its articles, and the numbers that would have fitted;
an admission carries the duty that follows from it and the readings behind its number. Where the list and the general
part collide the list prevails (123, 157), unless the reading in declarations.yaml says otherwise.

Not decided here: what a wrong declaration entails (128–129), nor good faith. Two errors go unsanctioned when made in
good faith, and the verdict says so: on sovereignty, unless it leans on one's own tressette card or King (52), and on
faglio or liscio to the partner (43).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from codes.format.model import Text
from codes.format.readings import Reading
from codes.tressette.cards import Rank
from codes.tressette.declaration_lists import (
    Condition,
    Listed,
    OtherEntry,
    Rules,
    SuitPlay,
    declarations_file,
    find,
    listed,
    spoken,
)

SOVEREIGNTY, PARTNER_SUIT = 52, 43  # the articles of errors in good faith


class Silence(StrEnum):
    """Whether the declarer led this suit before without a word (art. 125–126, 164)."""

    NONE = "none"
    STILL_ON_LEAD = "still-on-lead"
    LEAD_LOST_SINCE = "lead-lost-since"


@dataclass(frozen=True, kw_only=True)
class Situation:
    """What besides the cards bears on a declaration on the suit to be played; as it stands, nothing forbids."""

    on_lead: bool = True  # 39
    card_played: bool = False  # 39, 163
    declared_now: bool = False  # 163: a declaration on the suit to be played was already made for this trick
    led_silently: Silence = Silence.NONE  # 125–126, 164
    earlier: str | None = None  # 165–166: the formula declared on this suit before, in this board
    sovereignty_notorious: bool = False  # 167


@dataclass(frozen=True, kw_only=True)
class OtherSituation:
    """What bears on a declaration about another suit than the one to be played: cards held in it now, and the rest."""

    holding: frozenset[Rank] = frozenset()
    out: frozenset[Rank] = frozenset()
    on_lead: bool = True  # 39
    card_played: bool = False  # 39, 163
    play_suit_declared: bool = False  # 160, 163
    is_trick_suit: bool = True  # 41–42
    is_play_suit: bool = False  # 42
    led_silently: bool = False  # 124: he led the trick that he won, in silence
    trick_put_down: bool = False  # 158
    other_suit_declared: bool = False  # 158
    declared_before: bool = False  # 165: a declaration on this suit when he led it
    led_before: bool = False  # 42, feci un piombo: suit led before the trick in which he took the lead
    notorious: bool = False  # 161–162


@dataclass(frozen=True, kw_only=True)
class DeclarationFlaw:
    """One thing that stands against a declaration: the key of a limit or `condition`, its articles, its words."""

    key: str
    articles: tuple[int, ...]
    text: Text


@dataclass(frozen=True, kw_only=True)
class DeclarationVerdict:
    """Admitted or not, under which article and number; reasons against, numbers that fit, duty that follows."""

    articles: tuple[int, ...]
    number: int | None = None
    reasons: tuple[DeclarationFlaw, ...] = ()
    fitting: tuple[Listed, ...] = ()
    duty: Text | None = None
    readings: tuple[Reading, ...] = ()
    good_faith: int | None = None  # refused only for an error that this article leaves unsanctioned in good faith

    @property
    def admitted(self) -> bool:
        return not self.reasons


def fitting(play: SuitPlay, rules: Rules) -> tuple[Listed, ...]:
    """The numbers that the suit held and the card played admit, in the list's order."""
    return tuple(entry for entry in listed(rules) if entry.fits(play))


def check(words: str, play: SuitPlay, rules: Rules, situation: Situation | None = None) -> DeclarationVerdict:
    """The verdict on a declaration about the suit to be played."""
    now, entry = situation or Situation(), find(words, rules)
    limits = tuple(_limit(key) for key in _limits(entry, now) if rules in declarations_file().limits[key].rules)
    fits = fitting(play, rules)
    if entry is None:
        article = declarations_file().lists[rules].article
        return DeclarationVerdict(articles=(article,), reasons=(_not_in_list(words), *limits), fitting=fits)
    unmet = entry.unmet(play)
    return DeclarationVerdict(
        articles=_articles(entry, rules),
        number=entry.entry.number,
        reasons=(*(_failed(condition) for condition in unmet), *limits),
        fitting=fits,
        duty=declarations_file().duties[entry.entry.duty] if entry.entry.duty else None,
        readings=entry.readings,
        good_faith=SOVEREIGNTY if _only_sovereignty(unmet, play) and not limits else None,
    )


def _not_in_list(words: str) -> DeclarationFlaw:
    in_another = any(find(words, rules) for rules in Rules)
    return _limit("formula-dell-altro-elenco" if in_another else "formula-sconosciuta")


def _articles(entry: Listed, rules: Rules) -> tuple[int, ...]:
    """45 holds through the article that confirms it."""
    if entry.entry.number is not None:
        return (entry.article,)
    return (entry.article, 123 if rules is Rules.TRADITIONAL else 157)


def _only_sovereignty(unmet: tuple[Condition, ...], play: SuitPlay) -> bool:
    return bool(unmet) and all(condition.sovereign for condition in unmet) and not play.leans_on_honours


def _failed(condition: Condition) -> DeclarationFlaw:
    return DeclarationFlaw(key="condition", articles=condition.cites, text=condition.text)


def _limit(key: str) -> DeclarationFlaw:
    limit = declarations_file().limits[key]
    return DeclarationFlaw(key=key, articles=limit.cites, text=limit.text)


def _limits(entry: Listed | None, now: Situation) -> Iterator[str]:
    """The limits that the situation meets, under whichever rules they hold."""
    if not now.on_lead:
        yield "non-di-mano"
    if now.card_played:
        yield "carta-gia-giocata"
    if now.declared_now:
        yield "gia-dichiarato-ora"
    if now.led_silently is Silence.STILL_ON_LEAD:
        yield "iniziato-in-silenzio"
    if now.earlier is not None and not _still_lunghissimo(now.earlier, entry):
        yield "gia-dichiarato-il-palo"
    if now.sovereignty_notorious and entry is not None and entry.entry.says_sovereign:
        yield "sovranita-notoria"


def _still_lunghissimo(earlier: str, entry: Listed | None) -> bool:
    """Whether both were a lunghissimo (166); only modern rules ask."""
    before = find(earlier, Rules.MODERN)
    return bool(before and entry and before.says_lunghissimo and entry.says_lunghissimo)


def check_other(words: str, rules: Rules, situation: OtherSituation) -> DeclarationVerdict:
    """The verdict on a declaration about the suit of the trick won, or other suits (art. 41–43, 124, 158–162)."""
    file = declarations_file()
    entry = next(
        (entry for entry in file.others.values() if spoken(words) in {spoken(formula) for formula in entry.formulas}),
        None,
    )
    if entry is None:
        return DeclarationVerdict(articles=(41, 42), reasons=(_limit("formula-sconosciuta"),))
    keys = [*_cards_against(entry, situation), *_other_limits(entry, situation)]
    reasons = tuple(_limit(key) for key in keys if rules in file.limits[key].rules)
    only_cards = {reason.key for reason in reasons} <= set(_CARDS_AGAINST)
    return DeclarationVerdict(
        articles=entry.cites,
        reasons=reasons,
        duty=file.duties[entry.duty] if entry.duty and rules is Rules.MODERN else None,
        readings=(entry.reading,) if entry.reading else (),
        good_faith=entry.good_faith if reasons and only_cards else None,
    )


_CARDS_AGAINST = ("ha-carte-del-palo", "nessuna-soggetta", "nessuna-non-sovrana")


def _cards_against(entry: OtherEntry, now: OtherSituation) -> Iterator[str]:
    if entry.asks == "nessuna-carta":
        if now.holding:
            yield "ha-carte-del-palo"
    elif entry.asks == "una-soggetta":
        # Subject to what the others hold (41): one's own higher cards do not count.
        if not any(rank.higher - now.out - now.holding for rank in now.holding):
            yield "nessuna-soggetta"
    elif not any(rank.higher - now.out for rank in now.holding):
        yield "nessuna-non-sovrana"


def _other_limits(entry: OtherEntry, now: OtherSituation) -> Iterator[str]:
    yield from _turn_limits(now)
    yield from _trick_suit_limits(now) if entry.about == "pigliata" else _other_suit_limits(entry, now)


def _turn_limits(now: OtherSituation) -> Iterator[str]:
    if not now.on_lead:
        yield "non-di-mano"
    if now.card_played:
        yield "carta-gia-giocata"
    if now.play_suit_declared:
        yield "gia-dichiarato-ora"
    if now.declared_before:
        yield "gia-dichiarato-il-palo"


def _trick_suit_limits(now: OtherSituation) -> Iterator[str]:
    if not now.is_trick_suit:
        yield "non-palo-di-pigliata"
    if now.led_silently:
        yield "pigliata-su-giocata-tacita"
    if now.trick_put_down:
        yield "pigliata-gia-deposta"
    if now.other_suit_declared:
        yield "altro-palo-gia-dichiarato"


def _other_suit_limits(entry: OtherEntry, now: OtherSituation) -> Iterator[str]:
    if now.is_trick_suit or now.is_play_suit:
        yield "palo-di-pigliata-o-di-giocata"
    if now.led_before and entry is declarations_file().others["feci-un-piombo"]:
        yield "palo-gia-giocato"
    if now.notorious:
        yield "piombo-notorio" if entry.asks == "nessuna-carta" else "liscio-notorio"


def others() -> Iterable[OtherEntry]:
    """The declarations of art. 41–42, in the articles' order."""
    return declarations_file().others.values()
