"""Step 4: a bot that first shoots at what it sees, and sends planes where it has not looked yet."""
import turns
from place import LENGTH, Game
from shoot import fire, is_battle, sail, targets


def in_sight(game):
    """The healthy parts of the enemy that are in sight: the notes after the last TURN."""
    last = max(k for k, note in enumerate(game.notes) if note[0] == "TURN")
    seen = [note[1:] for note in game.notes[last:] if note[0] == "SEEN"]
    return [(int(y), int(x)) for y, x, sign in seen if sign != "x"]


def square(y, x):
    return [(v, w) for v in (y - 1, y, y + 1) for w in (x - 1, x, x + 1)]


def unseen(game):
    """The fields of the enemy's starting rectangle that no plane has shown."""
    top, left, bottom, right = game.start["B" if game.me == "A" else "A"]
    fields = {(y, x) for y in range(top, bottom + 1) for x in range(left, right + 1)}
    for note in game.notes:
        if note[0] == "SPIED":
            fields -= set(square(int(note[1]), int(note[2])))
    return fields


def spy(game, ship, planes):
    """Sends planes to the squares with the most unseen fields; none if there are no such fields."""
    if ship.health[1] != "1":
        return []
    fields, commands = unseen(game), []
    inside = [(y, x) for y in range(game.rows) for x in range(game.cols)]
    for _ in range(planes):
        y, x = max(inside, key=lambda at: len(fields.intersection(square(*at))))
        if not fields.intersection(square(y, x)):
            break
        fields -= set(square(y, x))
        commands.append(f"SPY {ship.number} {y} {x}")
    return commands


def orders(me, script):
    game = Game(me, script)
    commands = game.placements()
    if is_battle(game):
        seen = in_sight(game)
        guessed = [field for field in targets(game) if field not in seen]
        for ship in game.ours():
            shots = fire(ship, seen)
            left = LENGTH[ship.kind] - len(shots)
            if ship.kind == "CAR":
                shots += spy(game, ship, left)  # a plane costs a shot
                left = LENGTH[ship.kind] - len(shots)
            shots += fire(ship, guessed)[:left]
            commands += shots or sail(game, ship)
    return commands


if __name__ == "__main__":
    turns.play(orders)
