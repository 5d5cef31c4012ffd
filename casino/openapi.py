"""How /api/schema describes the log-in of machines."""

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # registers itself by being a class
    """`Authorization: Bearer …` with the secret of a service account."""

    target_class = "casino.tokens.TokenAuthentication"
    name = "serviceToken"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}
