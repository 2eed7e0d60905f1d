# SPDX-License-Identifier: MIT
"""What became of mutants: a line of JSON for each mutant and device, written as a run of ci/mutants goes, and the tables that
are made from such files. A run that was stopped goes on where its record ends."""
import json
import os
import re
import statistics
import subprocess

import mistakes

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
JUDGED = ("killed", "survived")


def git(*words):
    run = subprocess.run(["git", "-C", ROOT] + list(words), capture_output=True, text=True, check=False)
    if run.returncode:
        raise ValueError("git %s: %s" % (" ".join(words), run.stderr.strip()))
    return run.stdout.strip()


def commit():
    try:
        return git("rev-parse", "--short=12", "HEAD") + ("+" if git("status", "--porcelain", "--untracked-files=no") else "")
    except (ValueError, OSError):
        return ""


def lines_of(path):
    """The lines of a record. One that a stopped run left torn at the end is no line."""
    lines = []
    with open(path, encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            try:
                line = json.loads(text)
            except ValueError:
                if text.endswith("\n"):
                    raise ValueError("%s:%d: expected a line of JSON" % (path, number)) from None
                continue
            if not isinstance(line, dict) or not {"mutant", "device", "verdict", "commit"} <= set(line):
                raise ValueError("%s:%d: expected mutant, device, verdict and commit" % (path, number))
            lines.append(line)
    return lines


class Record:
    """A file that a run's outcomes are added to; without a path, nothing. `known` are those of this commit."""

    def __init__(self, path):
        self.path, self.commit, self.known = path, commit(), set()
        if path and os.path.exists(path):
            self.known = {(l["mutant"], l["device"]) for l in lines_of(path) if l["commit"] == self.commit}
            with open(path, "rb+") as file:  # a torn line goes
                whole = file.read()
                file.truncate(whole.rfind(b"\n") + 1)

    def has(self, name, devices):
        return all((name, device) in self.known for device in devices)

    def add(self, name, device, verdict, **more):
        if not self.path:
            return
        line = dict(mutant=name, device=device, verdict=verdict, commit=self.commit, **more)
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(line, sort_keys=True) + "\n")


def code_of(path, text):
    """A file without what changes nothing: comments of C and HIP, and their line breaks."""
    if not re.search(r"[.](c|h|hip|def)$", path):
        return text
    text = re.sub(r'("(?:[^"\\\n]|\\.)*")|/\*.*?\*/|//[^\n]*', lambda match: match[1] or " ", text, flags=re.S)
    return " ".join(text.split())


def changed_since(revision):
    """Files whose code differs from a commit's, in the index or the work tree."""
    def here(path):
        try:
            with open(os.path.join(ROOT, path), encoding="utf-8", errors="replace") as file:
                return code_of(path, file.read().strip())
        except OSError:
            return ""

    def there(path):
        try:
            return code_of(path, git("show", "%s:%s" % (revision, path)))
        except ValueError:  # it is new
            return ""
    paths = git("diff", "--name-only", revision, "--").splitlines()
    return {path for path in paths if here(path) != there(path)} | changed_entries(revision)


def changed_entries(revision):
    """The names of mistakes written by hand that differ from a commit's."""
    names = set()
    for kind, prefix in (("kernels", "real:"), ("harness", "harness:")):
        path = "tests/mutation/%s.txt" % kind
        try:
            before = {entry.name: entry.text.strip() for entry in mistakes.parse(git("show", "%s:%s" % (revision, path)), path)}
        except ValueError:  # the file is new
            before = {}
        names |= {prefix + entry.name for entry in mistakes.load(kind) if before.get(entry.name) != entry.text.strip()}
    return names


def part_of(mutants, shard):
    """Shard 'I/N', I from 1: every N-th mutant."""
    at, count = (int(number) for number in shard.split("/"))
    if not 1 <= at <= count:
        raise ValueError("--shard: expected I/N with 1 <= I <= N, got '%s'" % shard)
    return mutants[at - 1::count]


def kind_of(line):
    name = line["mutant"]
    if name.startswith("harness:") or line["device"] == "host":
        return "harness, " + ("written" if name.startswith("harness:") else "mechanical")
    return "real" if name.startswith("real:") else "mechanical"


def spread(numbers, form):
    return " / ".join(form % value for value in (statistics.median(numbers), max(numbers)))


def killers(lines):
    """A row for each property that killed: (name, kills, kills that a second look found no other property for, looked at)."""
    rows = []
    for name in sorted({l["property"] for l in lines}):
        own = [l for l in lines if l["property"] == name]
        looked = [l for l in own if "also" in l]
        rows.append((name, own, sum(1 for l in looked if not l["also"]), len(looked)))
    return sorted(rows, key=lambda row: (-len(row[1]), row[0]))


def survivors(lines, reason):
    """Of lines of survivors: those that have a reason today, and the others."""
    excused = [l for l in lines if reason(l["mutant"], l["device"])]
    return excused, [l for l in lines if l not in excused]


def tables(paths, properties, reason):
    """The tables of these records, as Markdown; of a mutant that is there twice the last line counts. reason(mutant, device)
    says why it must survive; empty: it should not."""
    last = {}
    for path in paths:
        for line in lines_of(path):
            last[(line["mutant"], line["device"])] = line
    judged = [l for l in last.values() if l["verdict"] in JUDGED]
    killed = [l for l in judged if l["verdict"] == "killed"]
    out = ["| mutants | device | killed | excused | live |", "|---|---|---|---|---|"]
    for kind, device in sorted({(kind_of(l), l["device"]) for l in judged}):
        of = [l for l in judged if (kind_of(l), l["device"]) == (kind, device)]
        excused, live = survivors([l for l in of if l["verdict"] == "survived"], reason)
        out.append("| %s | %s | %d | %d | %d |" % (kind, device, len(of) - len(excused) - len(live), len(excused), len(live)))
    out += ["", "| killed first by | mutants | no other property kills | cases, median / most | seconds, median / most |",
            "|---|---|---|---|---|"]
    for name, own, alone, looked in killers(killed):
        cases = [l["cases"] for l in own if l.get("cases")]
        out.append("| %s | %d | %s | %s | %s |" % (name, len(own), "%d of %d" % (alone, looked) if looked else "",
                                                  spread(cases, "%d") if cases else "",
                                                  spread([l["seconds"] for l in own], "%.2f")))
    named = {word for l in killed for word in (l["property"], l.get("also") or "")}
    silent = [name for name in properties if not any(word.split(" ")[0] == name for word in named)]
    _, live = survivors([l for l in judged if l["verdict"] == "survived"], reason)
    out += ["", "Kill nothing here: %s." % ", ".join(silent) if silent else "Each property kills.", "", "Live: %d" % len(live)]
    return "\n".join(out + ["%s on %s" % (l["mutant"], l["device"]) for l in live])
