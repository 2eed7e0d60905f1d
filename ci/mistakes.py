# SPDX-License-Identifier: MIT
"""Mistakes written by hand, which ci/mutants plants: tests/mutation/kernels.txt and tests/mutation/harness.txt.

An entry names itself, says what is wrong, and gives the lines that change, as a diff does but without line numbers: kept lines
begin with a space, old ones with -, new ones with +. Kept and old lines together stand in the file exactly once.

    mutant NAME
    mistake: what is wrong
    of: STRATEGY OPERATOR                     (of orders.txt)
    beyond: why no test can see it            (or `beyond sim32: ...`, on that device; both may be absent)
    wrong where: whom it would hurt           (may be absent)
    in FILE                                   (as often as there are places)
         a line that stays
    -    the line as it is
    +    the line as the mistake has it
"""
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "tests", "mutation")


class Place:
    """One place of a file: its lines before and after."""

    def __init__(self, path):
        self.path, self.old, self.new = path, [], []

    def add(self, line):
        kind, rest = line[:1] or " ", line[1:]
        if kind in " -":
            self.old.append(rest)
        if kind in " +":
            self.new.append(rest)


class Mistake:
    def __init__(self, name):
        self.name, self.mistake, self.beyond, self.places, self.text = name, "", {}, [], ""
        self.of = []

    def files(self):
        return sorted({place.path for place in self.places})

    def changed(self, read):
        """The changed files: {path: text}, where read(path) gives a file as it is; ValueError for a place that is not there once."""
        texts = {}
        for place in self.places:
            lines = (texts.get(place.path) or read(place.path)).split("\n")
            size = len(place.old)
            at = [i for i in range(len(lines) - size + 1) if lines[i:i + size] == place.old]
            if len(at) != 1:
                raise ValueError("%s: these lines stand in %s %s, expected once:\n%s"
                                 % (self.name, place.path, "%d times" % len(at) if at else "nowhere", "\n".join(place.old)))
            texts[place.path] = "\n".join(lines[:at[0]] + place.new + lines[at[0] + size:])
        return texts

    def plant(self, tree):
        """Into a copy of the sources. A line that says why not, or an empty one."""
        def read(path):
            with open(os.path.join(tree, path), encoding="utf-8") as file:
                return file.read()
        try:
            for path, text in self.changed(read).items():
                with open(os.path.join(tree, path), "w", encoding="utf-8") as file:
                    file.write(text)
        except (ValueError, OSError) as error:
            return str(error)
        return ""


def line_of(mistake, line):
    """Takes a line of an entry that is none of a place. Whether it is one."""
    match = re.match(r"(mistake|of|wrong where|beyond(?: (?:sim32|sim64))?): (.+)$", line)
    if match and match[1] == "mistake":
        mistake.mistake = match[2]
    elif match and match[1] == "of":
        mistake.of = match[2].split()
    elif match and match[1].startswith("beyond"):
        mistake.beyond[match[1][len("beyond "):]] = match[2]
    return bool(match)


def parse(text, path):
    """The mistakes of a file's text; path is what an error names."""
    mistakes, place = [], None
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("mutant "):
            mistakes.append(Mistake(line[len("mutant "):]))
            place = None
        elif line.startswith("in ") and mistakes:
            place = Place(line[len("in "):])
            mistakes[-1].places.append(place)
        elif place is not None and line[:1] in ("", " ", "-", "+"):
            place.add(line)
        elif line and not line.startswith("#") and not (mistakes and place is None and line_of(mistakes[-1], line)):
            raise ValueError("%s:%d: expected 'mutant NAME', 'mistake: ...', 'beyond: ...', 'in FILE' or lines of a place, got '%s'"
                             % (path, number, line))
        if mistakes:
            mistakes[-1].text += line + "\n"
    for mistake in mistakes:
        if not mistake.mistake or not mistake.places:
            raise ValueError("%s: %s: expected a mistake and a place" % (path, mistake.name))
        for place in mistake.places:
            while place.old and place.new and not place.old[-1] and not place.new[-1]:  # blank lines between entries
                del place.old[-1], place.new[-1]
    return mistakes


def load(kind):
    """All mistakes of a kind, "kernels", "harness" or "orders"."""
    path = os.path.join(FOLDER, kind + ".txt")
    with open(path, encoding="utf-8") as file:
        return parse(file.read(), os.path.relpath(path, ROOT))
