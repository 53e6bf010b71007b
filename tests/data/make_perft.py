#!/usr/bin/env python3
"""Writes perft.txt: Xiangqi positions with their perft 1 to 3, counted by Fairy-Stockfish.

    python3 -m venv .tools/venv && .tools/venv/bin/pip install pyffish==0.0.90
    .tools/venv/bin/python tests/data/make_perft.py > tests/data/perft.txt

Needs the program `fairy-stockfish` (Debian's package of that name; made with 11.1). Takes about
three minutes and gives the same file each time: every choice comes from one seeded generator and from
sorted lists. Positions come from random play (pyffish makes the moves) and from random placement
of pieces on points where they may stand; `xiangqi_sketch.py` sorts them by what happens in them.
Before a position is written, three move generators must agree on it: pyffish and Fairy-Stockfish
on the moves and on the count two plies deep, and the sketch on the moves.
"""

import random
import shutil
import subprocess
import sys

import pyffish

import xiangqi_sketch as xq

SEED = 20260822
VARIANT = "xiangqi"
START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"

# Section of the file -> positions wanted from the pool.
QUOTAS = {
    "random play": 44,
    "check": 24,
    "double check": 24,
    "cannon check over a screen": 20,
    "cannon captures over screens": 16,
    "pins": 24,
    "flying-general pins": 20,
    "pins by a horse's leg": 16,
    "horse leg saves a piece or the general": 20,
    "elephant eye blocked": 16,
    "screen or leg leaves by discovery": 16,
    "no legal move": 10,
}

# Start positions with pieces taken off: (name, squares emptied).
HANDICAPS = [
    ("no handicap", ""), ("left horse", "b0"), ("right horse", "h0"), ("both horses", "b0 h0"),
    ("left rook", "a0"), ("both rooks", "a0 i0"), ("cannon", "b2"), ("both cannons", "b2 h2"),
    ("nine pieces", "a0 b0 c0 d0 f0 g0 h0 i0 e3"),
    ("rook and horse", "a0 b0"), ("black without advisors", "d9 f9"),
    ("black without elephants", "c9 g9"), ("pawns off", "a3 c3 e3 g3 i3 a6 c6 e6 g6 i6"),
    ("generals and pawns", "a0 b0 c0 d0 f0 g0 h0 i0 b2 h2 a9 b9 c9 d9 f9 g9 h9 i9 b7 h7"),
]

# Bare endings: Red's pieces besides the general, then Black's.
ENDINGS = [
    ("", ""), ("R", ""), ("N", ""), ("C", ""), ("P", ""), ("R", "aa"), ("N", "a"), ("N", "b"),
    ("P", "aa"), ("PP", "bb"), ("CA", "a"), ("CAA", "p"), ("RP", "aabb"), ("RN", "raa"),
    ("RC", "rbb"), ("NP", "bb"), ("NC", "aabb"), ("CC", "aabb"), ("NN", "c"), ("PPP", "aabb"),
    ("R", "nn"), ("R", "cc"), ("R", "nc"), ("RR", "rcn"), ("BB", "ppp"), ("AABB", "rp"),
    ("C", "c"), ("NB", "np"), ("RA", "rc"), ("CP", "np"), ("AABB", "aabb"), ("P", "p"),
]


def fen_of(board, red):
    """A FEN of six fields with the counters of a fresh game."""
    return f"{xq.render(board)} {'w' if red else 'b'} - - 0 1"


def text_of(move):
    """A move as Fairy-Stockfish writes it: files a-i, ranks 1-10."""
    return "".join(f"{'abcdefghi'[s % 9]}{s // 9 + 1}" for s in move)


def is_sound(board, red):
    """Whether the side that just moved has left its general safe."""
    return not xq.checkers(board, not red)


