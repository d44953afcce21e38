"""Whom the roster flags, admitted all the same."""
