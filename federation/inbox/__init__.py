"""The inbox: packages received, checked, returned, homologated."""
