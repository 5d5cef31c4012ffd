"""Every address of the site and who may reach it, read from the URL patterns; tests hold it to DESIGN 5."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver


@dataclass(frozen=True)
class Address:
    """One pattern: its route, its name, and the permissions that its view asks of people and of machines.

    A permission is None where nobody guarded the view, and "" where the view is not for machines (or people) at all.
    """

    route: str
    name: str
    permission: str | None
    machines: str | None
    arguments: tuple[str, ...]


def addresses() -> list[Address]:
    """All addresses, in the order in which they are tried."""
    return list(_walk(get_resolver(), "/"))


def _walk(resolver: URLResolver, prefix: str) -> Iterator[Address]:
    for entry in resolver.url_patterns:
        route = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _walk(entry, route)
        elif isinstance(entry, URLPattern):
            yield Address(route, entry.name or "", *_permissions(entry.callback), tuple(entry.pattern.converters))


def _permissions(view: Any) -> tuple[str | None, str | None]:
    """What the view carries (a page: no machines), or its REST framework class asks for."""
    if hasattr(view, "permission"):
        return str(view.permission), ""
    classes = getattr(getattr(view, "cls", None), "permission_classes", [])
    for one in classes:
        if hasattr(one, "permission"):
            return str(one.permission), str(getattr(one, "machines", one.permission))
    return None, None
