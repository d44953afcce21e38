"""What a decision needs before it can be carried out, rests on and changes; an appeal that decides anew."""
