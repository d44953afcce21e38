"""What all pages share: forms answered, live pages, pages kept for everybody, fields, links."""
