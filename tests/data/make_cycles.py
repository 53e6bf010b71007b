#!/usr/bin/env python3
"""Writes cycles.txt: random histories that end in a third occurrence, and who checks perpetually.

    python3 -m venv .tools/venv && .tools/venv/bin/pip install pyffish==0.0.90
    .tools/venv/bin/python tests/data/make_cycles.py > tests/data/cycles.txt

Takes some minutes and gives the same file each time: every choice comes from one seeded generator
and from sorted lists. A history starts from a random placement of few pieces and is made in one of
three ways: a lap of two moves a side played twice, two different laps from the same position, or a
walk in which each side has its own liking for checks and for taking its last move back.

`xiangqi_sketch.py` makes the moves; pyffish must then take every one of them as legal and judge the
end. pyffish is trusted for perpetual check only: where one side checks at every ply between the
first and the third occurrence, it must lose by pyffish, where both do, pyffish must call a draw. Of
the other histories the file says no more than that nobody checks perpetually (pyffish must agree
that some ply of each side does not check); they may hold chases.
"""

import random
import sys
from collections import Counter

import pyffish

import xiangqi_sketch as xq

SEED = 20261121
VARIANT = "xiangqi"
LONGEST = 90

# Who checks at every ply -> histories wanted.
QUOTAS = {"red": 500, "black": 500, "both": 80, "none": 2200}
STOCK = "RRNNCCPPPAABB"
OPEN_STOCK = "RRCCP"
ATTACKERS = set("RNCPrncp")


def random_start(rng, stock, red, black):
    """A board of both generals and some pieces of `stock` (their number below `red` and `black`,
    or the other way round), and the side to move."""
    while True:
        pieces = rng.sample(stock, rng.randrange(1, red))
        pieces += [p.lower() for p in rng.sample(stock, rng.randrange(1, black))]
        if rng.random() < 0.5:
            pieces = [p.swapcase() for p in pieces]
        board, side = ["."] * 90, rng.random() < 0.5
        for piece in ["K", "k", *pieces]:
            free = sorted(s for s in xq.zone(piece) if board[s] == ".")
            if free:
                board[rng.choice(free)] = piece
        if ATTACKERS & set(board) and not xq.checkers(board, not side):
            return board, side


def mutual(rng):
    """Laps in which both sides check at every ply, with their mirror images: (board, side, moves).

    They are rare, so the start is one where the side to move is in check and the board is open."""
    while True:
        board, side = random_start(rng, OPEN_STOCK, 5, 5)
        found = lap(rng, board, side, (True, True), 60) if xq.checkers(board, side) else None
        if found:
            yield from images(board, side, found * 2)


def images(board, side, moves):
    """The history, mirrored left to right, with colours changed, and both."""
    for flip_ranks in (False, True):
        for flip_files in (False, True):
            def image(square, ranks=flip_ranks, files=flip_files):
                rank, file = divmod(square, 9)
                return (9 - rank if ranks else rank) * 9 + (8 - file if files else file)
            seen = ["."] * 90
            for square, piece in enumerate(board):
                seen[image(square)] = piece.swapcase() if flip_ranks else piece
            yield seen, side != flip_ranks, [tuple(map(image, m)) for m in moves]


def checks(board, side, move):
    """Whether the move of `side` checks the other general."""
    return bool(xq.checkers(xq.after(board, move), not side))


def quiet(board, side):
    """The moves that capture nothing, legal or not."""
    return [m for m in xq.pseudo_moves(board, side) if board[m[1]] == "."]


def is_legal(board, side, move):
    """Whether the move is pseudo-legal and leaves one's own general safe."""
    return board[move[0]] != "." and xq.is_red(board[move[0]]) == side \
        and move[1] in xq.targets(board, move[0]) \
        and not xq.checkers(xq.after(board, move), side)


def lap(rng, board, side, liking, tries):
    """A lap of four plies back to the same board, there and back for each side, or None.

    `liking` says whether the first and the second side must check at both of its plies; `tries`
    bounds how many first moves, and how many replies to each, are looked at."""
    firsts = [m for m in quiet(board, side) if not liking[0] or checks(board, side, m)]
    for first in rng.sample(firsts, min(len(firsts), tries)):
        if not is_legal(board, side, first):
            continue
        there = xq.after(board, first)
        replies = [m for m in quiet(there, not side) if not liking[1] or checks(there, not side, m)]
        for reply in rng.sample(replies, min(len(replies), tries)):
            line = [first, reply, first[::-1], reply[::-1]]
            if holds(board, side, line, liking):
                return line
    return None


def holds(board, side, line, liking):
    """Whether the lap can be played and the sides that must check do so at every ply."""
    for move, must in zip(line, liking * 2):
        if not is_legal(board, side, move) or must and not checks(board, side, move):
            return False
        board, side = xq.after(board, move), not side
    return True


