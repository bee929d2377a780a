"""An organizer's window on the pages of one tournament, and what its journey hands on: addresses and links."""

from __future__ import annotations


class Office:
    """Signs up, makes a tournament, works in its console; `people` opens further windows."""

    patience_ms: float | None = None
    """How long to wait for what a page says after a press; None for the window's own."""

    def __init__(self, people) -> None:
        self.people = people
        self.page = people().page
        self.links: dict[str, str] = {}
        self.console = ""

    @property
    def tournament(self) -> str:
        return self.console.removesuffix("manage/")

    def press(self, name: str, then: str = "", *, page=None) -> None:
        """Press a button, here or on another page, and wait for what the page then says."""
        page = page or self.page
        page.get_by_role("button", name=name, exact=True).first.click()
        if then:
            page.get_by_text(then).first.wait_for(timeout=self.patience_ms)

    def tab(self, name: str):
        """Open a tab of the console."""
        self.page.goto(f"{self.console}{name}")
        return self.page

    def sign_up(self, name: str, *, then: str) -> None:
        """Make an account, and go on to an address of the service."""
        self.page.goto(f"{self.people.url}/accounts/sign-up/?next={then}")
        self.page.get_by_label("Username").fill(name)
        self.page.get_by_label("Password", exact=True).fill("ein langes Wort 7")
        self.page.get_by_label("Password confirmation").fill("ein langes Wort 7")
        self.press("Sign up")
        self.page.wait_for_url(f"**{then}")

    def make(self) -> None:
        """Make the tournament that the form describes."""
        self.press("Make the tournament", "Only you see it so far")
        self.console = self.page.url

    def read_list(self, text: str, then: str) -> None:
        """Hand in a list of entries, to be looked over."""
        page = self.tab("entries/import/")
        file = {"name": "entries.csv", "mimeType": "text/csv", "buffer": text.encode()}
        page.get_by_label("List as CSV or XLSX").set_input_files(file)
        self.press("Read it", then)

    def take_list(self, button: str) -> None:
        """Enter what the list says, and keep the private links."""
        self.press(button, "Links to hand out")
        for slip in self.page.locator(".slip").all():
            self.links[slip.locator("strong").inner_text()] = slip.locator("input").input_value()
