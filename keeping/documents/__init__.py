"""The documents of a whole tournament: report, workbook, official records."""
