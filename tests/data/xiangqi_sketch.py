"""Pseudo-move geometry of Xiangqi, just enough to sort positions by what happens in them.

`make_perft.py` uses it to tell checks, pins and blocks apart. No count in `perft.txt` comes from
here: those are Fairy-Stockfish's. A board is a list of 90 characters, index rank * 9 + file, rank 0
being Red's back rank; capitals are Red, `.` is an empty point.
"""

ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))

PALACE = {True: {r * 9 + f for r in range(3) for f in range(3, 6)},
          False: {r * 9 + f for r in range(7, 10) for f in range(3, 6)}}
RED_ZONES = {
    "K": PALACE[True],
    "A": {3, 5, 13, 21, 23},
    "B": {2, 6, 18, 22, 26, 38, 42},
    "P": {r * 9 + f for r in (3, 4) for f in range(0, 9, 2)} | set(range(45, 90)),
}


def is_red(piece):
    """Whether `piece` (not an empty point) is Red's."""
    return piece.isupper()


def zone(piece):
    """The points where `piece` may stand."""
    home = RED_ZONES.get(piece.upper(), set(range(90)))
    return home if is_red(piece) else {(9 - s // 9) * 9 + s % 9 for s in home}


def parse(placement):
    """The board of the first field of a FEN."""
    rows = []
    for row in placement.split("/"):
        rows.append([c for ch in row for c in ("." * int(ch) if ch.isdigit() else ch)])
    return [piece for row in reversed(rows) for piece in row]


def render(board):
    """The first field of a FEN."""
    rows = []
    for rank in range(9, -1, -1):
        row, gap = "", 0
        for piece in board[rank * 9:rank * 9 + 9]:
            if piece == ".":
                gap += 1
                continue
            row += (str(gap) if gap else "") + piece
            gap = 0
        rows.append(row + (str(gap) if gap else ""))
    return "/".join(rows)


def step(square, rank_delta, file_delta):
    """The point that many ranks and files away, or None off the board."""
    rank, file = square // 9 + rank_delta, square % 9 + file_delta
    return rank * 9 + file if 0 <= rank < 10 and 0 <= file < 9 else None


def ray(square, direction):
    """The points from `square` outwards, without `square`."""
    square = step(square, *direction)
    while square is not None:
        yield square
        square = step(square, *direction)


def horse_jumps(square):
    """Pairs (leg, target) of a horse, whatever stands there."""
    for dr, df in ORTHOGONAL:
        for side in (-1, 1):
            target = step(square, 2 * dr + side * df, 2 * df + side * dr)
            if target is not None:
                yield step(square, dr, df), target


def elephant_jumps(square, piece):
    """Pairs (eye, target) of an elephant that stays on its side."""
    for dr, df in DIAGONAL:
        target = step(square, 2 * dr, 2 * df)
        if target in zone(piece):
            yield step(square, dr, df), target


def cannon_targets(board, square):
    """Quiet points, then the first piece behind a screen."""
    for direction in ORTHOGONAL:
        screens = 0
        for target in ray(square, direction):
            occupied = board[target] != "."
            if screens == 0 and not occupied:
                yield target
            if occupied:
                screens += 1
            if screens == 2:
                yield target
                break


def rook_targets(board, square):
    """Every point up to and including the first piece."""
    for direction in ORTHOGONAL:
        for target in ray(square, direction):
            yield target
            if board[target] != ".":
                break


def step_targets(square, piece):
    """One-step moves of general, advisor and pawn."""
    kind, forward = piece.upper(), 1 if is_red(piece) else -1
    if kind == "P":
        crossed = (square // 9 >= 5) == is_red(piece)
        steps = [(forward, 0)] + ([(0, 1), (0, -1)] if crossed else [])
    else:
        steps = ORTHOGONAL if kind == "K" else DIAGONAL
    for delta in steps:
        target = step(square, *delta)
        if target is not None and target in zone(piece):
            yield target


def targets(board, square):
    """Pseudo-legal targets of the piece on `square`; own pieces are left out."""
    piece = board[square]
    kind = piece.upper()
    if kind == "R":
        found = rook_targets(board, square)
    elif kind == "C":
        found = cannon_targets(board, square)
    elif kind == "N":
        found = (t for leg, t in horse_jumps(square) if board[leg] == ".")
    elif kind == "B":
        found = (t for eye, t in elephant_jumps(square, piece) if board[eye] == ".")
    else:
        found = step_targets(square, piece)
    return {t for t in found if board[t] == "." or is_red(board[t]) != is_red(piece)}


def army(board, red):
    """The points where one side's pieces stand."""
    return [s for s, p in enumerate(board) if p != "." and is_red(p) == red]


def general(board, red):
    """The point of one side's general."""
    return board.index("K" if red else "k")


def between_generals(board):
    """The pieces between the generals when they share a file, else None."""
    low, high = general(board, True), general(board, False)
    if low % 9 != high % 9:
        return None
    return [s for s in range(low + 9, high, 9) if board[s] != "."]


def checkers(board, red):
    """The enemy pieces that attack the general of `red`; the facing general counts."""
    home = general(board, red)
    found = [s for s in army(board, not red) if home in targets(board, s)]
    return found + ([general(board, not red)] if between_generals(board) == [] else [])


def after(board, move):
    """The board after moving from one point to another."""
    origin, target = move
    moved = list(board)
    moved[target], moved[origin] = moved[origin], "."
    return moved


def pseudo_moves(board, red):
    """Pseudo-legal moves as pairs of points, in ascending order."""
    return [(s, t) for s in army(board, red) for t in sorted(targets(board, s))]


def legal_moves(board, red):
    """The pseudo-legal moves after which one's own general is safe."""
    return [m for m in pseudo_moves(board, red) if not checkers(after(board, m), red)]
