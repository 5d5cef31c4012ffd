"""Rule packs of houses: uploaded, kept version by version, named by signs, judged by, and shown."""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone, translation

from casino.audit.models import JournalEntry
from casino.errors import Refused
from casino.models import Staff
from shoes.models import Camera
from tables import document, queries, watched
from tables.models import HousePack, Round, RoundDocument, Table, Verdict
from tables.queries import rule_packs as known
from tables.queries.camera_terms import camera_terms
from tables.refusals import IllegalSign
from tables.rules import pack as packs
from tables.rules.pack import BadPack
from tables.rules.pack_reader import parse_pack
from tables.rules.profiles import GAMES
from tables.rules.round import fold
from tables.rules.shapes import KindLimits, Limits
from tables.rules.terms import compile_terms
from tables.services import cameras, reaudits, rule_packs, tables
from tables.wording.rule_packs import bad_pack
from tests.rules.felt import facts as felt_facts
from tests.tables.conftest import LIMITS, PROFILE, Tapper
from tests.tables.play import a_mistaken_round
from tests.tables.test_audit_rounds import audited

HOUSE = """schema = "rule-pack/1"
name = "house-rules"
version = 1
jurisdiction = "Our house"
games = ["blackjack-fixed-bank"]
says = { en = "How our house puts errors right.", ru = "Как наше заведение исправляет ошибки." }

[situation.bank_drew_over]
checked = true
clause = "House 4.2"
level = "stop"
claimant = "supervisor"
until = "round_end"
[[situation.bank_drew_over.choice]]
code = "void_round"
effect = "void_round"
money = "return_stake"
[[situation.bank_drew_over.choice]]
code = "ask_the_manager"
effect = "log"
money = "none"
"""


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Each test uploads its own texts under the same keys; a real database never does."""
    yield
    packs._known.clear()
    document.pack_hash.cache_clear()


def uploaded(boss: Staff, version: int = 1, at: datetime | None = None, text: str = HOUSE) -> HousePack:
    text = text.replace("version = 1", f"version = {version}")
    return rule_packs.upload(text.encode(), "house.toml", by=boss, effective_from=at)


@pytest.mark.django_db
def test_an_uploaded_pack_is_kept_as_it_is_and_journaled(boss: Staff) -> None:
    row = uploaded(boss)
    assert (row.key, row.text, row.sha256) == ("house-rules@1", HOUSE, hashlib.sha256(HOUSE.encode()).hexdigest())
    body = JournalEntry.objects.filter(chain="house").order_by("-sequence")[0].body
    assert all(word in body for word in ("pack.uploaded", "pack:house-rules@1", row.sha256))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ('effect = "void_round"', 'effect = "boom"', "bad-pack", "house.toml:16: situation.bank_drew_over"),
        ("version = 1\n", "", "bad-pack", "write version = 1"),
        ("version = 1\n", "version = 3\n", "bad-pack", "write version = 1"),
        ('name = "house-rules"', 'name = "originals"', "bad-pack", "another name"),
        ("[situation.", "[situation", "bad-pack", "house.toml:8"),
        ("[situation.bank_drew_over]", "[situation.meteor]", "bad-pack", "house.toml:8: situation.meteor"),
    ],
)
def test_a_bad_pack_is_refused_with_its_line_and_nothing_is_kept(
    boss: Staff, old: str, new: str, code: str, said: str
) -> None:
    with pytest.raises(Refused) as refused:
        rule_packs.upload(HOUSE.replace(old, new, 1).encode(), "house.toml", by=boss)
    assert refused.value.code == code
    assert said in str(refused.value)
    assert not HousePack.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HOUSE.encode().replace(b"Our", b"Our\xff"), "house.toml:4: this is no UTF-8"),
        (HOUSE.encode() + b"# " + b"x" * 500_000, "more than 500000 bytes"),
        (HOUSE.replace("Our", "O\0r").encode(), "house.toml:4"),
        (b"", "house.toml:1: schema"),
    ],
)
def test_a_file_that_is_no_text_is_refused(boss: Staff, text: bytes, said: str) -> None:
    with pytest.raises(rule_packs.PackRefused, match=said):
        rule_packs.upload(text, "house.toml", by=boss)


@pytest.mark.django_db
def test_a_version_is_never_replaced_and_each_begins_after_the_one_before(boss: Staff) -> None:
    uploaded(boss, at=timezone.now() + timedelta(days=2))
    with pytest.raises(rule_packs.PackKnown, match="write version = 2"):
        uploaded(boss)
    with pytest.raises(rule_packs.PackRefused, match="choose a later time"):
        uploaded(boss, 2, timezone.now() + timedelta(days=1))
    with pytest.raises(rule_packs.PackRefused, match="past"):
        uploaded(boss, 2, timezone.now() - timedelta(days=1))
    uploaded(boss, 2, timezone.now() + timedelta(days=3))
    assert [row.version for row in HousePack.objects.all()] == [2, 1]


@pytest.mark.django_db
def test_the_version_in_effect_at_a_moment(boss: Staff) -> None:
    now = timezone.now()
    uploaded(boss)
    uploaded(boss, 2, now + timedelta(days=1))
    in_effect = [known.in_effect("house-rules", now + timedelta(days=days)) for days in (-1, 0, 2)]
    in_effect[1] = known.in_effect("house-rules", timezone.now())
    assert [row and row.version for row in in_effect] == [None, 1, 2]


@pytest.mark.django_db
def test_a_sign_names_the_version_that_is_in_force_when_it_begins(boss: Staff, closed_table: Table) -> None:
    uploaded(boss)
    tomorrow = timezone.now() + timedelta(days=1)
    uploaded(boss, 2, tomorrow)
    now = tables.post_sign(closed_table, PROFILE, limits=LIMITS, by=boss, pack="house-rules")
    later = tables.post_sign(closed_table, PROFILE, limits=LIMITS, by=boss, pack="house-rules", effective_from=tomorrow)
    assert (now.pack, later.pack) == ("house-rules@1", "house-rules@2")
    assert queries.tables.terms_of(now).pack == "house-rules@1"
    assert now.terms_hash != later.terms_hash
    with pytest.raises(IllegalSign, match="house-rules@2 is not in force"):
        tables.post_sign(closed_table, PROFILE, limits=LIMITS, by=boss, pack="house-rules@2")
    with pytest.raises(IllegalSign, match="house-rules@1 is not in force"):
        tables.post_sign(closed_table, PROFILE, limits=LIMITS, by=boss, pack="house-rules@1", effective_from=tomorrow)


@pytest.mark.django_db
@pytest.mark.parametrize("pack", ["nothing", "house-rules", "house-rules@7", "house-rules@x", "../originals", "@", ""])
def test_a_sign_cannot_name_a_pack_that_is_not_there(boss: Staff, closed_table: Table, pack: str) -> None:
    with pytest.raises(IllegalSign, match="no rule pack"):
        tables.post_sign(closed_table, PROFILE, limits=LIMITS, by=boss, pack=pack)


@pytest.mark.django_db
def test_a_pack_is_for_its_games(boss: Staff, closed_table: Table) -> None:
    with pytest.raises(IllegalSign, match="south-dakota is not for this game"):
        tables.post_sign(closed_table, next(iter(GAMES["macao"].profiles)), limits=LIMITS, by=boss, pack="south-dakota")
    assert [choice.key for choice in known.postable(next(iter(GAMES["macao"].profiles)))] == ["originals"]
    keys = [choice.key for choice in known.postable(PROFILE)]
    assert {"originals", "south-dakota", "new-jersey", "queensland", "crown-sydney", "macau"} <= set(keys)


@pytest.mark.django_db
def test_a_pack_that_has_ended_is_posted_no_more(boss: Staff, closed_table: Table) -> None:
    ended = 'jurisdiction = "Our house"\neffective_until = 2020-12-31'
    uploaded(boss, text=HOUSE.replace('jurisdiction = "Our house"', ended))
    assert "house-rules@1" not in [choice.key for choice in known.postable(PROFILE)]
    with pytest.raises(IllegalSign, match="not in force"):
        tables.post_sign(closed_table, PROFILE, limits=LIMITS, by=boss, pack="house-rules")


@pytest.mark.django_db
def test_a_sign_goes_against_no_confirmed_clause(boss: Staff, closed_table: Table) -> None:
    """south-dakota 20:18:15:06, new-jersey 13:69F-2.11"""
    six_to_five = {"natural_pays": "6:5"}
    with pytest.raises(IllegalSign, match="20:18:15:06"):
        tables.post_sign(closed_table, PROFILE, limits=LIMITS, by=boss, options=six_to_five, pack="south-dakota")
    tables.post_sign(
        closed_table, PROFILE, limits=LIMITS, by=boss, options={**six_to_five, "decks": 1}, pack="south-dakota"
    )
    with pytest.raises(IllegalSign, match=r"13:69F-2\.11"):
        tables.post_sign(closed_table, PROFILE, limits=LIMITS, by=boss, pack="new-jersey")  # four hands, seven boxes
    with translation.override("ru"), pytest.raises(IllegalSign, match="не может быть"):
        tables.post_sign(closed_table, PROFILE, limits=LIMITS, by=boss, pack="new-jersey")


@pytest.fixture
def house_tap(tap: Tapper, boss: Staff) -> Tapper:
    """A dealer at a table whose sign names the house's own pack."""
    uploaded(boss)
    tables.post_sign(tap.table, PROFILE, limits=LIMITS, by=boss, pack="house-rules")
    return tap


