"""Base of the boxes with a list, from which one entry is chosen."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from sealed_wonders.client.terminal.screens.box import Box
from sealed_wonders.client.terminal.screens.listing import Listing, ListItem
from sealed_wonders.client.terminal.stack import Stack


class ListBox(Box):
    """
    Box with a list.

    Attributes:
        listing: the cursor.
    """

    stays = True
    asks = True

    def __init__(self, stack: Stack, listing: Listing) -> None:
        super().__init__(stack)
        self.listing = listing

    @abstractmethod
    def entries(self) -> Sequence[ListItem]:
        """Return the entries; there may be none at the moment."""

    @property
    def more_actions(self) -> Sequence[str]:
        return self.listing.actions(self.entries())

    @property
    def called(self) -> Mapping[str, str]:
        entries = self.entries()
        return {**super().called, **(self.listing.called(entries) if entries else {})}

    def act(self, action: str) -> bool:
        entries = self.entries()
        if entries and self.listing.act(action, entries):
            return True
        return super().act(action)
