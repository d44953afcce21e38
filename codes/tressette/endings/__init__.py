"""The last tricks of a tressette of four with all cards in view (Codice FITRES, art. 25–34, 82, 116–122).

    position   what is held, who leads, what lies on the table
    orders     what somebody may not or must play: cards forbidden or compulsory, «a meglio a meglio» (120)
    laid_down  whether a hand laid down plays for itself (116–118)
    outcomes   what each line makes of the rest, played best or worst by either side, with a line of play
    search     how that is found

Everything is counted in thirds of a point. The last trick is a point (34), so three thirds; a line's deck points are
the whole points in its thirds, last trick included, because a point more is a point more before and after the fraction
is left away (10). Whoever makes the most thirds therefore makes the most points too.

Nothing here judges what players would have found at the table: the outcomes are bounds for whoever decides.
"""
