"""Reading a code: its files, the checks across them, its worked cases, a federation's official text."""
