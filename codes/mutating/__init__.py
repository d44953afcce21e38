"""Tables that cannot change unnoticed: every single change of a procedure, made in memory, and what notices it.

Loading refuses a gap, an overlap, an unknown name; only a worked case knows that a penalty is the pair's and not the
player's. So every value of an effect, every `if`, article, answer of a `when`, hand-over, order of effects and option
is changed to one other value of the same kind, and what nothing notices is walked in every way of answering before and
after: where no walk differs in effects or articles the change is equivalent. No list of exceptions is kept; readings
and wording are not compared, for they order nothing. The suite tries some of each code, `make mutate` all.
"""
