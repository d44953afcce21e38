"""People: accounts and their doors, offices, players and clubs, members of the roster, lists read from files."""
