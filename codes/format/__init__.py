"""How the files of a code are written: YAML with its lines, texts in two languages, the schema, the effects."""
