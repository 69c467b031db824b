"""
Faults put into the program by hand, to see that the storm finds them.

Each is a text that is replaced in one file of a copy of the program; the copy is then played
with, from one seed after the other, until something is wrong (`hunt`).
"""

from __future__ import annotations

from typing import NamedTuple


class Mutation(NamedTuple):
    """
    A change for the worse.

    Attributes:
        game: at which it shows.
        weather: what goes wrong in each game, in the place of the seed's own faults: some
            kinds of it, each with whom it befalls; "" is as the seed has it.
        cheat: how somebody has to cheat for it to show; "" is whatever the seed has.
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
        "a seat's signatures aren't synced",
        "client/table/memory.py",
        "                data, end = data[written:], end + written\n"
        "            os.fsync(self._file)\n",
        "                data, end = data[written:], end + written\n",
    ),
    Mutation(
        "the folder of a seat's file isn't synced",
        "client/table/memory.py",
        "            sync_folder(self._path.parent)\n",
        "",
    ),
    Mutation(
        "a seat's signatures aren't written down",
        "client/table/signed.py",
        "        self._store.remember(memory)\n",
        "",
    ),
    Mutation(
        "a truncated record counts as damage",
        "client/table/memory.py",
        "        if end > len(view) or not any(view[end - _SUM :]):\n"
        "            return\n",
        "        if end > len(view) or not any(view[end - _SUM :]):\n"
        "            raise damage\n",
        weather="guest:fails",
    ),
    Mutation(
        "zeros after the last record count as damage",
        "client/table/memory.py",
        "while at + _HEAD <= len(view) and any(view[at:]):",
        "while at + _HEAD <= len(view):",
        weather="guest:fails",
    ),
    Mutation(
        "half a record is left behind when the disk fills up",
        "client/table/memory.py",
        "            os.ftruncate(self._file, self._end)\n            raise\n"
        "        self._end = end\n",
        "            self._end = end\n            raise\n        self._end = end\n",
        weather="guest:full guest:kill",
    ),
    Mutation(
        "a seat draws new secrets for a phase after a crash",
        "client/table/seat.py",
        "        memory = self._signed.recall(number)\n"
        "        if memory is not None:\n",
        "        memory = None\n        if memory is not None:\n",
        weather="guest:dies",
    ),
    Mutation(
        "a seat with an open ballot doesn't answer a ballot on a phase that was left",
        "client/table/seat.py",
        "if self._may_vote_on(phase) and ballot in self.unanswered",
        "if self.may_vote and ballot in self.unanswered",
        weather="guest:part guest:part house:fails guest:sleep",
    ),
    Mutation(
        "more than half of a table isn't enough to go on",
        "net/log/electorate.py",
        "        return 2 * count > len(self.seats)\n",
        "        return count == len(self.seats)\n",
    ),
    Mutation(
        "a new connection doesn't repeat unheard messages",
        "client/table/session.py",
        "            self._making_up.begin()\n        else:\n",
        "            pass\n        else:\n",
    ),
    Mutation(
        "a new connection doesn't request the log",
        "client/table/session.py",
        "        self._ask_for_log()\n        self._say_what_we_have(game)\n",
        "        self._say_what_we_have(game)\n",
    ),
    Mutation(
        "a refused connection isn't retried",
        "client/table/endpoint.py",
        "            self._later(address, self._endpoint.again_after(tries))\n",
        "",
    ),
    Mutation(
        "the session doesn't hear of a lost connection",
        "client/table/link.py",
        "                self.session.lost()\n",
        "                pass\n",
    ),
    Mutation(
        "a host doesn't write its journal",
        "host/tablerecord.py",
        "            self.journal.append(new)\n",
        "            self.journal.position += len(new)\n",
    ),
    Mutation(
        "a host sends entries that it couldn't write down",
        "host/tablerecord.py",
        '        self.halted = "" if error is None else make_line(',
        '        self.halted = "" if error is error else make_line(',
        weather="house:full house:locked house:kill",
    ),
    Mutation(
        "a host never retries a write",
        "host/tablerecord.py",
        "            self.retry_at = None if error is None else now + RETRY_PATIENCE\n",
        "            self.retry_at = None\n",
        weather="house:full house:locked",
    ),
    Mutation(
        "proofs of shares, keys and passed cards aren't checked",
        "net/sealed/proofs.py",
        '        raise BadProof(Sentence("{what}: the proof doesn\'t hold", what=what))\n',
        "        pass\n",
        cheat="lies",
    ),
    Mutation(
        "a backup isn't sealed before the host gets it",
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
        "nobody rechecks how long a player has been silent",
        "client/table/voting.py",
        "            self._timer = self._clock.callLater(later, self._tick)\n",
        "            pass\n",
        weather="guest:gone guest:kill",
    ),
    Mutation(
        "programs never go on without a player by themselves",
        "client/table/voting.py",
        "        if not self._player.is_program or now - self._opened < self._patience.of_bots:\n",
        "        if True:\n",
        weather="guest:gone",
    ),
    Mutation(
        "a restarted host has lost its last entry",
        "net/log/journal.py",
        "    return Kept(*head, tuple(wires), tuple(ends), why)\n",
        "    return Kept(*head, tuple(wires[:-1]), tuple(ends[:-1]), why)\n",
        weather="house:kill house:dies",
    ),
    Mutation(
        "a truncated journal counts as damaged",
        "net/log/journal.py",
        "    except BreaksOff:\n        pass\n    except Damaged",
        "    except Damaged",
        weather="house:dies",
    ),
    Mutation(
        "the journal of a new game isn't synced",
        "host/journal.py",
        "            os.fsync(file.fileno())\n            sync_folder(path.parent)\n        except",
        "        except",
        weather="house:power house:fails",
    ),
    Mutation(
        "a restarted host doesn't look for its games",
        "host/journal.py",
        'self.folder.glob("*.journal"), key=_age)[:most]:',
        'self.folder.glob("*.journal"), key=_age)[1:most]:',
        weather="house:kill",
    ),
    Mutation(
        "a latecomer doesn't get the state of the table",
        "host/publisher.py",
        "            record.table.came(peer.identity)\n        self.change(record)\n",
        "            record.table.came(peer.identity)\n",
    ),
    Mutation(
        "a ballot passes with one answer missing",
        "net/log/ballots.py",
        "if len(self.votes) == len(self.voters) else",
        "if len(self.votes) >= len(self.voters) - 1 else",
        weather="guest:part guest:kill",
    ),
    Mutation(
        "a no to a ballot counts as a yes",
        "net/log/ballots.py",
        "        if not all(self.votes.values()):\n            return Status.VOID\n",
        "",
        weather="guest:part guest:sleep",
    ),
    Mutation(
        "a player who signs two versions isn't convicted",
        "net/log/phases.py",
        "            return Equivocation.of(self._keys[seat], before, entry)\n",
        "            return Known(envelope)\n",
        cheat="signs twice",
    ),
    Mutation(
        "the second of two versions replaces the first",
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
        "a signature isn't checked",
        "net/log/phases.py",
        "        if not entry.is_signed_by(self._keys[envelope.seat]):\n",
        "        if False:\n",
        cheat="the host garbles",
    ),
    Mutation(
        "a host doesn't announce who is absent",
        "host/server.py",
        "                record.table.went(peer.identity)\n",
        "                pass\n",
        weather="guest:gone guest:kill",
    ),
    Mutation(
        "half of a table may remove the other half",
        "net/log/electorate.py",
        "        return 2 * count > len(self.seats)\n",
        "        return 2 * count >= len(self.seats)\n",
        weather="guest:gone guest:sleep guest:part",
    ),
    Mutation(
        "earlier checks are trusted up to our last message",
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
        "the log of a running game counts as an old one",
        "client/storage/gamelog.py",
        "        if path == kept:\n            continue\n",
        "",
    ),
    Mutation(
        "a program agrees to no ballot about a player who is present",
        "client/table/voting.py",
        "        return True if agreed_at is not None and now >= agreed_at else None\n",
        "        return None\n",
        cheat="falls silent",
    ),
)
