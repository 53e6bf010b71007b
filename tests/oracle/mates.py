"""Asks Fairy-Stockfish, which nobody here wrote, how long the mates of the puzzles are.

    python3 tests/oracle/mates.py [--every N] [--nodes N] [--engine PATH]

For every Nth mate puzzle of www/assets/puzzles.json it searches the position with so many nodes and compares the mate it
announces with the length of the solution. A shorter mate is an error and fails; a mate that it does not find,
or finds longer, within its nodes proves nothing and is only counted.
"""

import argparse
import json
import pathlib
import subprocess
import sys

FILE = pathlib.Path(__file__).parents[2] / "www/assets/puzzles.json"


class Engine:
    """A UCI engine in Xiangqi."""

    def __init__(self, path):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([path], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.send("uci", "setoption name UCI_Variant value xiangqi", "setoption name Hash value 64", "isready")
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

    def mate(self, fen, nodes):
        """Moves to the mate it announces last; None when it announces none."""
        self.send("ucinewgame", f"position fen {fen} w - - 0 1", f"go nodes {nodes}")
        found = None
        for words in (line.split() for line in self.read("bestmove")):
            if "score" in words:
                kind, value = words[words.index("score") + 1 :][:2]
                found = int(value) if kind == "mate" else None
        return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=300_000)
    parser.add_argument("--engine", default="/usr/games/fairy-stockfish")
    asked = parser.parse_args()
    rows = json.loads(FILE.read_text())["puzzles"]
    mates = [(number, row) for number, row in enumerate(rows, 1) if row[2] == "m"]
    engine = Engine(asked.engine)
    counts = {"same": {}, "shorter": {}, "longer": {}, "none": {}}
    for number, (fen, line, *_) in mates[:: asked.every]:
        length = (len(line) // 4 + 1) // 2
        found = engine.mate(fen, asked.nodes)
        said = "none" if found is None or found <= 0 else "same" if found == length else "shorter" if found < length else "longer"
        counts[said][length] = counts[said].get(length, 0) + 1
        if said != "same":
            print(f"puzzle {number}: mate in {length}, said {found}: {fen}", flush=True)
    for said, lengths in counts.items():
        print(said, sum(lengths.values()), dict(sorted(lengths.items())))
    engine.send("quit")
    return 1 if counts["shorter"] else 0


if __name__ == "__main__":
    sys.exit(main())
