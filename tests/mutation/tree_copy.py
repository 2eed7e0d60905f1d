# SPDX-License-Identifier: MIT
"""What the scripts about orders share: a copy of the tree in which mistakes can be planted, a narrow build of it for the simulator, and
tables of documents, and the places of orders. What should not happen ends the program with status 3."""
import contextlib
import glob
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# What a word that orders becomes one step weaker. The first two are words of orders_are_needed.
WEAKER = {"take_ticket": ("acquire_ticket", "release_ticket"), "publish_flag": ("place_word",), "observe_flag": ("observe_word",)}


def stop(*words):
    print(*words, sep="\n", file=sys.stderr)
    sys.exit(3)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def run(command, statuses=(0,)):
    """The command's status, one of those, and all that it prints."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode not in statuses:
        stop(" ".join(command), done.stdout[-4000:])
    return done.returncode, done.stdout


class TreeCopy:
    """The files that git knows, as they are now, and one build folder for all that is asked of them."""

    def __init__(self, work):
        self.tree, self.build = os.path.join(work, "tree"), os.path.join(work, "build")
        os.mkdir(self.tree)
        run(["bash", "-c", 'set -o pipefail; cd "$0" && git ls-files -z | tar --null -T - -cf - | tar -C "$1" -xf -', ROOT, self.tree])

    def put(self, texts):
        for path, text in texts.items():
            with open(os.path.join(self.tree, path), "w", encoding="utf-8") as file:
                file.write(text)

    @contextlib.contextmanager
    def changed(self, texts):
        """With the texts of these files, {path: text}; as they were behind it."""
        kept = {path: read(self.tree, path) for path in texts}
        self.put(texts)
        yield
        self.put(kept)

    def configure(self, operators, strategies, *more):
        run(["cmake", "-S", self.tree, "-B", self.build, "-G", "Ninja", "-DFOLDCHECK_DEVICES=sim", "-DBUILD_TESTING=OFF",
             "-DFOLDCHECK_OPERATORS=" + operators, "-DFOLDCHECK_STRATEGIES=" + strategies, *more])

    def compile(self):
        run(["cmake", "--build", self.build, "-j2", "--target", "foldcheck", "foldcheck_sim"])

    def check(self, *arguments):
        """Of `foldcheck check`: whether something was found, and its output."""
        found, output = run([os.path.join(self.build, "foldcheck"), "check", "--first", *arguments], (0, 1))
        return found == 1, output


@contextlib.contextmanager
def tree_copy():
    with tempfile.TemporaryDirectory() as work:
        yield TreeCopy(work)


def lacks(document, row):
    """Whether a document lacks a row, and says so."""
    if row in read(ROOT, document).split("\n"):
        return False
    print("%s: expected %s" % (document, row))
    return True


def order_sites(tree):
    """Each weakening: a file, a line's number, the word there, and what it becomes."""
    for full in sorted(glob.glob(tree + "/hip/**/*.hip", recursive=True) + glob.glob(tree + "/hip/**/*.hip.h", recursive=True)):
        path = os.path.relpath(full, tree)
        if path.startswith("hip/platform/"):
            continue
        for number, line in enumerate(read(full).split("\n"), 1):
            for word in re.findall(r"\b(%s)\(" % "|".join(WEAKER), line):
                for weaker in WEAKER[word]:
                    yield path, number, word, weaker
