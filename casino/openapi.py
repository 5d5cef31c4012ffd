"""How /api/schema describes what all addresses have in common: log-in, problems, idempotency keys, exact bodies."""

from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from casino.errors import PROBLEM_JSON
from casino.keys import FORM, HEADER
from casino.roles import SIGNED_IN

READ: Final = (400, 401, 403, 406)
WRITTEN: Final = (409, 413, 415, 422)
NULL: Final = {"type": "null"}


class Problem(serializers.Serializer[Any]):
    """Whatever is refused, at every address (RFC 9457)."""

    type = serializers.CharField(help_text="Where the kind of problem is told: /api/problems")
    title = serializers.CharField(help_text="The kind of problem, in few words")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="A sentence for people: what was wrong, what would be right")
    code = serializers.CharField(help_text="The kind of problem, for programs; it stays the same")
    fields = serializers.DictField(required=False, help_text="Of a malformed request: what is wrong, by field")  # type: ignore[assignment]

    def get_fields(self) -> dict[str, Any]:
        return super().get_fields()


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # registers itself by being a class
    """`Authorization: Bearer …` with the secret of a service account."""

    target_class = "casino.tokens.TokenAuthentication"
    name = "serviceToken"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}


class ExactForm(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A body takes the names that it lists and no others."""

    target_class = "casino.fields.Form"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        told: dict[str, Any] = auto_schema._map_serializer(  # type: ignore[no-untyped-call]
            self.target, direction, bypass_extensions=True
        )
        return {**told, "additionalProperties": False}


def plain(result: Any, **_: Any) -> Any:
    """A hook of drf-spectacular: any value may be null already; said twice, null would fit two of one."""
    if isinstance(result, dict):
        if [one for one in result.get("oneOf", ()) if one != NULL] == [{}]:
            result = {name: value for name, value in result.items() if name != "oneOf"}
        return {name: plain(value) for name, value in result.items()}
    return [plain(one) for one in result] if isinstance(result, list) else result


class Described(AutoSchema):
    """Every operation with its problems, and with its key where it asks for one."""

    def get_operation_id(self) -> str:
        """Method and class: `getSlips`, `postSignSlip`."""
        return self.method.lower() + type(self.view).__name__.removesuffix("Api")

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        """What it is, and who may."""
        return f"{super().get_description()}\n\n{self._who()}".strip()

    def _who(self) -> str:
        permissions = [one for one in self.view.permission_classes if hasattr(one, "permission")]
        if not permissions:
            return ""
        person = str(permissions[0].permission)
        machine = str(getattr(permissions[0], "machines", person))
        told = f"People: `{person}`." if person != SIGNED_IN else "Whoever has logged in, and every token."
        return f"{told} Token: `{machine}`." if machine and machine != SIGNED_IN else told

    def get_override_parameters(self) -> list[Any]:
        parameters = list(super().get_override_parameters())
        if self._asks_for_a_key():
            about = "A key of your own, new for everything that is to be done; sent again, it is answered as before."
            parameters.append(
                OpenApiParameter(
                    HEADER,
                    {"type": "string", "pattern": FORM},
                    OpenApiParameter.HEADER,
                    required=True,
                    description=about,
                )
            )
        return parameters

    def _get_response_bodies(self, direction: Any = "response") -> dict[str, Any]:
        bodies: dict[str, Any] = super()._get_response_bodies(direction)
        for status in self._problems():
            if str(status) not in bodies:
                bodies[str(status)] = self._get_response_for_code(  # type: ignore[no-untyped-call]
                    Problem, str(status), [PROBLEM_JSON], direction
                )
        return dict(sorted(bodies.items()))

    def _problems(self) -> list[int]:
        found = [*READ, *(WRITTEN if self.method in ("POST", "PUT", "PATCH") else ())]
        found += [422] if self.get_override_parameters() else []
        found += list(getattr(self.view, "refuses", ()))
        return [*found, 404] if "{" in self.path else found

    def _asks_for_a_key(self) -> bool:
        return hasattr(getattr(self.view, self.method.lower(), None), "asks_for_a_key")
