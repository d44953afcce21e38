"""The documents of a whole tournament: report, Excel of tables and scores (`workbook`), official records."""
