"""What all pages share: forms and their fields, what is kept for all who ask; the check of their translations."""