@pytest.mark.django_db
def test_a_verdict_offers_what_the_house_says(house_tap: Tapper, boss: Staff, client: Client) -> None:
    a_mistaken_round(house_tap)
    verdict = Verdict.objects.open().get()
    assert verdict.finding["choices"] == ["void_round", "ask_the_manager"]
    client.force_login(boss)
    page = client.get(f"/log/{house_tap.round.pk}").content.decode()
    assert "Pack house-rules@1, House 4.2." in page


@pytest.mark.django_db
def test_a_document_names_its_pack_and_is_sound_with_it(house_tap: Tapper, tmp_path: Path) -> None:
    a_mistaken_round(house_tap)
    text = RoundDocument.objects.get().text
    assert '"pack":{"hash":' in text
    assert '"name":"house-rules@1"' in text
    rounds, pack = tmp_path / "rounds.jsonl", tmp_path / "house.toml"
    rounds.write_text(text + "\n")
    pack.write_text(HOUSE)
    packs._known.clear()
    document._terms.clear()
    code, told = audited(rounds)
    assert (code, told) == (
        2,
        [f"{rounds}:1: pack: house-rules@1 is unknown here; give its text, to audit_rounds with --pack FILE."],
    )
    code, told = audited(rounds, "--pack", str(pack))
    assert (code, told[-1]) == (1, "1 rounds, 0 ok, 1 mistakes, 0 judged otherwise, 0 damaged")