def doubled(rng, board, side):
    """Histories of one lap twice or of two laps, some of them with checks at every ply."""
    for liking, tries in (((True, False), 12), ((False, True), 5), ((False, False), 2)):
        found = lap(rng, board, side, liking, tries)
        if found:
            yield found * 2
            other = lap(rng, board, side, liking if rng.random() < 0.5 else (False, False), tries)
            if other and other != found and rng.random() < 0.6:
                yield found + other


def walk(rng, board, side):
    """One history: each side checks, takes its last move back or plays anything; or None."""
    likes = {s: (rng.choice((0, 0.5, 1)), rng.random()) for s in (True, False)}
    moves, seen = [], Counter([(tuple(board), side)])
    while len(moves) < LONGEST:
        choice = xq.legal_moves(board, side)
        if not choice:
            return None
        check, undo = likes[side]
        if rng.random() < check:
            choice = [m for m in choice if checks(board, side, m)] or choice
        if len(moves) > 1 and moves[-2][::-1] in choice and rng.random() < undo:
            choice = [moves[-2][::-1]]
        moves.append(rng.choice(choice))
        board, side = xq.after(board, moves[-1]), not side
        seen[tuple(board), side] += 1
        if seen[tuple(board), side] == 3:
            return moves
    return None


def lap_checks(board, side, moves):
    """For each ply between the first and the third occurrence of the end: index, side, check.

    None unless the end, and no position before it, occurs for the third time and an attacker is
    left."""
    met, seen, gave = [(tuple(board), side)], Counter([(tuple(board), side)]), []
    for move in moves:
        if max(seen.values()) == 3:
            return None
        gave.append((side, checks(board, side, move)))
        board, side = xq.after(board, move), not side
        met.append((tuple(board), side))
        seen[met[-1]] += 1
    if seen[met[-1]] != 3 or not ATTACKERS & set(board):
        return None
    return [(ply, *gave[ply]) for ply in range(met.index(met[-1]), len(moves))]


def offender_of(plies):
    """`red`, `black`, `both` or `none`: who checks at every ply."""
    always = {s: all(c for _, mover, c in plies if mover == s) for s in (True, False)}
    return {(True, True): "both", (True, False): "red", (False, True): "black",
            (False, False): "none"}[always[True], always[False]]


def fen_of(board, red):
    """A FEN of six fields with the counters of a fresh game."""
    return f"{xq.render(board)} {'w' if red else 'b'} - - 0 1"


def text_of(move, first_rank):
    """A move in squares, ranks counted from `first_rank`."""
    return "".join(f"{'abcdefghi'[s % 9]}{s // 9 + first_rank}" for s in move)


def pyffish_agrees(board, side, moves, plies):
    """Whether pyffish takes the moves and, as far as checks decide, gives the verdict."""
    fen, texts, offender = fen_of(board, side), [text_of(m, 1) for m in moves], offender_of(plies)
    ended, value = pyffish.is_optional_game_end(VARIANT, fen, texts)
    if offender == "none":
        idle = [next(p for p, mover, c in plies if mover == s and not c) for s in (True, False)]
        return ended and not any(pyffish.gives_check(VARIANT, fen, texts[:p + 1]) for p in idle)
    red_moves = side == (len(moves) % 2 == 0)
    winner = "both" if value == 0 else "red" if (value > 0) == red_moves else "black"
    return ended and winner == {"red": "black", "black": "red", "both": "both"}[offender]


def candidates(rng):
    """Histories without end: (board, side to move, moves)."""
    both = mutual(rng)
    while True:
        board, side = random_start(rng, STOCK, 7, 6)
        for moves in doubled(rng, board, side):
            yield board, side, moves
        if rng.random() < 0.1:
            yield board, side, walk(rng, board, side)
        if rng.random() < 0.012:
            yield next(both)


def histories():
    """The lines of the file."""
    rng, wanted, seen = random.Random(SEED), dict(QUOTAS), set()
    for board, side, moves in candidates(rng):
        plies = lap_checks(board, side, moves) if moves else None
        if not plies:
            continue
        offender = offender_of(plies)
        line = f"{fen_of(board, side)} | {' '.join(text_of(m, 0) for m in moves)} | {offender}"
        if not wanted[offender] or line in seen:
            continue
        assert pyffish_agrees(board, side, moves, plies), f"pyffish differs: {line}"
        seen.add(line)
        wanted[offender] -= 1
        yield line
        if not any(wanted.values()):
            return


HEADER = """\
# Random histories up to a third occurrence: FEN | moves in UCCI squares | who checks perpetually
# (red, black, both or none; `none` says nothing about chases). Between the first and the third
# occurrence of the last position `red` or `black` checks at every ply and loses; `both` is a draw.
# Made by tests/data/make_cycles.py (seed {seed}) with pyffish {pyffish}, which agrees on every line."""


def main():
    """Prints the file."""
    version = ".".join(map(str, pyffish.version()))
    print(HEADER.format(seed=SEED, pyffish=version))
    for line in histories():
        print(line, flush=True)


if __name__ == "__main__":
    main()
