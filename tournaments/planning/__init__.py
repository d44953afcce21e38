"""Tournaments opened, copied, set; stages and groups planned and begun."""
