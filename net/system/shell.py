"""
How something is typed: what a shell takes for one word, and how a variable is set for a command.
"""

from __future__ import annotations

import os
import shlex
import subprocess


def quoted(word: str) -> str:
    """Give a word as the shell of this system takes it."""
    if os.name == "nt":
        return subprocess.list2cmdline([word])
    return shlex.quote(word)


def with_folder(variable: str, folder: str, command: str) -> str:
    """
    Give a command for which a variable names a folder of one's own.

    Args:
        folder: its name, within the folder of the account.
    """
    if os.name == "nt":
        return f'set "{variable}=%USERPROFILE%\\{folder}" & {command}'
    return f"{variable}=~/{folder} {command}"
