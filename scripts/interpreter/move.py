"""Step 5: ships that move and turn."""
import sys

import place
import setup  # adds its commands
from place import PLAYER, STEP, Invalid, Ship, command
from shoot import end_of_turn

TURN = {"L": {"N": "W", "W": "S", "S": "E", "E": "N"}, "R": {"N": "E", "E": "S", "S": "W", "W": "N"}}


def moved(ship, kind, way):
    """The ship after a move. `F` moves it one field ahead. In a turn, the field ahead of the bow becomes the new
    stern, and from there the ship lies in its new heading."""
    dy, dx = STEP[ship.heading]
    y, x, heading = ship.y + dy, ship.x + dx, ship.heading
    if way != "F":
        heading = TURN[way][heading]
        dy, dx = STEP[heading]
        y, x = y + (len(ship.healthy) - 1) * dy, x + (len(ship.healthy) - 1) * dx
    after = Ship(y, x, heading, kind)
    after.healthy = ship.healthy
    return after


@command(PLAYER, "MOVE", int, str, str)
def move(game, player, number, kind, way):
    name = (player, kind, number)
    if name not in game.ships:
        raise Invalid("SHIP DOES NOT EXIST")
    before = game.ships[name]
    if game.turn.get(name, 0) >= (2 if kind == "CAR" else 3):
        raise Invalid("SHIP MOVED ALREADY")
    after = moved(before, kind, way)
    if any(field in game.reefs for field in after.fields()):
        raise Invalid("PLACING SHIP ON REEF")
    if not all(game.on_board(*field) for field in after.fields()):
        raise Invalid("SHIP WENT FROM BOARD")
    if game.too_close(after, except_for=before):
        raise Invalid("PLACING SHIP TOO CLOSE TO OTHER SHIP")
    game.ships[name] = after
    game.turn[name] = game.turn.get(name, 0) + 1


if __name__ == "__main__":
    place.run(sys.stdin.read(), end_of_turn)
