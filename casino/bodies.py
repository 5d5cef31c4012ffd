"""What the API takes as a body: JSON of a bounded size, since no token may fill the memory of the house."""

from io import BytesIO
from typing import Any, Final

from django.utils.translation import gettext as _
from rest_framework.parsers import JSONParser

from casino.errors import Refused

LARGEST_JSON: Final = 1_000_000


class BoundedJSON(JSONParser):
    """As JSONParser, and no byte more is read than one over the largest that is taken."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Any = None) -> Any:
        body: bytes = stream.read(LARGEST_JSON + 1)
        if len(body) > LARGEST_JSON:
            message = _("The body has more than %(largest)d bytes; send it in parts.") % {"largest": LARGEST_JSON}
            raise Refused(message, code="too-large", status=413)
        return super().parse(BytesIO(body), media_type, parser_context)
