"""Steps 1 and 2: read groups, place ships, print the board."""
import sys

LENGTH = {"CAR": 5, "BAT": 4, "CRU": 3, "DES": 2}
CLASSES = list(LENGTH)
STEP = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}


class Invalid(Exception):
    """A command that is not allowed now. Its text is the reason."""


class Ship:
    def __init__(self, y, x, heading, kind):
        self.y, self.x, self.heading = y, x, heading
        self.healthy = [True] * LENGTH[kind]

    def fields(self):
        """The fields of the ship, bow first: the body lies behind the bow."""
        dy, dx = STEP[self.heading]
        return [(self.y - k * dy, self.x - k * dx) for k in range(len(self.healthy))]


class Game:
    def __init__(self):
        self.rows, self.cols = 21, 10
        self.start = {"A": (0, 0, 9, 9), "B": (11, 0, 20, 9)}
        self.fleet = {"A": [1, 2, 3, 4], "B": [1, 2, 3, 4]}
        self.ships = {}  # (player, class, id) -> Ship
        self.reefs = set()
        self.expected = "A"

    def on_board(self, y, x):
        return 0 <= y < self.rows and 0 <= x < self.cols

    def in_start(self, player, y, x):
        top, left, bottom, right = self.start[player]
        return top <= y <= bottom and left <= x <= right

    def too_close(self, ship, except_for=None):
        """Whether a field of another ship is one of the ship's fields or touches one."""
        near = {(y + dy, x + dx) for y, x in ship.fields() for dy in (-1, 0, 1) for dx in (-1, 0, 1)}
        others = (other for other in self.ships.values() if other is not except_for)
        return any(field in near for other in others for field in other.fields())

    def check_name(self, player, kind, number):
        if (player, kind, number) in self.ships:
            raise Invalid("SHIP ALREADY PRESENT")
        if not 0 <= number < self.fleet[player][CLASSES.index(kind)]:
            raise Invalid("ALL SHIPS OF THE CLASS ALREADY SET")

    def check_water(self, ship, except_for=None):
        if any(field in self.reefs for field in ship.fields()):
            raise Invalid("PLACING SHIP ON REEF")
        if self.too_close(ship, except_for):
            raise Invalid("PLACING SHIP TOO CLOSE TO OTHER SHIP")

    def parts(self, player):
        return sum(sum(ship.healthy) for (owner, _, _), ship in self.ships.items() if owner == player)


# For each command, the kinds of its arguments and the function that carries it out.
STATE, PLAYER = {}, {}


ints = object()  # as many numbers as follow on the line


def command(table, name, *arguments):
    def register(function):
        table[name] = (arguments, function)
        return function

    return register


@command(PLAYER, "PLACE_SHIP", int, int, str, int, str)
def place_ship(game, player, y, x, heading, number, kind):
    ship = Ship(y, x, heading, kind)
    if not all(game.on_board(*field) and game.in_start(player, *field) for field in ship.fields()):
        raise Invalid("NOT IN STARTING POSITION")
    game.check_name(player, kind, number)
    game.check_water(ship)
    game.ships[player, kind, number] = ship


@command(STATE, "PRINT", int)
def print_board(game, _, detail):
    if detail != 0:
        cannot_read("`PRINT 1`")
    if game.rows * game.cols > 10**9:
        raise Invalid("BOARD IS TOO LARGE TO PRINT")
    sea = [[" "] * game.cols for _ in range(game.rows)]
    for ship in game.ships.values():
        for (y, x), healthy in zip(ship.fields(), ship.healthy):
            sea[y][x] = "+" if healthy else "x"
    for y, x in game.reefs:
        sea[y][x] = "#"
    for row in sea:
        print("".join(row))
    print(f"PARTS REMAINING:: A : {game.parts('A')} B : {game.parts('B')}")


def other(player):
    return "B" if player == "A" else "A"


class Words:
    """The words of a script in order, each with the number of its line."""

    def __init__(self, text):
        lines = (line.split("#")[0] for line in text.split("\n"))
        self.words = [(number, word) for number, line in enumerate(lines, 1) for word in line.split()]
        self.at = 0

    def next(self):
        """The next word, or nothing at the end."""
        self.at += 1
        return self.words[self.at - 1][1] if self.at <= len(self.words) else None

    def argument(self, kind):
        """The next word, read as a number or kept as it is."""
        word = self.next()
        if word is None:
            cannot_read("a command without its last arguments")
        try:
            return kind(word)
        except ValueError:
            cannot_read(f"{self.place()} as a number")

    def place(self):
        line, word = self.words[min(self.at, len(self.words)) - 1]
        return f"`{word}` in line {line}"

    def skip_line(self):
        """Skips the other words on the line of the last word."""
        line = self.words[self.at - 1][0]
        while self.at < len(self.words) and self.words[self.at][0] == line:
            self.at += 1

    def number_follows(self):
        """Whether the next word is a number and on the same line as the last word."""
        line, word = self.words[self.at] if self.at < len(self.words) else (None, "")
        return line == self.words[self.at - 1][0] and word.lstrip("+-").isdigit()


def run(text, end_of_turn=lambda game, player: None):
    """Runs a script. A tag opens a group, and the same tag closes it."""
    game, group, words = Game(), None, Words(text)
    while (word := words.next()) is not None:
        if word == "[state]":
            group = None if group == "state" else "state"
        elif word in ("[playerA]", "[playerB]"):
            player = word[7]
            if player == group:
                group, game.expected = None, other(player)
                end_of_turn(game, player)
            elif group in ("A", "B") or player != game.expected:
                refuse(f"{word} ", "THE OTHER PLAYER EXPECTED")
            else:
                group = player
                game.turn = {}  # what the player's ships have done in this turn
        elif group is None and word not in {**STATE, **PLAYER}:
            words.skip_line()
        else:
            carry_out(game, group, word, words)
    if group in ("A", "B"):
        end_of_turn(game, group)


def carry_out(game, group, word, words):
    """Reads the arguments of a command, and carries it out."""
    table = {"state": STATE, "A": PLAYER, "B": PLAYER}.get(group, {})
    if word not in table:
        cannot_read(words.place())
    arguments, function = table[word]
    values = [words.argument(kind) for kind in arguments if kind is not ints]
    if ints in arguments:
        while words.number_follows():
            values.append(int(words.next()))
    try:
        function(game, group, *values)
    except Invalid as reason:
        refuse(" ".join([word, *map(str, values)]), reason)


def refuse(text, reason):
    print(f'INVALID OPERATION "{text}": {reason}')
    sys.exit(1)


def cannot_read(what):
    print(f"error: this program does not read {what}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    run(sys.stdin.read())