class Oracle:
    """Fairy-Stockfish behind its command line."""

    def __init__(self):
        path = shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish"
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, bufsize=1)
        self.send(f"uci\nsetoption name UCI_Variant value {VARIANT}")

    def send(self, text):
        """Hands lines to the program."""
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()

    def perft(self, fen, depth):
        """The set of first moves and the number of leaves."""
        self.send(f"position fen {fen}\ngo perft {depth}")
        moves = set()
        for line in self.process.stdout:
            name, _, value = line.strip().partition(": ")
            if name == "Nodes searched":
                return moves, int(value)
            if name[:1] in tuple("abcdefghi") and value.isdigit():
                moves.add(name)
        raise RuntimeError("fairy-stockfish ended early")

    def counts(self, fen):
        """Perft 1 to 3, after comparing them with pyffish as far as depth 2."""
        moves, _ = self.perft(fen, 1)
        theirs = pyffish.legal_moves(VARIANT, fen, [])
        assert moves == set(theirs), f"moves differ: {fen}"
        placement, side = fen.split()[:2]
        mine = xq.legal_moves(xq.parse(placement), side == "w")
        assert moves == {text_of(m) for m in mine}, f"sketch differs: {fen}"
        replies = sum(len(pyffish.legal_moves(VARIANT, fen, [m])) for m in theirs)
        counts = [len(moves), self.perft(fen, 2)[1], self.perft(fen, 3)[1]]
        assert counts[1] == replies, f"depth 2 differs: {fen}"
        return counts


def squares_of(text):
    """The pair of points in a move as Fairy-Stockfish writes it."""
    cut = 3 if text[2].isdigit() else 2
    return tuple("abcdefghi".index(t[0]) + 9 * (int(t[1:]) - 1) for t in (text[:cut], text[cut:]))


def random_games(rng, games, plies):
    """Boards met in random play, with the side to move; captures are played a little more."""
    for _ in range(games):
        board, red = xq.parse(START), True
        for _ in range(rng.randrange(8, plies)):
            moves = sorted(map(squares_of, pyffish.legal_moves(VARIANT, fen_of(board, red), [])))
            if not moves:
                break
            captures = [m for m in moves if board[m[1]] != "."]
            move = rng.choice(captures if captures and rng.random() < 0.12 else moves)
            board, red = xq.after(board, move), not red
            yield board, red


def place(rng, pieces):
    """The pieces on random points where they may stand, or None when they do not fit."""
    board = ["."] * 90
    for piece in pieces:
        free = sorted(s for s in xq.zone(piece) if board[s] == ".")
        if not free:
            return None
        board[rng.choice(free)] = piece
    return board


def scattered(rng, tries):
    """Boards with many pieces anywhere: rich in multiple checks, pins and blocks."""
    stock = "RRNNCCPPPAABB"
    for _ in range(tries):
        red = rng.sample(stock, rng.randrange(3, 11))
        black = [p.lower() for p in rng.sample(stock, rng.randrange(3, 11))]
        board, side = place(rng, ["K", "k", *red, *black]), rng.random() < 0.5
        if board and is_sound(board, side):
            yield board, side


def endings(rng):
    """One board for each bare ending, sides and colours varied."""
    for red, black in ENDINGS:
        swap, side = rng.random() < 0.5, rng.random() < 0.5
        pieces = ["K", "k", *red, *black]
        while True:
            board = place(rng, [p.swapcase() for p in pieces] if swap else pieces)
            if board and is_sound(board, side) and xq.legal_moves(board, side):
                break
        yield board, side


def handicap_starts():
    """The start position with pieces taken off, each side to move."""
    for _, squares in HANDICAPS:
        board = xq.parse(START)
        for square in squares.split():
            board["abcdefghi".index(square[0]) + 9 * int(square[1])] = "."
        for red in (True, False):
            if is_sound(board, red):
                yield board, red


def blocked_horse_matters(board):
    """Whether a blocked leg shields a piece of value or the general, either side's horse."""
    for square in xq.army(board, True) + xq.army(board, False):
        if board[square].upper() != "N":
            continue
        for leg, target in xq.horse_jumps(square):
            prey = board[target]
            if board[leg] != "." and prey.upper() in ("R", "C", "K") \
                    and xq.is_red(prey) != xq.is_red(board[square]):
                return True
    return False


