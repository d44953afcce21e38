"""How an effect looks wherever it is shown: red for penalties and refusals, ochre for what is pending."""

REFUSING = frozenset({"refuse", "penalty", "forfeit", "discipline"})
PENDING = frozenset({"reserve", "judgement"})


def look_of(verb: str) -> str:
    """The class under which an effect of this kind is shown; most have none."""
    if verb in REFUSING:
        return "is-penalty"
    return "is-pending" if verb in PENDING else ""
