"""
Sentences of click that our users see, for the translation catalogues.

Click looks them up itself in the catalogue it is given; here they are only listed.
"""

from __future__ import annotations

from sealed_wonders.net.words import marked, n_

SENTENCES = (
    marked("Usage:"),
    marked("Options"),
    marked("Commands"),
    marked("Show this message and exit."),
    marked("Show the version and exit."),
    marked("default: {default}"),
    marked("required"),
    marked("Missing command."),
    marked("Missing argument"),
    marked("Missing option"),
    marked("No such option {name!r}."),
    marked("No such command {name!r}."),
    marked("Option {name!r} does not take a value."),
    marked("Invalid value: {message}"),
    marked("Invalid value for {param_hint}: {message}"),
    marked("{name} {filename!r} does not exist."),
    marked("{name} {filename!r} is a directory."),
    marked("{name} {filename!r} is a file."),
    marked("{name} {filename!r} is not readable."),
    marked("file"),
    marked("directory"),
    marked("path"),
    marked("TEXT"),
    marked("INTEGER RANGE"),
)


def counted(n: int) -> tuple[str, ...]:
    """Return the sentences that contain a number."""
    return (
        n_(
            "Got unexpected extra argument ({args})",
            "Got unexpected extra arguments ({args})",
            n,
        ),
        n_(
            "Option {name!r} requires an argument.",
            "Option {name!r} requires {nargs} arguments.",
            n,
        ),
        n_(
            "{value!r} is not {choice}.",
            "{value!r} is not one of {choices}.",
            n,
        ),
        n_("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)", n),
    )
