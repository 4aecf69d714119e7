"""Long computations: other threads run meanwhile, Ctrl-C ends them, and a forked process works."""

import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

import yahtzee

INTERRUPTED = """
import os, signal, sys, threading, time
import yahtzee
# A process that is started in the background may ignore the signal.
signal.signal(signal.SIGINT, signal.default_int_handler)
table = yahtzee.solve("hasbro")
start = time.monotonic()
threading.Timer(0.4, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    {long}
except KeyboardInterrupt:
    assert time.monotonic() - start < 20, time.monotonic() - start
    # What was interrupted can be done again, and the table still answers.
    assert table.advise("13356", 2, "ones=3").best.hold == (3, 3)
    print("interrupted")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize(
    "long",
    [
        'yahtzee.solve("maxi-yatzy", threads=1)',
        "table.simulate(10**9, seed=1)",
        "table.value(objective=yahtzee.Target(250))",
        'model = yahtzee.Model("hasbro"); model.score_rolls(*(column[:20_000] for column in model.states()[:4]))',
    ],
)
def test_ctrl_c_ends_it(long, tmp_path):
    script = INTERRUPTED.replace("{long}", long)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, cwd=tmp_path)
    assert (done.stdout, done.returncode) == ("interrupted\n", 0), done.stderr


def test_progress_is_told(three_dice):
    """In the thread of the caller, up to the end; its exception stops the work."""
    card = "1s=3 2s=6 3s=9 4s=12 5s=15 3k=25"
    for work in (
        lambda progress: yahtzee.solve("hasbro", progress=progress),
        lambda progress: yahtzee.solve("hasbro").statistics(card, progress=progress),
        lambda progress: yahtzee.solve("hasbro").targets(card, progress=progress),
        lambda progress: yahtzee.solve("hasbro").solve_for(yahtzee.Target(250), card, progress=progress),
        lambda progress: yahtzee.solve("crag").evaluate("greedy", progress=progress),
        lambda progress: yahtzee.duel("forced-yatzy", progress=progress),
    ):
        told = []

        def progress(done, total, told=told):
            assert threading.current_thread() is threading.main_thread()
            told.append((done, total))

        work(progress)
        assert told and all(done <= total for done, total in told)

        def stop(done, total):
            raise KeyError("enough")

        with pytest.raises(KeyError, match="enough"):
            work(stop)


def test_other_threads_run_meanwhile():
    counted = 0
    over = threading.Event()

    def count():
        nonlocal counted
        while not over.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    start = time.monotonic()
    yahtzee.solve("hasbro", threads=1)
    seconds = time.monotonic() - start
    over.set()
    thread.join()
    # Without the interpreter it could not count at all.
    assert counted > 5, seconds


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_forked_process_works(hasbro):
    dice = np.random.default_rng(1).integers(1, 7, (2000, 5))
    best, _ = hasbro.best_actions(0, 0, False, dice, 2, threads=2)
    child = os.fork()
    if child == 0:
        signal.alarm(60)
        again, _ = hasbro.best_actions(0, 0, False, dice, 2, threads=2)
        right = np.array_equal(again, best) and yahtzee.solve("kniffel").expected_score > 245
        os._exit(0 if right else 1)
    assert os.waitpid(child, 0)[1] == 0