def pinned_by_horse(board, red):
    """Whether a piece must stay because it blocks the leg of a horse that would give check."""
    for move in xq.pseudo_moves(board, red):
        if board[move[0]].upper() != "K":
            moved = xq.after(board, move)
            if any(moved[s].upper() == "N" for s in xq.checkers(moved, red)):
                return True
    return False


def eye_blocked(board, red):
    """Whether an elephant of the side to move cannot jump to a free point for its eye."""
    return any(board[eye] != "." and board[target] == "."
               for square in xq.army(board, red) if board[square].upper() == "B"
               for eye, target in xq.elephant_jumps(square, board[square]))


def discovery(board, red):
    """Whether moving a piece lets another one give check."""
    for origin, target in xq.legal_moves(board, red):
        found = xq.checkers(xq.after(board, (origin, target)), not red)
        if found and target not in found:
            return True
    return False


def cannon_captures(board, red):
    """How many legal captures the cannons of the side to move have."""
    return sum(board[s].upper() == "C" and board[t] != "." for s, t in xq.legal_moves(board, red))


def labels(board, red):
    """The sections that a board would suit, the rarer ones first."""
    legal, pseudo = xq.legal_moves(board, red), xq.pseudo_moves(board, red)
    checking = xq.checkers(board, red)
    movers = {s for s, _ in pseudo if board[s].upper() != "K"}
    pinned = movers - {s for s, _ in legal}
    if not legal:
        return ["no legal move"]
    if checking:
        cannons = [s for s in checking if board[s].upper() == "C"]
        return (["double check"] if len(checking) > 1 else []) \
            + (["cannon check over a screen"] if cannons else []) + ["check"]
    found = []
    lone = xq.between_generals(board)
    if lone and len(lone) == 1 and xq.is_red(board[lone[0]]) == red:
        found.append("flying-general pins")
    if pinned_by_horse(board, red):
        found.append("pins by a horse's leg")
    if discovery(board, red):
        found.append("screen or leg leaves by discovery")
    if pinned:
        found.append("pins")
    if blocked_horse_matters(board):
        found.append("horse leg saves a piece or the general")
    if cannon_captures(board, red) >= 3:
        found.append("cannon captures over screens")
    return found + (["elephant eye blocked"] if eye_blocked(board, red) else []) + ["random play"]


def fill(sections, positions, share):
    """Puts boards into sections until each holds `share` of its quota."""
    for board, red in positions:
        fits = [n for n in labels(board, red) if len(sections[n]) < QUOTAS[n] * share]
        if fits and all((board, red) not in held for held in sections.values()):
            sections[fits[0]].append((board, red))


def collect():
    """All sections of the file, in order."""
    rng = random.Random(SEED)
    sections = {name: [] for name in QUOTAS}
    picked = (p for p in random_games(rng, 80, 260) if rng.random() < 0.1)
    fill(sections, picked, 0.7)
    fill(sections, scattered(rng, 12000), 1.0)
    return {"start and handicap starts": list(handicap_starts()), **sections,
            "bare endings": list(endings(rng))}


HEADER = """\
# Xiangqi positions with their perft at depths 1 to 3: FEN ;D1 leaves ;D2 leaves ;D3 leaves
# Made by tests/data/make_perft.py (seed {seed}), which says how; positions are Chuhe's own.
# Counts: Debian's Fairy-Stockfish 11.1 (`go perft N`, UCI_Variant xiangqi). pyffish {pyffish}
# agrees on the moves and on depth 2. Lines that start with # are comments."""


def main():
    """Prints the file."""
    oracle, lines, leaves = Oracle(), [], 0
    for name, positions in collect().items():
        lines.append(f"\n# {name} ({len(positions)})")
        for board, red in positions:
            fen = fen_of(board, red)
            counts = oracle.counts(fen)
            leaves += counts[2]
            lines.append(" ".join([fen] + [f";D{d} {n}" for d, n in enumerate(counts, 1)]))
    oracle.send("quit")
    version = ".".join(map(str, pyffish.version()))
    print(HEADER.format(seed=SEED, pyffish=version))
    print("\n".join(lines))
    print(sum(";D1" in line for line in lines), "positions,", leaves, "leaves", file=sys.stderr)


if __name__ == "__main__":
    main()
