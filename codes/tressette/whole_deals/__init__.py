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
"""
