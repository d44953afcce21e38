"""What every write goes through: action, locks, log, seals, rights, refusals; the request that asks for it."""
