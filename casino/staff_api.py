"""The people of the house in the API, and the accounts of its machines: administrators' work.

Passwords, PINs, badges and authenticators are set on pages alone: nothing here takes a secret or answers with one.
"""

from typing import Any

from django.db.models import Exists, OuterRef, Q
from django.shortcuts import get_object_or_404
from django.urls import path
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from casino import people, second_factor, tokens
from casino.api_access import people as only_people
from casino.api_access import person
from casino.fields import Choice, Day, Form, ReasonIn, Text, YesNo, asked, read
from casino.keys import once
from casino.models import Role, SecondFactor, ServiceToken, Staff
from casino.paging import Paged, narrowed, page, page_of
from casino.roles import PERMISSIONS

MANAGES = only_people("staff.manage")
CHANGEABLE = ("name", "role", "licence", "licence_until")


class PersonOut(serializers.Serializer[Any]):
    """Somebody who works here, or did. Of what they log in with only whether there is any."""

    id = serializers.IntegerField()
    username = serializers.CharField()
    name = serializers.CharField()
    role = serializers.CharField()
    is_active = serializers.BooleanField(help_text="May log in")
    licence = serializers.CharField(help_text="Its number; empty: none is on file")
    licence_until = serializers.DateField(allow_null=True, help_text="The last day on which it holds")
    has_password = serializers.BooleanField(source="has_usable_password")
    has_pin = serializers.BooleanField()
    has_badge = serializers.BooleanField()
    has_second_factor = serializers.BooleanField()
    last_login = serializers.DateTimeField(allow_null=True)


