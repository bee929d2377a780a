"""Nobody can find a face-down piece in anything that the service tells, and everybody is told all that is public."""

from __future__ import annotations

import io
import zipfile

import pytest

from tests.e2e import addresses
from tests.e2e.hiding import Hidden
from tests.e2e.people import until

pytestmark = pytest.mark.browser

FIVE_MINUTES = {"kind": "absolute", "base_ms": 300_000}
VIEWERS = ("player 0", "player 1", "spectator", "arbiter", "hall")
NEAR = {"match_id", "call_id", "pairing_id", "round_id", "stage_id", "slug", "token"}
"""An address that has one of these may show something of the match."""
FOLLOW_VALUES = """id => new Promise(resolve => {
  const line = new WebSocket(`ws://${location.host}/ws/match/${id}/?v=1&form=json`);
  line.onmessage = event => JSON.parse(event.data).t === 'snap' && resolve();
  window.values = line;
})"""


class Table:
    """A running match with everybody around it."""

    def __init__(self, people, stage) -> None:
        made = stage.knockout(players=["Ana", "Ben"], control=FIVE_MINUTES)
        self.stage, self.slug, self.match_id = stage, made["slug"], made["matches"]["R1-1"]
        links = [made["links"][name] for name in self.truth["names"]]
        self.call = stage.call(match_id=self.match_id, seat=0, text="Look here")
        self.where = stage.whereabouts(match_id=self.match_id) | {
            "call_id": self.call,
            "number": 1,
            "key": "junqi",
            "token": stage.screen(slug=self.slug),
        }
        self.players = [people(link=link) for link in links]
        self.spectator = people(language="de")
        self.arbiter = people(session=stage.person(name="Judge", slug=self.slug, role="chief_arbiter"))
        self.hall = people()
        self.only_act: set[str] = set()

    @property
    def truth(self):
        return self.stage.truth(match_id=self.match_id)

    @property
    def watchers(self):
        """Return everybody who looks at the page of the match."""
        return [*self.players, self.spectator, self.arbiter]

    def gather(self) -> None:
        """Let everybody come: to the page, to the stream of values, to the arbiters' desk, to the hall."""
        for person in self.watchers:
            person.sit_down(self.match_id)
            person.page.evaluate(FOLLOW_VALUES, self.match_id)
        self.hall.open(f"/screen/{self.where['token']}/")
        for player in self.players:
            player.page.get_by_role("button", name="I am ready").click()

    def play(self) -> None:
        """Play by mouse, by keyboard and by the locked path, so that frames of all kinds are sent."""
        for by_hand in (True, False):
            for _ in range(2):
                mover = until(lambda: next((one for one in self.players if one.is_to_act), None), "somebody's turn")
                (mover.play_by_mouse if by_hand else mover.play_by_keyboard)()
            ply = self.stage.play(match_id=self.match_id, plies=9)
            for person in self.watchers:
                person.wait_for_ply(ply)

    def ask_for_everything(self, person, *, whole: bool) -> None:
        """Ask every address that only shows something: about the tournament and all in it, or about the match alone."""
        values = self.where | {"ply": self.truth["ply"], "name": "withdraw", "act": "pause"}
        for name, needed in addresses.parameters().items():
            near = NEAR.intersection(needed) if whole else "match_id" in needed
            if near and values.keys() >= set(needed) and name not in self.only_act:
                self._ask(person, name, addresses.path(name, values))

    def _ask(self, person, name: str, path: str) -> None:
        answer = person.page.request.get(person.url + path, max_redirects=0, headers={"Accept": "*/*"})
        if answer.ok:
            for part, text in unpacked(answer.body()):
                person.bodies[f"GET {path}{part}"] = text
        elif answer.status == 405:
            self.only_act.add(name)


def unpacked(body: bytes) -> list[tuple[str, str]]:
    """Return the texts of an answer by their names: those of every file in it where it is a zip."""
    if not body.startswith(b"PK"):
        return [("", body.decode(errors="replace"))]
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        return [(f" {name}", packed.read(name).decode(errors="replace")) for name in packed.namelist()]


@pytest.fixture(scope="module")
def told(browser, service, stage):
    """Return a match that was played with everybody around it, and what each of them was told."""
    from tests.browsing import Windows
    from tests.e2e.people import Person

    with Windows(browser) as windows:
        table = Table(lambda **options: Person(windows.open, service.url, **options), stage)
        table.gather()
        table.play()
        for person in table.watchers:
            table.ask_for_everything(person, whole=person not in table.players)
        table.arbiter.open(f"/t/{table.slug}/arbiter/m/{table.match_id}/")
        secrets = stage.secrets_of(match_id=table.match_id)
        hidden = Hidden(table.truth, secrets)
        everybody = dict(zip(VIEWERS, (*table.watchers, table.hall), strict=True))
        yield table, hidden, {name: person.heard() for name, person in everybody.items()}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_no_frame_page_or_answer_tells_what_lies_face_down(told, viewer):
    _table, hidden, heard = told
    assert len(hidden.down) >= 20

    found = {where: leaks[:3] for where, text in heard[viewer].items() if (leaks := hidden.leaks(text))}

    assert found == {}


def test_everything_was_looked_at(told):
    _table, _hidden, heard = told
    for viewer in VIEWERS[:4]:
        sources = " ".join(heard[viewer])
        for part in ("/snap/", "/log.jsonl", "/replay/frames/", "/check/", "/api/v1/matches/", "/plies/", "/log/"):
            assert part in sources, (viewer, part)
        frames = [text for where, text in heard[viewer].items() if where.startswith("frame")]
        for sign in ('"t":"ev"', '"t":"snap"', '"t":"hello"', '"els":', '"view":'):
            assert any(sign in frame for frame in frames), (viewer, sign)
    assert any("refresh" in text for where, text in heard["hall"].items() if where.startswith("frame"))


def test_everybody_is_told_everything_that_is_public(told):
    table, _hidden, _heard = told
    view = table.truth["view"]
    face_up = {node: text for node, text in view["board"].items() if text not in ".?"}
    assert face_up

    for person in (*table.players, table.spectator):
        assert person.board() == {node: text for node, text in view["board"].items() if text != "."}
        assert person.ply == view["ply"]
        assert person.overview() == table.spectator.overview() or person in table.players
    assert table.players[0].overview() == table.players[1].overview()
    fallen = view["overview"]["fallen"]
    down = view["overview"]["face_down"]
    cells = table.players[0].page.locator("#panels tbody td").all_inner_texts()
    shown = [int(cell) for cell in cells if cell.strip().isdigit()]
    told_counts = [
        count
        for letter in fallen["red"]
        for colour in ("red", "blue")
        for count in (fallen[colour][letter], down[colour][letter])
    ]
    assert shown == told_counts


def test_the_search_for_traces_finds_them_once_they_are_there(told):
    """After the end all pieces are shown; the same search must then cry out, or it would prove nothing."""
    table, hidden, _heard = told
    spectator = table.spectator
    table.players[0].page.get_by_role("link", name="Resign").click()
    table.players[0].page.locator("dialog[open] .button--grave, dialog[open] .button--main").first.click()
    until(lambda: table.truth["status"] == "over", "the end")
    spectator.page.wait_for_selector(".notice--result")

    for path in (f"/m/{table.match_id}/", f"/m/{table.match_id}/log.jsonl", f"/api/v1/matches/{table.match_id}/"):
        answer = spectator.page.request.get(spectator.url + path)
        assert hidden.leaks(answer.text()), path
    assert spectator.board() == {
        node: text.removeprefix("~") for node, text in table.truth["state"]["board"].items() if text != "."
    }
