"""What the effects of all codes are called, where only their kind is told."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

EFFECT_NAMES: Mapping[str, Promise] = {
    "annul": _("annullamento"),
    "arbitral": _("punteggio arbitrale"),
    "concede": _("punti concessi"),
    "deal_score": _("punteggio della smazzata"),
    "discipline": _("provvedimento disciplinare"),
    "fixed_score": _("punteggio della partita"),
    "forbid": _("divieto"),
    "forfeit": _("punti perduti"),
    "free": _("ordine dell’arbitro"),
    "freeze": _("carta congelata"),
    "go": _("si prosegue altrove"),
    "indemnity": _("indennizzo"),
    "inform": _("avviso"),
    "judgement": _("giudizio dell’arbitro"),
    "oblige": _("obbligo"),
    "penalty": _("penalità"),
    "rectify": _("rettifica"),
    "redo": _("si rifà"),
    "refuse": _("richiesta respinta"),
    "replace_card": _("sostituzione della carta"),
    "reserve": _("riserva"),
    "sanatoria": _("sanatoria"),
    "status": _("carta esposta o penalizzata"),
    "withdraw": _("uscita dal torneo"),
}
