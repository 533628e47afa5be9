#!/usr/bin/env python3
"""A starter bot for `broadside arsenal`, `bench arsenal` and `royale`: it places its fleet at random, uses artillery
and torpedo when they are open, and fires beside its last hits. Radar and smoke are left to you.
One process plays one game. Questions come on standard input; flush each answer. Try it:
    broadside bench arsenal --bot 'cmd=python3 scripts/bots/arsenal.py' --against easy --games 20
"""
import random, sys

left = [(row, col) for row in range(10) for col in range(10)]  # fields not shot at
mine, hunted, last = set(), [], None  # fields of own ships; fields to try first; the last shot

def name(field):
    return f"{chr(65 + field[1])}{field[0] + 1}"

def place(length):
    """Places a ship at random on free fields. Returns the answer, such as `B3, horizontal`."""
    while True:
        down = random.random() < 0.5
        row, col = random.randrange(10), random.randrange(10)
        fields = {(row + k * down, col + k * (not down)) for k in range(length)}
        if all(row < 10 and col < 10 for row, col in fields) and not fields & mine:
            mine.update(fields)
            return f"{name((row, col))}, {'vertical' if down else 'horizontal'}"

def move(open_now):
    """Chooses a move, and updates `left` and `last`."""
    global last
    hunted[:] = [field for field in hunted if field in left]
    last = hunted.pop() if hunted else random.choice(left)
    row, col = last
    if "torpedo" in open_now:  # a whole row
        shot, text = [field for field in left if field[0] == row], f"Torpedo {row + 1}"
    elif "artillery" in open_now and row < 9 and col < 9:  # two by two, this field at the top left
        shot = [(row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)]
        text = f"Artillery {name(last)}"
    else:
        shot, text = [last], f"Fire {name(last)}"
    left[:] = [field for field in left if field not in shot]
    return text

for line in sys.stdin:
    word, *rest = line.split()
    if word == "seed":
        random.seed(int(rest[0]))  # the same game gets the same answers
    elif word == "place":
        print(place(int(rest[1])), flush=True)
    elif word == "move":  # numbers of radar sweeps and smoke screens left, then the weapons that are open
        print(move(rest[2:]), flush=True)
    elif word == "result" and rest == ["hit"]:  # also `miss`, `hit, Carrier sunk` and so on
        row, col = last
        hunted += [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    elif word == "over":
        break
