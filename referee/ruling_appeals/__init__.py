"""An appeal that changes a ruling."""
