"""Evidence: what is in the zip, that it is checked without the server, and that no byte can be changed unnoticed."""

import io
import json
import shutil
import subprocess
import sys
import zipfile
from functools import cache
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gameengine.cli import main
from gameengine.core.types import ARBITER
from gameengine.games.junqi import game as junqi
from gameengine.log import (
    canonical,
    check_evidence,
    history,
    link_all,
    read_record,
    to_sign,
    verify,
    verify_evidence,
    write_evidence,
    write_record,
)
from gameengine.log.ed25519 import is_signed
from gameengine.log.packing import pack, packed, unpack
from gameengine.randomness import commit
from gameengine.table import Branched, Committed, act
from tests.gameengine.evidence import KEY, material, sign, signed
from tests.gameengine.test_log import SEED, Match
from tests.gameengine.toy import toy

ENGINE = Path(__file__).resolve().parents[2] / "gameengine"


@cache
def a_match():
    return Match(toy, "5+3", number=3, secrets=(41, 42))


@cache
def its_evidence():
    match = a_match()
    return write_evidence(material(match.record(), match.table, match.lines), sign)


@pytest.fixture
def match():
    return a_match()


@pytest.fixture
def of(match):
    """Return evidence with changes to what it is made of."""
    return lambda **changes: write_evidence(material(match.record(), match.table, match.lines, **changes), sign)


@pytest.fixture
def whole():
    return its_evidence()


def codes(data, key=""):
    return {finding.code for finding in verify_evidence(data, key)}


def files_of(data):
    return {file.name: file.content for file in unpack(data).files}


def again(files):
    """Return a zip of changed files, in which all but the manifest and its signature is as it must be."""
    return pack([packed(name, content) for name, content in files.items()])


# what holds


def test_true_evidence_has_no_findings_and_tells_what_it_is(whole, match):
    checked = check_evidence(whole, KEY)

    assert checked.findings == ()
    assert (checked.match, checked.game, checked.key) == (match.id, "toy", KEY)
    assert checked.lines == len(match.lines)
    assert checked.counts == {"disputes": 1, "rulings": 1}
    assert "views/seat-1.jsonl" in checked.files


def test_any_program_can_open_it(whole):
    with zipfile.ZipFile(io.BytesIO(whole)) as opened:
        assert opened.testzip() is None
        assert opened.namelist()[:2] == ["manifest.json", "signature.json"]
        assert b"python -m gameengine verify" in opened.read("README.txt")


def test_the_same_material_gives_the_same_bytes(of, whole):
    assert of() == whole


def test_views_show_to_each_what_it_could_see(whole):
    files = files_of(whole)

    assert files["views/seat-0.jsonl"] != files["views/seat-1.jsonl"]
    assert files["views/public.jsonl"].count(b"\n") == files["views/seat-0.jsonl"].count(b"\n")


def test_before_the_end_there_is_neither_secret_nor_result(match):
    text = match.record(proof=False)
    running = write_evidence(material(text, match.table, match.lines), sign)

    assert verify_evidence(running) == []
    assert not check_evidence(running).over
    assert {"result.json", "views/seat-0.jsonl"} & set(files_of(running)) == set()


# what does not


@given(data=st.data())
@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_byte_can_be_changed_without_a_finding_that_says_where(whole, data):
    at = data.draw(st.integers(0, len(whole) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[at]))
    changed = whole[:at] + bytes([other]) + whole[at + 1 :]

    findings = verify_evidence(changed)

    assert findings
    assert all(finding.place for finding in findings)


@pytest.mark.parametrize(
    "change", [lambda z: b"x" + z, lambda z: z + b"x", lambda z: z[:-1], lambda z: z[1:], lambda z: b""]
)
def test_nothing_stands_before_or_behind_it(whole, change):
    assert codes(change(whole)) == {"BAD_ZIP"}


@pytest.mark.parametrize("name", ["record.jsonl", "views/public.jsonl", "rulings.jsonl", "result.json", "README.txt"])
def test_a_changed_file_is_named_though_its_zip_is_whole(whole, name):
    files = files_of(whole)
    files[name] = files[name].replace(b"t", b"T", 1)

    assert any(finding.place.startswith(name) for finding in verify_evidence(again(files)))


