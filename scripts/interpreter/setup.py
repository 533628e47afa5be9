"""Step 4: boards of any size, starting rectangles, and reefs."""
import sys

import place
from place import STATE, Invalid, command
from shoot import end_of_turn


@command(STATE, "BOARD_SIZE", int, int)
def board_size(game, _, rows, cols):
    if rows <= 0 or cols <= 0:
        raise Invalid("BOARD SIZE IS NOT POSITIVE")
    fields = [field for ship in game.ships.values() for field in ship.fields()]
    if any(y >= rows or x >= cols for y, x in [*game.reefs, *fields]):
        raise Invalid("SHIPS OR REEFS WOULD LEAVE THE BOARD")
    game.rows, game.cols = rows, cols


@command(STATE, "INIT_POSITION", str, int, int, int, int)
def init_position(game, _, player, *rectangle):
    game.start[player] = rectangle


@command(STATE, "REEF", int, int)
def reef(game, _, y, x):
    if not game.on_board(y, x):
        raise Invalid("REEF IS NOT PLACED ON BOARD")
    game.reefs.add((y, x))


if __name__ == "__main__":
    place.run(sys.stdin.read(), end_of_turn)
