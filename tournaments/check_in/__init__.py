"""Who is there: check-in, withdrawals, absences and what they cost, line-ups of teams; entry fees."""
