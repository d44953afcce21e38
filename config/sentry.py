"""Errors told to a Sentry server as well as to the log, where `SENTRY_DSN` names one; nothing is sent otherwise.

What is sent is what a line of the log tells: kind and way of the error, pattern of the address, number of the request.
It is built anew from what the client collected, so that nothing a later version collects goes along.
"""

from importlib import import_module
from types import ModuleType
from typing import Any

from django.core.exceptions import ImproperlyConfigured

from config import request_number
from config.log_lines import error_in_words, one_line

PACKAGE = "sentry_sdk"
KEPT = ("event_id", "timestamp", "platform", "level", "logger", "release", "environment", "sdk", "transaction")
OF_A_FRAME = (
    "filename",
    "abs_path",
    "module",
    "function",
    "lineno",
    "context_line",
    "pre_context",
    "post_context",
    "in_app",
)


def begin(dsn: str, **more: Any) -> None:
    """Send errors to that server from now on; what the client calls personal is off unless it is turned on."""
    client().init(
        dsn=dsn,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        traces_sample_rate=0,
        auto_session_tracking=False,
        server_name="referee",
        before_send=without_data,
        **more,
    )


def client() -> ModuleType:
    try:
        return import_module(PACKAGE)
    except ImportError as missing:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, but Sentry's client is not installed: pip install -r requirements-sentry.txt"
        ) from missing


def without_data(event: dict[str, Any], hint: dict[str, Any]) -> dict[str, Any]:
    """The event with what names nobody; an error's own words only where the log says them too."""
    sent = {name: event[name] for name in KEPT if name in event}
    sent["tags"] = {"request": request_number.current()}
    if "exception" in event:
        error = hint.get("exc_info", (None, None, None))[1]
        sent["exception"] = {"values": [_kind_and_way(value) for value in event["exception"].get("values", [])]}
        sent["logentry"] = {"message": error_in_words(error)} if error else {}
    elif message := event.get("logentry", {}).get("message"):
        sent["logentry"] = {"message": one_line(message)}  # as it is written in the program, without what fills it in
    return sent


def _kind_and_way(exception: dict[str, Any]) -> dict[str, Any]:
    frames = exception.get("stacktrace", {}).get("frames", [])
    way = [{name: frame[name] for name in OF_A_FRAME if name in frame} for frame in frames]
    return {"type": exception.get("type"), "module": exception.get("module"), "stacktrace": {"frames": way}}
