"""Nothing of what was erased stays in the files."""

import pytest

from keeping.backups.erasures import swept_tables
from keeping.erasing.sweep import sweep

pytestmark = pytest.mark.dialect


def test_the_files_are_written_anew_on_both_databases(transactional_db: None) -> None:
    assert sweep(swept_tables()) == []
