"""Entry fees: what each entry owes and paid."""
