"""What the roster says of a player, on the pages: its sign and its word."""

from django import template

from tournaments.entries import words as eligibility_words
from tournaments.entries.eligibility import Finding

register = template.Library()


@register.filter
def finding_word(finding: Finding) -> str:
    """«tessera scaduta»."""
    return str(finding.kind.label)


@register.filter
def finding_sign(finding: Finding) -> str:
    """The name of its icon."""
    return eligibility_words.SIGNS[finding.kind]


@register.filter
def finding_words(finding: Finding) -> str:
    """«la tessera è scaduta il 30/06/2026»."""
    return eligibility_words.finding_in_words(finding)


@register.filter
def admitted_for(findings: dict[str, list[str]]) -> str:
    """What an admission was about."""
    return eligibility_words.admitted_for(findings)
