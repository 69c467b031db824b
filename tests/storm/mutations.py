"""
Faults put into the program by hand, which the storm has to find.

Each replaces a text in one file of a copy of the program. The copy is then played with one
seed after the other, until something is wrong (`hunt`).
"""

from __future__ import annotations

from typing import NamedTuple


class Mutation(NamedTuple):
    """
    A change for the worse.

    Attributes:
        game: the game in which it shows.
        weather: kinds of faults that replace those of the seed, each with the machine that it
            affects; "" keeps the seed's faults.
        cheat: how somebody has to cheat for it to show; "" for whatever the seed says.
    """

    what: str
    path: str
    old: str
    new: str
    game: str = "short"
    weather: str = ""
    cheat: str = ""


MUTATIONS = (
    Mutation(
        "a seat's signatures aren't synced to disk",
        "client/table/memory.py",
        "                data, end = data[written:], end + written\n"
        "            os.fsync(self._file)\n",
        "                data, end = data[written:], end + written\n",
    ),
    Mutation(
        "the folder that contains a seat's file isn't synced to disk",
        "client/table/memory.py",
        "            sync_folder(self._path.parent)\n",
        "",
    ),
    Mutation(
        "a seat's signatures aren't written to a file",
        "client/table/signed.py",
        "        self._store.remember(memory)\n",
        "",
    ),
    Mutation(
        "a truncated record is treated as damage",
        "client/table/memory.py",
        "        if end > len(view) or not any(view[end - _SUM :]):\n"
        "            return\n",
        "        if end > len(view) or not any(view[end - _SUM :]):\n"
        "            raise damage\n",
        weather="guest:fails",
    ),
    Mutation(
        "zeros after the last record are treated as damage",
        "client/table/memory.py",
        "while at + _HEAD <= len(view) and any(view[at:]):",
        "while at + _HEAD <= len(view):",
        weather="guest:fails",
    ),
    Mutation(
        "half a record remains in the file when the disk fills up",
        "client/table/memory.py",
        "            os.ftruncate(self._file, self._end)\n            raise\n"
        "        self._end = end\n",
        "            self._end = end\n            raise\n        self._end = end\n",
        weather="guest:full guest:kill",
    ),
    Mutation(
        "after a crash, a seat draws new secrets for the same phase",
        "client/table/seat.py",
        "        memory = self._signed.recall(number)\n"
        "        if memory is not None:\n",
        "        memory = None\n        if memory is not None:\n",
        weather="guest:dies",
    ),
    Mutation(
        "a seat that has opened a ballot doesn't answer another ballot on a closed phase",
        "client/table/seat.py",
        "if self._may_vote_on(phase) and ballot in self.unanswered",
        "if self.may_vote and ballot in self.unanswered",
        weather="guest:part guest:part house:fails guest:sleep",
    ),
    Mutation(
        "more than half of a table's seats can't go on without the others",
        "net/log/electorate.py",
        "        return 2 * count > len(self.seats)\n",
        "        return count == len(self.seats)\n",
    ),
    Mutation(
        "a client that reconnects doesn't repeat messages that the host has missed",
        "client/table/session.py",
        "            self._making_up.begin()\n        else:\n",
        "            pass\n        else:\n",
    ),
    Mutation(
        "a client that reconnects doesn't request the log",
        "client/table/session.py",
        "        self._ask_for_log()\n        self._say_what_we_have(game)\n",
        "        self._say_what_we_have(game)\n",
    ),
    Mutation(
        "a client doesn't retry a refused connection",
        "client/table/endpoint.py",
        "            self._later(address, self._endpoint.again_after(tries))\n",
        "",
    ),
    Mutation(
        "a session isn't informed that its connection is lost",
        "client/table/link.py",
        "                self.session.connection_lost()\n",
        "                pass\n",
    ),
    Mutation(
        "a host doesn't write its journal",
        "host/gamefiles.py",
        "            journal.append(new)\n",
        "            journal.position += len(new)\n",
    ),
    Mutation(
        "a host sends entries that it couldn't write to its journal",
        "host/gamefiles.py",
        '        self.halted = "" if error is None else make_line(',
        '        self.halted = "" if error is error else make_line(',
        weather="house:full house:locked house:kill",
    ),
    Mutation(
        "a host never retries a failed write",
        "host/gamefiles.py",
        "            self.retry_at = None if error is None else now + RETRY_PATIENCE\n",
        "            self.retry_at = None\n",
        weather="house:full house:locked",
    ),
    Mutation(
        "proofs aren't checked",
        "net/sealed/equations.py",
        "        return _total(equations, draw, group, workers) == IDENTITY\n",
        "        return True\n",
        cheat="lies",
    ),
    Mutation(
        "a client doesn't encrypt a backup before sending it to the host",
        "client/table/backup.py",
        "        box = backups.seal(kept, seed, gid, self._entropy(boxes.NONCE_SIZE))\n",
        "        box = kept.identity.seed + kept.told\n",
    ),
    Mutation(
        "a seat's secrets stay on its disk after the game",
        "client/table/game.py",
        "            seat.forget()\n            self._player.told(\n",
        "            self._player.told(\n",
    ),
    Mutation(
        "programs don't recheck how long a player has been silent",
        "client/table/voting.py",
        "            self._timer = self._clock.callLater(later, self._tick)\n",
        "            pass\n",
        weather="guest:gone guest:kill",
    ),
    Mutation(
        "programs never decide by themselves to go on without a player",
        "client/table/voting.py",
        "        if not self._player.is_program or now - self._opened < self._patience.of_bots:\n",
        "        if True:\n",
        weather="guest:gone",
    ),
    Mutation(
        "a host loses its last entry when it restarts",
        "net/log/journal.py",
        "    return KeptJournal(head, tuple(wires), tuple(ends), why)\n",
        "    return KeptJournal(head, tuple(wires[:-1]), tuple(ends[:-1]), why)\n",
        weather="house:kill house:dies",
    ),
    Mutation(
        "a truncated journal is treated as damaged",
        "net/log/journal.py",
        "    except BreaksOff:\n        pass\n    except Damaged",
        "    except Damaged",
        weather="house:dies",
    ),
    Mutation(
        "the journal of a new game isn't synced to disk",
        "host/journal.py",
        "            os.fsync(file.fileno())\n            sync_folder(path.parent)\n        except",
        "        except",
        weather="house:power house:fails",
    ),
    Mutation(
        "a host doesn't look for its games when it restarts",
        "host/journal.py",
        'self.folder.glob("*.journal"), key=_age)[:most]:',
        'self.folder.glob("*.journal"), key=_age)[1:most]:',
        weather="house:kill",
    ),
    Mutation(
        "a client that arrives late doesn't receive the state of the table",
        "host/publisher.py",
        "            table.phase.came(peer.identity)\n        self.change(table)\n",
        "            table.phase.came(peer.identity)\n",
    ),
    Mutation(
        "a ballot is carried although one answer is missing",
        "net/log/ballots.py",
        "if len(self.votes) == len(self.voters) else",
        "if len(self.votes) >= len(self.voters) - 1 else",
        weather="guest:part guest:kill",
    ),
    Mutation(
        "a no in a ballot counts as a yes",
        "net/log/ballots.py",
        "        if not all(self.votes.values()):\n            return Status.VOID\n",
        "",
        weather="guest:part guest:sleep",
    ),
    Mutation(
        "a player who signs two versions of an entry isn't found guilty",
        "net/log/phases.py",
        "            return Equivocation.of(self._keys[seat], before, entry)\n",
        "            return Known(envelope)\n",
        cheat="signs twice",
    ),
    Mutation(
        "the second version of an entry replaces the first version",
        "net/log/phases.py",
        "        if before is not None:\n",
        "        if before is not None and before.wire.env == entry.wire.env:\n",
        cheat="signs twice",
    ),
    Mutation(
        "a backup is filed under the seed that opens it",
        "client/table/backup.py",
        "seed.backup_tag(gid), box",
        "seat.seed, box",
    ),
    Mutation(
        "a client doesn't notice a dead connection",
        "net/wire.py",
        "                self._when_silent(self._patience, self._is_gone)\n",
        "",
    ),
    Mutation(
        "signatures aren't checked",
        "net/log/phases.py",
        "        if not entry.is_signed_by(self._keys[envelope.seat]):\n",
        "        if False:\n",
        cheat="the host garbles",
    ),
    Mutation(
        "a host doesn't announce who is absent",
        "host/server.py",
        "                table.phase.went(peer.identity)\n",
        "                pass\n",
        weather="guest:gone guest:kill",
    ),
    Mutation(
        "half of a table's seats can remove the other half",
        "net/log/electorate.py",
        "        return 2 * count > len(self.seats)\n",
        "        return 2 * count >= len(self.seats)\n",
        weather="guest:gone guest:sleep guest:part",
    ),
    Mutation(
        "a restarted client trusts earlier checks up to its last message",
        "client/table/checked.py",
        "        return phase < before and",
        "        return phase <= before + 5 and",
        cheat="lies",
    ),
    Mutation(
        "the time for a choice never runs out",
        "host/clocks.py",
        "        return min((self._at + it for it in left if it), default=None)\n",
        "        return None\n",
        weather="guest:leaves",
    ),
    Mutation(
        "the log of a running game is treated as an old log",
        "client/storage/gamelog.py",
        "        if path == kept:\n            continue\n",
        "",
    ),
    Mutation(
        "a program never agrees to a ballot about a player who is present",
        "client/table/voting.py",
        "        return True if agreed_at is not None and now >= agreed_at else None\n",
        "        return None\n",
        cheat="falls silent",
    ),
)
