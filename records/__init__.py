"""What every write goes through: action, locks, log, seals, rights, refusals; requests; how much of a file is read."""
