#!/usr/bin/env python3
"""A starter bot for `broadside match`: it places its ships at random and shoots at the enemy ships in its script;
a ship with no target in range moves ahead. Each turn it reads a script and prints one group of commands:

    broadside match --engine name=mine cmd='python3 scripts/bots/ships.py' proto=turns --engine random

With `proto=turns` one process plays the whole game, and each script ends with the line `go`. Without
`proto=turns` the bot is started for each turn, and the script ends with the end of input.
"""
import random
import sys

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

    def in_reach(self, targets):
        """The targets that this ship can hit: its cannon is segment 1, and a carrier reaches every field."""
        gun_y, gun_x = self.fields()[1]
        reach = float("inf") if self.kind == "CAR" else LENGTH[self.kind] ** 2
        is_near = lambda y, x: (y - gun_y) ** 2 + (x - gun_x) ** 2 <= reach
        return [field for field in targets if self.health[1] == "1" and is_near(*field)]


class Game:
    """The game that a script describes."""

    def __init__(self, script):
        self.rows, self.cols, self.extended, self.me = 21, 10, False, "A"
        self.fleet, self.start, self.reefs = {}, {}, set()
        self.ships = {"A": [], "B": []}
        self.ship_at = {}
        for line in script:
            word, *rest = line.split() or [""]
            if word == "BOARD_SIZE":
                self.rows, self.cols = int(rest[0]), int(rest[1])
            elif word == "SET_FLEET":
                self.fleet[rest[0]] = dict(zip(LENGTH, map(int, rest[1:])))
            elif word == "INIT_POSITION":
                self.start[rest[0]] = [int(number) for number in rest[1:]]
            elif word == "SHIP":
                player, y, x, heading, number, kind, health = rest
                self.add(player, Ship(kind, number, int(y), int(x), heading, health))
            elif word == "REEF":
                self.reefs.add((int(rest[0]), int(rest[1])))
            elif word == "EXTENDED_SHIPS":
                self.extended = True
            elif word == "SET_AI_PLAYER":
                self.me = rest[0]  # it is our turn, so this is us
            elif word == "SRAND":
                random.seed(int(rest[0]))  # the same script gets the same answer

    def add(self, player, ship):
        self.ships[player].append(ship)
        self.ship_at.update((field, ship) for field in ship.fields())

    def move_ahead(self, ship):
        for field in ship.fields():
            del self.ship_at[field]
        ship.y, ship.x = ship.fields(ahead=1)[0]
        self.ship_at.update((field, ship) for field in ship.fields())

    def is_free(self, fields, but=None):
        """Whether a ship may lie on these fields: on the board, on no reef, and not beside a ship other than `but`."""
        near = {(y + dy, x + dx) for y, x in fields for dy in (-1, 0, 1) for dx in (-1, 0, 1)}
        return (all(0 <= y < self.rows and 0 <= x < self.cols and (y, x) not in self.reefs for y, x in fields)
                and all(self.ship_at.get(field, but) is but for field in near))

    def place(self, kind, number):
        """Places a missing ship at random in our rectangle."""
        top, left, bottom, right = self.start[self.me]
        for _ in range(1000):
            y, x = random.randint(top, bottom), random.randint(left, right)
            ship = Ship(kind, number, y, x, random.choice("NESW"), "1" * LENGTH[kind])
            inside = all(top <= v <= bottom and left <= w <= right for v, w in ship.fields())
            if inside and self.is_free(ship.fields()):
                self.add(self.me, ship)
                return f"PLACE_SHIP {y} {x} {ship.heading} {number} {kind}"
        return None

    def placements(self):
        there = {(ship.kind, ship.number) for ship in self.ships[self.me]}
        wanted = [(kind, str(k)) for kind in LENGTH for k in range(self.fleet[self.me][kind])]
        placed = [self.place(*ship) for ship in wanted if ship not in there]
        return [order for order in placed if order]

    def targets(self):
        enemy = self.ships["B" if self.me == "A" else "A"]
        return [field for ship in enemy
                for field, digit in zip(ship.fields(), ship.health) if digit == "1"]

    def battle(self):
        """Shots and moves: only when both fleets are complete."""
        if any(len(self.ships[side]) < sum(self.fleet[side].values()) for side in "AB"):
            return []
        targets, orders = self.targets(), []
        if not self.extended:
            return ["SHOOT %d %d" % random.choice(targets)] if targets else []
        for ship in self.ships[self.me]:
            near = ship.in_reach(targets)
            for y, x in near[:LENGTH[ship.kind]]:
                orders.append(f"SHOOT {ship.number} {ship.kind} {y} {x}")
                targets.remove((y, x))
            has_engine = ship.health[-1] == "1"
            if not near and has_engine and self.is_free(ship.fields(ahead=1), ship):
                orders.append(f"MOVE {ship.number} {ship.kind} F")
                self.move_ahead(ship)
        return orders


def answer(script):
    game = Game(script)
    tag = f"[player{game.me}]"
    print("\n".join([tag, *game.placements(), *game.battle(), tag]), flush=True)


script = []
for line in sys.stdin:
    if line.startswith("INFORMATION"):  # what we know from earlier turns: a better bot reads it
        continue
    if line.startswith("over "):  # won, lost or drawn
        sys.exit()
    if line.strip() == "go":
        answer(script)
        script = []
    else:
        script.append(line)
if script:
    answer(script)
