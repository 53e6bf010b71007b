"""Whole games through programs that others made to talk to engines, in UCI and in UCCI.

    python tests/interop/hosts.py CHUHE [--plies N]

* cchess, a package of PyPI (LGPL, only installed, never part of Chuhe), whose board judges each move too;
* XBoard through UCI2WB, both of Debian, on a screen of Xvfb. Left out with a line where they are not installed.

Exits with 1 when a move was refused, an answer did not come, or a game was forfeited.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1"
PATIENCE_S = 60
XBOARD_S = 300
SCREEN = ":97"


def fail(text):
    sys.exit(f"hosts.py: {text}")


def answer(engine):
    """The action that ends a search."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        action = engine.get_action()
        if action is None:
            time.sleep(0.01)
        elif action.get("action") in ("bestmove", "dead", "draw"):
            return action
    fail("no answer came")


def play_in_cchess(kind, program, plies):
    """A game of the engine against itself; how many plies it had."""
    import cchess

    engine = {"uci": cchess.UciEngine, "ucci": cchess.UcciEngine}[kind]()
    if not engine.load(program) or not engine.wait_for_ready(PATIENCE_S):
        fail(f"cchess: {kind} is not ready")
    engine.set_option("Hash" if kind == "uci" else "hashsize", 8)
    board = cchess.ChessBoard(START)
    played = 0
    while played < plies:
        engine.go_from(board.to_full_fen(), {"nodes": 3000})
        found = answer(engine)
        if found["action"] == "dead":
            if not board.no_moves() and "resign" not in found["raw_msg"]:
                fail(f"cchess: {found['raw_msg']} at {board.to_fen()}")
            break
        if not board.is_valid_iccs_move(found["move"]) or board.move_iccs(found["move"]) is None:
            fail(f"cchess refuses {found['raw_msg']} at {board.to_fen()}")
        if kind == "uci" and "score" not in found and "mate" not in found:
            fail(f"cchess has read no score for {found['raw_msg']}")
        board.next_turn()
        played += 1
    engine.quit()
    return played


def play_in_xboard(program):
    """A game on clocks, UCI against UCCI, pondering; its text."""
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder, "game.pgn")
        # The clock that XBoard keeps forfeits who oversteps it.
        game = ["-variant", "xiangqi", "-mode", "TwoMachines", "-tc", "0:15", "-inc", "0", "-mg", "1", "-ponder"]
        quiet = ["-popupExitMessage", "false", "-popupMoveErrors", "false", "-soundProgram", "true"]
        engines = ["-fcp", f"uci2wb -c {program}", "-fd", folder, "-scp", f"uci2wb -x {program}", "-sd", folder]
        environment = {**os.environ, "DISPLAY": SCREEN, "PATH": f"{os.environ['PATH']}:/usr/games", "HOME": folder}
        screen = subprocess.Popen(["Xvfb", SCREEN, "-screen", "0", "1024x768x24"], stderr=subprocess.DEVNULL)
        try:
            time.sleep(2)
            command = ["xboard", *game, *quiet, *engines, "-saveGameFile", str(record), "-autoSaveGames", "true"]
            subprocess.run(command, env=environment, cwd=folder, timeout=XBOARD_S, check=False)
        finally:
            screen.terminate()
            screen.wait()
        return record.read_text(encoding="utf-8", errors="replace") if record.exists() else ""


def judge_xboard(text):
    """The plies of a game that ended by the rules of the board or by agreement."""
    if not re.search(r'\[Result "(1-0|0-1|1/2-1/2)"\]', text):
        fail(f"XBoard: the game has no result:\n{text}")
    if re.search(r"forfeit|illegal|exited|time|disconnect", text.split("\n\n", 1)[1], re.IGNORECASE):
        fail(f"XBoard: the game was forfeited:\n{text}")
    return len(re.findall(r"\{[+-]", text))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=Path)
    parser.add_argument("--plies", type=int, default=120)
    arguments = parser.parse_args()
    program = str(arguments.program.resolve())
    for kind in ("uci", "ucci"):
        print(f"cchess, {kind}: {play_in_cchess(kind, program, arguments.plies)} plies")
    missing = [tool for tool in ("Xvfb", "xboard", "uci2wb") if not shutil.which(tool, path=f"{os.environ['PATH']}:/usr/games")]
    if missing:
        print(f"left out: XBoard, for {', '.join(missing)} is not installed")
        return
    text = play_in_xboard(program)
    print(f"XBoard, UCI against UCCI: {judge_xboard(text)} plies, {text.strip().splitlines()[-1]}")


main()
