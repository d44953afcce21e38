"""Signed addresses for phones: what a QR of the hall opens."""
