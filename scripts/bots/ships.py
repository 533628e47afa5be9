#!/usr/bin/env python3
"""A starter bot for `broadside match`: it places its ships at random, shoots at what it is shown, and
sails on where it can shoot at nothing. Each turn it reads a script and prints one group of commands:
    broadside match --engine name=mine cmd='python3 scripts/bots/ships.py' --engine random
"""
import random, sys
LENGTH = {"CAR": 5, "BAT": 4, "CRU": 3, "DES": 2}
TO_STERN = {"N": (1, 0), "S": (-1, 0), "W": (0, 1), "E": (0, -1)}
rows, cols, extended, me = 21, 10, False, "A"
fleet, start, ships, reefs = {}, {}, {"A": [], "B": []}, set()
for line in sys.stdin:
    word, *rest = line.split() or [""]
    if word == "BOARD_SIZE": rows, cols = int(rest[0]), int(rest[1])
    elif word == "SET_FLEET": fleet[rest[0]] = dict(zip(LENGTH, map(int, rest[1:])))
    elif word == "INIT_POSITION": start[rest[0]] = [int(number) for number in rest[1:]]
    elif word == "SHIP":
        player, y, x, heading, number, kind, health = rest
        ships[player].append([kind, number, int(y), int(x), heading, health])
    elif word == "REEF": reefs.add((int(rest[0]), int(rest[1])))
    elif word == "EXTENDED_SHIPS": extended = True
    elif word == "SET_AI_PLAYER": me = rest[0]  # it is our turn, so this is us
    elif word == "SRAND": random.seed(int(rest[0]))  # the same script gets the same answer

def fields(kind, y, x, heading):
    """The fields of a ship, bow first."""
    return [(y + k * TO_STERN[heading][0], x + k * TO_STERN[heading][1]) for k in range(LENGTH[kind])]

def is_free(cells, but=None):
    """Whether a ship may lie there: on the board, on no reef, and not beside another ship."""
    taken = [cell for ship in ships["A"] + ships["B"] if ship is not but
             for cell in fields(ship[0], *ship[2:5])]
    return all(0 <= y < rows and 0 <= x < cols and (y, x) not in reefs
               and all(max(abs(y - v), abs(x - w)) > 1 for v, w in taken) for y, x in cells)

print(f"[player{me}]")
top, left, bottom, right = start[me]
for kind, number in [(kind, str(k)) for kind in LENGTH for k in range(fleet[me][kind])]:
    for _ in range(0 if any(ship[:2] == [kind, number] for ship in ships[me]) else 1000):
        y, x, heading = random.randint(top, bottom), random.randint(left, right), random.choice("NESW")
        cells = fields(kind, y, x, heading)
        if all(top <= v <= bottom and left <= w <= right for v, w in cells) and is_free(cells):
            ships[me].append([kind, number, y, x, heading, "1" * LENGTH[kind]])
            print("PLACE_SHIP", y, x, heading, number, kind)
            break
complete = all(len(ships[player]) == sum(fleet[player].values()) for player in "AB")
targets = [cell for kind, _, y, x, heading, health in ships["B" if me == "A" else "A"]
           for cell, digit in zip(fields(kind, y, x, heading), health) if digit == "1"]
if complete and not extended and targets: print("SHOOT", *random.choice(targets))
for ship in ships[me] if complete and extended else []:
    (kind, number, y, x, heading, health), (dy, dx) = ship, TO_STERN[ship[4]]
    near = [(v, w) for v, w in targets if kind == "CAR"  # the cannon is segment 1
            or (v - y - dy) ** 2 + (w - x - dx) ** 2 <= LENGTH[kind] ** 2]
    for target in near[:LENGTH[kind]] if health[1] == "1" else []:
        print("SHOOT", number, kind, *target)
        targets.remove(target)
    if not near and health[-1] == "1" and is_free(fields(kind, y - dy, x - dx, heading), ship):
        print("MOVE", number, kind, "F")
        ship[2:4] = y - dy, x - dx
print(f"[player{me}]")
