"""What a camera's own process is told: its table, how it sees it, and what the sign on the table says."""

from typing import Any

from shoes.models import Camera
from shoes.queries import calibration_of
from tables.models import Sign
from tables.queries.cameras import table_of
from tables.queries.rule_packs import text_of
from tables.queries.tables import sign_of


def camera_terms(camera: Camera) -> dict[str, Any]:
    """As the API answers it; what is not there yet is None."""
    table, newest = table_of(camera.name), calibration_of(camera)
    sign = sign_of(table) if table else None
    return {
        "camera": camera.name,
        "table": table.code if table else None,
        "calibration": newest.body if newest else None,
        "calibration_version": newest.version if newest else 0,
        "terms": _terms(sign) if sign else None,
    }


def _terms(sign: Sign) -> dict[str, Any]:
    limits: dict[str, Any] = {"min_minor": sign.min_minor, "max_minor": sign.max_minor, "step_minor": sign.step_minor}
    if sign.kinds:
        limits["kinds"] = sign.kinds
    told = {"profile": sign.profile, "options": sign.options, "limits": limits, "pack": sign.pack}
    return told | ({"pack_text": text_of(sign.pack)} if "@" in sign.pack else {})
