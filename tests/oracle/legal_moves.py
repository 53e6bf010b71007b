"""Compares Chuhe's legal moves with pyffish's on 20,000 positions of random play.

    ./build.sh test oracle

pyffish, the Python binding of Fairy-Stockfish, plays the games and lists the moves; `chuhe moves -`
answers for all positions in one run. Both count in their own way: pyffish's ranks are 1 to 10.
"""

import json
import random
import re
import subprocess
import sys

import pyffish

POSITIONS = 20_000
LONGEST = 160
SEED = 20261121
VARIANT = "xiangqi"
POINT = re.compile("[a-i][0-9]+")


def ranks_from_zero(move):
    """`a10b10` -> `a9b9`"""
    return re.sub(r"[0-9]+", lambda rank: str(int(rank[0]) - 1), move)


def pieces(fen):
    """What stands on the points of a FEN, such as `{"a10": "r"}`."""
    held = {}
    for index, row in enumerate(fen.split()[0].split("/")):
        points = "".join("." * int(letter) if letter.isdigit() else letter for letter in row)
        held.update({f"{file}{10 - index}": piece for file, piece in zip("abcdefghi", points) if piece != "."})
    return held


def after(fen, held, move):
    """The FEN behind a legal move. pyffish could say it, but each of its calls takes 3 ms."""
    origin, target = POINT.findall(move)
    counts = fen.split()
    capture = target in held
    held = {point: piece for point, piece in held.items() if point != origin} | {target: held[origin]}
    rows = ("".join(held.get(f"{file}{rank}", ".") for file in "abcdefghi") for rank in range(10, 0, -1))
    placement = "/".join(re.sub(r"\.+", lambda gap: str(len(gap[0])), row) for row in rows)
    clock = 0 if capture else int(counts[4]) + 1
    number = int(counts[5]) + (counts[1] == "b")
    return f"{placement} {'b' if counts[1] == 'w' else 'w'} - - {clock} {number}"


def random_play(dice):
    """Yields FENs with their legal moves, game after game."""
    while True:
        fen = pyffish.start_fen(VARIANT)
        for _ in range(dice.randrange(20, LONGEST)):
            moves = sorted(pyffish.legal_moves(VARIANT, fen, []))
            yield fen, moves
            if not moves:
                break
            held = pieces(fen)
            captures = [move for move in moves if POINT.findall(move)[1] in held]
            # Captures thin the board out, so that all stages of a game are seen.
            among = captures if captures and dice.random() < 0.35 else moves
            fen = after(fen, held, dice.choice(among))


def main(chuhe):
    play = random_play(random.Random(SEED))
    positions = [next(play) for _ in range(POSITIONS)]
    asked = "".join(f"{fen}\n" for fen, _ in positions)
    answer = subprocess.run([chuhe, "moves", "-", "--json"], input=asked, capture_output=True, text=True)
    if answer.returncode != 0:
        sys.exit(f"chuhe moves: status {answer.returncode}: {answer.stderr}")
    lines = answer.stdout.splitlines()
    if len(lines) != POSITIONS:
        sys.exit(f"{len(lines)} answers to {POSITIONS} positions")
    total = 0
    for (fen, expected), line in zip(positions, lines):
        found = json.loads(line)["moves"]
        wanted = sorted(map(ranks_from_zero, expected))
        if found != wanted:
            missing, extra = sorted(set(wanted) - set(found)), sorted(set(found) - set(wanted))
            sys.exit(f"{fen}\n  missing {missing}\n  extra {extra}")
        total += len(found)
    print(f"{POSITIONS} positions of random play, {len(set(positions_key(positions)))} different: {total} legal moves agree")


def positions_key(positions):
    """The placements with the side to move, without counters."""
    return (" ".join(fen.split()[:2]) for fen, _ in positions)


if __name__ == "__main__":
    main(*sys.argv[1:])
