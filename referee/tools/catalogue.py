"""The tools there are: their names in the address, their words, their forms and what answers."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from referee.tools import buongioco, burraco, cappotto, count, declarations, other_suits, stakes
from referee.tools.answer import Answer

FITRES, FIBUR = "fitres-tressette", "fibur-burraco-2019"
COUNT, CHECK = _("Fai il conto"), _("Verifica")


@dataclass(frozen=True, kw_only=True)
class Tool:
    """One tool: `code` is the rulebook whose articles it applies, `articles` those that its answers may cite."""

    name: str
    title: Promise
    lead: Promise
    hint: Promise
    form: type[forms.Form]
    answer: Callable[[Any], Answer]
    symbol: str
    articles: tuple[int, ...]
    code: str = FITRES
    button: Promise = COUNT
    is_step_by_step: bool = False


_ALL = (
    Tool(
        name="conto",
        title=_("Conto della smazzata"),
        lead=_("Tocca le carte prese da una coppia, o scrivi i terzi: i punti di tutte e due, sempre undici."),
        hint=_("Tocca le carte e segna chi ha fatto l’ultima pigliata: i punti compaiono qui."),
        form=count.CountForm,
        answer=count.answer,
        articles=(10, 13, 33, 34),
        symbol="calculator",
    ),
    Tool(
        name="dichiarazioni",
        title=_("Dichiarazione ammessa?"),
        lead=_(
            "Una dichiarazione sul palo che si sta per giocare: se l’elenco la ammette, con che numero, o perché no."
        ),
        hint=_("Tocca le carte del palo e quella giocata: qui compare che cosa si può dire."),
        form=declarations.DeclarationForm,
        answer=declarations.answer,
        articles=(6, 8, 9, 39, *range(45, 59), 123, 127, 128, 153, 157, 160, *range(163, 169)),
        symbol="message-circle",
        button=CHECK,
    ),
    Tool(
        name="altri-pali",
        title=_("Dichiarazione su altri pali"),
        lead=_(
            "Questo piombo, liscio qui, faglio al compagno: se si potevano dire, con quelle carte e in quel momento."
        ),
        hint=_("Tocca che cosa ha detto e di quale palo: la verifica compare qui."),
        form=other_suits.OtherSuitForm,
        answer=other_suits.answer,
        articles=(39, 41, 42, 43, 124, *range(158, 167)),
        symbol="message-circle-question-mark",
        button=CHECK,
    ),
    Tool(
        name="buongioco",
        title=_("Buongioco e accuse"),
        lead=_("I buongioco di una mano, quanto valgono, che cosa va detto; e se quello che è stato detto è completo."),
        hint=_("Tocca le carte di tressette: i buongioco compaiono qui."),
        form=buongioco.BuongiocoForm,
        answer=buongioco.answer,
        articles=(98, 172, *range(174, 180)),
        symbol="megaphone",
        button=CHECK,
    ),
    Tool(
        name="cappotto",
        title=_("Andata per cappotto"),
        lead=_(
            "Le formule dei due compagni, una dopo l’altra: se si va per cappotto, e che cosa fa perdere la facoltà."
        ),
        hint=_("Tocca la formula che è stata detta."),
        form=cappotto.CappottoForm,
        answer=cappotto.answer,
        articles=(133, 134, *range(139, 146)),
        symbol="messages-square",
        button=CHECK,
        is_step_by_step=True,
    ),
    Tool(
        name="poste",
        title=_("Poste e piatto"),
        lead=_("Chi paga che cosa alla fine di una partita, e che ne è del piatto, in quattro, in cinque e in sei."),
        hint=_("Scegli la posta e com’è finita la partita: i pagamenti compaiono qui."),
        form=stakes.StakesForm,
        answer=stakes.answer,
        articles=(63, 102, 108, 109, 137, 138, 146, 147),
        symbol="coins",
    ),
    Tool(
        name="burraco",
        title=_("Conto della smazzata di burraco"),
        lead=_("Burrachi, chiusura, pozzo e carte delle due coppie: i punti della smazzata, riga per riga."),
        hint=_("Scrivi che cosa ha ogni coppia: i punti compaiono qui."),
        form=burraco.BurracoForm,
        answer=burraco.answer,
        articles=(1, 13, 17, 18, 23),
        symbol="calculator",
        code=FIBUR,
    ),
)
TOOLS: Mapping[str, Tool] = {tool.name: tool for tool in _ALL}


def tools_of(code: str, article: int) -> list[Tool]:
    return [tool for tool in TOOLS.values() if tool.code == code and article in tool.articles]
