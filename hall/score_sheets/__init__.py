"""The score sheets on paper."""
