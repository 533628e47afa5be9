from typing import Any, List, Optional, Tuple, Union

import numpy as np
import numpy.typing as npt
from typing_extensions import Self

__version__: str

Ship = Tuple[str, int, Tuple[int, int], str, List[bool]]
Fields = List[Tuple[int, int]]

class Outcome:
    """How a run has ended."""

    @property
    def output(self) -> str:
        """All that the script printed."""
    @property
    def status(self) -> int:
        """The exit status of ``broadside run``: 0 at the end or after a victory, 1 invalid operation, 2 syntax error."""
    @property
    def winner(self) -> Optional[str]:
        """``A`` or ``B``, if one has won."""
    @property
    def problem(self) -> Optional[Exception]:
        """The ``InvalidOperation`` or ``ScriptError`` that stopped the run."""
    def checked(self) -> Self:
        """Raises ``problem``, if there is one; else returns the outcome itself."""

class Problem:
    """An error or a warning about a place in a script."""

    @property
    def line(self) -> int:
        """The line, from 1."""
    @property
    def column(self) -> int:
        """The column, from 1, in characters."""
    @property
    def is_error(self) -> bool:
        """Whether ``broadside run`` stops here. Otherwise the problem is a warning."""
    @property
    def message(self) -> str:
        """What is wrong."""
    @property
    def help(self) -> Optional[str]:
        """Advice on how to correct the script."""

def run(script: Union[str, bytes]) -> Outcome:
    """Runs a script as ``broadside run`` does. Ctrl-C ends a long run with ``KeyboardInterrupt``."""

def check(script: Union[str, bytes]) -> List[Problem]:
    """All that ``broadside check`` says about a script, in the order of its lines."""

def format(script: Union[str, bytes]) -> str:
    """The canonical form of a script, as ``broadside fmt`` writes it.

    :raises ScriptError: if the text is not a script.
    """

class Order:
    """An order of a player: ``Order("SHOOT 3 4")``. All functions that take an order also take its text.

    :raises ScriptError: if the text is not an order.
    """

    def __new__(cls, text: str) -> Self: ...
    @property
    def kind(self) -> str:
        """``place``, ``shoot``, ``move`` or ``spy``."""
    @property
    def ship(self) -> Optional[Tuple[str, int]]:
        """The ship it names, as class and number: ``("DES", 0)``. ``None`` for a basic shot."""
    @property
    def field(self) -> Optional[Tuple[int, int]]:
        """Row and column of the order's field: a target, or the bow of a new ship."""
    @property
    def heading(self) -> Optional[str]:
        """``N``, ``E``, ``S`` or ``W`` for a new ship."""
    @property
    def manoeuvre(self) -> Optional[str]:
        """``F``, ``L`` or ``R`` for a move."""
    def __hash__(self) -> int: ...

