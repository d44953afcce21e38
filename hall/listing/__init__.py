"""The tournaments that a visitor may see, and the feeds and calendars that follow them."""
