# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl-C, threads, forks and the interpreter's end."""

import os
import signal
import threading
import time
import unittest

import quantloupe

from support import FLOAT, INPUTS, INT8, PAIR, inputs, run_python

SEARCH = f"""
import numpy, quantloupe, threading, time
stack = list(numpy.load({INPUTS!r}))
def search():
    quantloupe.badcase(baseline={FLOAT!r}, analysis={INT8!r}, data=stack * 10000)
quantloupe.info({FLOAT!r})
"""


class Interrupt(unittest.TestCase):
    def hold(self, **arguments):
        """Ctrl-C after a while becomes a KeyboardInterrupt, soon."""
        quantloupe.info(FLOAT)
        sent = []

        def send():
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)
        timer = threading.Timer(0.3, send)
        timer.start()
        self.addCleanup(timer.join)
        with self.assertRaises(KeyboardInterrupt):
            quantloupe.badcase(**PAIR, **arguments)
        self.assertLess(time.monotonic() - sent[0], 1.0)  # 0.05 s and a node's time, on a machine that does nothing else

    def test_reaches_the_engine(self):
        self.hold(data=list(inputs()) * 10000)

    def test_reaches_a_callable(self):
        self.hold(data=INPUTS, metric=lambda x, y: time.sleep(0.2) or 1.0, order="descending")

    def test_reaches_an_iterator(self):
        def endless():
            while True:
                yield from inputs()
                time.sleep(0.01)
        self.hold(data=endless())

    def test_leaves_everything_usable(self):
        self.hold(data=list(inputs()) * 10000)
        self.assertEqual(quantloupe.info(FLOAT)["kind"], "float")


class Threads(unittest.TestCase):
    def test_several_ask_at_once(self):
        answers = []

        def ask():
            answers.append(quantloupe.compare(**PAIR, input=inputs()[:1])["outputs"])
        threads = [threading.Thread(target=ask) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(answers), 6)
        self.assertTrue(all(answer == answers[0] for answer in answers))

    def test_others_run_meanwhile(self):
        counted = []
        ends = threading.Event()

        def count():
            while not ends.wait(0.001):
                counted.append(1)
        thread = threading.Thread(target=count)
        thread.start()
        quantloupe.badcase(**PAIR, data=list(inputs()) * 10)
        ends.set()
        thread.join()
        self.assertGreater(len(counted), 3)


class End(unittest.TestCase):
    def hold(self, code, expected=""):
        done = run_python(SEARCH + code)
        self.assertEqual((done.returncode, done.stdout.strip(), done.stderr.strip()), (0, expected, ""))

    def test_comes_after_an_answer(self):
        self.hold("")

    def test_comes_while_daemons_search(self):
        self.hold("""
for _ in range(3):
    threading.Thread(target=search, daemon=True).start()
time.sleep(0.4)
""")

    def test_whatever_is_deleted_first(self):
        self.hold(f"""
import sys
answer = quantloupe.badcase(baseline={FLOAT!r}, analysis={INT8!r}, data=iter(stack), num_steps=3)
del stack, quantloupe
sys.modules.pop("quantloupe")
print(len(answer["sample_names"]))
""", expected="3")

    def test_who_asks_later_is_refused(self):
        done = run_python(f"""
import atexit
def late():
    try:
        quantloupe.info({FLOAT!r})
    except quantloupe.Error as error:
        print(error)
atexit.register(late)  # runs after what is registered later
{SEARCH}""")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "the interpreter is ending\n", ""))


class Fork(unittest.TestCase):
    CHILD = f"""
import multiprocessing
def ask():
    try:
        print(quantloupe.info({FLOAT!r})["kind"], flush=True)
    except quantloupe.Error as error:
        print(error, flush=True)
child = multiprocessing.get_context("fork").Process(target=ask)
child.start()
child.join(60)
print(child.exitcode)
"""

    def test_child_of_a_loaded_engine_is_told(self):
        done = run_python(SEARCH + self.CHILD)
        self.assertRegex(done.stdout, r'forked after the engine was loaded.*spawn.*\n0')

    def test_child_loads_its_own(self):
        done = run_python("import quantloupe" + self.CHILD)
        self.assertEqual(done.stdout, "float\n0\n", done.stderr)


if __name__ == "__main__":
    unittest.main()
