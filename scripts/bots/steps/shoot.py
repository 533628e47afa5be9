"""Step 3: a bot that shoots at what it is shown, and sails on where it can shoot at nothing."""
import turns
from place import LENGTH, Game


def targets(game):
    """The healthy parts of the enemy's ships in the script, most of which are guesses."""
    enemy = game.ships["B" if game.me == "A" else "A"]
    return [field for ship in enemy
            for field, digit in zip(ship.fields(), ship.health) if digit == "1"]


def is_battle(game):
    """No shot before both fleets are complete, and no move of ours."""
    return all(len(game.ships[side]) == sum(game.fleet[side].values()) for side in "AB")


def reaches(ship, y, x):
    """Whether a shot may go there. The cannon is the second part; a carrier's reaches everything."""
    gun_y, gun_x = ship.fields()[1]
    near = (y - gun_y) ** 2 + (x - gun_x) ** 2 <= LENGTH[ship.kind] ** 2
    return ship.health[1] == "1" and (ship.kind == "CAR" or near)


def fire(ship, left):
    """As many shots as the ship is long, each at another target; what is shot at leaves `left`."""
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
