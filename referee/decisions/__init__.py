"""What a decision needs and changes; which a second must confirm, and who (`weight`); an appeal that decides anew."""
