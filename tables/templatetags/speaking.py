"""`{% speaking profile %}…{% endspeaking %}`: within it the game's own word names whoever holds the bank."""

from django import template
from django.template.base import FilterExpression, NodeList, Parser, Token
from django.template.context import Context
from django.utils.safestring import SafeString

from tables.wording import speaking as words

register = template.Library()
register.filter("spoken", words.spoken, is_safe=True)


class Speaking(template.Node):
    def __init__(self, nodelist: NodeList, profile: FilterExpression) -> None:
        self.nodelist, self.profile = nodelist, profile

    def render(self, context: Context) -> SafeString:
        with words.of_profile(str(self.profile.resolve(context, ignore_failures=True) or "")):
            return self.nodelist.render(context)


@register.tag
def speaking(parser: Parser, token: Token) -> Speaking:
    """Of which profile's game the words within are; of none in particular where it is empty."""
    _name, profile = token.split_contents()
    nodelist = parser.parse(("endspeaking",))
    parser.delete_first_token()
    return Speaking(nodelist, parser.compile_filter(profile))
