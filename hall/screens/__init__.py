"""The big screen of the hall."""
