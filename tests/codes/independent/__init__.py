"""The codes formalised a second time, from their texts alone, by people who had not seen the tables.

One small function for each anomaly: all its facts in, the orders out (`verb: what`, or `go: another anomaly`); what is
only said is left out where anything is ordered. None: the text gives no answer. `READINGS` are clauses that can be read
in two ways, `MISSING` what the text makes matter and no table asked when they were written.
"""