class Game:
    """A game of the Ships language, driven by scripts or by single orders.

    A method that raises an exception does not change the game. Games can be compared and copied.

    :param script: a script that is fed first.
    """

    def __new__(cls, script: Union[str, bytes, None] = None) -> Self: ...
    def feed(self, text: Union[str, bytes]) -> str:
        """Reads lines of a script, carries them out and returns what they print.

        :raises ScriptError: if the text is not a script.
        :raises InvalidOperation: if a command may not be carried out.
        """
    def open_turn(self) -> None:
        """Opens the turn of the player who is expected."""
    def order(self, order: Union[Order, str]) -> None:
        """Carries out an order of the player whose turn is open.

        :raises IllegalOrder: if it may not be given now.
        """
    def end_turn(self) -> Optional[str]:
        """Ends the open turn. Returns the winner, ``A`` or ``B``, if the turn ends the game."""
    def check(self, order: Union[Order, str]) -> Optional[str]:
        """Why an order may not be given now, in the words of the language; ``None`` if it may."""
    def legal_orders(self) -> List[Order]:
        """All orders that the player may give now. Of the missing ships, only the next one of each class can be placed."""
    def view(self, side_name: str) -> npt.NDArray[np.int8]:
        """What a side sees: an array of shape ``(7, rows, cols)``, see :data:`broadside.PLANES`."""
    def picture(self, side_name: Optional[str] = None, *, extended: bool = False) -> str:
        """The picture that ``PRINT`` draws of the whole board, or for a side."""
    def save(self) -> str:
        """A script that sets up the game."""
    def copy(self) -> Self:
        """A copy of the game. Changes of one game do not change the other."""
    def ai_turn(self) -> str:
        """The turn of the language's AI for the player who is expected, as a group to feed."""
    @property
    def expected(self) -> str:
        """``A`` or ``B``: who is to move."""
    @property
    def moving(self) -> Optional[str]:
        """``A`` or ``B``: whose turn is open."""
    @property
    def winner(self) -> Optional[str]:
        """``A`` or ``B``, once one has won."""
    @property
    def shape(self) -> Tuple[int, int]:
        """Rows and columns of the board."""
    @property
    def parts(self) -> Tuple[int, int]:
        """How many healthy segments A and B have."""
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...

class Briefing:
    """All that one side knows when it is to move, and nothing else.

    Ships are tuples of class, number, row and column of the bow, heading, and for each segment from the bow on
    whether it is healthy.
    """

    @property
    def side(self) -> str:
        """``A`` or ``B``."""
    @property
    def turn(self) -> int:
        """The number of this turn among the turns of the side, from 1."""
    @property
    def seed(self) -> int:
        """A seed for the player's own random numbers, below 2**53. With it, the player can play the same match again."""
    @property
    def shape(self) -> Tuple[int, int]:
        """Rows and columns of the board."""
    @property
    def is_extended(self) -> bool:
        """Whether cannons have a range and engines can fail (``EXTENDED_SHIPS``)."""
    @property
    def is_complete(self) -> bool:
        """Whether all ships of both fleets are on the board, so that shots are allowed."""
    @property
    def own(self) -> List[Ship]:
        """The ships of this side that are on the board."""
    @property
    def in_view(self) -> List[Ship]:
        """The ships of the other side that are in full view."""
    @property
    def seen(self) -> List[Tuple[int, int, str]]:
        """The segments of the other side in sight: row, column, and the sign of ``PRINT 1``."""
    @property
    def notes(self) -> List[str]:
        """What the side was told in all its turns, as lines such as ``HIT 3 4``."""
    @property
    def missing(self) -> List[Tuple[str, int]]:
        """How many ships of each class the own side has still to place."""
    @property
    def start(self) -> Tuple[int, int, int, int]:
        """Where the own side may place ships: top, left, bottom and right, all included."""
    def view(self) -> npt.NDArray[np.int8]:
        """What the side sees and was told: an array of shape ``(7, rows, cols)``, see :data:`broadside.PLANES`."""
    def placements(self) -> List[Order]:
        """Places for all missing ships, drawn at random."""
    def sketch(self) -> Game:
        """The game as the side knows it, for trying orders. It is the side's turn."""
    def guess(self, number: int = 0) -> Game:
        """A game that may be the true one: what the side does not see is drawn at random, as notes and rules allow."""
    def script(self) -> str:
        """The script that ``broadside match`` hands to programs under fog."""
    def legal_orders(self, number: int = 0) -> List[Order]:
        """All orders that may come first in this turn, judged in the game ``guess(number)``."""

