"""Steps 2 and 3: fleets of any size, ships that the referee sets, shots, and victory."""
import sys

import place
from place import CLASSES, PLAYER, STATE, Invalid, Ship, command, ints, other


@command(STATE, "SET_FLEET", str, ints)
def set_fleet(game, _, player, *numbers):
    numbers = list(numbers) or [1, 2, 3, 4]
    if min(numbers) < 0:
        raise Invalid("FLEET SIZE IS NEGATIVE")
    if max(numbers) > 1_000_000:
        raise Invalid("FLEET IS TOO LARGE")
    placed = (name for name in game.ships if name[0] == player)
    if any(number >= numbers[CLASSES.index(kind)] for _, kind, number in placed):
        raise Invalid("FLEET IS SMALLER THAN THE SHIPS PLACED")
    game.fleet[player] = numbers


@command(STATE, "SHIP", str, int, int, str, int, str, str)
def ship(game, _, player, y, x, heading, number, kind, health):
    """Like PLACE_SHIP, but anywhere on the board, damaged or not."""
    it = Ship(y, x, heading, kind)
    it.healthy = [digit == "1" for digit in health]
    game.check_name(player, kind, number)
    if not all(game.on_board(*field) for field in it.fields()):
        raise Invalid("NOT IN STARTING POSITION")
    game.check_water(it)
    game.ships[player, kind, number] = it


@command(STATE, "NEXT_PLAYER", str)
def next_player(game, _, player):
    game.expected = player


def all_placed(game):
    return len(game.ships) == sum(game.fleet["A"]) + sum(game.fleet["B"])


@command(PLAYER, "SHOOT", int, int)
def shoot(game, player, y, x):
    if not all_placed(game):
        raise Invalid("NOT ALL SHIPS PLACED")
    if not game.on_board(y, x):
        raise Invalid("FIELD DOES NOT EXIST")
    for ship in game.ships.values():
        if (y, x) in ship.fields():
            ship.healthy[ship.fields().index((y, x))] = False


def end_of_turn(game, player):
    """Ends the run if the player has won: the other player has ships, but no healthy parts."""
    enemies = [ship for (owner, _, _), ship in game.ships.items() if owner == other(player)]
    if all_placed(game) and enemies and game.parts(other(player)) == 0:
        print(f"{player} won")
        sys.exit(0)


if __name__ == "__main__":
    place.run(sys.stdin.read(), end_of_turn)
