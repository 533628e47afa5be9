# Checks whether the ship exists already before it checks the starting position.
import sys

LENGTH = {"CAR": 5, "BAT": 4, "CRU": 3, "DES": 2}
FLEET = {"CAR": 1, "BAT": 2, "CRU": 3, "DES": 4}
STEP = {"N": (1, 0), "S": (-1, 0), "W": (0, 1), "E": (0, -1)}
ships = {"A": {}, "B": {}}


def refuse(command, reason):
    print(f'INVALID OPERATION "{command}": {reason}')
    sys.exit(1)


def place(player, y, x, heading, i, kind):
    command = f"PLACE_SHIP {y} {x} {heading} {i} {kind}"
    dy, dx = STEP[heading]
    fields = [(y + k * dy, x + k * dx) for k in range(LENGTH[kind])]
    top = 0 if player == "A" else 11
    if (kind, i) in ships[player]:
        refuse(command, "SHIP ALREADY PRESENT")
    if not 0 <= i < FLEET[kind]:
        refuse(command, "ALL SHIPS OF THE CLASS ALREADY SET")
    if any(not (top <= y < top + 10 and 0 <= x < 10) for y, x in fields):
        refuse(command, "NOT IN STARTING POSITION")
    taken = {field for side in ships.values() for ship in side.values() for field in ship}
    for y, x in fields:
        if any((y + dy, x + dx) in taken for dy in (-1, 0, 1) for dx in (-1, 0, 1)):
            refuse(command, "PLACING SHIP TOO CLOSE TO OTHER SHIP")
    ships[player][kind, i] = fields


def show():
    taken = {field for side in ships.values() for ship in side.values() for field in ship}
    for y in range(21):
        print("".join("+" if (y, x) in taken else " " for x in range(10)))
    a, b = (sum(map(len, side.values())) for side in ships.values())
    print(f"PARTS REMAINING:: A : {a} B : {b}")


expected, player = "A", None
words = iter(sys.stdin.read().split())
for word in words:
    if word in ("[playerA]", "[playerB]"):
        tag = word[-2]
        if player == tag:
            expected, player = ("B" if tag == "A" else "A"), None
        elif player or tag != expected:
            refuse(f"{word} ", "THE OTHER PLAYER EXPECTED")
        else:
            player = tag
    elif word == "PLACE_SHIP":
        y, x, heading, i, kind = (next(words) for _ in range(5))
        place(player, int(y), int(x), heading, int(i), kind)
    elif word == "PRINT":
        next(words)
        show()
