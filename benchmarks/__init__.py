"""What we measure, each against a bare base in the same run: `python -m benchmarks`."""
