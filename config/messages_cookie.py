"""What a page tells the next one, in a cookie named as our others are."""

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class InACookie(CookieStorage):
    """Django's, whose name is fixed otherwise."""

    cookie_name = f"{settings.COOKIE_PREFIX}{CookieStorage.cookie_name}"


class Messages(FallbackStorage):
    """In a cookie, or in the session what is too long for one."""

    storage_classes = (InACookie, SessionStorage)