class Chart:
    """What one side knows of a hidden fleet of straight ships."""

    @property
    def shape(self) -> Tuple[int, int]:
        """Rows and columns."""
    @property
    def lengths(self) -> List[int]:
        """The lengths of all ships, sunk ones too."""
    @property
    def afloat(self) -> List[bool]:
        """For each ship, whether it is afloat."""
    @property
    def seed(self) -> int:
        """A seed for the gunner's own random numbers; below 2**53."""
    def open_cells(self) -> Fields:
        """The cells worth a shot, row by row."""
    def cells(self) -> npt.NDArray[np.int8]:
        """The cells as signs, of shape ``(rows, cols)``: 0 not shot at, 1 a miss, 2 a hit."""
    def at(self, row: int, col: int) -> Optional[int]:
        """What a shot has found there: 0 not shot at, 1 a miss, 2 a hit; ``None`` outside the board."""

class Knowledge:
    """All that one side of arsenal knows when it is to move."""

    @property
    def chart(self) -> Chart:
        """The shots of this side, with their results."""
    @property
    def incoming(self) -> Fields:
        """The cells of this side's grid that the other side has shot at."""
    @property
    def artillery(self) -> bool:
        """Whether artillery is open in this turn."""
    @property
    def torpedo(self) -> bool:
        """Whether the torpedo is open in this turn."""
    @property
    def sweeps(self) -> int:
        """Radar sweeps left."""
    @property
    def screens(self) -> int:
        """Smoke screens left."""
    @property
    def enemy_screens(self) -> int:
        """How many smoke screens the other side has laid."""
    @property
    def seed(self) -> int:
        """A seed for the captain's own random numbers; below 2**53."""
    @property
    def shots(self) -> List[str]:
        """The moves that shoot at something new: torpedo, artillery, then fire."""

class Fleets:
    """Hidden fleets on boards of the same size, all shot at in each step; for :mod:`broadside.env`."""

    def __new__(cls, rows: int, cols: int, lengths: List[int], games: int) -> Self: ...
    def reset(self, seed: int) -> None: ...
    def reset_some(self, marked: npt.NDArray[np.bool_]) -> None: ...
    def step(
        self, shots: npt.NDArray[np.int64]
    ) -> Tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.int8]]: ...
    def signs(self) -> npt.NDArray[np.int8]: ...
    def afloat(self) -> npt.NDArray[np.int8]: ...

class ArsenalGame:
    """A game of arsenal with numbered moves; for :mod:`broadside.env`."""

    def __new__(cls, seed: int) -> Self: ...
    def words(self, number: int) -> str: ...
    @property
    def mover(self) -> int: ...
    @property
    def winner(self) -> Optional[int]: ...
    def hits(self, number: int) -> int: ...
    def play(self, number: int) -> None: ...
    def mask(self, number: int) -> npt.NDArray[np.int8]: ...
    def planes(self, number: int) -> npt.NDArray[np.int8]: ...
    def facts(self, number: int) -> npt.NDArray[np.float32]: ...

class ShipsGame:
    """A fogged game of Ships with numbered orders; for :mod:`broadside.env`."""

    def __new__(cls, setup: str, seed: int, max_turns: int, no_progress: int) -> Self: ...
    @property
    def count(self) -> int: ...
    def words(self, number: int) -> str: ...
    @property
    def shape(self) -> Tuple[int, int]: ...
    @property
    def mover(self) -> int: ...
    @property
    def ending(self) -> Optional[str]: ...
    @property
    def winner(self) -> Optional[int]: ...
    def play(self, number: int) -> bool: ...
    def mask(self, number: int) -> npt.NDArray[np.int8]: ...
    def view(self) -> npt.NDArray[np.int8]: ...

def play_match(
    engines: List[Tuple[str, Any]],
    games: int,
    seed_value: int,
    setup_text: str,
    on_fault_word: str,
    max_turns: int,
    no_progress: int,
    threads: int,
) -> Tuple[str, List[Tuple[str, str]]]: ...
def play_targeting(
    gunners: List[Tuple[str, Any]],
    games: int,
    rows: int,
    cols: int,
    fleet: List[int],
    seed_value: int,
    threads: int,
) -> str: ...
def play_duel(
    one: Tuple[str, Any], other: Tuple[str, Any], games: int, seed_value: int, threads: int
) -> str: ...
