"""Pure: lists of entries from CSV and XLSX; the headings that are known (`headers.yaml`)."""
