#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An Ethernet switch between network namespaces that hands each frame on after a while: the distance between machines,
where the kernel has no netem.

    delayed_switch.py MILLISECONDS NAMESPACE…

Makes a network card eth0 in each namespace, prints "ready", and runs until it is ended; the cards go with it. Whatever
the namespaces send each other takes that long one way, TCP's own packets included. Needs root and /dev/net/tun.
"""
import collections
import ctypes
import fcntl
import os
import select
import struct
import sys
import time

TUNSETIFF = 0x400454CA
IFF_TAP, IFF_NO_PI = 0x0002, 0x1000
MOST_FRAME = 65536


def enter(namespace):
    """Puts this process into a namespace: a card belongs to the one that it was made in."""
    libc = ctypes.CDLL(None, use_errno=True)
    with open(f"/run/netns/{namespace}", "rb") as place:
        if libc.setns(place.fileno(), 0) != 0:
            problem = ctypes.get_errno()
            raise OSError(problem, f"setns: {os.strerror(problem)}", namespace)


def card_in(namespace):
    enter(namespace)
    card = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(card, TUNSETIFF, struct.pack("16sH22x", b"eth0", IFF_TAP | IFF_NO_PI))
    return card


def write(card, frame):
    try:
        os.write(card, frame)
    except OSError:
        pass  # a card that is down or full loses frames, as real ones do


def forward(cards, seconds):
    waiting = collections.deque()  # (when, frame, from); all wait equally long, so the first in is the first out
    homes = {}  # by address: the card behind which it was seen
    while True:
        left = max(0.0, waiting[0][0] - time.monotonic()) if waiting else None
        for card in select.select(cards, [], [], left)[0]:
            frame = os.read(card, MOST_FRAME)
            homes[frame[6:12]] = card
            waiting.append((time.monotonic() + seconds, frame, card))
        while waiting and waiting[0][0] <= time.monotonic():
            _, frame, source = waiting.popleft()
            home = homes.get(frame[:6])
            for card in [home] if home is not None else cards:
                if card != source:
                    write(card, frame)


def main():
    if len(sys.argv) < 4:
        sys.exit("usage: delayed_switch.py MILLISECONDS NAMESPACE NAMESPACE…")
    try:
        cards = [card_in(namespace) for namespace in sys.argv[2:]]
    except OSError as problem:
        sys.exit(f"delayed_switch.py: no network card: {problem}")
    print("ready", flush=True)
    forward(cards, float(sys.argv[1]) / 1000.0)


main()
