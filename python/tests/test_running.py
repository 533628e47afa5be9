"""Tests running scripts and playing games."""

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time

import pytest

import broadside

FIRST_BATTLE = open("scripts/first-battle.ships").read()
SMALL = "[state] BOARD_SIZE 6 5 SET_FLEET A 0 0 0 1 SET_FLEET B 0 0 0 1 INIT_POSITION A 0 0 2 4 INIT_POSITION B 3 0 5 4 [state]"


def test_the_first_battle_is_as_the_program_prints_it():
    outcome = broadside.run(FIRST_BATTLE)
    program = subprocess.run(["broadside"], input=FIRST_BATTLE, capture_output=True, text=True)
    assert outcome.output == program.stdout
    assert (outcome.status, outcome.winner, outcome.problem) == (0, "A", None)
    assert outcome.checked() is outcome
    assert broadside.run(FIRST_BATTLE.encode()).output == outcome.output


@pytest.mark.parametrize("name", sorted(n for n in os.listdir("scripts") if n.endswith(".ships")))
def test_scripts_print_what_the_program_prints(name):
    path = os.path.join("scripts", name)
    program = subprocess.run(["broadside", "run", path], capture_output=True)
    outcome = broadside.run(open(path, "rb").read())
    assert outcome.output.encode() == program.stdout
    assert outcome.status == program.returncode


def test_an_invalid_operation_names_its_place():
    outcome = broadside.run("[state]\n  REEF 0 99\n")
    assert outcome.status == 1
    problem = outcome.problem
    assert isinstance(problem, broadside.InvalidOperation)
    assert (problem.line, problem.column, problem.command) == (2, 3, "REEF 0 99")
    assert problem.reason == "REEF IS NOT PLACED ON BOARD"
    with pytest.raises(broadside.InvalidOperation, match="line 2, column 3"):
        outcome.checked()


def test_what_is_not_a_script_says_what_was_expected():
    outcome = broadside.run("[state]\nSET_FLEET X 0 0 0 1\n")
    assert outcome.status == 2
    problem = outcome.problem
    assert isinstance(problem, broadside.ScriptError)
    assert (problem.line, problem.column, problem.found) == (2, 11, "X")
    assert problem.expected == ("A", "B")
    assert pickle.loads(pickle.dumps(problem)).expected == ("A", "B")


def test_check_and_format():
    problems = broadside.check("[state]\nREEF 99 0\nREEF x 1\n[state]\n")
    assert [(one.line, one.is_error) for one in problems][:2] == [(2, True), (3, True)]
    assert broadside.format("[state] REEF 1 1 [state]") == "[state]\n  REEF 1 1\n[state]\n"
    with pytest.raises(broadside.ScriptError):
        broadside.format("[state] REEF x")


def test_a_game_is_driven_order_by_order():
    game = broadside.Game(SMALL)
    assert (game.expected, game.moving, game.shape) == ("A", None, (6, 5))
    game.open_turn()
    places = game.legal_orders()
    assert all(order.kind == "place" and order.ship == ("DES", 0) for order in places)
    assert all(game.check(order) is None for order in places)
    # Three rows of five fields have ten upright places and twelve across, each with two headings.
    assert len(places) == 2 * (10 + 12)
    game.order("PLACE_SHIP 0 0 W 0 DES")
    with pytest.raises(broadside.IllegalOrder, match="ALREADY"):
        game.order("PLACE_SHIP 2 2 W 0 DES")
    assert game.end_turn() is None
    game.open_turn()
    game.order(broadside.Order("PLACE_SHIP 4 0 W 0 DES"))
    game.end_turn()
    assert game.parts == (2, 2)
    for shot, reply in (("SHOOT 4 0", "SHOOT 3 3"), ("SHOOT 4 1", None)):
        game.open_turn()
        game.order(shot)
        won = game.end_turn()
        if reply:
            game.feed(f"[playerB] {reply} [playerB]")
    assert won == game.winner == "A"
    with pytest.raises(ValueError, match="A won"):
        game.feed("[playerB]")


def test_orders_are_values():
    order = broadside.Order("SHOOT 03 +4")
    assert str(order) == "SHOOT 3 4" and order == broadside.Order("SHOOT 3 4")
    assert len({order, broadside.Order("SHOOT 3 4")}) == 1
    assert (order.kind, order.ship, order.field, order.heading) == ("shoot", None, (3, 4), None)
    place = broadside.Order("PLACE_SHIP 1 2 N 0 CRU")
    assert (place.ship, place.field, place.heading) == (("CRU", 0), (1, 2), "N")
    assert broadside.Order("MOVE 0 DES L").manoeuvre == "L"
    assert pickle.loads(pickle.dumps(order)) == order
    with pytest.raises(broadside.ScriptError, match="column 9"):
        broadside.Order("SHOOT 3 x")


def test_what_fails_leaves_a_game_as_it_was():
    game = broadside.Game(SMALL)
    before = game.copy()
    with pytest.raises(broadside.InvalidOperation):
        game.feed("[state]\nREEF 5 0\nREEF 99 0\n")
    assert game == before and copy.deepcopy(game) == before
    game.feed("[state] REEF 5 0 [state]")
    assert game != before


def test_a_saved_game_goes_on():
    game = broadside.Game(SMALL)
    game.feed("[playerA] PLACE_SHIP 0 0 W 0 DES [playerA]")
    again = broadside.Game(game.save())
    assert again.save() == game.save()
    assert again.picture() == game.picture() and "+" in game.picture()
    assert game.ai_turn().startswith("[playerB]")


def test_views_show_what_a_side_sees():
    numpy = pytest.importorskip("numpy")
    game = broadside.Game(SMALL)
    game.feed("[state] REEF 2 4 [state] [playerA] PLACE_SHIP 0 0 W 0 DES [playerA]")
    game.feed("[playerB] PLACE_SHIP 4 0 W 0 DES [playerB]")
    view = dict(zip(broadside.PLANES, game.view("A")))
    assert game.view("A").shape == (7, 6, 5) and game.view("A").dtype == numpy.int8
    assert view["own"].tolist()[0] == [3, 5, 0, 0, 0] and view["own_class"][0, 1] == 2
    assert view["enemy"].sum() == 0 and view["reef"][2, 4] == 1
    # A picture has a question mark at each unknown field that has no reef.
    hidden = [[sign == "?" for sign in row] for row in game.picture("A").splitlines()]
    assert (numpy.array(hidden) == ((view["known"] == 0) & (view["reef"] == 0))).all()
    with pytest.raises(ValueError, match="expected the side 'A' or 'B', found 'C'"):
        game.view("C")
    with pytest.raises(ValueError, match="fields"):
        broadside.Game("[state] BOARD_SIZE 100000 100000 [state]").view("A")


def test_python_goes_on_while_rust_works():
    script = "[state]\nBOARD_SIZE 3000 3000\n" + "PRINT 0\n" * 8
    beats = []
    done = threading.Event()

    def beat():
        while not done.is_set():
            beats.append(time.perf_counter())
            time.sleep(0.001)

    thread = threading.Thread(target=beat)
    thread.start()
    outcome = broadside.run(script)
    done.set()
    thread.join()
    assert outcome.status == 0 and len(outcome.output) > 70_000_000
    assert len(beats) > 3


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_is_heard():
    code = (
        "import broadside, os, signal, threading\n"
        "threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        "    broadside.targeting({'posterior': 'posterior'}, games=10**9)\n"
        "except KeyboardInterrupt:\n"
        "    print('heard')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "heard\n", done.stderr
