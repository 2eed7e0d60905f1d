# SPDX-License-Identifier: MIT
"""The pictures of docs/internals/figures, drawn by gnuplot. Each names the SHA-256 of the script and data that it was drawn from in its
second line, so that one of other data is found without gnuplot, whatever its version."""
import hashlib
import os
import re
import subprocess

HERE = os.path.dirname(os.path.realpath(__file__))
LENGTHS = "set logscale x; set format x '10^{%L}'; set xlabel 'items a row'; set xtics 10,10,1e7"
ITEMS = "unset logscale; set format x '%g'; set xlabel 'items a thread'; set xtics 2,2,16; set xrange [0.5:16.5]"
ROWS = "set logscale x 10; set format x '10^{%L}'; set xlabel 'rows'; set xtics autofreq"
BAND = "fc '#9bc6e8' fs solid 0.5 noborder"
THERE, HERE_LINE = "lc '#1f6fb2' lw 2 dt 2", "lc '#c8501e' lw 2 pt 7 ps 0.6"
COLOURS = ["#c8501e", "#e39a3b", "#8a7a1f", "#3f8f4f", "#2f7f9f", "#5a4fa0", "#a03f7f"]


def quoted(words):
    return "'" + words.replace("'", "''").replace("_", r"\_") + "'"


class Panel:
    """One plot of a picture: settings, and pieces of the plot command with their data."""

    def __init__(self, title, settings, ylabel):
        self.title, self.settings, self.ylabel, self.pieces, self.data, self.after = title, settings, ylabel, [], [], ""

    def line(self, points, style, title):
        if points:
            self.data.append(points)
            self.pieces.append(f"$d{{}} using 1:2 with {style} {'title ' + quoted(title) if title else 'notitle'}")
        return self

    def band(self, low, high, left, right):
        """The document's range, over all of x."""
        self.data.append([(left, low, high), (right, low, high)])
        self.pieces.append(f"$d{{}} using 1:2:3 with filledcurves {BAND} title 'document'")
        return self

    def level(self, value, left, right, title="document"):
        return self.line([(left, value), (right, value)], f"lines {THERE}", title)

    def script(self, number):
        blocks, plots = [], []
        for points, piece in zip(self.data, self.pieces):
            name = f"{number}_{len(blocks)}"
            blocks.append(f"$d{name} << END\n" + "\n".join(" ".join(f"{value:.4g}" for value in point) for point in points) + "\nEND")
            plots.append(piece.format(name))
        return ("\n".join(blocks) + f"\nreset; set key top right samplen 1.5 font ',10'; set grid lc '#dddddd'; set tics font ',10'\n"
                f"set title {quoted(self.title)} font ',12'; set ylabel '{self.ylabel}' font ',10'\n{self.settings}\n{self.after}\n"
                "plot " + ", \\\n     ".join(plots))


def bars(title, rows):
    """rows: (label, document's, ours)"""
    panel = Panel(title, "set style fill solid 0.8; set boxwidth 0.35; set yrange [0:*]; set grid noxtics; set key outside below horizontal; "
                  f"set xrange [-0.6:{len(rows) - 0.4}]", "ratio")
    labels = ", ".join(f"{quoted(label)} {i}" for i, (label, *_) in enumerate(rows))
    panel.after = f"set xtics ({labels}) font ',9'; unset xlabel"
    panel.line([(i - 0.18, there) for i, (_, there, _) in enumerate(rows) if there], "boxes lc '#1f6fb2'", "document")
    panel.line([(i + 0.18, here) for i, (*_, here) in enumerate(rows)], "boxes lc '#c8501e'", "here")
    panel.line([(-0.6, 1), (len(rows) - 0.4, 1)], "lines lc '#555555'", None)
    return panel


