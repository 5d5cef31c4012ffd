"""What every page knows about how this browser wants to look."""

from django.http import HttpRequest

CHOICES = {"theme": ("dark", "light"), "deck": ("two", "four")}


def appearance(request: HttpRequest) -> dict[str, str]:
    """`theme` and `deck`, from their cookies; the first choice where there is none."""
    chosen = {name: request.COOKIES.get(name, "") for name in CHOICES}
    return {name: chosen[name] if chosen[name] in choices else choices[0] for name, choices in CHOICES.items()}
