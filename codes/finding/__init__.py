"""Finding the procedure that is meant by what an arbiter types.

words        the words of a text and of a query, without accents and endings; which numbers are articles
vocabulary   which words of a code a typed word may mean: beginnings, slips, synonyms
index        things ranked by the words asked for
evidence     how much every piece of the query speaks for each thing
procedures   what of a code is indexed: `find_procedures`
"""
