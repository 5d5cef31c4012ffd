"""A dealer's hands on the tablet, for browser tests: each touch is counted."""

from playwright.sync_api import Locator, Page, expect


class TabletPage:
    """The tablet in a browser; `taps` counts the touches."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    @property
    def screen(self) -> Locator:
        return self.page.locator("#tablet")

    def says(self, step: str) -> None:
        """The step in largest type."""
        expect(self.page.locator("#step-now > :visible", has_text=step)).to_be_visible()

    def touch(self, what: Locator) -> None:
        self.taps += 1
        what.tap()

    def press(self, name: str) -> None:
        """A button by its words."""
        self.touch(self.page.get_by_role("button", name=name, exact=True).locator("visible=true"))

    def next_card(self) -> Locator:
        return self.page.locator("[data-pad] [data-target-name]:visible")

    def card(self, text: str, *, to: str | None = None) -> None:
        """A card on the pad; `to` is where the pad must say that it goes."""
        if to is not None:
            expect(self.next_card()).to_have_text(to)
        pad = self.page.locator('[data-pad]:visible:not([aria-busy="true"])')
        self.touch(pad.locator(f'[name=card][value="{text}"]'))

    def cards(self, texts: str) -> None:
        for text in texts.split():
            self.card(text)

    def stake(self, box: str, *chips: int) -> None:
        """Chips by their minor units on a box."""
        self.touch(self.page.locator(f'button[data-box="{box}"]'))
        for chip in chips:
            self.touch(self.page.locator(f'[data-chip="{chip}"]'))

    def word(self, name: str) -> None:
        """A decision of the hand that acts."""
        self.touch(self.page.locator(".words button:visible").get_by_text(name, exact=True))

    def total(self, place: str) -> Locator:
        return self.page.locator(f'.row [data-slot="{place}"] .total strong')
