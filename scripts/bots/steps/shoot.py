"""Step 3: a bot whose ships shoot at the enemy ships in the script. A ship with no target in range moves ahead."""
import turns
from place import LENGTH, Game


def targets(game):
    """The fields with healthy parts of enemy ships. The script guesses the places of ships that we do not see."""
    enemy = game.ships["B" if game.me == "A" else "A"]
    return [field for ship in enemy
            for field, digit in zip(ship.fields(), ship.health) if digit == "1"]


def is_battle(game):
    """Whether both fleets are complete. Until then no shot is allowed, and this bot does not move."""
    return all(len(game.ships[side]) == sum(game.fleet[side].values()) for side in "AB")


def reaches(ship, y, x):
    """Whether the ship can shoot at a field. Its cannon is the second part; a carrier reaches every field."""
    gun_y, gun_x = ship.fields()[1]
    near = (y - gun_y) ** 2 + (x - gun_x) ** 2 <= LENGTH[ship.kind] ** 2
    return ship.health[1] == "1" and (ship.kind == "CAR" or near)


def fire(ship, left):
    """The shots of a ship, at most as many as its length. Removes their targets from `left`."""
    near = [field for field in left if reaches(ship, *field)][:LENGTH[ship.kind]]
    for field in near:
        left.remove(field)
    return [f"SHOOT {ship.number} {ship.kind} {y} {x}" for y, x in near]


def sail(game, ship):
    """One move ahead, if nothing is there."""
    if ship.health[-1] != "1" or not game.is_free(ship.fields(ahead=1), ship):
        return []
    ship.y, ship.x = ship.fields(ahead=1)[0]
    return [f"MOVE {ship.number} {ship.kind} F"]


def orders(me, script):
    game = Game(me, script)
    commands = game.placements()
    if is_battle(game):
        left = targets(game)
        for ship in game.ours():
            commands += fire(ship, left) or sail(game, ship)
    return commands


if __name__ == "__main__":
    turns.play(orders)
