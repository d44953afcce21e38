"""One room for all operations: an address may be read by everybody and written by token."""

from ninja import Router

router = Router()
