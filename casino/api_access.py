"""Who may ask the API what: people by what their role includes, machines by the one permission of their token."""

from typing import Any

from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from casino import roles
from casino.models import ServiceToken, Staff


class OneOf(BasePermission):
    """People with `permission`, and machines whose account is for `machines`."""

    permission: str
    machines: str = ""

    def has_permission(self, request: Request, view: APIView) -> bool:
        user = reader(request)
        if isinstance(user, ServiceToken):
            return bool(self.machines) and user.may(self.machines)
        return bool(user.is_authenticated and user.may(self.permission))


def people(permission: str, machines: str = "") -> type[OneOf]:
    """`permission_classes = [people("table.open")]`: what somebody signs is never a machine's."""
    if permission not in roles.PERMISSIONS or (machines and machines not in roles.PERMISSIONS):
        raise ValueError(f"{permission!r} or {machines!r} is no permission; casino/roles.py lists them.")
    return type("People", (OneOf,), {"permission": permission, "machines": machines})


ReadsRecord = people("rounds.read", "record.read")

NOBODY = Staff(role="")
"""Stands for a machine where a person's signature is asked about: it may sign nothing."""


def reader(request: Request) -> Any:
    """Who asks: a person or a machine's account; the permission classes have let them in."""
    return request.user


def person(request: Request) -> Staff:
    """The person who asks, or for a machine somebody who may do nothing."""
    return request.user if isinstance(request.user, Staff) else NOBODY
