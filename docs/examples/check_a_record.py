"""Write the record of a game, check it, change one number in it, and check it again."""

from sealed_wonders import OpenGame, RecordFault, check_record

game = OpenGame(players=3, seed="a record")
game.play_out(["builder", "builder", "easy"])
record = [line.encode() for line in game.record]
print(f"{check_record(record).lines} lines are right")

wrong = [line.replace(b'"coins": [2, ', b'"coins": [9, ') for line in record]
try:
    check_record(wrong)
except RecordFault as fault:
    print(f"line {fault.line}: {fault.detail}")
