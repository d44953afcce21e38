"""The casebook: headnotes beside rulings."""