@pytest.mark.django_db
def test_a_document_with_another_edition_of_its_pack_is_judged_otherwise(house_tap: Tapper, tmp_path: Path) -> None:
    a_mistaken_round(house_tap)
    rounds, pack = tmp_path / "rounds.jsonl", tmp_path / "house.toml"
    rounds.write_text(RoundDocument.objects.get().text + "\n")
    pack.write_text(HOUSE.replace("ask_the_manager", "ask_nobody"))
    packs._known.clear()
    document._terms.clear()
    document.pack_hash.cache_clear()
    code, told = audited(rounds, "--pack", str(pack))
    assert code == 1
    assert "judged otherwise" in told[0]
    assert "pack: house-rules@1 was of another edition" in told[0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "name the text of a rule pack"),
        ("schema = 1", "pack.toml:1: schema"),
        (HOUSE.replace("version = 1\n", ""), "the pack has no version"),
    ],
)
def test_a_pack_given_to_the_audit_must_be_one(tmp_path: Path, text: str | None, said: str) -> None:
    pack = tmp_path / "pack.toml"
    if text is not None:
        pack.write_text(text)
    code, told = audited(tmp_path / "no-rounds.jsonl", "--pack", str(pack))
    assert code == 2
    assert said in told[-1]


@pytest.mark.django_db
def test_a_worker_that_never_saw_the_pack_audits_its_rounds(house_tap: Tapper, boss: Staff) -> None:
    from shoes import services as shoe_life

    a_mistaken_round(house_tap)
    tables.close(house_tap.table, by=boss)
    shoe_life.end(house_tap.round.shoe_key, by=boss, reason="the test is over")
    packs._known.clear()
    document._terms.clear()
    row = reaudits.record(house_tap.round.shoe_key)
    assert (row.rounds, row.ok, row.damaged) == (1, 1, 0)


