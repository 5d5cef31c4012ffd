"""Who may ask the API what."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.models import ServiceToken
from tables.models import Table


class OneOf(BasePermission):
    """People with `permission`, and machines whose account is for `machines`."""

    permission: str
    machines: str = ""

    def has_permission(self, request: Request, view: APIView) -> bool:
        user = reader(request)
        if isinstance(user, ServiceToken):
            return bool(self.machines) and user.may(self.machines)
        return bool(user.is_authenticated and user.may(self.permission))


class SeesFloor(OneOf):
    permission, machines = "pit.see", "record.read"


class SeesTable(OneOf):
    permission = "table.see"


class ReadsRecord(OneOf):
    permission, machines = "rounds.read", "record.read"


class Exports(OneOf):
    permission, machines = "rounds.export", "record.read"


class Enters(OneOf):
    permission, machines = "tablet.use", "observations.post"


def reader(request: Request) -> Any:
    """Who asks: a person or a machine's account; the permission classes have let them in."""
    return request.user


def table_of(code: str) -> Table:
    return get_object_or_404(Table, code=code)
