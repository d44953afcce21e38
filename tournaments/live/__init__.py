"""Pages of the staff that renew themselves, and which devices look at them."""