@pytest.mark.django_db
def test_tables_that_name_an_older_version_are_listed(boss: Staff, closed_table: Table, client: Client) -> None:
    uploaded(boss, at=timezone.now())
    tables.post_sign(closed_table, PROFILE, limits=LIMITS, by=boss, pack="house-rules")
    uploaded(boss, 2)
    assert known.tables_with_older("house-rules", 2) == [("BJ-12", "house-rules@1")]
    client.force_login(boss)
    assert "BJ-12</a> (house-rules@1)" in client.get("/rule-packs/house-rules@2").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("key", [*packs.built_in(), "house-rules@1"])
def test_the_page_of_a_pack_shows_every_clause(boss: Staff, client: Client, key: str, language: str) -> None:
    uploaded(boss)
    client.force_login(boss)
    page = client.get(f"/rule-packs/{key}", headers={"Accept-Language": language}).content.decode()
    pack = known.load(key)
    assert page.count('<div class="number">') == len(known.clauses_of(pack))
    unsure = {"en": "not confirmed</span>", "ru": "не подтверждено</span>"}[language]
    loose = sum(not clause.checked for clause in known.clauses_of(pack))
    assert page[page.index('class="clauses"') :].count(unsure) == loose


@pytest.mark.django_db
def test_a_page_says_what_a_pack_does_not_say(boss: Staff, client: Client) -> None:
    client.force_login(boss)
    page = client.get("/rule-packs/south-dakota").content.decode()
    silent = page[page.index("silent-title") :]
    assert "Who signs a fill" in silent
    assert "Burning cards" not in silent


@pytest.mark.django_db
@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_asks_as_often_whatever_its_length(
    boss: Staff, client: Client, rows: int, django_assert_num_queries: Callable[[int], AbstractContextManager[object]]
) -> None:
    client.force_login(boss)
    for number in range(rows):
        uploaded(boss, text=HOUSE.replace("house-rules", f"house-{'abc'[number]}"))
    client.get("/rule-packs")
    with django_assert_num_queries(4):  # session, person, the packs, those in effect
        assert client.get("/rule-packs").content.decode().count("Our house") == rows


@pytest.mark.django_db
def test_a_pack_is_uploaded_by_its_form(boss: Staff, client: Client) -> None:
    client.force_login(boss)
    file = SimpleUploadedFile("house.toml", HOUSE.encode())
    answer = client.post("/rule-packs/upload", {"file": file, "effective_from": "2099-01-31T06:00"})
    assert (answer.status_code, answer["Location"]) == (302, "/rule-packs/house-rules@1")
    assert HousePack.objects.get().effective_from == datetime(2099, 1, 31, 6, tzinfo=UTC)
    text = client.get("/rule-packs/house-rules@1/text")
    assert (text.content.decode(), text["Content-Type"]) == (HOUSE, "text/plain; charset=utf-8")
    bad = SimpleUploadedFile("house.toml", HOUSE.replace("until = ", "untill = ").encode())
    refused = client.post("/rule-packs/upload", {"file": bad, "effective_from": "2099-02-28T06:00"})
    assert refused.status_code == 422
    assert "house.toml:13: situation.bank_drew_over.untill" in refused.content.decode()
    assert 'value="2099-02-28T06:00"' in refused.content.decode()
    nothing = client.post("/rule-packs/upload", {}, headers={"Accept": "application/json"})
    assert (nothing.status_code, nothing.json()["code"]) == (422, "malformed")


