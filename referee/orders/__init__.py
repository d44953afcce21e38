"""What a ruling sets in motion, leaves hanging at the table, and takes back."""
