"""What the codes say and how they are applied: pure Python, without Django and without the applications.

rooms, from below
    format            how the files of a code are written: YAML with its lines, texts in two languages, schema, effects
    deciding          decision tables, the walk through them, how an anomaly came to light
    reading           the files of a code read and checked whole, its worked cases, a federation's official text
    finding           which procedure is meant by what an arbiter types
    tressette, burraco, tressette_online    what each game's own code has worked out: cards, counts, melds, stakes
    arbitral          the score of an annulled board and its lots
    games             the catalogue of games: how they are played in short, what they count, which are forbidden
    rulebooks, scales data: the codes, one folder per edition; the tables of victory points

modules
    seats             the four seats of a table and its two lines, in the order of the turn
    results           a board's result as typed, and why it cannot have been played
    rfc3797           draws that anybody can repeat
    victory_points    from match points to victory points, by a scale
    compiled          what is made of a code's files, kept for the next process
    library           the codes of this installation, by id
    editions          which edition follows which
    round_figures     what a code fixes for the rounds of a tournament

`make check` watches the order (pyproject.toml, import-linter).
"""
