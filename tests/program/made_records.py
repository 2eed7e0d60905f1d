# SPDX-License-Identifier: MIT
"""Records made for tests: of a repository with a planted slower commit, a planted higher cost and a planted failure, measured on two cards;
and of any number of commits and series. Run as a program it writes the latter: made_records.py FILE COMMITS SERIES POINTS."""
import json
import random
import sys

DAY = 24 * 60 * 60
START = 1_790_000_000
CARDS = {"NVIDIA H100 80GB HBM3": 1.0, "NVIDIA H200": 0.8}
SLOW_CARD = "NVIDIA H200"
SLOW_AT, SLOW_BY, COSTLY_AT, COSTLY_BY, FAILS_AT, COMMITS = 17, 0.12, 20, 0.5, 21, 24
SLOW = ("scan_lookback", "scan/add_f32/67108864/soa/small:1")
COSTLY = ("reduce_strided", "reduce/affine_u32/1000/soa/any:1")
STRATEGIES = {"reduce": ["reduce_window", "reduce_strided", "reduce_two_kernel", "reduce_last_block"],
              "scan": ["scan_lookback", "scan_serial", "scan_lookahead"]}
OPERATORS = ["add_f32", "add_u32", "affine_u32", "mss_i32"]
SIZES = [1 << 12, 1 << 18, 1 << 22, 1 << 26]
FIGURES = {"launches": 1, "barriers": 2, "groups": 3, "shuffles": 40, "atomics": 1, "read": 4000, "written": 4, "sectors": 126, "conflicts": 0, "combines": 999}
MINIMAL = "reduce_equals_oracle.reduce_window{block=64,items=1,group=32}@sim64 reduce/affine_u32/65/soa/unit:0"
CLAIM = "every strategy's reduction equals the left-to-right fold, writes nothing else and does not change its input"
FIRST_AT = "row 0, column 2 of 2 (u32): expected 0x2, got 0x4"
REPORT = f"""FAIL reduce_equals_oracle.reduce_window{{block=64,items=1,group=32}}@sim64       sim64, 64 lanes
  claim     {CLAIM}
  problem   reduce/affine_u32/65/soa/unit:0
  first at  {FIRST_AT}
  witness   same shape with span_8: row 0 is [64,65) then a tear
  repeats   20 of 20 runs;  shrunk from 4096 items in 71 runs, 0.4 s
"""


def commit(place):
    return f"{place:02x}c0ffee" * 5


def time_of(place):
    return START + place * DAY


def run_lines(place, tag, devices):
    run = {"run": f"r{place}-{tag}"}
    yield {"foldcheck_record": 1, "kind": "run", "commit": commit(place), "parent": commit(place - 1) if place else "", "commit_time": time_of(place),
           "command": "bench", "time": time_of(place) + 60, "version": "0", "built": "b", "compilers": "c", "host": "h", "system": "s", **run}
    for word, name, arch in devices:
        yield {"kind": "device", "device": word, "name": name, "arch": arch, "versions": "", **run}


def gpu_lines(place, card, draw):
    """All times of a commit on one card, which sits in another position from commit to commit."""
    word, run = f"nvidia:{place % 2}" if place % 2 else "nvidia", f"r{place}-{card}"
    yield from run_lines(place, card, [(word, card, "sm_90")])
    for what, names in STRATEGIES.items():
        for op in OPERATORS:
            for items in SIZES:
                problem, bytes_moved = f"{what}/{op}/{items}/soa/small:1", items * (8 if what == "scan" else 4)
                for number, name in enumerate(["copy", "read_only", f"cub_{what}", *names]):
                    seconds = CARDS[card] * (2e-6 + bytes_moved / 3e12 * (1 + 0.08 * number))
                    planted = card == SLOW_CARD and (name, problem) == SLOW and place >= SLOW_AT
                    samples = [seconds * (1 + SLOW_BY * planted) * (1 + 0.002 * draw.gauss(0, 1)) for _ in range(5)]
                    yield {"kind": "times", "case": f"time.{name}@{'nvidia:' + str(place % 2)} {problem}", "unit": "s", "samples": samples,
                           "items": items, "bytes": bytes_moved, "copy_rate": 3e12 / CARDS[card], "run": run}
    yield {"kind": "end", "status": 0, "run": run}


