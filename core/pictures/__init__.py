"""
Pictures of cards, made from the data alone: what the pictures of all games are made of.

A picture is a text of SVG, and a pure function of the catalogue and a language: the same
on every machine, without a font, a file or an address of its own, so that it can stand
alone, in a page, or many times on one. It is here because both programs show it, and what
both have of a game is in its package: each has a module `pictures` beside its catalogue.
Rules know nothing of it, and no other module of `core` imports it.

As on screens, nothing is told by colour alone: each colour of cards has a sign, the one
that terminals draw, and each good and symbol a shape.
"""
