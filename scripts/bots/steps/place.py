"""Step 2: a bot that reads the state and places its fleet at random."""
import random

import turns

LENGTH = {"CAR": 5, "BAT": 4, "CRU": 3, "DES": 2}
TO_STERN = {"N": (1, 0), "S": (-1, 0), "W": (0, 1), "E": (0, -1)}


class Ship:
    def __init__(self, kind, number, y, x, heading, health):
        self.kind, self.number, self.health = kind, number, health
        self.y, self.x, self.heading = y, x, heading

    def fields(self, ahead=0):
        """The fields of the ship, bow first, after `ahead` moves forward."""
        dy, dx = TO_STERN[self.heading]
        steps = range(-ahead, LENGTH[self.kind] - ahead)
        return [(self.y + k * dy, self.x + k * dx) for k in steps]


class Game:
    """The game that a script describes."""

    def __init__(self, me, script):
        self.me = me
        self.rows, self.cols = 21, 10
        self.fleet, self.start, self.reefs = {}, {}, set()
        self.ships = {"A": [], "B": []}
        self.notes = []
        for word, *rest in filter(None, script):
            if word == "BOARD_SIZE":
                self.rows, self.cols = int(rest[0]), int(rest[1])
            elif word == "SET_FLEET":
                self.fleet[rest[0]] = dict(zip(LENGTH, map(int, rest[1:])))
            elif word == "INIT_POSITION":
                self.start[rest[0]] = [int(number) for number in rest[1:]]
            elif word == "REEF":
                self.reefs.add((int(rest[0]), int(rest[1])))
            elif word == "SHIP":
                player, y, x, heading, number, kind, health = rest
                self.ships[player].append(Ship(kind, number, int(y), int(x), heading, health))
            elif word == "INFORMATION":
                self.notes.append(rest[1:])
            elif word == "SRAND":
                random.seed(int(rest[0]))  # the same script gets the same answer

    def ours(self):
        return self.ships[self.me]

    def is_free(self, fields, but=None):
        """Whether a ship may lie on these fields: on the board, on no reef, and not beside a ship other than `but`."""
        others = [ship for ship in self.ships["A"] + self.ships["B"] if ship is not but]
        taken = [field for ship in others for field in ship.fields()]
        return all(0 <= y < self.rows and 0 <= x < self.cols and (y, x) not in self.reefs
                   and all(max(abs(y - v), abs(x - w)) > 1 for v, w in taken) for y, x in fields)

    def place(self, kind, number):
        """Places a ship at random in our rectangle. Returns no command if no place was found."""
        top, left, bottom, right = self.start[self.me]
        for _ in range(1000):
            y, x = random.randint(top, bottom), random.randint(left, right)
            ship = Ship(kind, number, y, x, random.choice("NESW"), "1" * LENGTH[kind])
            inside = all(top <= v <= bottom and left <= w <= right for v, w in ship.fields())
            if inside and self.is_free(ship.fields()):
                self.ours().append(ship)
                return [f"PLACE_SHIP {y} {x} {ship.heading} {number} {kind}"]
        return []

    def placements(self):
        """Places all ships that are missing, the longest first."""
        there = {(ship.kind, ship.number) for ship in self.ours()}
        wanted = [(kind, str(k)) for kind in LENGTH for k in range(self.fleet[self.me][kind])]
        missing = [ship for ship in wanted if ship not in there]
        return [order for ship in missing for order in self.place(*ship)]


def orders(me, script):
    return Game(me, script).placements()


if __name__ == "__main__":
    turns.play(orders)
