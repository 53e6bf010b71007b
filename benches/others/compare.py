"""Measures Chuhe's rules beside the crate chessai and the Python package pyffish, and compares what they answer.

    ./build.sh bench others [--rounds N] [--milliseconds N]

Writes its section of docs/BENCHMARKS.md. The program in this folder measures Chuhe and chessai; this script measures
pyffish, the Python binding of Fairy-Stockfish. All three have the same positions and games, from tests/data. In each
round every library does every task, one right after the other, so that other work on the machine affects all alike.
"""

import argparse
import datetime
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import textwrap
import time

import pyffish

VARIANT = "xiangqi"
HERE = pathlib.Path(__file__).parent
ROOT = HERE.parent.parent
PROGRAM = ROOT / "target/others/release/chuhe-others"
OUTPUT = ROOT / "docs/BENCHMARKS.md"
BEGIN = "<!-- Written by `./build.sh bench others`. -->\n"
END = "<!-- End of what `./build.sh bench others` writes. -->\n"
# As in src/data.rs: only every so many positions and games are timed.
TIMED = 8

# Name of a task, what is measured, and what one operation is.
TASKS = [
    ("legal-moves", "legal moves of a board", "position"),
    ("legal-moves-of-fen", "legal moves of a FEN", "position"),
    ("perft-2", "perft 2", "leaf"),
    ("perft-3", "perft 3", "leaf"),
    ("fen-read", "FEN read", "FEN"),
    ("fen-written", "FEN written", "FEN"),
    ("fen-both", "FEN read and written", "FEN"),
    ("coordinates-read", "`h2e2` read", "move"),
    ("coordinates-written", "`h2e2` written", "move"),
    ("wxf-written", "`C2.5` written", "move"),
    ("wxf-read", "`C2.5` read", "move"),
    ("played", "moves checked, played and taken back", "move"),
    ("game-to-fen", "game of a FEN and moves, its last FEN written", "game"),
    ("repetition", "the same, its verdict on the repetition", "game"),
    ("mate", "result of a FEN without a legal move", "FEN"),
]


# ---------------------------------------------------------------- positions and games


def read_data():
    """Returns FENs, FENs without a legal move, and games as pairs of a FEN and its moves as pyffish writes them."""
    lines = (ROOT / "tests/data/perft.txt").read_text(encoding="utf-8").splitlines()
    suite = [line.split(" ;", 1) for line in lines if " ;" in line and not line.startswith("#")]
    fens = [fen for fen, _ in suite]
    mated = [fen for fen, counts in suite if counts.startswith("D1 0 ")]
    text = (ROOT / "tests/data/verdicts.txt").read_text(encoding="utf-8")
    starts = re.findall("^fen: (.*)$", text, re.MULTILINE)
    moves = re.findall("^moves: (.*)$", text, re.MULTILINE)
    return fens, mated, [(fen, ranks_from_one(line).split()) for fen, line in zip(starts, moves)]


def ranks_from_one(text):
    """`h2e2` -> `h3e3`"""
    return re.sub("[0-9]", lambda rank: str(int(rank[0]) + 1), text)


def ranks_from_zero(move):
    """`a10b10` -> `a9b9`"""
    return re.sub("[0-9]+", lambda rank: str(int(rank[0]) - 1), move)


FENS, MATED, GAMES = read_data()
TIMED_FENS, TIMED_GAMES = FENS[::TIMED], GAMES[::TIMED]


# ---------------------------------------------------------------- pyffish


def perft_2(fen):
    """The leaves two plies deep. pyffish has no perft: the moves after each move are counted."""
    return sum(len(pyffish.legal_moves(VARIANT, fen, [move])) for move in pyffish.legal_moves(VARIANT, fen, []))


def wxf(fen, move):
    """A move in WXF."""
    return pyffish.get_san(VARIANT, fen, move, False, pyffish.NOTATION_XIANGQI_WXF)


def each(items, operation):
    """Returns a pass: a function that runs an operation on each item and returns how many operations these were."""

    def run():
        for item in items:
            operation(item)
        return len(items)

    return run


def leaves():
    """The pass of perft 2."""
    return sum(map(perft_2, TIMED_FENS))


