"""Whether everything official is as it was recorded."""