@pytest.mark.django_db
def test_a_refusal_is_in_the_readers_language(boss: Staff) -> None:
    with translation.override("ru"), pytest.raises(rule_packs.PackRefused) as refused:
        rule_packs.upload(HOUSE.replace('level = "stop"', 'level = "halt"').encode(), "house.toml", by=boss)
    assert str(refused.value) == (
        "house.toml:11: situation.bank_drew_over.level: 'halt' здесь не годится; подходят: stop, act, look."
    )


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["nothing", "house-rules@1", "house-rules@99999", "house-rules@²", "upload@"])
def test_a_pack_that_is_not_there_has_no_page(boss: Staff, client: Client, key: str) -> None:
    client.force_login(boss)
    assert client.get(f"/rule-packs/{key}").status_code == 404
    assert client.get(f"/rule-packs/{key}/text").status_code == 404


@pytest.mark.parametrize("name", packs.built_in())
def test_a_document_of_every_pack_is_sound(name: str) -> None:
    """I-17 and I-16 in one round, whatever the pack makes of them."""
    terms = compile_terms(PROFILE, {"max_hands": 3, "dealer_policy": "draw_soft_17"}, pack=name)
    text = "1=900 2=100 close 1:KS 2:9S 0:6S 1:9D 2:9C 0:??v 1!stand 2!stand 0^TH 0:AC 0:5C shown closed"
    opened = (100, 500, "opened", "table", "table", terms.hash, [str(place) for place in range(1, 8)], "house")
    rows = [opened, *felt_facts(text)]
    round_ = fold(terms, rows)
    head = document.Head("BJ-1", 1, "S-1", "staff:1", 1, 500, 20_000, [str(place) for place in range(1, 8)])
    written, _sha256 = document.build(
        head, terms=terms, facts=rows, findings=round_.findings(), settlement=round_.settlement()
    )
    judged = document.audit(written.encode())
    assert (judged.record, [finding.rule for finding in judged.findings]) == (document.SOUND, ["I-16", "I-17"])


@pytest.mark.django_db
def test_a_camera_is_told_limits_by_kind_of_bet(table: Table, boss: Staff) -> None:
    """So that what it finds by itself is what the table finds."""
    limits = Limits(10_00, 500_00, 2_50, kinds={"insurance": KindLimits(5_00, 100_00, 2_50)})
    sign = tables.post_sign(table, "casino-s17", limits=limits, by=boss)
    camera = cameras.add_camera(table, "BJ-12", by=boss)
    told = camera_terms(Camera.objects.get(name=camera.camera))["terms"]
    terms = watched.terms_of(told, table.boxes)
    assert terms is not None
    assert (terms.limits, terms.hash) == (limits, sign.terms_hash)
    bad: tuple[object, ...] = ([], {"insurance": 5}, {"insurance": {"min_minor": 5_00}})
    for kinds in bad:
        with pytest.raises(watched.NotGiven, match=r"terms\.limits\.kinds"):
            watched.terms_of(told | {"limits": told["limits"] | {"kinds": kinds}}, 7)


@pytest.mark.django_db
def test_a_camera_is_told_the_text_of_a_houses_pack(house_tap: Tapper, boss: Staff) -> None:
    camera = cameras.add_camera(house_tap.table, "BJ-12", by=boss)
    told = camera_terms(Camera.objects.get(name=camera.camera))["terms"]
    assert (told["pack"], told["pack_text"]) == ("house-rules@1", HOUSE)
    packs._known.clear()
    terms = watched.terms_of(told, 7)
    assert terms is not None
    assert packs.load_pack(terms.pack).jurisdiction == "Our house"
    with pytest.raises(watched.NotGiven, match=r"terms\.pack: 'moon@1' is no rule pack that is known here"):
        watched.terms_of(told | {"pack": "moon@1", "pack_text": None}, 7)


@pytest.mark.django_db
def test_a_choice_between_two_cards_is_told_for_each_of_them(boss: Staff, client: Client) -> None:
    """I-2, I-4"""
    client.force_login(boss)
    page = client.get("/rule-packs/originals").content.decode()
    assert "Gives back card 1" in page
    assert "Gives back card 2" in page
    assert "%(" not in page
    assert page.count("the remedy is a proposal") == 16


