"""Check a log, and say who built what in the last two turns, and who won."""

import sys

from sealed_wonders import cards, read_log

log = read_log(sys.argv[1])
print(f"{log.verdict.value}: {log.entries} entries; {', '.join(log.players)}")
named = cards(log.game)
for turn in log.turns[-2:]:
    for event in turn.events:
        if event["is"] == "played" and event["use"] == "build":
            age, number = turn.at
            player = log.players[event["seat"]]
            print(
                f"age {age}, turn {number}: {player} built {named[event['card']].name}"
            )
if log.sheet is not None:
    for seat in log.sheet.winners:
        print(f"{log.players[seat]} won with {log.sheet.rows[seat][-1]} points")
