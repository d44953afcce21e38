"""A ruling proposed by one and confirmed by another: asked, answered, sent back."""