def sim_lines(place):
    run = {"run": f"r{place}-sim"}
    yield from run_lines(place, "sim", [("sim64", "simulator", "sim64")])
    for what, names in STRATEGIES.items():
        for op in OPERATORS:
            for name in names:
                problem, fails = f"{what}/{op}/1000/soa/any:1", name == "reduce_window" and op == "affine_u32" and place >= FAILS_AT
                target = {"property": f"{what}_equals_oracle", "subject": name, "operator": op, "device": "sim64"}
                if fails:
                    yield {"kind": "failure", **target, "case": MINIMAL, "drawn": MINIMAL, "claim": CLAIM, "first_at": FIRST_AT, "replay": "foldcheck replay", "steady_runs": 20, "steady_failed": 20,
                           "report": REPORT, **run}
                yield {"kind": "verdict", **target, "verdict": "fail" if fails else "pass", "passed": 7, "over_3_tiles": 3, "failed": int(fails), "refused": 0,
                       "discarded": 0, "broken": 0, "seconds": 0.1, **run}
                figures = dict(FIGURES)
                if (name, problem) == COSTLY and place >= COSTLY_AT:
                    figures["sectors"] = int(figures["sectors"] * (1 + COSTLY_BY))
                yield {"kind": "counters", "case": f"{name}{{block=64,items=1,group=32}}@sim64 {problem}", **figures, **run}
    yield {"kind": "end", "status": int(place >= FAILS_AT), **run}


def planted(path, commits=COMMITS):
    """The first commits of the repository."""
    draw = random.Random(1)
    with open(path, "w", encoding="utf-8") as out:
        for place in range(commits):
            for line in sim_lines(place):
                out.write(json.dumps(line) + "\n")
            for card in CARDS:
                for line in gpu_lines(place, card, draw):
                    out.write(json.dumps(line) + "\n")


def many(path, commits, series, points, samples=22, added=0):
    """`points` times, spread evenly over the series, of each at as many commits as that gives. The `added` newest commits go behind those that
    the file has."""
    draw, each = random.Random(1), max(1, points // series)
    noise = [1 + 0.003 * draw.gauss(0, 1) for _ in range(4096)]
    stride = max(1, commits // each)
    with open(path, "a" if added else "w", encoding="utf-8", buffering=1 << 20) as out:
        for place in range(commits, commits + added) if added else range(commits):
            for line in run_lines(place, "gpu", [("nvidia", "NVIDIA H200" if place % stride % 5 else "NVIDIA H100", "sm_90")]):
                out.write(json.dumps(line) + "\n")
            run, rows = f"r{place}-gpu", []
            for number in range(place % stride, series, stride):
                strategy, op, rest = number % 97, number // 97 % 20, number // (97 * 20)
                seconds = 1e-5 * (1 + rest)
                taken = ", ".join(f"{seconds * noise[(place * 31 + number * 7 + i) & 4095]:.9g}" for i in range(samples))
                rows.append(f'{{"kind": "times", "case": "time.scan_s{strategy}{{block=256,items=8}}@nvidia:0 scan/op_{op}/{1 << 10 + rest}/soa/small:1", "unit": "s", '
                            f'"samples": [{taken}], "items": {1 << 10 + rest}, "bytes": {8 << 10 + rest}, "copy_rate": 3e12, "run": "{run}"}}\n')
            out.write("".join(rows) + json.dumps({"kind": "end", "status": 0, "run": run}) + "\n")


if __name__ == "__main__":
    many(sys.argv[1], *map(int, sys.argv[2:5]))
