"""Stills and clips in templates."""

from collections.abc import Sequence

from django import template

from tables.queries.clips import ClipView
from tables.queries.shapes import VerdictView
from tables.wording import clips

register = template.Library()
register.filter("clip_head", clips.head)
register.filter("clip_state", clips.state)
register.filter("clip_kept", clips.kept)
register.filter("clip_page", clips.page)
register.filter("clip_kind", clips.kind)
register.filter("clip_gone", clips.gone)


@register.filter
def clips_about(views: Sequence[ClipView], verdict: VerdictView) -> list[ClipView]:
    """Those of a verdict."""
    return [view for view in views if f"verdict:{verdict.key}" in view.about]


@register.filter
def clips_of_dispute(views: Sequence[ClipView], dispute_id: int) -> list[ClipView]:
    """Those of a dispute first, then those of the round's verdicts."""
    about = f"dispute:{dispute_id}"
    return sorted(views, key=lambda view: about not in view.about)


@register.filter
def clips_only_of_dispute(views: Sequence[ClipView], dispute_id: int) -> list[ClipView]:
    return [view for view in views if f"dispute:{dispute_id}" in view.about]


@register.filter
def clips_of_payment(views: Sequence[ClipView]) -> list[ClipView]:
    return [view for view in views if "payment" in view.about]


@register.filter
def without_clip(has_camera: bool) -> str:
    return clips.without(has_camera)