def test_the_changed_line_is_named(whole):
    files = files_of(whole)
    lines = files["views/seat-1.jsonl"].split(b"\n")
    lines[4] = lines[4].replace(b'"ply":', b'"ply":1', 1)
    files["views/seat-1.jsonl"] = b"\n".join(lines)

    assert verify_evidence(again(files))[0].place == "views/seat-1.jsonl line 5"


@pytest.mark.parametrize("name", ["manifest.json", "signature.json", "record.jsonl", "rulings.jsonl", "disputes.jsonl"])
def test_a_missing_file_is_named(whole, name):
    files = {known: content for known, content in files_of(whole).items() if known != name}

    assert any(finding.place.startswith(name) for finding in verify_evidence(again(files)))


def test_an_unknown_file_is_named(whole):
    findings = verify_evidence(again({**files_of(whole), "more.txt": b"?"}))

    assert ("FILE_UNKNOWN", "more.txt") in {(finding.code, finding.place) for finding in findings}


def test_a_doubled_file_is_named(whole):
    files = list(unpack(whole).files)

    assert "BAD_ZIP: this file is there twice" in "".join(map(str, verify_evidence(pack([*files, files[-1]]))))


@pytest.mark.parametrize("field", ["date_time", "comment", "extra"])
def test_times_comments_and_extra_fields_are_refused(whole, field):
    values = {"date_time": (2026, 1, 1, 0, 0, 0), "comment": b"!", "extra": b"\0\0\0\0"}
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as zipped:
        for name, content in files_of(whole).items():
            info = zipfile.ZipInfo(name)
            setattr(info, field, values[field])
            zipped.writestr(info, content)

    assert "BAD_ZIP" in codes(other.getvalue())


def test_who_signs_anew_with_another_key_is_found_out(match):
    other = Ed25519PrivateKey.from_private_bytes(b"o" * 32)
    about = material(match.record(), match.table, match.lines, key=other.public_key().public_bytes_raw().hex())
    forged = write_evidence(about, lambda message: other.sign(message).hex())

    assert check_evidence(forged).key == about.key
    assert [(finding.code, finding.place) for finding in verify_evidence(forged, KEY)] == [("OTHER_KEY", "key.json")]


def test_who_signs_views_that_do_not_follow_is_found_out(of, match):
    views = material(match.record(), match.table, match.lines).views

    assert codes(of(views={**views, "public": views["seat-1"]})) == {"VIEW_DIFFERS"}
    assert codes(of(views={"public": views["public"]})) == {"FILE_MISSING"}
    assert codes(of(views={**views, "seat-2": b""})) == {"FILE_UNKNOWN"}


@pytest.mark.parametrize("name", ["head", "seeds", "outcome", "ended_at_ms"])
def test_who_signs_another_result_is_found_out(of, match, name):
    said = {**signed(read_record(match.record()), match.table).statement, name: "another"}
    findings = verify_evidence(of(result={"statement": said, "key": KEY, "signature": sign(to_sign(said))}))

    assert [(finding.code, finding.place) for finding in findings] == [("RESULT_DIFFERS", f"result.json {name}")]


@pytest.mark.parametrize("seq", [0, 10_000, "3", None])
def test_rulings_are_about_lines_that_are_there(of, seq):
    assert codes(of(notes={"rulings": [{"seq": seq}]})) == {"BAD_RULING"}


def test_a_bomb_is_not_unpacked():
    bomb = pack([packed("manifest.json", b"{}\n"), packed("views/public.jsonl", bytes(5 << 20))])

    assert "more bytes than are unpacked" in str(check_evidence(bomb, most_bytes=4 << 20).findings[0])


