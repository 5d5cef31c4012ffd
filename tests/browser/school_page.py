"""A trainee's hands in dealer school, for browser tests: what is due is read from the session that is kept."""

from playwright.sync_api import Page

from casino.models import Staff
from tables.models import SchoolSession
from tables.school.acts import AT_THE_TABLE, WITH_AMOUNT, Act
from tables.school.exercise import Exercise
from tables.school.session import Session


class SchoolPage:
    """The screen of a session in a browser."""

    def __init__(self, page: Page, trainee: Staff) -> None:
        self.page = page
        self.trainee = trainee
        self.tool = "card_up"

    @property
    def kept(self) -> SchoolSession:
        return SchoolSession.objects.get(trainee=self.trainee)

    @property
    def now(self) -> Exercise:
        kept = self.kept
        return Session.from_json(kept.plan, kept.state).now

    def do(self, act: Act) -> None:
        """Touch what carries out the act, and wait for the screen that answers it."""
        version = self.kept.version
        screen = self.page.locator(f'#school[data-version="{version}"]')
        if act.word in AT_THE_TABLE:
            screen.locator(f"#deed-{act.word}").tap()
        elif act.word == "choose":
            screen.locator(f'[name=choice][value="{act.slot}:{act.option}"]').tap()
        else:
            self.take_up(act.word)
            if act.word in WITH_AMOUNT:
                screen.locator("#amount").fill(f"{(act.amount_minor or 0) / 100:.2f}")
            screen.locator(f"[id='place-{act.slot}']").tap()
        self.page.locator(f'#school[data-version="{version + 1}"]').wait_for()

    def take_up(self, tool: str) -> None:
        """Choose what is done with the next box; it stays chosen."""
        if self.tool != tool:
            self.page.locator(f'[type=radio][value="{tool}"]').check(force=True)
            self.tool = tool

    def type(self, minor: int) -> None:
        """The amount on the pad, digit by digit."""
        whole, cents = divmod(minor, 100)
        for key in f"{whole}.{cents:02}" if cents else str(whole):
            self.page.locator(f'[data-key="{key}"]').tap()
