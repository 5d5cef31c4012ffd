"""How a form is answered: a page that asked by itself gets what to say, a browser without script is sent back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render


def done(request: HttpRequest, said: str, to: str, *args: object) -> HttpResponse:
    """The change was made; `said` is shown on the page that asked, or on the page `to` that the person lands on."""
    messages.success(request, said)
    if getattr(request, "htmx", False):
        return render(request, "_messages.html")
    return redirect(to, *args)
