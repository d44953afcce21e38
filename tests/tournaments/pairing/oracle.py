"""Every pairing of a small field, by looking at all of them: the judge of the algorithms, written without them."""


def all_pairings(places):
    """Every way of pairing these places (an even number), each a tuple of pairs in order of their better place.

    They come in the order in which a director would try them: the first with the nearest, then the first of the rest.
    """
    if not places:
        yield ()
        return
    first, *others = places
    for other in others:
        rest = [place for place in others if place != other]
        for pairs in all_pairings(rest):
            yield ((first, other), *pairs)


def all_rounds(places):
    """Every pairing together with who rests: None in an even field, else everybody once, the last first."""
    if len(places) % 2 == 0:
        yield from ((None, pairs) for pairs in all_pairings(places))
        return
    for resting in reversed(places):
        yield from ((resting, pairs) for pairs in all_pairings([place for place in places if place != resting]))
