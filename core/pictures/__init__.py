"""
Pictures of cards, drawn from the data alone: the parts that all games share.

A picture is SVG text, and a pure function of the catalogue and a language. It is the
same on every machine and needs no fonts, files or URLs, so it can be used by itself or
many times on one page. The code is in `core` because both client and host show
pictures. Each game's package has a module `pictures` next to its catalogue. The rules
don't use pictures, and no other module of `core` imports this package.

As on screens, nothing is conveyed by colour alone: each colour of cards has a sign,
which is also used in terminals, and each good and symbol has a shape.
"""
