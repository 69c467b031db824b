"""
Error messages in the user's language.

`core` and `net` raise errors that carry a `Sentence`. The catalogue of translations
contains its template, and the system's reasons for failed file operations. Both
programs' command lines use this module; in a client, `client.reasons` calls it, and has
the words for a move or a message that was refused.
"""

from __future__ import annotations

import enum
import errno
from collections.abc import Callable, Mapping

from sealed_wonders.core.sentences import Sentence, plain, sentence_of
from sealed_wonders.net.words import LANGUAGES, _, language, marked

SYSTEM: Mapping[int, str] = {
    errno.EACCES: marked("Permission denied"),
    errno.EEXIST: marked("File exists"),
    errno.EIO: marked("Input/output error"),
    errno.EISDIR: marked("Is a directory"),
    errno.ENAMETOOLONG: marked("File name too long"),
    errno.ENOENT: marked("No such file or directory"),
    errno.ENOSPC: marked("No space left on device"),
    errno.ENOTDIR: marked("Not a directory"),
    errno.EROFS: marked("Read-only file system"),
}
"""
The system's English reasons why a file can't be used, as the C library words them.

They are only looked up in the catalogue of translations: in English, people read the
system's own words.
"""


def retold(reason: object, in_words: Callable[[enum.Enum], str] = plain) -> str:
    """
    Return an error's message in the current language.

    Args:
        reason: an error, its sentence, or a field of a sentence. Text stays unchanged.
        in_words: return the words for a member of an enumeration.
    """
    match reason:
        case OSError(errno=int(number), strerror=str(words)):
            is_english = language() == LANGUAGES[0]
            return words if is_english else _(SYSTEM.get(number, words))
        case BaseException():
            return retold(sentence_of(reason), in_words)
        case Sentence():
            fields = {
                name: retold(value, in_words) for name, value in reason.fields.items()
            }
            return _(reason.template).format(**fields)
        case enum.Enum():
            return in_words(reason)
        case tuple():
            return ", ".join(retold(it, in_words) for it in reason)
    return str(reason)