class Drawing:
    def __init__(self, found, records, read_def):
        self.found, self.records = found, records
        self.lines = list(read_def())

    def of(self, figure, op=None):
        """The lines of figures.def with measurements: (shape, above, below, the median ratio)."""
        for name, line_op, shape, above, below, *_ in self.lines:
            measured = self.records.ratios(line_op, shape, above, below)
            if name == figure and op in (None, line_op) and measured:
                yield shape, above, below, sum(measured) / len(measured)

    def time(self, op, shape, side):
        medians = self.records.of(op, shape, side)
        return min(medians) * 1e6 if medians else 0

    def said(self, figure, op=None):
        """The document's numbers of a figure's first row, or of an operator's: bounds, or what its words say."""
        row = next(row for row in self.found[figure].rows if not op or row.what.startswith(op))
        numbers = re.search(r"([\d.]+) to ([\d.]+)|([\d.]+)", row.says)
        return (row.least, row.most) if row.most else tuple(float(number) for number in numbers.groups() if number)

    def words(self, figure):
        """The number behind the colon of a figure's first row."""
        return float(re.search(r": ([\d.]+)", self.found[figure].rows[0].says)[1])

    def by_length(self, figure, op, title):
        panel = Panel(title, LENGTHS + "; set yrange [0:*]; set key bottom left", "ratio")
        bounds = self.said(figure, op)
        if len(bounds) == 2:
            panel.band(*bounds, 10, 1e7)
        panel.line([(shape.length, ratio) for shape, _, _, ratio in self.of(figure, op)], f"linespoints {HERE_LINE}", "here")
        return panel.line([(10, 1), (1e7, 1)], "lines lc '#555555'", None)

    def by_items(self, op, shapes, best, title):
        """Curves of time over items a thread, each over its best; best: (items, words)."""
        side = next(below for name in ("fig10", "fig7", "fig8") for _, _, below, _ in self.of(name, op))
        panel = Panel(title, ITEMS + "; set yrange [0.9:3]; set key at graph 0.83, 0.98", "time over the best time")
        for at, words in best:
            panel.line([(at, 0.9), (at, 3)], f"lines {THERE}", words)
        for shape, colour in zip(shapes, COLOURS):
            times = [(items, self.time(op, shape, side._replace(items=items))) for items in range(1, 17)]
            least = min((time for _, time in times if time), default=1)
            panel.line([(items, time / least) for items, time in times if time], f"lines lc '{colour}' lw 1.5", f"rows of {shape.length}")
        return panel

    def rows(self, figure, op):
        return list(dict.fromkeys(shape for shape, *_ in self.of(figure, op)))

    # ---- the pictures ------------------------------------------------------------------------------------------------
    def figures_4_5(self):
        return [self.by_length("fig4", "add_u32", "4: two passes over one (RTX 2080 Ti)"),
                self.by_length("fig5", "add_u32", "5: share of the peak there, of a copy here")]

    def figures_6_8(self):
        six = self.by_length("fig6", "add4_i64", "6: whole sorts there, the scan here").level(*self.said("fig6"), 1e4, 1e7)
        six.settings += "; set xrange [1e4:1e7]; set yrange [0:2]"
        return [six, self.by_items("add4_i64", self.rows("fig7", "add4_i64"), [(2, "document: 2 is best")], "7: four 64-bit counts"),
                self.by_items("add_f32", self.rows("fig8", "add_f32"), [(15, "document: 15 is best")], "8: sums of floats")]

    def figures_9_10(self):
        best = {"add_i8": (15, 15), "add_i16": (15, 15), "add_u32": (9, 15), "add_i64": (6, 9)}
        both = lambda op, old: [(old, "document, 9" if op == "add_u32" else "document, 9 and 10")]
        words = lambda op, old, new: both(op, old) + ([(new, "document, 10")] if new != old else [])
        return [self.by_items(op, self.rows("fig10", op), words(op, *best[op]), f"9, 10: {op}") for op in best]

    def figures_11_12(self):
        return [self.by_length("fig12", op, f"11, 12: 64-bit over 32-bit remainders, {op}") for op in ("add_i8", "add_i16", "add_u32", "add_i64")]

    def programs(self):
        ratio = lambda row: sum(row.ratios) / len(row.ratios)
        rows = [row for row in self.found["tab2"].rows if row.least]
        return [bars("Table 2: two passes over one, whole programs",
                     [(re.search(r"`(\w+)`", row.what)[1], float(row.says), ratio(row)) for row in rows])]

    def henriksen(self):
        by_rows = {shape.rows: ratio for shape, _, _, ratio in self.of("h5")}
        said = {row.what.split(" of ")[1].split(" x ")[0]: row.says for row in self.found["h5"].rows}
        there = [(int(rows), float(words.split(": ")[-1])) for rows, words in said.items()]
        panel = Panel("Rows of 1000: a thread each, over a block each", ROWS + "; set logscale y; set xrange [30:8e4]; set yrange [0.2:50]", "ratio")
        panel.line(sorted(there), "linespoints lc '#1f6fb2' lw 2 dt 2 pt 6", "document, data transposed already")
        panel.line(sorted(by_rows.items()), f"linespoints {HERE_LINE}", "here, with a transposition")
        panel.line([(30, 1), (8e4, 1)], "lines lc '#555555'", None)
        four, = self.of("h4")
        two, = self.of("h2")
        return [panel, bars("Sums of 50000 x 100", [("CPU: columns over rows", self.words("h4"), four[3]),
                                             ("as they lie over transposed", self.words("h2"), two[3])])]

    def larsen(self):
        first = Panel("1.1: sums of 2^{26} floats", ROWS + "; set logscale y", "us")
        sides = [("segreduce_scan_gather", "segmented scan"), ("segreduce_loop_in_map", "loop in map")]
        for (subject, words), colour in zip(sides, (COLOURS[5], COLOURS[0])):
            points = [(shape.rows, self.time("add_f32", shape, side)) for shape, above, below, _ in self.of("fig1_1")
                      for side in (above, below) if side.subject == subject]
            first.line(sorted(points), f"linespoints lc '{colour}' lw 2 pt 7 ps 0.6", words)
        first.settings += "; set key top right"
        share = Panel("5.7: best kernel's share of the peak there, of a read-only pass here", ROWS + "; set yrange [0:1]; set xrange [1:2e6]; set key bottom left", "share")
        share.band(0.5, 1, 1, 2e6).line(sorted((shape.rows, ratio) for shape, _, _, ratio in self.of("fig5_7")), f"linespoints {HERE_LINE}", "here")
        panels = [first, share]
        scans = Panel("6.3 to 6.5: segmented scan over the thesis's kernels", ROWS + "; set logscale y", "ratio")
        for (name, words), colour in zip((("fig6_3", "6.3, sum"), ("fig6_4", "6.4, order kept"), ("fig6_5", "6.5, MSS")), COLOURS[::2]):
            scans.line(sorted((shape.rows, ratio) for shape, above, _, ratio in self.of(name) if above.subject == "segreduce_scan_gather" and
                              shape.rows * shape.length > 1 << 20), f"linespoints lc '{colour}' lw 2 pt 7 ps 0.6", words)
        if scans.pieces:
            panels.append(scans.line([(1, 1), (1e6, 1)], "lines lc '#555555'", "document: above this"))
        flat = Panel("A: version 1, and NVIDIA's, over version 2, 2^{20} floats", "set logscale x 2; set xlabel 'threads a block'; "
                     "set xrange [100:1300]; set yrange [0:*]; set key top left", "ratio")
        said = {row.what: float(row.says.split(": ")[1]) for row in self.found["appa"].rows}
        for (subject, words), colour in zip((("reduce_tree_interleaved", "version 1"), ("reduce_harris", "NVIDIA's")), COLOURS[::5]):
            points = [(above.block, ratio) for shape, above, _, ratio in self.of("appa") if above.subject == subject and shape.length == 1 << 20]
            there = [(int(re.search(r"block=(\d+)", what)[1]), value) for what, value in said.items() if subject in what and "1048576" in what]
            flat.line(sorted(there), f"linespoints lc '{colour}' lw 2 dt 2 pt 6", f"{words}, document")
            flat.line(sorted(points), f"linespoints lc '{colour}' lw 2 pt 7 ps 0.6", f"{words}, here")
        return panels + [flat]