def passes():
    """Returns the pass of each task that pyffish can do."""
    moves = [(fen, move) for fen in TIMED_FENS for move in pyffish.legal_moves(VARIANT, fen, [])]
    return {
        "legal-moves-of-fen": each(TIMED_FENS, lambda fen: pyffish.legal_moves(VARIANT, fen, [])),
        "perft-2": leaves,
        "fen-read": each(TIMED_FENS, lambda fen: pyffish.validate_fen(fen, VARIANT)),
        "fen-both": each(TIMED_FENS, lambda fen: pyffish.get_fen(VARIANT, fen, [])),
        "wxf-written": each(moves[::TIMED], lambda item: wxf(*item)),
        "game-to-fen": each(TIMED_GAMES, lambda game: pyffish.get_fen(VARIANT, *game)),
        "repetition": each(TIMED_GAMES, lambda game: pyffish.is_optional_game_end(VARIANT, *game)),
        "mate": each(MATED, lambda fen: pyffish.game_result(VARIANT, fen, [])),
    }


def measure(run, milliseconds):
    """Repeats a pass for at least some time; returns nanoseconds an operation."""
    started, operations = time.perf_counter_ns(), 0
    while True:
        operations += run()
        elapsed = time.perf_counter_ns() - started
        if elapsed >= milliseconds * 1_000_000:
            return elapsed / operations


def winner(fen, plies, value):
    """The result for a value from the point of view of the side to move after some plies."""
    if value == 0:
        return "draw"
    red_moves = (fen.split()[1] == "w") == (plies % 2 == 0)
    return "red" if (value > 0) == red_moves else "black"


def result(fen, moves):
    """The result of a game with a repetition."""
    ended, value = pyffish.is_optional_game_end(VARIANT, fen, moves)
    return winner(fen, len(moves), value) if ended else "ongoing"


def placement_and_side(fen):
    """The first two fields of a FEN."""
    return " ".join(fen.split()[:2])


def moves_in_wxf(fen):
    """The legal moves in WXF, sorted by their coordinates, with Chuhe's dot for a move sideways."""
    moves = sorted(pyffish.legal_moves(VARIANT, fen, []), key=ranks_from_zero)
    return " ".join(wxf(fen, move).replace("=", ".") for move in moves)


def answers_of_pyffish():
    """The answers to each question, one line each, as src/main.rs describes them. Perft is counted two plies deep."""
    legal = {fen: sorted(map(ranks_from_zero, pyffish.legal_moves(VARIANT, fen, []))) for fen in FENS}
    return {
        "moves": [" ".join(legal[fen]) for fen in FENS],
        "perft": [f"{len(legal[fen])} {perft_2(fen)}" for fen in TIMED_FENS],
        "fens": [placement_and_side(pyffish.get_fen(VARIANT, fen, [])) for fen in FENS],
        "wxf": list(map(moves_in_wxf, TIMED_FENS)),
        "ends": [placement_and_side(pyffish.get_fen(VARIANT, *game)) for game in GAMES],
        "results": [result(*game) for game in GAMES],
        "mates": [winner(fen, 0, pyffish.game_result(VARIANT, fen, [])) for fen in MATED],
    }


# ---------------------------------------------------------------- the three together


def ask(*arguments):
    """Runs the program; returns its lines."""
    run = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit(f"{PROGRAM.name} {' '.join(map(str, arguments))}: {run.stderr}")
    return run.stdout.splitlines()


def times(rounds, milliseconds):
    """Returns nanoseconds an operation by task and library, one for each round."""
    pyffish_passes = passes()
    measured = {(task, library): [] for task, _, _ in TASKS for library in ("chuhe", "chessai", "pyffish")}
    for index in range(rounds):
        for task, _, _ in TASKS:
            for library in ("chuhe", "chessai"):
                measured[task, library] += map(float, ask("measure", library, task, milliseconds))
            if task in pyffish_passes:
                measured[task, "pyffish"].append(measure(pyffish_passes[task], milliseconds))
        print(f"round {index + 1} of {rounds}", file=sys.stderr, flush=True)
    return measured


def agreement(name, question, ours, theirs):
    """Says how many answers are the same, for one library and one question."""
    if question == "perft" and name == "pyffish":
        # Of the timed positions, two plies deep.
        ours = [" ".join(counts.split()[:2]) for counts in ours[::TIMED]]
    if question == "wxf":
        ours, theirs = " ".join(ours).split(), " ".join(theirs).split()
    if len(ours) != len(theirs):
        sys.exit(f"{name}, {question}: {len(theirs)} answers, not {len(ours)}")
    same = sum(map(str.__eq__, ours, theirs))
    return f"{same:,} of {len(ours):,}"


