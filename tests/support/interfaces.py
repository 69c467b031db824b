"""Machines whose networks appear and disappear as a test says."""

from __future__ import annotations

from sealed_wonders.net.discovery.ownaddresses import OwnAddress, Reach

LOOPBACK = (OwnAddress("127.0.0.1", 8, "lo", 1), OwnAddress("::1", 128, "lo", 1))
CABLE = OwnAddress("192.0.2.9", 24, "eth0", 2)
CABLE_LINK = OwnAddress("fe80::9", 64, "eth0", 2)
WIFI = OwnAddress("198.51.100.7", 24, "wlan0", 3)
WIFI_6 = OwnAddress("2001:db8::7", 64, "wlan0", 3)
TUNNEL = OwnAddress("10.8.0.2", 32, "wg0", 6, Reach.TUNNEL)
UNPLUGGED = OwnAddress("172.17.0.1", 16, "docker0", 7, Reach.DISCONNECTED)


class FakeInterfaces:
    """
    A machine.

    Attributes:
        networks: the networks to which it is connected now, besides its own addresses.
    """

    def __init__(self, *networks: OwnAddress) -> None:
        self.networks = networks

    def __call__(self) -> tuple[OwnAddress, ...]:
        return (*LOOPBACK, *self.networks)