def test_all_branches_are_in_it(of, match):
    assert check_evidence(of()).branches == 1
    played = Match(junqi, "30s/move", number=2)
    seeds = (SEED, bytes(32))
    chance = Branched([Committed(played.id, seed) for seed in seeds])
    for text in ("void 3 look again", "unpause", "result 0 enough"):
        past = history(played.header, played.lines).committing(commit(played.id, seeds[1]))
        played.take(act(played.table, ARBITER, text, played.table.at_ms + 9, chance, past=past))
    salts = iter(f"{number:032x}" for number in range(10_000))
    entries = link_all(played.header, played.lines, lambda: next(salts))
    text = write_record(played.header, entries, seeds=seeds, nonces=played.table.nonces)
    data = write_evidence(material(text, played.table, played.lines), sign)

    checked = check_evidence(data)

    assert checked.findings == ()
    assert checked.branches == 2
    result = json.loads(files_of(data)["result.json"])["statement"]
    assert result["seeds"] == [seed.hex() for seed in seeds]
    assert len(result["commits"]) == 2
    assert result["outcome"]["winner"] == 0


@pytest.mark.parametrize("seats", [10**12, "2", -1])
def test_a_forged_number_of_seats_is_refused_and_costs_nothing(match, seats):
    head = {**match.header, "seats": seats}
    entries = link_all(head, match.lines, lambda: "00" * 16)

    assert [finding.code for finding in verify(write_record(head, entries, seeds=(SEED,)))] == ["REPLAY_DIFFERS"]


# signatures


def test_signatures_of_another_library_hold_and_no_changed_ones():
    for number in range(8):
        private = Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)
        public, message = private.public_key().public_bytes_raw(), bytes(range(number * 9))
        signature = private.sign(message)

        assert is_signed(public, message, signature)
        assert not is_signed(public, message + b"x", signature)
        assert not is_signed(public, message, bytes([signature[0] ^ 1]) + signature[1:])
        assert not is_signed(public[:-1] + bytes([public[-1] ^ 1]), message, signature)


def test_a_number_beyond_the_order_is_no_signature():
    order = 2**252 + 27742317777372353535851937790883648493
    private = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
    signature = private.sign(b"m")
    more = (int.from_bytes(signature[32:], "little") + order).to_bytes(32, "little")

    assert not is_signed(private.public_key().public_bytes_raw(), b"m", signature[:32] + more)


# the command line


@pytest.fixture
def engine(tmp_path):
    """Return a folder with a copy of the engine and nothing else."""
    shutil.copytree(ENGINE, tmp_path / "gameengine", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_a_copy_of_the_engine_alone_checks_it(engine, junqi_evidence):
    zipped = engine / "evidence.zip"
    zipped.write_bytes(junqi_evidence)
    broken = engine / "broken.zip"
    broken.write_bytes(junqi_evidence.replace(b'"ply":1', b'"ply":2', 1))
    command = [sys.executable, "-I", "-c", "import sys; sys.path.insert(0, '.'); from gameengine.cli import main; "
               "sys.exit(main(sys.argv[1:]))", "verify"]  # fmt: skip

    good = subprocess.run(
        [*command, zipped.name, "--key", KEY], cwd=engine, capture_output=True, text=True, check=False
    )
    bad = subprocess.run([*command, broken.name], cwd=engine, capture_output=True, text=True, check=False)

    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith("holds: match m-1 (junqi): ")
    assert bad.returncode == 1
    assert "record.jsonl line " in bad.stdout.splitlines()[0]


@pytest.fixture
def junqi_evidence():
    match = Match(junqi, "30s/move")
    return write_evidence(material(match.record(), match.table, match.lines), sign)


def test_a_signed_result_is_checked_alone(match, tmp_path, capsys):
    file = tmp_path / "result.json"
    good = canonical(signed(read_record(match.record()), match.table).to_json()) + b"\n"
    file.write_bytes(good)
    assert main(["verify", str(file), "--key", KEY]) == 0
    assert capsys.readouterr().out.startswith(f"holds: result of match {match.id}")

    assert main(["verify", str(file), "--key", "00"]) == 1
    file.write_bytes(good.replace(b'"ended_at_ms":', b'"ended_at_ms":1', 1))
    assert main(["verify", str(file)]) == 1
    assert "SIGNATURE_DIFFERS" in capsys.readouterr().out


def test_a_file_that_is_no_zip_is_told_as_such(tmp_path, capsys):
    file = tmp_path / "x.zip"
    file.write_bytes(b"no zip")

    assert main(["verify", str(file)]) == 1
    assert "BAD_ZIP" in capsys.readouterr().out
    assert main(["verify", str(tmp_path / "none.zip")]) == 2
