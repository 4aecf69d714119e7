"""The error that is also one of the system."""

from ._native import Error


class TableError(Error, OSError):
    """A table that cannot be read or written.

    >>> import yahtzee
    >>> try:
    ...     yahtzee.Table.load("hasbro", "no-such-file.yzt")
    ... except OSError as error:
    ...     print(type(error).__name__)
    TableError
    """


TableError.__module__ = "yahtzee"
