"""Whole games through programs that others made: to talk to engines, in UCI and in UCCI, and to read records.

    python tests/interop/hosts.py CHUHE [--plies N]

* cchess, a package of PyPI (LGPL, only installed, never part of Chuhe), whose board judges each move too, and which
  reads the PGN that we write; of comments and variations it knows nothing, so that those are left out for it;
* XBoard through UCI2WB, both of Debian, on a screen of Xvfb. Left out with a line where they are not installed.

Exits with 1 when a move was refused, an answer did not come, a game was forfeited, or a record was misread.
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
RECORDS = Path(__file__).parent.parent / "data/records"


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


def converted(program, text, to, *flags):
    """The bytes of a record in another format."""
    command = [program, "convert", "-", "--to", to, *flags]
    return subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout


def convert(program, text, to, *flags):
    """A record in another format that is a text."""
    return converted(program, text, to, *flags).decode()


def read_in_cchess(program, name, text):
    """Has every PGN of a record read, and what is in it compared; how many plies it has."""
    import cchess

    position = convert(program, text, "ucci").split()
    moves = position[position.index("moves") + 1 :] if "moves" in position else []
    fen = position[2:4] if position[1] == "fen" else START.split()[:2]
    pgn = convert(program, text, "pgn", "--moves-only")
    is_bare = convert(program, text, "pgn") == pgn
    for to in ("pgn", "pgn-iccs"):
        for flags in [["--moves-only"]] + [[]] * is_bare:
            with tempfile.TemporaryDirectory() as folder:
                # In the encoding that the reader will take it for.
                file = Path(folder, "game.pgn")
                with open(file, "w") as opened:
                    opened.write(convert(program, text, to, *flags))
                game = cchess.Game.read_from(str(file))
            read = (game.dump_iccs_moves() or [[]])[0]
            if game.init_board.to_fen().split() != fen or read != moves:
                fail(f"cchess: {name} as {to} is {game.init_board.to_fen()} {read}, not {fen} {moves}")
            for tag, value in re.findall(r'\[(Red|Black|Event|Result) "(.+)"\]', pgn):
                if game.info.get(tag.lower()) != value:
                    fail(f"cchess: {name} as {to} has {tag} {game.info.get(tag.lower())}, not {value}")
    return len(moves)


def read_xqf_in_cchess(program, name, text):
    """Has a record that was written as XQF read: its lines with what is said, its start and its players."""
    import cchess

    position = convert(program, text, "ucci").split()
    moves = position[position.index("moves") + 1 :] if "moves" in position else []
    fen = position[2:4] if position[1] == "fen" else START.split()[:2]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "game.xqf")
        file.write_bytes(converted(program, text, "xqf"))
        game = cchess.Game.read_from(str(file))
    lines = game.dump_iccs_moves() or [[]]
    if game.init_board.to_fen().split() != fen or moves not in lines:
        fail(f"cchess: {name} as xqf is {game.init_board.to_fen()} {lines}, not {fen} {moves}")
    return len(lines)


def records():
    """Names and texts: files of others, a game that Black begins, one with comments and variations everywhere."""
    for file in sorted(RECORDS.glob("*.pgn")) + [RECORDS / "dpxq.txt"]:
        yield file.name, file.read_text(encoding="utf-8")
    yield "Black's", "1. ... 马８进７ 2. 马二进三 车９平８"
    yield "annotated", "{一\n} 1. 炮二平五 ; a }\n马８进７ (1. ... 炮８平５ {二 三}) 2. 马二进三! 车９平８ {完} 1-0"


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
    for name, text in records():
        print(f"cchess, {name}: {read_in_cchess(program, name, text)} plies")
        print(f"cchess, {name} as xqf: {read_xqf_in_cchess(program, name, text)} lines")
    missing = [tool for tool in ("Xvfb", "xboard", "uci2wb") if not shutil.which(tool, path=f"{os.environ['PATH']}:/usr/games")]
    if missing:
        print(f"left out: XBoard, for {', '.join(missing)} is not installed")
        return
    text = play_in_xboard(program)
    print(f"XBoard, UCI against UCCI: {judge_xboard(text)} plies, {text.strip().splitlines()[-1]}")


main()
