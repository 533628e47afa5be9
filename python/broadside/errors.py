"""The exceptions. Exceptions about scripts give the place of the mistake."""

from __future__ import annotations

from typing import Optional, Tuple

__all__ = [
    "BroadsideError",
    "IllegalOrder",
    "InvalidOperation",
    "ProgramError",
    "ScriptError",
]


class BroadsideError(Exception):
    """The base of all exceptions of this package."""


class ScriptError(BroadsideError):
    """The text is not a script, or not an order: something else was expected at a place."""

    message: str
    #: The line, from 1.
    line: int
    #: The column, from 1, in characters.
    column: int
    #: The line of the script.
    source: str
    #: The words that are allowed at this place; empty if a number or a name is expected.
    expected: Tuple[str, ...]
    #: The word at this place; ``None`` at the end.
    found: Optional[str]
    #: How to fix the mistake.
    help: Optional[str]

    def __init__(
        self,
        message: str,
        line: int,
        column: int,
        source: str,
        expected: Tuple[str, ...],
        found: Optional[str],
        help: Optional[str],
    ) -> None:
        super().__init__(message, line, column, source, expected, found, help)
        self.message, self.line, self.column = message, line, column
        self.source, self.expected, self.found, self.help = source, expected, found, help

    def __str__(self) -> str:
        text = f"line {self.line}, column {self.column}: {self.message}"
        return f"{text} ({self.help})" if self.help else text


class InvalidOperation(BroadsideError):
    """A command that is not allowed now. The game stays as it was before the text with this command."""

    message: str
    #: The line, from 1.
    line: int
    #: The column, from 1, in characters.
    column: int
    #: The line of the script.
    source: str
    #: The command, as the language echoes it.
    command: str
    #: The reason, in the words of the language: ``PLACING SHIP ON REEF``.
    reason: str
    #: How to fix the mistake.
    help: str

    def __init__(
        self, message: str, line: int, column: int, source: str, command: str, reason: str, help: str
    ) -> None:
        super().__init__(message, line, column, source, command, reason, help)
        self.message, self.line, self.column, self.source = message, line, column, source
        self.command, self.reason, self.help = command, reason, help

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.message} ({self.help})"


class IllegalOrder(BroadsideError):
    """An order that is not allowed now."""

    #: The order.
    order: str
    #: The reason, in the words of the language.
    reason: str

    def __init__(self, order: str, reason: str) -> None:
        super().__init__(order, reason)
        self.order, self.reason = order, reason

    def __str__(self) -> str:
        return f"{self.order}: {self.reason}"


class ProgramError(BroadsideError):
    """The program ``broadside`` was not found, or it failed."""

    #: The exit status of the program; ``None`` if it was not run.
    code: Optional[int]

    def __init__(self, message: str, code: Optional[int] = None) -> None:
        super().__init__(message, code)
        self.message, self.code = message, code

    def __str__(self) -> str:
        return self.message
