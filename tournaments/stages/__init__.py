"""Stages and groups: planned, begun, how long each can last."""
