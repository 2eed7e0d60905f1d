# SPDX-License-Identifier: MIT
"""ci/mutants --harness: mistakes in what judges and draws, and not in kernels.

  real         tests/mutation/harness.txt, of src/, reference/, properties/, tests/unit/, hip/*.c and hip/sim/
  mechanical   made here from the sources that judge or draw: a comparison turned round, a bound moved by one, a check
               deleted, a function that returns at once; with --more instead: a statement deleted, and one side of && or ||;
               with --slips: those of harness_slips.py

The judge is the suite: the unit tests, the properties on the host and on the simulator, and the tests of planted bugs, of
the litmus table and of the program. A mutant is compiled as the build compiles the file, and linked into copies of the programs and
backends that hold it; the kernels are the build's own, but for those of the litmus words.
"""
import concurrent.futures
import json
import os
import queue
import re
import resource
import shlex
import shutil
import subprocess
import tempfile
import time

import harness_slips
import mistakes
from timed_run import Run

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(ROOT, "tests", "mutation", "harness")
SOURCES = ("src", "reference", "properties", "hip", "tests/unit")
# Files of mechanical mutants: they judge, draw, or stand between a launch and its verdict.
JUDGES = ["reference/oracle.c", "reference/slack.c", "reference/difference.c", "src/case/arena.c", "src/case/layout.c", "src/case/shape.c",
          "src/case/problem.c", "src/case/data.c", "src/engine/draw.c", "src/case/choices.c", "src/case/elem.c", "src/engine/shrink.c", "src/engine/runner.c", "src/engine/results.c",
          "src/engine/triage.c", "src/case/keys.c", "src/support/undefined.c", "src/cli/sweeping.c", "reference/tolerance.c", "properties/claims/edges.c",
          "hip/load.c", "hip/load_plan.c", "properties/compare.c", "properties/fixture.c", "properties/generators/generate.c", "properties/generators/generate_laws.c",
          "properties/generators/draw_parts.c", "properties/generators/draw_shapes.c",
          "properties/claims/oracle_match.c", "properties/claims/keyed.c", "properties/claims/keyed_concatenation.c",
          "properties/claims/robustness.c", "properties/claims/layout.c", "properties/claims/algebra.c", "properties/claims/scans.c", "properties/claims/rows.c",
          "properties/claims/segreduce.c", "properties/claims/laws.c", "properties/counting.c", "properties/claims/counted.c",
          "properties/documents/expected_traffic.c", "properties/documents/expected_waits.c", "properties/claims/exhaustive.c", "properties/claims/exhaustive_shapes.c",
          "properties/witness.c", "properties/claims/operands.c", "properties/claims/transposed.c", "properties/documents/structure.c",
          "properties/generators/strength.c", "properties/claims/picks.c", "properties/documents/expected_picks.c", "properties/documents/segments.c", "properties/documents/vary.c", "reference/wide.c",
          "reference/wide_model.c", "src/case/case_parse.c", "src/case/operators.c", "hip/sim/warp.c", "hip/sim/ordinary.c",
          "hip/sim/memory.c", "hip/sim/race.c", "hip/sim/shadow.h", "hip/sim/shadow.c",
          "hip/sim/know.h", "hip/sim/know.c", "hip/sim/order.c", "hip/sim/count.c", "hip/sim/launch.c",
          "hip/sim/lane.c", "hip/sim/block.c", "hip/sim/stream.c", "hip/sim/fail.c",
          "hip/sim/sched.c", "hip/sim/tsan.c", "hip/sim/bounds.c"]
PROCESSOR_SECONDS = 20  # limit for one command of the judge; each takes less than 3, so a longer one hangs
WALL_SECONDS = 120      # for what sleeps
CASES = "12"            # of a property, strategy and operator


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def preset(variable):
    """A list of the preset harness, with commas."""
    presets = json.loads(read(os.path.join(ROOT, "CMakePresets.json")))["configurePresets"]
    return next(p for p in presets if p["name"] == "harness")["cacheVariables"][variable].replace(";", ",")


