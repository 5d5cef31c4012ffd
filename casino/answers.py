"""How a form is answered: a page that asked by itself gets what to say, a browser without script is sent back."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render, resolve_url


def done(request: HttpRequest, said: str, to: str, *args: object) -> HttpResponse:
    """The change was made; `said` is shown on the page that asked, or on the page `to` that the person lands on."""
    messages.success(request, said)
    if getattr(request, "htmx", False):
        return render(request, "_messages.html")
    return redirect(to, *args)


def back(request: HttpRequest, said: str, to: str, *args: object, query: str = "") -> HttpResponse:
    """The change was made, and the page `to` is another one since: it is loaded anew, and says so there.

    A script is told where to go; a redirect it would follow itself, and what was said would be lost with that answer.
    """
    messages.success(request, said)
    address = resolve_url(to, *args) + query
    if getattr(request, "htmx", False):
        return HttpResponse(headers={"X-Seventeen-Next": address})
    return HttpResponseRedirect(address)
