"""Pure: lists of entries from CSV and XLSX."""
