"""Who may do what (DESIGN 5). A role is a set of permissions; a service account has exactly one permission."""

from typing import Final

PERMISSIONS: Final[frozenset[str]] = frozenset(
    {
        "pit.see",  # the dashboard
        "school.use",  # deal to simulated players
        "school.review",  # read the school records of others
        "table.see",  # a live table's page
        "live.see",  # the stream of changes; what is in it depends on the other permissions
        "tablet.use",  # the own open table
        "table.open",  # open, close, assign, lift watch-only
        "sign.post",  # rules and limits
        "packs.manage",  # upload the house's own rule packs: rulings, so a supervisor's and no administrator's
        "shoe.manage",  # load, verify, shuffle, count
        "verdict.close",
        "dispute.raise",
        "dispute.rule",
        "payout.review",  # look at a payment on the clip
        "evidence.see",
        "evidence.hold",  # keep evidence past its retention; lift such a hold
        "roster.manage",  # who works when and where; tablets enrolled at a table
        "reports.read",  # ask for reports and read them
        "rounds.read",  # what has ended
        "rounds.export",
        "rounds.note",  # an auditor's query: a row of their own
        "journal.read",
        "fill.ask",
        "fill.prepare",
        "fill.carry",
        "fill.sign",
        "drop.count",
        "cards.sign",
        "staff.manage",
        "tables.manage",
        "cameras.manage",
        "observations.post",  # a camera's service account
        "record.read",  # an outside client's service account
        "metrics.read",  # the house's monitoring: a service account
    }
)

ROLES: Final[dict[str, frozenset[str]]] = {
    "dealer": frozenset({"tablet.use", "school.use", "live.see", "dispute.raise", "fill.sign"}),
    "supervisor": frozenset(
        {"pit.see", "table.see", "live.see", "table.open", "sign.post", "shoe.manage", "verdict.close"}
        | {"dispute.raise", "dispute.rule", "evidence.see", "rounds.read", "fill.ask", "fill.sign", "cards.sign"}
        | {"school.use", "school.review", "packs.manage", "roster.manage", "reports.read", "evidence.hold"}
    ),
    "cage": frozenset({"live.see", "fill.prepare", "fill.sign", "drop.count"}),
    "security": frozenset({"live.see", "fill.carry", "fill.sign", "cards.sign"}),
    "surveillance": frozenset(
        {"pit.see", "table.see", "live.see", "dispute.raise", "evidence.see", "payout.review", "rounds.read"}
        | {"evidence.hold", "reports.read"}
    ),
    "auditor": frozenset(
        {"rounds.read", "rounds.export", "rounds.note", "journal.read", "evidence.see", "record.read"}
        | {"reports.read", "evidence.hold"}
    ),
    "administrator": frozenset({"staff.manage", "tables.manage", "cameras.manage", "live.see"}),
}

# What a view may ask for besides a permission.
PUBLIC: Final = "public"  # anybody, logged in or not: the log-in page itself
SIGNED_IN: Final = "signed-in"  # any person who has logged in
ASKABLE: Final = PERMISSIONS | {PUBLIC, SIGNED_IN}


def may(role: str, permission: str) -> bool:
    """Whether people of `role` have `permission`; an unknown role has none."""
    return permission in ROLES.get(role, frozenset())
