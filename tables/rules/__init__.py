"""The rules engine: facts folded into steps, findings and settlements. Pure: no Django, no clock, no chance."""

from tables.rules.options import IllegalOption
from tables.rules.profiles import PROFILES
from tables.rules.round import Round, fold
from tables.rules.shapes import Limits, Refusal, Request
from tables.rules.terms import ENGINE, Terms, compile_terms, terms_from_json

__all__ = [
    "ENGINE",
    "IllegalOption",
    "Limits",
    "Refusal",
    "Request",
    "Round",
    "Terms",
    "compile_terms",
    "fold",
    "profile_names",
    "terms_from_json",
]


def profile_names() -> list[str]:
    """The profiles that a sign may post."""
    return sorted(PROFILES)
