"""The sealed package of a tournament: written, opened, verified and read without the database it came from.

Pure: bytes in, values and faults out. docs/package.md tells the form; docs/read_package.py reads it by itself.
"""
