"""Play a game of 7 Wonders: always make the last legal move, against two bots."""

from sealed_wonders import OpenGame, strategy

game = OpenGame(players=3, seed="ten lines")
bots = {1: strategy("easy", "one"), 2: strategy("builder", "two")}
while not game.is_over:
    for seat in game.to_move:
        move = game.moves(seat)[-1]
        if seat in bots:
            move = bots[seat](game.state, seat, game.faces(seat))
        game.play(seat, move)
print(dict(zip(game.sheet.categories, game.sheet.rows[0], strict=True)))
print("won by", *game.sheet.winners)
