"""How what is printed or saved looks: PDF, workbooks, faces, figures and marks as people read them."""
