"""What is official: standings published with their proof, prizes, how a tournament ends, whether all is as recorded."""