@pytest.fixture
def at(tap: Tapper, boss: Staff) -> Callable[[str], Tapper]:
    """The dealer's table once its sign names another pack."""

    def post(pack: str) -> Tapper:
        tables.post_sign(tap.table, PROFILE, limits=LIMITS, by=boss, pack=pack)
        return tap

    return post


def choose(client: Client, boss: Staff, option: str) -> int:
    client.force_login(boss)
    verdict = Verdict.objects.open().get()
    url = f"/tables/BJ-12/verdicts/{verdict.pk}/choose"
    return client.post(url, {"option": option}, headers={"Accept": "application/json"}).status_code


@pytest.mark.django_db
def test_a_missed_box_claims_the_top_card_from_the_table_page(tap: Tapper, boss: Staff, client: Client) -> None:
    """I-1 of the originals: the finding names no card of its own, since none came."""
    tap.stakes(b1=25_00, b2=25_00, b3=25_00)
    tap.deal("1:8S 3:TD")
    assert choose(client, boss, "claim_top") == 302
    taken = tap.deal("0:KH 2:5C")
    assert [hand.total for hand in taken.picture.boxes[1].hands] == ["5"]


@pytest.mark.django_db
def test_a_stake_is_taken_back_where_crown_offers_it(at: Callable[[str], Tapper], boss: Staff, client: Client) -> None:
    """crown-sydney:second_card_missed"""
    tap = at("crown-sydney")
    tap.stakes(b1=25_00, b2=25_00)
    tap.deal("1:8S 2:TD 0:6H 1:QC 0:??")
    verdict = Verdict.objects.open().get()
    assert (verdict.rule, verdict.finding["choices"]) == ("R-BJF-15", ["retract", "take_second"])
    assert choose(client, boss, "log") == 422
    assert choose(client, boss, "retract") == 302
    tap.ask("1", "stand")
    tap.turn(tap.hole(), "TD")
    tap.deal("0:9C")
    taken = tap.paid_as_shown()
    assert taken.round.close.how == "settled"
    judged = document.audit(RoundDocument.objects.get().text.encode())
    assert judged.record == document.SOUND
    page = client.get(f"/log/{taken.round.pk}").content.decode()
    assert "Pack crown-sydney, 17.?; the clause is not confirmed." in page


@pytest.mark.django_db
def test_where_the_pack_is_silent_the_page_says_so(at: Callable[[str], Tapper], boss: Staff, client: Client) -> None:
    """I-16 in New Jersey: no clause that was read speaks of it."""
    tap = at("queensland")
    taken = a_mistaken_round(tap)
    assert Verdict.objects.open().get().finding["choices"] == []
    client.force_login(boss)
    page = client.get(f"/log/{taken.round.pk}").content.decode()
    assert "Pack queensland does not say what to do; the supervisor rules." in page


@pytest.mark.django_db
def test_cards_of_an_empty_box_in_the_deal_cite_the_clause_of_the_deal(
    at: Callable[[str], Tapper], boss: Staff, client: Client
) -> None:
    """crown-sydney:no_stake_in_deal"""
    tap = at("crown-sydney")
    tap.stakes(b1=25_00, b3=25_00)
    taken = tap.deal("1:8S 2:TD")
    client.force_login(boss)
    assert "17.4; the clause is not confirmed" in client.get("/tables/BJ-12").content.decode()
    assert choose(client, boss, "void_round") == 302
    assert Round.objects.get(pk=taken.round.pk).entries.filter(kind="choice").count() == 1


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            'level = "stop"\n',
            "",
            "house.toml:8: situation.bank_drew_over.level: ничего — не текст; напишите level текстом",
        ),
        (
            'name = "house-rules"',
            'name = "Our house"',
            "house.toml:2: name: 'Our house' не годится; нужно: до 32 строчных",
        ),
    ],
)
def test_our_own_words_in_a_refusal_are_told_in_the_readers_language(old: str, new: str, said: str) -> None:
    with pytest.raises(BadPack) as refused:
        parse_pack(HOUSE.replace(old, new, 1), "house.toml")
    with translation.override("ru"):
        assert bad_pack(refused.value)[: len(said)] == said
