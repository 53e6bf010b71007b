"""Asks Fairy-Stockfish, which nobody here wrote, about the mates of the puzzles.

    python3 tests/oracle/mates.py [--every N] [--from-length N] [--nodes N] [--engine PATH] [FOLDER]

At each of the solver's moves but the last one, of every Nth mate puzzle, it searches two lines with so many nodes. The best
must mate in as many moves as the solution has left; the second best must not mate as fast. A faster mate or a
second one refutes the puzzle: it is printed, and the script fails. A mate that is not found, or found longer,
within the nodes proves nothing and is only counted.
"""

import argparse
import json
import pathlib
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parents[2] / "www/assets/puzzles"


class Engine:
    """A UCI engine in Xiangqi."""

    def __init__(self, path):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([path], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        options = ["UCI_Variant value xiangqi", "Hash value 64", "MultiPV value 2"]
        self.send("uci", *(f"setoption name {option}" for option in options), "isready")
        self.read("readyok")

    def send(self, *lines):
        for line in lines:
            self.process.stdin.write(line + "\n")

    def read(self, last):
        """Lines up to the one that begins with `last`."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if line.startswith(last):
                return lines
        raise RuntimeError("the engine has ended")

    def mates(self, fen, moves, nodes):
        """Moves to mate of the best and the second best line, in what was said last; None where there is none."""
        played = " moves " + " ".join(map(from_one, moves)) if moves else ""
        self.send("ucinewgame", f"position fen {fen} w - - 0 1{played}", f"go nodes {nodes}")
        found = {1: None, 2: None}
        for words in (line.split() for line in self.read("bestmove")):
            if "score" in words and "multipv" in words:
                kind, value = words[words.index("score") + 1 :][:2]
                is_mate = kind == "mate" and int(value) > 0
                found[int(words[words.index("multipv") + 1])] = int(value) if is_mate else None
        return found[1], found[2]


def from_one(move):
    """h2e2 as Fairy-Stockfish counts ranks, from 1: h3e3."""
    return f"{move[0]}{int(move[1]) + 1}{move[2]}{int(move[3]) + 1}"


def judge(engine, fen, moves, nodes):
    """What is said of a puzzle: refuted, same, or unsure where a mate was not found as short as it is."""
    verdict = "same"
    for ply in range(0, max(len(moves) - 1, 1), 2):
        left = (len(moves) - ply + 1) // 2
        best, second = engine.mates(fen, moves[:ply], nodes)
        if best is not None and best < left:
            return f"refuted: mate in {best} with {left} to go"
        if second is not None and second <= left:
            return f"refuted: two mates in {left}"
        if best != left:
            verdict = "unsure"
    return verdict


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=5)
    parser.add_argument("--from-length", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--engine", default="/usr/games/fairy-stockfish")
    parser.add_argument("folder", type=pathlib.Path, nargs="?", default=FOLDER)
    asked = parser.parse_args()
    stages = json.loads((asked.folder / "course.json").read_text())["stages"]
    files = [asked.folder / f"{stage}.json" for stage in range(1, len(stages) + 1)]
    rows = [row for file in files for row in json.loads(file.read_text())]
    puzzles = []
    for number, (fen, line, kind, *_) in enumerate(rows, 1):
        moves = [line[start : start + 4] for start in range(0, len(line), 4)]
        if kind == "m" and (len(moves) + 1) // 2 >= asked.from_length:
            puzzles.append((number, fen, moves))
    engine = Engine(asked.engine)
    counts = {}
    for number, fen, moves in puzzles[:: asked.every]:
        verdict = judge(engine, fen, moves, asked.nodes)
        length = (len(moves) + 1) // 2
        if verdict != "same":
            print(f"puzzle {number}, mate in {length}, {verdict}: {fen}", flush=True)
        of_length = counts.setdefault(length, {"same": 0, "unsure": 0, "refuted": 0})
        of_length[verdict.split(":")[0]] += 1
    for length, of_length in sorted(counts.items()):
        print(f"mates in {length}:", ", ".join(f"{said} {count}" for said, count in of_length.items()))
    engine.send("quit")
    return 1 if any(of_length["refuted"] for of_length in counts.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
