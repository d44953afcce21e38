"""The editions of the codes that rulings rest on: kept, compared, tried as drafts, proven."""
