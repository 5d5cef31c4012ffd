"""How a form is answered: a page that asked by itself hears by the stream, a browser without script is sent back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


def done(request: HttpRequest, said: str, to: str, *args: object) -> HttpResponse:
    """The change was made; `said` is shown on the page `to` that the person lands on."""
    if getattr(request, "htmx", False):
        return HttpResponse("")
    messages.success(request, said)
    return redirect(to, *args)
