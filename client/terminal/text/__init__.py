"""
Everything the line mode says, in the language that was chosen.

One function for each sentence, in modules by what it is about, and all of them here.
Sentences are made to be listened to: whole words, the most important one first, nothing
that depends on where on a screen it stands. A sentence is translated as a whole, so
there is one for whoever reads it and one for anybody else.

A person is given by name; None is whoever reads it.
"""

from sealed_wonders.client.terminal.text.cards import *
from sealed_wonders.client.terminal.text.choice import *
from sealed_wonders.client.terminal.text.city import *
from sealed_wonders.client.terminal.text.edifices import *
from sealed_wonders.client.terminal.text.hands import *
from sealed_wonders.client.terminal.text.leaders import *
from sealed_wonders.client.terminal.text.lobby import *
from sealed_wonders.client.terminal.text.parting import *
from sealed_wonders.client.terminal.text.prices import *
from sealed_wonders.client.terminal.text.recruiting import *
from sealed_wonders.client.terminal.text.story import *
from sealed_wonders.client.terminal.text.typed import *
from sealed_wonders.client.terminal.text.waits import *
from sealed_wonders.client.terminal.text.words import *
