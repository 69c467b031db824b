"""Shell syntax: quoting a word, and setting a variable for a command."""

from __future__ import annotations

import os
import shlex
import subprocess


class ShellLine(str):
    """A command to be copied into a shell, which no terminal should wrap."""

    __slots__ = ()


def quoted(word: str) -> str:
    if os.name == "nt":
        return subprocess.list2cmdline([word])
    return shlex.quote(word)


def with_folder(variable: str, folder: str, command: str) -> str:
    """
    Return a command with a variable set to a folder in the home directory.

    Args:
        folder: its name in the home directory.
    """
    if os.name == "nt":
        return f'set "{variable}=%USERPROFILE%\\{folder}" & {command}'
    return f"{variable}=~/{folder} {command}"