def scripts(found, records, read_def):
    """name -> gnuplot's script."""
    drawing = Drawing(found, records, read_def)
    for name, panels in (("figures-4-5.svg", drawing.figures_4_5()), ("figures-6-8.svg", drawing.figures_6_8()),
                         ("figures-9-10.svg", drawing.figures_9_10()), ("figures-11-12.svg", drawing.figures_11_12()),
                         ("figures-table-2.svg", drawing.programs()), ("figures-henriksen.svg", drawing.henriksen()),
                         ("figures-larsen.svg", drawing.larsen())):
        columns = 1 if len(panels) == 1 else 3 if len(panels) == 3 else 2
        height = (len(panels) + columns - 1) // columns
        yield name, (f"set terminal svg size {min(columns, 3) * (380 if columns == 3 else 500)},{height * 320} font 'sans,11' background '#ffffff'\n"
                     f"set encoding utf8\nset multiplot layout {height},{columns}\n" +
                     "\n".join(panel.script(number) for number, panel in enumerate(panels)) + "\nunset multiplot\n")


def mark(script):
    return f"<!-- docs/internals/figures: {hashlib.sha256(script.encode()).hexdigest()} -->"


def draw(found, records, read_def):
    for name, script in scripts(found, records, read_def):
        made = subprocess.run(["gnuplot"], input=script, capture_output=True, text=True, check=True)
        if made.stderr.strip():
            print(name, made.stderr)
        first, rest = made.stdout.split("\n", 1)
        with open(os.path.join(HERE, name), "w", encoding="utf-8") as file:
            file.write(f"{first}\n{mark(script)}\n{rest}")


def check(found, records, read_def, wrong):
    for name, script in scripts(found, records, read_def):
        path = os.path.join(HERE, name)
        if not os.path.exists(path) or mark(script) not in open(path, encoding="utf-8").read():
            wrong(f"{name} is not drawn from these data: docs/internals/figures --pictures")
    for figure in found.values():
        if figure.picture and not os.path.exists(os.path.join(HERE, figure.picture)):
            wrong(f"there is no {figure.picture}")
