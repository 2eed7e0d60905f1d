# SPDX-License-Identifier: MIT
"""Slips of the pen, as mutants of the harness: another variable or member of the same type, a number that is one more,
plus for minus, and for or, a negation left out, break for continue, an equality of numbers that holds for less or for more.

`slip_changes(text)` yields (kind, begin, end, replacement) as harness_mutants.changes does, of C that is formatted as this
project's is. Whether two members are of one type is known by the structures of all headers and sources.
"""
import glob
import os
import re

TYPE = r"(?:const |unsigned |struct |enum )*(?:[a-z]\w*(?:_t)?)"
NO_TYPE = {"return", "else", "goto", "case", "do", "typedef", "enum", "struct"}
FUNCTION = re.compile(r"^(?!typedef|struct|enum|union)[a-z_][^;{}=]*\([^;{}]*\)\n\{\n.*?^\}", re.M | re.S)
SWAPPED = {"+": "-", "-": "+", "<<": ">>", ">>": "<<", "&&": "||", "||": "&&", "+=": "-=", "-=": "+=", "|=": "&=", "&=": "|="}


def types_of(function):
    """The types of a function's parameters and variables: {name: type}."""
    type_of = {}
    for match in re.finditer(r"(?:^|[(,;{]) *((?:%s)) (\*?)(\w+)(?:\[[^]\n]*\])?(?=[,;)=]| =| :)" % TYPE, function, re.M):
        kind = match[1].replace("const ", "")
        if kind in NO_TYPE:
            continue
        type_of.setdefault(match[3], kind + match[2])
        if match.end() < len(function) and function[match.end()] in ",= ":  # uint64_t a = 1, b = 2;
            end = function.find(";", match.end())
            for more in re.finditer(r", (\*?)(\w+)(?= = |,|;)", function[match.end():end + 1]):
                type_of.setdefault(more[2], kind + more[1])
    return type_of


def next_of(name, names):
    """The name after this one, round the list; None if there is no other."""
    return names[(names.index(name) + 1) % len(names)] if len(names) > 1 else None


def variable_slips(code):
    """A variable for another of its type, of those that are declared before it in the same function."""
    for function in FUNCTION.finditer(code):
        type_of = types_of(function[0])
        first = {name: re.search(r"\b%s\b" % name, function[0]).start() for name in type_of}
        for use in re.finditer(r"(?<![.\w>])[a-z]\w*\b(?! ?\()", function[0]):
            name, at = use[0], use.start()
            if name not in type_of or at == first[name]:
                continue
            others = [n for n in type_of if type_of[n] == type_of[name] and first[n] < at]
            other = next_of(name, others)
            if other:
                yield "variable", function.start() + at, function.start() + use.end(), other


def members_of(root):
    """For each member of a structure, the others of its type: {name: [[names of one type and structure], ...]}."""
    groups = {}
    for path in sorted(glob.glob(os.path.join(root, "*", "**", "*.[ch]"), recursive=True)):
        with open(path, encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", " ", file.read(), flags=re.S)
        for body in re.findall(r"^ *(?:typedef )?struct(?: \w+)? \{\n(.*?)^ *\}", text, re.M | re.S):
            by_type = {}
            for kind, names in re.findall(r"^ +(%s) ([^;(){}]+);" % TYPE, body, re.M):
                for name in names.split(","):
                    found = re.fullmatch(r"(\**)(\w+)((?:\[.*\])*)", name.strip(), re.S)
                    if found:
                        by_type.setdefault((kind.replace("const ", ""), found[1], found[3]), []).append(found[2])
            for names in by_type.values():
                for name in names:
                    groups.setdefault(name, [])
                    if len(names) > 1 and names not in groups[name]:
                        groups[name].append(names)
    return groups


def member_slips(code, groups):
    """A member for another of its type, where one structure alone has both."""
    for use in re.finditer(r"(?<=[\w)\]])(\.|->)([a-z]\w*)\b(?! ?\()", code):
        lists = groups.get(use[2], [])
        if len(lists) == 1:
            yield "member", use.start(2), use.end(2), next_of(use[2], lists[0])


def number_slips(code):
    for function in FUNCTION.finditer(code):
        for use in re.finditer(r"(?<![\w.\[])(?<![+-] )(\d+)\b(?![\w.\]])", function[0]):
            if not re.search(r"\b(case|enum)\b[^\n]*$", function[0][:use.start()]):
                yield "number", function.start() + use.start(), function.start() + use.end(), str(int(use[1]) + 1)


def word_slips(code):
    for function in FUNCTION.finditer(code):
        start = function.start()
        for use in re.finditer(r" (\+|-|<<|>>|&&|\|\||\+=|-=|\|=|&=) (?!1[^\w.])", function[0]):
            yield "sign", start + use.start(1), start + use.end(1), SWAPPED[use[1]]
        for use in re.finditer(r" (==|!=) (?!0\b|NULL\b|[A-Z][A-Z0-9_]*\b|nullptr\b|-|'|false|true|\"|&)", function[0]):
            for half in ("<=", ">=") if use[1] == "==" else ("<", ">"):
                yield "half", start + use.start(1), start + use.end(1), half
        for use in re.finditer(r"(?<=[(& |])!(?=[\w(])", function[0]):
            yield "negation", start + use.start(), start + use.end(), ""
        for use in re.finditer(r"\b(break|continue);", function[0]):
            yield "jump", start + use.start(1), start + use.end(1), "continue" if use[1] == "break" else "break"
        for use in re.finditer(r"(?<=[(,] )(true|false)\b|(?<=\()(true|false)\b", function[0]):
            yield "flag", start + use.start(), start + use.end(), "false" if use[0] == "true" else "true"


def slip_changes(code, groups):
    """code: with comments, strings and preprocessor lines blanked."""
    yield from variable_slips(code)
    yield from member_slips(code, groups)
    yield from number_slips(code)
    yield from word_slips(code)