class TokenOut(serializers.Serializer[Any]):
    """A machine's account; its secret was shown once, when it was made, and is kept nowhere."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    permission = serializers.CharField()
    about = serializers.CharField()
    made_by = serializers.CharField(allow_null=True)
    made_at = serializers.DateTimeField()
    revoked_at = serializers.DateTimeField(allow_null=True)


class StaffFilter(Paged):
    role = Choice(Role.values, required=False)
    active = YesNo(required=False, help_text="May log in")
    second_factor = YesNo(required=False, help_text="An authenticator is set up")
    username = Text(max_length=40, required=False)


class TokensFilter(Paged):
    permission = Choice(sorted(PERMISSIONS), required=False)
    revoked = YesNo(required=False)


class EnrolIn(Form):
    username = Text(max_length=40)
    name = Text(max_length=80)
    role = Choice(Role.values)


class ChangePersonIn(Form):
    """What is to be otherwise; what is absent stays as it is."""

    name = Text(max_length=80, required=False)
    role = Choice(Role.values, required=False)
    licence = Text(blank=True, max_length=40, required=False)
    licence_until = Day(required=False, allow_null=True)


class StaffApi(APIView):
    """Everybody by user name."""

    permission_classes = [MANAGES]

    @extend_schema(parameters=[StaffFilter], responses=page_of(PersonOut))
    def get(self, request: Request) -> Response:
        wanted = asked(StaffFilter, request)
        lookups = {"role": "role", "active": "is_active", "second_factor": "has_second_factor", "username": "username"}
        rows = narrowed(_people(), wanted, **lookups)
        return page(request, rows, ("username",), asked=wanted, shown=PersonOut)


class PersonApi(APIView):
    """One person."""

    permission_classes = [MANAGES]

    @extend_schema(responses=PersonOut)
    def get(self, request: Request, staff_id: int) -> Response:
        return _told(staff_id)


class EnrolPersonApi(APIView):
    """Somebody new; nobody logs in as them until an administrator has set a password, PIN or badge."""

    permission_classes = [MANAGES]

    @extend_schema(request=EnrolIn, responses={201: PersonOut})
    @once
    def post(self, request: Request) -> Response:
        said = read(EnrolIn, request)
        made = people.enrol(**said, password=None, by=person(request))
        return _told(made.pk, status=201)


class ChangePersonApi(APIView):
    """Name, role and licence as they are from now on; nobody changes their own role."""

    permission_classes = [MANAGES]

    @extend_schema(request=ChangePersonIn, responses=PersonOut)
    @once
    def post(self, request: Request, staff_id: int) -> Response:
        found = get_object_or_404(Staff, pk=staff_id)
        new = {name: getattr(found, name) for name in CHANGEABLE} | read(ChangePersonIn, request)
        people.change(found, **new, by=person(request))
        return _told(staff_id)


class LetGoApi(APIView):
    """The person can no longer log in; what they did stays theirs."""

    permission_classes = [MANAGES]

    @extend_schema(request=ReasonIn, responses=PersonOut)
    @once
    def post(self, request: Request, staff_id: int) -> Response:
        found = get_object_or_404(Staff, pk=staff_id)
        people.let_go(found, by=person(request), reason=read(ReasonIn, request)["reason"])
        return _told(staff_id)


class TakeBackApi(APIView):
    """Somebody who was let go may log in again."""

    permission_classes = [MANAGES]

    @extend_schema(request=ReasonIn, responses=PersonOut)
    @once
    def post(self, request: Request, staff_id: int) -> Response:
        found = get_object_or_404(Staff, pk=staff_id)
        people.take_back(found, by=person(request), reason=read(ReasonIn, request)["reason"])
        return _told(staff_id)


class ResetFactorApi(APIView):
    """Forget the authenticator of somebody who lost it; they set up a new one as they log in."""

    permission_classes = [MANAGES]

    @extend_schema(request=ReasonIn, responses=PersonOut)
    @once
    def post(self, request: Request, staff_id: int) -> Response:
        found = get_object_or_404(Staff, pk=staff_id)
        second_factor.reset(found, by=person(request), reason=read(ReasonIn, request)["reason"])
        return _told(staff_id)


class TokensApi(APIView):
    """The accounts of machines, newest first; `manage.py issue_token` makes one and shows its secret there alone."""

    permission_classes = [MANAGES]

    @extend_schema(parameters=[TokensFilter], responses=page_of(TokenOut))
    def get(self, request: Request) -> Response:
        wanted = asked(TokensFilter, request)
        revoked = ServiceToken.objects.filter(revoked_at__isnull=False)
        rows = ServiceToken.objects.select_related("made_by")
        rows = narrowed(rows, wanted, permission="permission", revoked=revoked)
        return page(request, rows, ("-pk",), asked=wanted, shown=TokenOut)


class RevokeTokenApi(APIView):
    """Close a machine's account; whoever holds its secret is a stranger from now on."""

    permission_classes = [MANAGES]

    @extend_schema(request=None, responses=TokenOut)
    @once
    def post(self, request: Request, token_id: int) -> Response:
        found = get_object_or_404(ServiceToken.objects.select_related("made_by"), pk=token_id)
        tokens.revoke(found, by=person(request))
        found.refresh_from_db(fields=["revoked_at"])
        return Response(TokenOut(found).data)


def _people() -> Any:
    confirmed = SecondFactor.objects.filter(staff=OuterRef("pk"), confirmed_at__isnull=False)
    return Staff.objects.annotate(has_pin=~Q(pin=""), has_badge=Q(badge__isnull=False)).annotate(
        has_second_factor=Exists(confirmed)
    )


def _told(staff_id: int, *, status: int = 200) -> Response:
    return Response(PersonOut(get_object_or_404(_people(), pk=staff_id)).data, status=status)


urlpatterns: list[Any] = [
    path("staff", StaffApi.as_view(), name="api-staff"),
    path("staff/enrol", EnrolPersonApi.as_view(), name="api-staff-enrol"),
    path("staff/<int:staff_id>", PersonApi.as_view(), name="api-person"),
    path("staff/<int:staff_id>/change", ChangePersonApi.as_view(), name="api-person-change"),
    path("staff/<int:staff_id>/let-go", LetGoApi.as_view(), name="api-person-let-go"),
    path("staff/<int:staff_id>/take-back", TakeBackApi.as_view(), name="api-person-take-back"),
    path("staff/<int:staff_id>/second-factor/reset", ResetFactorApi.as_view(), name="api-person-second-factor"),
    path("tokens", TokensApi.as_view(), name="api-tokens"),
    path("tokens/<int:token_id>/revoke", RevokeTokenApi.as_view(), name="api-token-revoke"),
]