# ---- mutants --------------------------------------------------------------------------------------------------------
class Mutant:
    def __init__(self, name, files, mistake=""):
        self.name, self.files, self.mistake, self.reason = name, files, mistake, ""
        self.written = self.at = self.text = None  # an entry of harness.txt; or where in files[0], (begin, end), and what stands there then

    def plant(self, tree):
        """Into a copy of the sources. A line that says why not, or an empty one."""
        if self.written:
            return self.written.plant(tree)
        source = read(os.path.join(ROOT, self.files[0]))
        write(os.path.join(tree, self.files[0]), source[:self.at[0]] + self.text + source[self.at[1]:])
        return ""

    def take_back(self, tree):
        for path in self.files:
            shutil.copy(os.path.join(ROOT, path), os.path.join(tree, path))


def real_mutants():
    mutants = []
    for entry in mistakes.load("harness"):
        mutant = Mutant("harness:" + entry.name, entry.files(), entry.mistake)
        mutant.written, mutant.reason = entry, entry.beyond.get("", "")
        mutants.append(mutant)
    return mutants


def blanked(text):
    """The text with comments, strings, assertions and preprocessor lines blanked, at the same offsets."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match[0])
    text = re.sub(r"/\*.*?\*/", blank, text, flags=re.S)
    text = re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.M)
    text = re.sub(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'', blank, text)
    return re.sub(r"\b(static_)?assert\([^;]*;", blank, text)


TURNED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}
MOVED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
EARLY = {"bool": ["true", "false"], "void": [""], "enum verdict": ["VERDICT_PASS"], "int": ["0"], "uint64_t": ["0"],
         "size_t": ["0"], "double": ["0"]}


def changes(text):
    """Every mechanical change of a C source: (kind, begin, end, replacement)."""
    code = blanked(text)
    for match in re.finditer(r"(?<= )(<=|>=|==|!=|<|>)(?= )|(?<=[\w)\]]) [+-] 1(?=[^\w.])", code):
        if match[0] in TURNED:
            yield "turned", match.start(), match.end(), TURNED[match[0]]
        if match[0] in MOVED or match[0].endswith("1"):
            yield "bound", match.start(), match.end(), MOVED.get(match[0], "")
    for match in re.finditer(r"^ *(else )?if \([^\n]*\) (return\b[^\n;]*|continue|break|\w*fail\w*\([^;{}]*);(?=\n)", code, re.M):
        yield "check", match.start(), match.end(), "" if not match[1] else "else ;"
    for match in re.finditer(r"^(?:static |inline )*(bool|void|enum verdict|int|uint64_t|size_t|double) (\w+)\([^;{}]*\)\n\{\n",
                             code, re.M):
        for value in EARLY[match[1]]:
            yield "early", match.end(), match.end(), "    return %s;\n" % value if value else "    return;\n"


# A call or an assignment that stands alone; a declaration would be missed by the compiler.
STATEMENT = re.compile(r"^ +(?!(?:return|break|continue|case|default|goto|else|if|for|while|do|struct|static|const|enum|typedef)\b)"
                       r"(?:[*(]*\w[\w.>\-\[\]*)+ ]*(?:[-+*/%|&^]|<<|>>)?= [^;{}]*|\w+(?:->\w+)*\([^;{}]*\)|[\w.>\-]+(?:\+\+|--));(?=\n)", re.M)
DECLARATION = re.compile(r" +(?:unsigned |struct |enum )?[a-z]\w*\*? \*?\w+(?:\[[^]]*\])? = ")


def side_end(code, at, step, stops):
    """From an operator outwards: where the operand on that side ends, at a bracket of those around it or at one of the stops."""
    depth, opens, closes = 0, "([{", ")]}"
    if step < 0:
        opens, closes = closes, opens
    while 0 <= at < len(code):
        if code[at] in opens:
            depth += 1
        elif code[at] in closes:
            if depth == 0:
                break
            depth -= 1
        elif depth == 0 and stops.match(code, at):
            break
        at += step
    return at


def more_changes(text):
    """Likewise: each statement deleted, and each side of && and || left out."""
    code = blanked(text)
    for match in STATEMENT.finditer(code):
        if not DECLARATION.match(match[0]):
            yield "deleted", match.start(), match.end(), ""
    right = {"&&": re.compile(r"&&|\|\||[?:;,]"), "||": re.compile(r"\|\||[?:;,]")}
    left = {"&&": re.compile(r"(?<=&)&|(?<=\|)\||[?:;,]|(?<![=<>!])=(?!=)|(?<=\breturn) "),
            "||": re.compile(r"(?<=\|)\||[?:;,]|(?<![=<>!])=(?!=)|(?<=\breturn) ")}
    for match in re.finditer(r"&&|\|\|", code):
        yield "one side", match.start(), side_end(code, match.end(), 1, right[match[0]]), ""
        yield "one side", side_end(code, match.start() - 1, -1, left[match[0]]) + 1, match.end(), ""


def mechanical_mutants(changes=changes):
    mutants, seen = [], {}
    for path in JUDGES:
        text = read(os.path.join(ROOT, path))
        for kind, begin, end, replacement in changes(text):
            first = text.rfind("\n", 0, begin) + 1
            last = text.find("\n", end)
            line = " ".join((text[first:begin] + replacement + text[end:last]).split())
            if kind in ("check", "deleted"):
                line = "without " + " ".join(text[begin:end].split())
            if kind == "early":  # named by its function
                head = [l for l in text[:begin].splitlines() if re.match(r"^\w.*\(", l)][-1]
                line = re.match(r".*?(\w+)\(", head)[1] + ": " + replacement.strip()
            name = "%s %s: %s" % (path, kind, line)
            seen[name] = seen.get(name, 0) + 1
            if seen[name] > 1:
                name += " #%d" % seen[name]
            mutant = Mutant(name, [path])
            mutant.at, mutant.text = (begin, end), replacement
            mutants.append(mutant)
    return mutants


def marked_mutants(more=False, slips=False):
    """Those of the mechanical ones that are asked for, with the reasons of those that change nothing."""
    members = harness_slips.members_of(ROOT)
    usual, others = mechanical_mutants(), mechanical_mutants(more_changes)
    slipped = mechanical_mutants(lambda text: harness_slips.slip_changes(blanked(text), members))
    mark_equivalent(usual + others + slipped)
    return slipped if slips else others if more else usual


def mark_equivalent(mutants):
    """equivalent.txt: a mutant's name, and its reason in indented lines below it."""
    by_name, current = {m.name: m for m in mutants}, None
    for number, line in enumerate(read(os.path.join(FOLDER, "equivalent.txt")).splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("    ") and current:
            current.reason = (current.reason + " " + line.strip()).strip()
        elif line in by_name:
            current = by_name[line]
        else:
            raise ValueError("equivalent.txt:%d: no mechanical mutant of the harness is called '%s'" % (number, line))


# ---- building -------------------------------------------------------------------------------------------------------
class Build:
    """What the build compiles and links, as Ninja says it."""

    TARGETS = ["foldcheck", "foldcheck_unit", "foldcheck_sim.so", "litmus/foldcheck_sim.so", "sim_litmus", "planted/foldcheck_sim.so",
               "nothing_simpler", "throw_lines", "sweep_workers", "stopped_runs", "undefined_reports",
               "undefined_alone", "test_statistics"]

    def __init__(self, folder):
        self.folder = folder
        self.compiles, self.archives, self.links = {}, {}, {}  # by object, archive, target: the command's words
        built = {line.split(":")[0] for line in self.ninja("-t", "targets", "all").splitlines()}
        self.targets = [t for t in self.TARGETS if t in built]  # undefined_reports takes gcc
        if "foldcheck_unit" not in self.targets:
            raise ValueError("%s: expected a build with the unit tests (libcmocka-dev)" % folder)
        self.linker = ["-fuse-ld=gold"] * bool(shutil.which("ld.gold"))  # links in half the time
        lines = self.ninja("-t", "commands", *self.targets).splitlines()
        for line in lines:
            words = [w for w in shlex.split(line) if w not in (":", "&&")]
            if "-c" in words and "-o" in words:
                self.compiles[words[words.index("-o") + 1]] = words
            elif "qc" in words:
                archive = words[words.index("qc") + 1]
                self.archives[archive] = [w for w in words if w.endswith(".o")]
            elif "-o" in words:
                self.links[words[words.index("-o") + 1]] = words
        self.users = {}  # by source: the objects that are compiled from it or include it
        current = None
        for line in self.ninja("-t", "deps").splitlines():
            if line and not line.startswith(" "):
                current = line.split(":")[0]
            elif line.strip() and current in self.compiles and (not current.endswith(".hip.o") or current.endswith("/litmus.hip.o")):
                path = os.path.relpath(os.path.join(folder, line.strip()), ROOT)
                self.users.setdefault(path, []).append(current)

    def ninja(self, *words):
        run = subprocess.run(["ninja", "-C", self.folder, "--quiet"] + list(words), capture_output=True, text=True, check=False)
        if run.returncode:
            raise ValueError("%s: %s" % (self.folder, run.stderr.strip() or run.stdout.strip()))
        return run.stdout

    def compile_words(self, tree, item, target):
        words = [w.replace(ROOT + "/", tree + "/") if not w.startswith(self.folder) and self.folder + "/" not in w else w
                 for w in self.compiles[item]]
        drop, kept = False, []
        for word in words:
            if drop:
                drop = False
            elif word in ("-MF", "-MT", "-o"):
                drop = True
            elif word == "-I" + ROOT:
                kept.append("-I" + tree)
            elif word == "-O2" and item.endswith(".c.o"):
                kept.append("-O1")  # compiled once, and run for a second
            elif os.path.basename(word) != "ccache" and word not in ("-MD", "-Werror", "-g"):
                kept.append(word)
        return kept + ["-w", "-o", target]

    def holds(self, target, item):
        """Whether the target is linked from this object, by itself or in an archive."""
        return any(word == item or item in self.archives.get(word, []) for word in self.links[target])

    def link_words(self, made, target, output):
        """The target's command with these objects ({object: its mutant}), which it holds, in place of the build's."""
        inside = set(self.links[target])
        words = [made.get(w, w) for w in self.links[target]]
        words[words.index("-o") + 1] = output
        first = next(i for i, w in enumerate(words) if w.endswith(".o"))
        return words[:1] + self.linker + words[1:first] + \
            [mutant for item, mutant in made.items() if item not in inside] + words[first:]


class Made:
    """A mutant's programs and backends, in a folder: each is compiled and linked when it is first asked for."""

    def __init__(self, build, tree, folder, files):
        self.build, self.tree, self.folder = build, tree, folder
        self.items = sorted({item for path in files for item in build.users.get(path, [])})
        self.objects, self.targets, self.seconds = {}, set(), 0.0
        self.words = "" if self.items else "nothing that the judge runs is compiled from " + ", ".join(files)

    def run(self, words):
        run = Run(words, cwd=self.build.folder)
        self.seconds += run.seconds
        if run.returncode:
            self.words = run.stderr
        return not run.returncode

    def compile(self, item):
        """The mutant's object in place of the build's."""
        if item not in self.objects:
            self.objects[item] = os.path.join(self.folder, "%d.o" % len(self.objects))
            return self.run(self.build.compile_words(self.tree, item, self.objects[item]))
        return True

    def make(self, targets):
        """False where one of the targets does not compile: self.words has the compiler's."""
        return all(target in self.targets or self.make_one(target) for target in targets)

    def make_one(self, target):
        self.targets.add(target)
        output, held = os.path.join(self.folder, target), [i for i in self.items if self.build.holds(target, i)]
        os.makedirs(os.path.dirname(output), exist_ok=True)
        if not held and target.endswith(".so"):
            os.symlink(os.path.join(self.build.folder, target), output)
            return True
        if not held:  # by a process of its own: a child that another thread forks must not hold it open while it is executed
            return self.run(["cp", os.path.join(self.build.folder, target), output])
        return all(self.compile(item) for item in held) and \
            self.run(self.build.link_words({item: self.objects[item] for item in held}, target, output))


# ---- the judge ------------------------------------------------------------------------------------------------------
class Judge:
    """Steps of the suite, those first that kill most for their time: (name, command, environment, what its output must match)."""

    OF_TABLES = "every_document_id_is_owned"  # which judges no harness
    ON_SIM = ("literal_traffic,transpositions_cost_as_worked_out,wide_tiles_wait_for_no_bank,fingerprints_hold,"
              "policies_choose_as_documented,refusals_begin_where_documented")

    # Steps that are left out for a file: those that look at what lies in hip/ alone, or that passed whatever was wrong there.
    LEFT_OUT = (("hip/", r"(?!)"),
                # as the rest of properties/, but ordinary kernels show what it says of launchers
                ("properties/seen.c", r"words of|\.litmus_|^planted_bug_|^thrown|^strategies on sim32"),
                ("tests/", r"words of|\.litmus_|\.ordinary_kernels\.|^planted_bug_|^thrown|^strategies on sim32"),
                ("properties/", r"words of|\.litmus_|\.ordinary_kernels\.|^planted_bug_|^thrown|^strategies on sim32"),
                ("src/engine/shrink.c", r"words of|\.litmus_|\.ordinary_kernels\.|^strategies|^arguments|^exhaustive.reduce"),
                ("src/case/case_parse.c", r"words of|\.litmus_|\.ordinary_kernels\.|^strategies on|^exhaustive|^planted_bug_"),
                ("", r"words of the simulator, 32|\.litmus_\w+\.sim32$|\.litmus_(?!right|no_group_sync|past_own)|"
                     r"\.ordinary_kernels\."))

    def __init__(self, build):
        self.build = build
        check = ["{made}/foldcheck", "check", "--first", "--seed", "1", "--timeout", "5"]
        operators = ["--operator", preset("FOLDCHECK_OPERATORS")]
        few = ["--strategy", preset("FOLDCHECK_STRATEGIES"), "--cases", CASES] + operators
        listed = subprocess.run([os.path.join(build.folder, "foldcheck"), "list", "properties"], capture_output=True, text=True,
                                check=True).stdout
        words = [line.split() for line in listed.splitlines() if line.strip()]
        host = ",".join(w[0] for w in words if w[1:3] == ["suite", "host"] and w[0] != self.OF_TABLES)
        steps = [("words of the simulator, 64 lanes", ["{made}/sim_litmus", "sim64"]),
                 ("words of the simulator, 32 lanes", ["{made}/sim_litmus", "sim32"]),
                 ("unit tests", ["{made}/foldcheck_unit", "--first"]),
                 ("claims of the suite", check + ["--property", host, "--cases", "1"]),
                 ("laws", check + ["--property", "associates,has_identity,commutes_as_claimed,parts_combine_apart",
                                   "--cases", "40"])]
        steps = [(name, words, {}, None) for name, words in steps
                 if words[0].startswith("{made}/foldcheck") or os.path.basename(words[0]) in build.targets]
        steps += self.tests(r"^planted_bug_shrinks\S*planted_(?!hang)|^exhaustive\.planted_")
        # A case of these goes through all strategies of the build: 5 s where it has all operators, twice that on a busy machine.
        steps += [("strategies without ones", check[:-1] + ["20", "--device", "sim64", "--property", self.ON_SIM, "--cases", "1"],
                   {}, None)]
        steps += [("strategies on %s" % device, check + ["--device", device] + few, {}, None) for device in ("sim64", "sim32")]
        steps += [(name, ["{made}/" + program], {}, None) for name, program in
                  (("shared sweeps", "sweep_workers"), ("stopped runs", "stopped_runs"),
                   ("undefined behaviour", "undefined_reports"),
                   ("undefined behaviour without a simulator", "undefined_alone"))
                  if program in build.targets]
        steps += self.tests(r"\.litmus_\w+\.sim64$")
        steps += self.tests(r"^exhaustive\.reduce_two_kernel\.sim64|^reduce_equals_oracle\.planted_|"
                            r"^nothing_simpler_fails\.planted_(swap|tail)\.")
        steps += [("thrown lines", ["{made}/throw_lines", "100000", "1"], {}, None)]
        steps += self.tests(r"^tuning_file_decides\.program\.sim64$")
        steps += [("arguments", check + ["--property", "touches_only_its_arguments", "--cases", "1"] + operators, {}, None)]
        steps += self.tests(r"\.litmus_\w+\.sim32$|\.ordinary_kernels\.sim$")
        self.of_records = self.tests(r"^unit\.statistics\.|^comparisons_find_every_change\.")
        self.steps = steps

    def tests(self, pattern):
        """Tests of the build's own, by their names."""
        run = subprocess.run(["ctest", "--show-only=json-v1"], cwd=self.build.folder, capture_output=True, text=True, check=True)
        found = []
        for test in json.loads(run.stdout)["tests"]:
            if not re.search(pattern, test["name"]) or "command" not in test:
                continue
            told = {p["name"]: p["value"] for p in test["properties"]}
            # The plugins of ordinary kernels are the build's own.
            words = [w if w.endswith("/ordinary") else w.replace(self.build.folder, "{made}") for w in test["command"]]
            env = dict(pair.replace(self.build.folder, "{made}").split("=", 1) for pair in told.get("ENVIRONMENT", []))
            match = told.get("PASS_REGULAR_EXPRESSION")
            found.append((test["name"], words, env, match[0] if isinstance(match, list) else match))
        return found

    ON_HOST = ("claims of the suite", "laws", "arguments")  # of which the program opens no backend

    def needs(self, step):
        """The targets that a step runs: its program, and the backends that it loads."""
        name, words, env, _ = step
        told = [w[len("{made}"):].strip("/") for w in words + list(env.values()) if w.startswith("{made}")]
        if name not in self.ON_HOST and "FOLDCHECK_BACKENDS" not in env:
            told.append("foldcheck_sim.so")
        # A target, or a folder of them; the folder of all of them is told to scripts.
        return sorted({target for target in self.build.links for t in told if target == t or target.startswith(t + "/") or not t})

    def run(self, step, made):
        """Whether the step passes, what it said, and the seconds of processor time that it took."""
        _, words, env, match = step
        words = [w.replace("{made}", made) for w in words]
        env = {k: v.replace("{made}", made) for k, v in env.items()}
        env = dict(os.environ, **{"FOLDCHECK_BACKENDS": made, **env})
        run = Run(words, wall=WALL_SECONDS, env=env, cwd=made, preexec_fn=limit_processor)
        said = run.stdout + run.stderr
        passed = re.search(match.replace(";", "."), said, re.S) is not None if match else run.returncode == 0
        return passed, said, run.seconds


def limit_processor():
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# ---- running --------------------------------------------------------------------------------------------------------
class Outcome:
    def __init__(self, mutant):
        self.mutant, self.status, self.by, self.words = mutant, "survived", "", ""
        self.property = ""  # the claim that failed, or the step of the judge
        self.building = self.seconds = 0.0  # of processor time: the compiler's and linker's, the judge's

    def note_kill(self, step, said):
        self.status, self.by = "killed", step
        claim = re.search(r"^(?:FAIL|BROKEN:?) (\w+)\.", said, re.M) or re.search(r"^\[  FAILED  \] (\w+): ", said, re.M)
        self.property = claim[1] if claim else re.match(r"\w+[^.,]*", step)[0]
        lines = re.findall(r"^.*(?:first at|expected|\[  ERROR   \]).*", said, re.M) or said.splitlines()
        self.words = lines[0].strip() if lines else "says nothing"


def steps_for(judge, parts, mutant):
    """The steps whose programs and backends hold the changed file, but those that are left out for its folder. Words of the
    simulator come first where it is the simulator that is wrong, else at last. Records have judges of their own, which judge
    the comparison of records, too."""
    if all(path.startswith("src/report/records/") for path in mutant.files):
        return judge.of_records
    own = any(path.startswith("hip/sim/") for path in mutant.files)
    steps = judge.steps if own else sorted(judge.steps, key=lambda step: "words of" in step[0])
    left_out = next(names for folder, names in judge.LEFT_OUT if any(path.startswith(folder) for path in mutant.files))
    steps = [step for step in steps if not re.search(left_out, step[0])]
    compares = any(path in ("src/cli/compare.c", "src/cli/builds.c") for path in mutant.files)
    steps = judge.of_records * compares + steps
    return [step for step in steps if any(parts.build.holds(target, item) for target in judge.needs(step) for item in parts.items)]


def judged(outcome, parts, judge):
    """Shows a planted mutant to one step after the other, until one kills it. The compiler's words where it does not compile."""
    for step in steps_for(judge, parts, outcome.mutant):
        made = parts.make(judge.needs(step))
        outcome.building = parts.seconds
        if not made:
            return parts.words
        passed, said, seconds = judge.run(step, parts.folder)
        outcome.seconds += seconds
        if not passed:
            outcome.note_kill(step[0], said)
            break
    return ""


def try_mutant(mutant, build, judge, trees):
    outcome, tree = Outcome(mutant), trees.get()
    try:
        with tempfile.TemporaryDirectory(prefix="harness-") as made:
            outcome.words = mutant.plant(tree)
            if outcome.words:
                outcome.status = "does not apply"
                return outcome
            parts = Made(build, tree, made, mutant.files)
            words = parts.words or judged(outcome, parts, judge)
            if words:
                outcome.status, outcome.words = "does not compile", words
    finally:
        mutant.take_back(tree)
        trees.put(tree)
    return outcome


def copy_tree(folder):
    for source in SOURCES:
        shutil.copytree(os.path.join(ROOT, source), os.path.join(folder, source))
    return folder


class Original:
    """The suite on the sources as they are: what kills a mutant must pass here, or it would mean nothing."""

    def __init__(self, judge, build):
        self.judge, self.passed = judge, set()
        self.folder = tempfile.TemporaryDirectory(prefix="harness-")
        for target in build.links:
            output = os.path.join(self.folder.name, target)
            os.makedirs(os.path.dirname(output), exist_ok=True)
            shutil.copy(os.path.join(build.folder, target), output)

    def must_pass(self, name):
        for step in self.judge.steps + self.judge.of_records:
            if step[0] != name or name in self.passed:
                continue
            passed, said, _ = self.judge.run(step, self.folder.name)
            if not passed:
                raise ValueError("the suite fails without a mutant: %s: %s" % (name, said.strip()[-600:]))
            self.passed.add(name)


def try_all(mutants, build, judge, options, say):
    outcomes, trees, jobs, end = [], queue.Queue(), max(1, options.jobs), time.monotonic() + options.within
    original = Original(judge, build)

    def begin(mutant):
        return try_mutant(mutant, build, judge, trees) if time.monotonic() < end else None

    with tempfile.TemporaryDirectory(prefix="trees-") as folder:
        for job in range(jobs):
            trees.put(copy_tree(os.path.join(folder, str(job))))
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            running = [pool.submit(begin, m) for m in mutants]
            try:
                for future in concurrent.futures.as_completed(running):
                    outcome = future.result()
                    if not outcome:
                        continue
                    if outcome.status == "killed":
                        original.must_pass(outcome.by)
                    outcomes.append(outcome)
                    say(outcome)
            finally:
                pool.shutdown(cancel_futures=True)
    return outcomes


def say(outcome):
    print("%-16s %5.1f s build %5.1f s judge  %s\n%s" % (outcome.status, outcome.building, outcome.seconds, outcome.mutant.name,
                                                        " " * 24 + (outcome.by + ": " if outcome.by else "") +
                                                        (outcome.words.splitlines() or [""])[0][:160]), flush=True)


def tell(outcomes, seconds):
    """Prints the table. True if a mutant lives that should not, or does not apply or compile as it should."""
    by, bad = {}, False
    for kind in ("real", "mechanical"):
        judged = [o for o in outcomes if (o.mutant.written is not None) == (kind == "real") and not o.mutant.reason and
                  o.status in ("killed", "survived")]
        killed = [o for o in judged if o.status == "killed"]
        if judged:
            print("\nharness, %s: %d of %d killed" % (kind, len(killed), len(judged)))
    for outcome in outcomes:
        if outcome.status == "killed":
            by[outcome.by] = by.get(outcome.by, 0) + 1
    for name, count in sorted(by.items(), key=lambda pair: -pair[1]):
        print("%7d  killed by %s" % (count, name))
    for outcome in outcomes:
        wrong = outcome.status != "killed" if not outcome.mutant.reason else outcome.status == "killed"
        if outcome.status == "does not compile" and not outcome.mutant.written:
            continue
        if wrong:
            bad = True
            print("%s: %s%s" % (outcome.status.upper() if not outcome.mutant.reason else "EXCUSED, AND KILLED",
                                outcome.mutant.name, " (%s)" % outcome.mutant.mistake if outcome.mutant.mistake else ""))
    print("%d mutants of the harness in %.0f s" % (len(outcomes), seconds))
    return bad


def run(options, choose):
    """What `ci/mutants --harness` does. `choose(mutants)` keeps those that were asked for."""
    both = options.real == options.mechanical
    mutants = (real_mutants() if both or options.real else []) + (marked_mutants(options.more, options.slips) if both or options.mechanical else [])
    mutants = [m for m in choose(mutants) if options.equivalent or not m.reason]
    mutants = options.recorded.keep(mutants, ["host"])
    if options.list:
        print("\n".join(m.name for m in mutants))
        return 0
    if not mutants:
        print("no mutants to run")
        return 0
    began, build = time.monotonic(), Build(os.path.abspath(options.build))
    judge = Judge(build)

    def note(outcome):
        if not options.brief or outcome.status != "killed":
            say(outcome)
        options.recorded.record.add(outcome.mutant.name, "host", outcome.status, property=outcome.property,
                                    seconds=round(outcome.seconds, 3), building=round(outcome.building, 3))

    outcomes = try_all(mutants, build, judge, options, note)
    return 1 if tell(outcomes, time.monotonic() - began) else 0
