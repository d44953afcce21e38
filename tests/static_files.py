"""The static files as the application serves them, looked for once: every client of a test builds its middleware."""

from collections.abc import Callable
from typing import Any

from whitenoise.middleware import WhiteNoiseMiddleware

_FOUND: dict[object, dict[str, Any]] = {}


class ServedAsFound(WhiteNoiseMiddleware):
    """Whitenoise, to which the folders are as the first client of the process found them."""

    def update_files_dictionary(self, root: str, prefix: str) -> None:
        self._once((root, prefix), lambda: super(ServedAsFound, self).update_files_dictionary(root, prefix))

    def add_files_from_finders(self) -> None:
        self._once("finders", super().add_files_from_finders)

    def _once(self, key: object, look: Callable[[], None]) -> None:
        if key not in _FOUND:
            others, self.files = self.files, {}
            look()
            _FOUND[key], self.files = self.files, others
        self.files.update(_FOUND[key])
