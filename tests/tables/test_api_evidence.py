"""Evidence, opening spreads and players in the REST API: withheld while cards are dealt, told to whom it may be."""

from collections.abc import Callable

import numpy as np
import pytest

from casino.audit.models import JournalEntry
from casino.models import Staff
from shoes import evidence
from shoes import services as cards
from shoes.camera.spread import Laid
from shoes.models import Clip, Pack, SpreadPack
from shoes.scenes.spread import pack_in_order
from tables.models import Table
from tests.browser.seen import SeenTable, jpeg
from tests.tables.clipping import BringingCamera
from tests.tables.test_api import machine, person_at
from tests.tables.test_api_floor import post

pytestmark = pytest.mark.django_db


def test_stills_and_clips_are_told_opened_and_journaled(
    table: Table, dealer: Staff, boss: Staff, auditor: Staff
) -> None:
    seen = SeenTable(table, dealer)
    seen.stakes(b1=25_00)
    seen.deal("1:8S 2:KD")
    round = seen.rounds[-1]
    BringingCamera(seen.camera).brought(every_ms=800)
    clip, client = Clip.objects.get(), person_at(auditor)
    paths = {
        "crops": (seen.eye.said[-1]["crop_sha256"], "image/jpeg"),
        "stills": (clip.still_sha256, "image/jpeg"),
        "clips": (clip.sha256, "video/webm"),
    }
    for kind, (sha256, _type) in paths.items():
        assert client.get(f"/api/evidence/{kind}/{sha256}").json()["code"] == "shoe-in-play"
    [withheld] = client.get(f"/api/rounds/{round.pk}/evidence").json()
    assert (withheld["state"], withheld["sha256"], withheld["still_sha256"]) == ("withheld", "", "")
    cards.end(round.shoe_key, by=boss, reason="test")
    for kind, (sha256, told) in paths.items():
        answer = client.get(f"/api/evidence/{kind}/{sha256}")
        where = evidence.clip_path_of(sha256) if kind == "clips" else evidence.path_of(sha256)
        assert (answer.status_code, answer["Content-Type"], answer.content) == (200, told, where.read_bytes())
    [view] = client.get(f"/api/rounds/{round.pk}/evidence").json()
    assert (view["sha256"], [look["kind"] for look in view["looks"]]) == (clip.sha256, ["clip", "still"])
    assert JournalEntry.objects.filter(chain=table.chain, body__contains="evidence.seen").count() == 2
    assert client.get("/api/evidence").json()["room"]["clips"] >= 0
    assert client.get(f"/api/evidence/clips/{'0' * 64}").status_code == 404
    assert machine("record.read").get(f"/api/evidence/clips/{clip.sha256}").status_code == 403


def test_a_spread_tells_what_its_pack_lacks_until_the_pack_is_dealt(
    closed_table: Table, boss: Staff, make_shoe: Callable[[str], str]
) -> None:
    camera = SeenTable(closed_table, boss).camera
    cards.receive(["Z-1"], "fr52", "red", by=boss)
    laid = [Laid(card, 0.99, (10 * n, 20, 10 * n + 9, 40)) for n, card in enumerate(pack_in_order()) if card != "4H"]
    picture = jpeg(np.full((20, 20, 3), 60, np.uint8))
    kept = cards.keep_spread(camera, ["Z-1"], laid, picture=picture, pictures=1, by=boss)
    client, one = person_at(boss), f"/api/spreads/{kept.pk}"
    told = client.get(one).json()
    assert (told["withheld"], told["missing"], told["spread"]["right"]) == (False, [{"card": "4H", "number": 1}], 51)
    for name in ("missing", "extra", "misprinted"):
        assert post(boss, f"spreads/{kept.pk}/looked", **{name: ["QS"]}).json()["code"] == "spread-refused"
    looked = post(boss, f"spreads/{kept.pk}/looked", missing=["4H"]).json()["spread"]
    assert (looked["answer"]["expected"], looked["answered_by"]) == (51, "Boss")
    [row] = client.get("/api/spreads").json()["items"]
    assert (row["packs"], row["camera"]) == (["Z-1"], camera.name)
    [day] = machine("cameras.manage").get(f"/api/cameras/{camera.name}/spreads").json()
    assert (day["expected"], day["is_open"]) == (51, False)
    dealt = Pack.objects.filter(shoes__key=make_shoe("S-9")).order_by("serial")[0]
    kept.pk = None  # the same was read of a pack that is dealt now
    kept.save()
    SpreadPack.objects.create(spread=kept, pack=dealt)
    told = client.get(f"/api/spreads/{kept.pk}").json()
    assert (told["withheld"], told["missing"], told["extra"], told["misprinted"]) == (True, None, None, None)


def test_a_dealer_tells_which_boxes_one_player_has(table: Table, dealer: Staff, boss: Staff) -> None:
    assert post(dealer, "tables/BJ-12/players/tell", places=["2", "1"]).json() == {"groups": [["1", "2"]]}
    assert person_at(boss).get("/api/tables/BJ-12/players").json() == {"groups": [["1", "2"]]}
    assert post(dealer, "tables/BJ-12/players/tell", places=["9"]).status_code in (409, 422)


def test_a_misprinted_card_of_a_spread_is_named(closed_table: Table, boss: Staff) -> None:
    camera = SeenTable(closed_table, boss).camera
    cards.receive(["Z-1"], "fr52", "red", by=boss)
    pack = ["7H" if card == "7D" else card for card in pack_in_order()]
    laid = [Laid(card, 0.99, (10 * n, 20, 10 * n + 9, 40)) for n, card in enumerate(pack)]
    picture = jpeg(np.full((20, 20, 3), 60, np.uint8))
    kept = cards.keep_spread(camera, ["Z-1"], laid, picture=picture, pictures=1, by=boss)
    named = [{"belongs": "7D", "shows": "7H", "why": "place"}]
    assert person_at(boss).get(f"/api/spreads/{kept.pk}").json()["misprinted"] == named
    told = post(boss, f"spreads/{kept.pk}/looked", misprinted=["7D"]).json()
    assert (told["misprinted"], told["missing"], told["extra"]) == (named, [], [])
    assert (told["spread"]["answer"]["right"], told["spread"]["answer"]["wrong"]) == (52, 0)
