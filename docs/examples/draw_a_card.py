"""Draw a card in the terminal, and write its picture to a file."""

from pathlib import Path

from sealed_wonders import cards

card = cards()["academy"]
print(card.text(36))
print(cards(lang="fr")["academy"].text(36))
Path("academy.svg").write_text(card.svg, encoding="utf-8", newline="\n")
