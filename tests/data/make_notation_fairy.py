#!/usr/bin/env python3
"""Writes notation_fairy.txt: WXF texts of Fairy-Stockfish where pieces share files.

    pip install pyffish==0.0.90 && python3 make_notation_fairy.py > notation_fairy.txt

Fairy-Stockfish writes tandem pieces differently from ElephantEye and vschess; readers take both.
"""

import random
import re

import pyffish

CROWDS = [[2], [3], [4], [5], [2, 2], [3, 2], [2, 2, 1]]
POSITIONS_OF_EACH = 10


def drop(rng, crowd):
    """The FEN of generals on different files, rooks, horses and cannons, and of soldiers that crowd some files; or None."""
    side = rng.choice("wb")
    points = {}
    for file, count in zip(rng.sample(range(9), len(crowd)), crowd):
        ranks = [rank for rank in range(3, 10) if rank > 4 or file % 2 == 0]
        points.update({(file, rank): "P" for rank in rng.sample(ranks, count)})
    for letter in "RRNNCC":
        points.setdefault((rng.choice([1, 7, rng.randrange(9)]), rng.randrange(10)), letter)
    if side == "b":
        points = {(file, 9 - rank): letter.lower() for (file, rank), letter in points.items()}
    for letter, home, file in zip("Kk", (0, 7), rng.sample(range(3, 6), 2)):
        points[file, home + rng.randrange(3)] = letter
    rows = ("".join(points.get((file, rank), "1") for file in range(9)) for rank in reversed(range(10)))
    board = re.sub("1+", lambda empty: str(len(empty[0])), "/".join(rows))
    files = [file for (file, _), letter in points.items() if letter in "Pp"]
    is_whole = sorted(map(files.count, set(files))) == sorted(crowd)
    return f"{board} {side}" if is_whole else None


def is_sound(fen):
    """Whether the side that is not to move is safe."""
    other = fen[:-1] + ("b" if fen[-1] == "w" else "w")
    return not pyffish.gives_check("xiangqi", f"{other} - - 0 1", [])


def main():
    rng = random.Random(90)
    print("# FEN, then each legal move (ranks 1 to 10) with its text. Made by make_notation_fairy.py with")
    print("# pyffish", ".".join(map(str, pyffish.version())))
    for crowd in CROWDS:
        count = 0
        while count < POSITIONS_OF_EACH:
            fen = drop(rng, crowd)
            if not fen or not is_sound(fen):
                continue
            full = f"{fen} - - 0 1"
            moves = pyffish.legal_moves("xiangqi", full, [])
            kind = pyffish.NOTATION_XIANGQI_WXF
            texts = [f"{move} {pyffish.get_san('xiangqi', full, move, False, kind)}" for move in moves]
            if texts:
                print(fen, "|", *texts)
                count += 1


main()