def agreements():
    """Returns the table of answers that agree with Chuhe's."""
    questions = [
        ("moves", "legal moves of a position"),
        ("perft", "perft 1 to 3 (pyffish: 1 and 2) of a position"),
        ("fens", "FEN read and written again"),
        ("wxf", "moves in WXF"),
        ("ends", "FEN at the end of a game"),
        ("results", "verdict on a repetition"),
        ("mates", "result without a legal move"),
    ]
    pyffish_answers = answers_of_pyffish()
    rows = []
    for question, title in questions:
        ours, theirs = ask("answers", "chuhe", question), ask("answers", "chessai", question)
        cells = [agreement("chessai", question, ours, theirs) if theirs else "—"]
        cells.append(agreement("pyffish", question, ours, pyffish_answers[question]))
        rows.append([title, *cells])
    return table(["same answer as Chuhe", "chessai", "pyffish"], rows, 1)


def table(head, rows, words):
    """Returns a Markdown table. The first columns, as many as `words`, are aligned to the left, the others to the right."""
    rule = ["---"] * words + ["---:"] * (len(head) - words)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, rule, *rows])


def duration(nanoseconds):
    """A time with its unit, in three digits."""
    for unit in ("ns", "µs"):
        if nanoseconds < 999.5:
            return f"{nanoseconds:.3g} {unit}"
        nanoseconds /= 1000
    return f"{nanoseconds:.3g} ms" if nanoseconds < 999.5 else f"{nanoseconds:,.0f} ms"


def factor(value):
    """A ratio in two digits, and without a fraction from 10 on."""
    return f"{value:.2g}" if value < 9.95 else f"{float(f'{value:.2g}'):,.0f}"


def speeds(measured):
    """Returns the table of the times."""
    rows = []
    for task, title, unit in TASKS:
        ours = measured[task, "chuhe"]
        row = [title, unit, duration(statistics.median(ours))]
        for library in ("chessai", "pyffish"):
            theirs = measured[task, library]
            if theirs:
                ratios = [other / own for other, own in zip(theirs, ours)]
                row += [duration(statistics.median(theirs)), factor(statistics.median(ratios))]
            else:
                row += ["—", "—"]
        rows.append(row)
    return table(["task", "for each", "Chuhe", "chessai", "ratio", "pyffish", "ratio"], rows, 2)


def processor():
    """The name of the processor."""
    path = pathlib.Path("/proc/cpuinfo")
    name = re.search("^model name\\s*: (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE) if path.exists() else None
    return name[1] if name else platform.processor() or platform.machine()


def version_of(package):
    """The version of a crate in the lock file."""
    lock = (HERE / "Cargo.lock").read_text(encoding="utf-8")
    return re.search(f'name = "{package}"\nversion = "(.*)"', lock)[1]


def section(rounds, milliseconds):
    """Returns the text for docs/BENCHMARKS.md."""
    rust = subprocess.run(["rustc", "--version"], capture_output=True, text=True).stdout.split()[1]
    date = datetime.date.today().isoformat()
    agreed = agreements()
    spent = speeds(times(rounds, milliseconds))
    versions = ", ".join([
        f"Chuhe {version_of('chuhe-rules')}",
        f"[chessai](https://crates.io/crates/chessai) {version_of('chessai')} (MIT)",
        f"[pyffish](https://pypi.org/project/pyffish/) {'.'.join(map(str, pyffish.version()))} (GPL-3.0)",
    ])
    text = f"""Measured on {date}: {processor()}, one thread, rustc {rust} with Chuhe's release profile for x86-64-v2,
    Python {platform.python_version()}. {versions}, which is Fairy-Stockfish called from Python. The positions are those of
    `tests/data/perft.txt`, the games those of `tests/data/verdicts.txt`; every eighth of them is timed. In each of {rounds}
    rounds each library does each task for at least {milliseconds} ms, one library right after the other. A time is the median
    of the rounds, a ratio the median of the rounds' ratios to Chuhe: above 1 Chuhe is faster. Where there is a dash,
    the library has no function for it."""
    return f"\n{wrapped(text)}\n\n{spent}\n\n{agreed}\n\n"


def wrapped(text):
    """A paragraph in lines of 120 characters."""
    return textwrap.fill(" ".join(text.split()), width=120, break_long_words=False, break_on_hyphens=False)


def main():
    """Measures, and writes the section."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--milliseconds", type=int, default=300)
    options = parser.parse_args()
    text = OUTPUT.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{OUTPUT}: the lines around the section are missing")
    written = section(options.rounds, options.milliseconds)
    print(written)
    OUTPUT.write_text(before + begin + written + end + after, encoding="utf-8")


if __name__ == "__main__":
    main()
