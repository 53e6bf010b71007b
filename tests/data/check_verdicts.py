#!/usr/bin/env python3
"""Checks verdicts.txt and fills in what pyffish says of each case.

    python3 -m venv .tools/venv && .tools/venv/bin/pip install pyffish==0.0.90
    .tools/venv/bin/python tests/data/check_verdicts.py            # checks, writes nothing
    .tools/venv/bin/python tests/data/check_verdicts.py --write    # renews the pyffish lines

The expected verdicts of verdicts.txt come from rule texts, never from a program. This script looks
at the form of each case and replays it with pyffish: every move is legal, the position after the
last move occurs for the third time, no position occurred for the third time before, and a case
that is `ongoing` holds no third occurrence at all. A capture starts the counting anew. Then
pyffish's own verdict is compared with the expected one; a difference is noted, not an error, since
its chase rules are known to be incomplete (fairy-stockfish issues 468 and 938).
"""

import collections
import pathlib
import re
import sys

import pyffish

VARIANT = "xiangqi"
FILE = pathlib.Path(__file__).with_name("verdicts.txt")
KEYS = ["case", "source", "text", "doubt", "fen", "moves", "verdict", "plies", "pyffish"]
OPTIONAL = {"doubt", "plies", "pyffish"}
VERDICT = re.compile(r"(red|black|draw|ongoing)  reason=(\w+|-)  offender=(red|black|-)")
REASONS = {"perpetualChase", "perpetualCheck", "repetition", "-"}


def blocks(text):
    """Each case as a dictionary from key to value, in the order of the file."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        key, separator, value = line.partition(": ")
        if not separator or key not in KEYS:
            raise SystemExit(f"line {number}: not a field: {line}")
        if key == "case":
            found.append({})
        if not found or key in found[-1]:
            raise SystemExit(f"line {number}: {key} out of place")
        found[-1][key] = value
    return found


def ranks_from_one(move):
    """A UCCI move (h2e2) as pyffish writes it (h3e3)."""
    return "".join(c if c.isalpha() else str(int(c) + 1) for c in move)


def replay(fen, moves):
    """The positions met (placement and side to move), and how often each had occurred by then."""
    seen, counts, keys, pieces = collections.Counter(), [], [], None
    for ply in range(len(moves) + 1):
        if ply:
            assert moves[ply - 1] in pyffish.legal_moves(VARIANT, fen, moves[:ply - 1]), \
                f"illegal at ply {ply}: {moves[ply - 1]}"
        placement, side = pyffish.get_fen(VARIANT, fen, moves[:ply]).split()[:2]
        men = sum(map(str.isalpha, placement))
        if men != pieces:
            seen.clear()
        pieces = men
        keys.append((placement, side))
        seen[keys[-1]] += 1
        counts.append(seen[keys[-1]])
    return keys, counts


def last_lap(keys):
    """The plies since the position of the end stood on the board before."""
    return next((n for n in range(1, len(keys)) if keys[-1 - n] == keys[-1]), 0)


def verdict_of_pyffish(fen, moves):
    """`red`, `black`, `draw` or `ongoing`: the winner as pyffish sees it after the last move."""
    ended, value = pyffish.is_optional_game_end(VARIANT, fen, moves)
    if not ended:
        return "ongoing"
    if value == 0:
        return "draw"
    red_moves = (fen.split()[1] == "w") == (len(moves) % 2 == 0)
    return "red" if (value > 0) == red_moves else "black"


def check(case):
    """Checks one case and returns the text for its pyffish line."""
    missing = [k for k in KEYS if k not in case and k not in OPTIONAL]
    assert not missing, f"missing {missing}"
    form = VERDICT.fullmatch(case["verdict"])
    assert form and form[2] in REASONS, "form of the verdict"
    result, reason, offender = form.groups()
    assert (reason.startswith("perpetual")) == (result in ("red", "black")), "reason"
    assert offender == {"red": "black", "black": "red"}.get(result, "-"), "offender"
    fen, moves = case["fen"], [ranks_from_one(m) for m in case["moves"].split()]
    assert len(fen.split()) == 6, "FEN of six fields"
    keys, counts = replay(fen, moves)
    expected = 2 if result == "ongoing" else 3
    assert max(counts) == expected and (result == "ongoing" or counts.index(3) == len(moves)), \
        f"occurrences {counts}"
    assert len(case.get("plies", "").split()) in (0, last_lap(keys)), "plies"
    says = verdict_of_pyffish(fen, moves)
    return "agrees" if says == result else f"differs ({says})"


def renew(text, results):
    """The file with the pyffish lines of `results` (case name to text)."""
    lines, name = [], None
    for line in text.splitlines():
        key, _, value = line.partition(": ")
        if key == "case":
            name = value
        if key != "pyffish":
            lines.append(line)
        if key == "verdict":
            lines.append(f"pyffish: {results[name]}")
    return "\n".join(lines) + "\n"


def main():
    """Checks every case; with --write renews the file."""
    text, results, failures = FILE.read_text(encoding="utf-8"), {}, 0
    for case in blocks(text):
        name = case["case"]
        try:
            assert name not in results, "name used twice"
            results[name] = check(case)
        except AssertionError as error:
            results[name], failures = "not checked", failures + 1
            print(f"{name}: {error}")
    if "--write" in sys.argv and not failures:
        FILE.write_text(renew(text, results), encoding="utf-8")
    elif not failures:
        stale = [c["case"] for c in blocks(text) if c.get("pyffish") != results[c["case"]]]
        failures += len(stale)
        print("".join(f"{name}: pyffish line is old\n" for name in stale), end="")
    agree = sum(r == "agrees" for r in results.values())
    print(f"{len(results)} cases, pyffish agrees on {agree}, {failures} failures")
    sys.exit(failures > 0)


if __name__ == "__main__":
    main()
