#!/usr/bin/env python3
"""A starter bot for `broadside bench targeting`: it fires beside its last hits, or else anywhere.
One process plays one game. Questions come on standard input; flush each answer. Try it:
    broadside bench targeting --bot random,'cmd=python3 scripts/bots/targeting.py' --games 200
"""
import random, sys

left, hunted, last = set(), [], None  # fields not shot at; fields to try first; the last shot
for line in sys.stdin:
    word, *rest = line.split()
    if word == "game":
        rows, cols, *lengths = map(int, rest)
        left = {(row, col) for row in range(rows) for col in range(cols)}
    elif word == "seed":
        random.seed(int(rest[0]))  # the same game gets the same answers
    elif word == "aim":
        hunted = [field for field in hunted if field in left]
        last = hunted.pop() if hunted else random.choice(sorted(left))
        left.remove(last)
        row, col = last
        letters = chr(65 + col) if col < 26 else chr(64 + col // 26) + chr(65 + col % 26)
        print(f"{letters}{row + 1}", flush=True)
    elif word == "result" and rest[0] == "hit":  # also `miss`, and `sunk` with a length
        row, col = last
        hunted += [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    elif word == "over":
        break
