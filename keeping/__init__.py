"""What knows every record: erasing, retention, backups, verification, whole documents, personal data."""
