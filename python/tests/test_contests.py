"""Tests games between bots, and `verify` and `grade`."""

import random
import sys

import pytest

import broadside


class Shooter:
    """Places at random and shoots at random."""

    def turn(self, briefing):
        chance = random.Random(briefing.seed)
        if not briefing.is_complete:
            return briefing.placements()
        rows, cols = briefing.shape
        field = f"{chance.randrange(rows)} {chance.randrange(cols)}"
        return [f"SHOOT {number} {kind} {field}" for kind, number, *_ in briefing.own[:1] if kind == "CAR"]


class Broken:
    def turn(self, briefing):
        raise RuntimeError("no idea")


class Confused:
    def turn(self, briefing):
        return ["SHOOT 99 99"]


def test_a_match_repeats():
    one, other = (broadside.match({"mine": Shooter, "random": "random"}, games=4, seed=3, no_progress=10) for _ in "ab")
    assert one == other and one.games == 4
    assert one["mine"].games == 4 and len(one.played) == 4
    for game in one.played:
        assert broadside.run(game.script).status == 0


def test_a_bot_plays_against_fair():
    played = broadside.match({"mine": Shooter, "fair": "fair"}, games=2)
    assert played["fair"].won == 2 and isinstance(Shooter(), broadside.Pilot)


def test_exceptions_of_bots_come_out():
    with pytest.raises(RuntimeError, match="no idea"):
        broadside.match({"broken": Broken, "random": "random"}, games=2)
    played = broadside.match({"broken": Broken, "random": "random"}, games=2, on_fault="lose")
    assert played["broken"].lost == 2 and played["broken"].faults == {"illegal": 2}
    played = broadside.match({"confused": Confused, "random": "random"}, games=2)
    assert played["confused"].lost == 2


@pytest.mark.parametrize(
    "engines, message",
    [
        ({"a": "random"}, "two engines"),
        ({"a": "strong", "b": "random"}, "`fair:4`, `open`, `random`"),
        ({"a": Shooter, "b": ["python3"]}, "found both"),
    ],
)
def test_engines_are_checked(engines, message):
    with pytest.raises(ValueError, match=message):
        broadside.match(engines, games=2)
    with pytest.raises(ValueError, match="setup"):
        broadside.match({"a": "random", "b": "random"}, games=2, setup="nowhere")


class RowByRow:
    def aim(self, chart):
        return chart.open_cells()[0]


def test_gunners():
    mine, ours = broadside.targeting({"mine": RowByRow, "hunt": "hunt"}, games=20, seed=1)
    assert mine.shots.games == 20 and mine.shots.mean and 50 < mine.shots.mean <= 100
    assert ours.difference and ours.difference.mean < -20 and ours.bot == "hunt"
    assert isinstance(RowByRow(), broadside.Gunner)

    class Outside:
        def aim(self, chart):
            return -1, 0

    outside, = broadside.targeting({"outside": Outside}, games=3)
    assert outside.shots.games == 0
    assert outside.shots.mean is None and outside.difference is None
    with pytest.raises(ValueError, match="`hunt`"):
        broadside.targeting({"best": "best"})


class Simple:
    def __init__(self):
        self.heard = []

    def place(self):
        return ["A1, horizontal", "A3, horizontal", "A5, horizontal", "A7, horizontal"]

    def choose(self, known):
        return known.shots[0]

    def hear(self, report):
        who, move, facts = report
        self.heard.append(who)


def test_captains():
    duel = broadside.duel(Simple, "easy", games=6, seed=2)
    assert duel.wins + duel.losses == 6 and duel.losses >= 4
    assert duel == broadside.duel(Simple, "easy", games=6, seed=2)

    class Wrong(Simple):
        def choose(self, known):
            return "Shoot B3"

    with pytest.raises(ValueError, match="'Fire B3', found 'Shoot B3'"):
        broadside.duel(Wrong, "easy", games=2)


def test_verify_finds_what_is_wrong_with_a_program():
    found = broadside.verify(
        [sys.executable, "scripts/submissions/ben.py"], level="place", findings=1, sandbox="none"
    )
    assert [one.looks_like[0].misreading for one in found] == ["close4"]
    assert found[0].rule.id == "ships.touch-diagonally" and "PLACE_SHIP" in found[0].place.command
    assert broadside.verify(["broadside"], level="place", scripts=20, sandbox="none") == []
    with pytest.raises(broadside.ProgramError, match="nowhere"):
        broadside.verify(["nowhere"], level="place")
    with pytest.raises(broadside.ProgramError) as error:
        broadside.verify(["broadside"], level="no such level")
    assert error.value.code == 2


def test_grade_marks_a_submission():
    grades = broadside.grade("scripts/submissions/ben.py", level="place", cards=True, sandbox="none")
    assert [grade.submission for grade in grades] == ["ben.py"]
    assert 0 < grades[0].score < grades[0].max_score
    assert "wrong" in {rule.status for rule in grades[0].rules}


def test_programs_play_too():
    command = [sys.executable, "scripts/bots/ships.py"]
    played = broadside.match({"mine": command, "random": "random"}, games=2, sandbox="none", no_progress=6)
    assert played.games == 2 and played["mine"].faults == {}
