"""Whole deals of tressette of four with all cards in view (Codice FITRES, art. 25–34), by a search that is compiled.

    solving     what comes of a deal, by who leads, with a line of play, or bounds where it takes too long
    values      what the positions of a play are worth, for its replay
    compiled    the search as Python asks it, for endings too; whether its compiler, numba, is installed

What follows is compiled, and loaded only where the compiler is there:

    search      the search itself, frames in an array instead of calls
    choices     the cards worth trying, the most promising first
    certain     what a side makes for certain, without playing it out
    remembered  what was found before of cards that come to the same
    room        where each thing lies in the arrays that these work in
    layout      how cards are bits; tables of a deal
    machine     what compiles, and what a processor does with bits by itself

Everything is counted in thirds of a point, as in `codes.tressette.endings`, with whose search in plain Python this one
agrees.

What makes it quick, in this order: an entry of the memory speaks for all positions that agree in who holds the highest
cards of each suit, down to the last that won by its rank, and in how many of each worth everybody holds of the others;
what a side makes for certain is not played; null windows, begun at a guess fitted on random deals, stand only where a
point begins, when a deal is asked to the point; then the order in which cards are tried. Killers and histories made it
worse. Goals: the median of random deals to the point within 0.15 s of processor, 95 of 100 within 0.75 s
(`python -m benchmarks deals`). After so many cards the bounds that are known are told. What is compiled is kept in a
folder named after the text of all these files, since numba would look at one alone. A sealed ending never depends on
what is installed: endings have the same outcome and line by either search; orders and «a meglio a meglio» are searched
in plain Python alone.
"""
