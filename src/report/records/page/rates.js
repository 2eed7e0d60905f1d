// SPDX-License-Identifier: MIT
// GB/s against the number of items (or the length of a row), for each kind of problem, with the copy's roof; both axes logarithmic.
"use strict";
(function () {
    const { data, $, colour, median, subject, isPeer, plain } = window.foldcheck_page;
    const MOST_LINES = 14;
    let chart = null;

    // {what: "reduce/add_f32@nvidia:0", x: 1024}, or null: a problem that has no size of this kind.
    function place(name) {
        const found = name.match(/@(\S+) (\w+)\/(\w+)\/(?:(\d+)|(\d+)x(\d+))(?:\/|$)/);
        if (!found) return null;
        const [, device, what, op, items, rows, length] = found;
        if (items) return { family: `${what}/${op}, one row, @${device}`, x: +items, unit: "items" };
        return { family: `${what}/${op}, ${rows * length} items in rows, @${device}`, x: +length, unit: "items a row" };
    }
    // The newest median of an entry, in GB/s.
    function rate(entry) {
        const [, list] = entry.samples.reduce((newest, one) => (one[0] >= newest[0] ? one : newest), [-1, []]);
        return entry.bytes / median(list) / 1e3;
    }
    // {family: {subject: {x: the best of its tunings}}}
    const families = {};
    data.entries.filter((entry) => entry.samples && entry.samples.length).forEach((entry) => {
        const at = place(entry.name), name = subject(entry.name);
        if (!at) return;
        const family = families[at.family] = families[at.family] || { unit: at.unit, lines: {} };
        const line = family.lines[name] = family.lines[name] || {};
        line[at.x] = Math.max(line[at.x] || 0, rate(entry));
    });
    // A line is one of at least two sizes.
    const sizes = (family) => [...new Set(Object.values(family.lines).flatMap((line) => Object.keys(line).map(Number)))].sort((a, b) => a - b);
    const names = Object.keys(families).filter((name) => sizes(families[name]).length > 2).sort();
    if (!names.length) return;

    const isYardstick = (name) => name === "copy" || name === "read_only";
    const average = (line) => { const all = Object.values(line); return all.reduce((a, b) => a + Math.log(b), 0) / all.length; };
    // The yardsticks and the peers, then the fastest of ours.
    function lines(family) {
        const all = Object.keys(family.lines), ours = all.filter((name) => !isYardstick(name) && !isPeer("time." + name));
        ours.sort((a, b) => average(family.lines[b]) - average(family.lines[a]));
        const first = all.filter((name) => isYardstick(name)).concat(all.filter((name) => isPeer("time." + name)));
        return first.concat(ours.slice(0, MOST_LINES - first.length));
    }
    function draw() {
        const family = families[$("family").value], xs = sizes(family), shown = lines(family), began = performance.now();
        const values = shown.map((name) => xs.map((x) => family.lines[name][x] || null));
        const top = Math.max(...values.flat().filter((v) => v !== null));
        const left = Object.keys(family.lines).length - shown.length;
        $("rate").textContent = `GB/s against ${family.unit}; the fastest: ${Math.round(top).toLocaleString("en")} GB/s${left ? `; ${left} slower ones are left out` : ""}`;
        if (chart) { chart.destroy(); chart = null; }
        if (window.uPlot) drawWithLibrary(xs, shown, values, began); else {
            $("roof").innerHTML = plain(values.map((line) => line.map((v, i) => [Math.log(xs[i]), v && Math.log(v)]).filter(([, v]) => v !== null)), false);
            window.foldcheck_roof = { lines: shown, milliseconds: performance.now() - began };
        }
    }
    const exponent = (v) => (Number.isInteger(Math.log2(v)) ? "2^" + Math.log2(v) : v.toLocaleString("en"));
    function stroke(name, i) {
        if (name === "copy") return { stroke: colour("--text"), width: 3, dash: [8, 4] };
        if (name === "read_only") return { stroke: colour("--soft"), width: 1, dash: [8, 4] };
        if (isPeer("time." + name)) return { stroke: colour("--bad"), width: 2, dash: [3, 3] };
        return { stroke: `hsl(${(i * 67) % 360} 65% 50%)`, width: 2 };
    }
    function drawWithLibrary(xs, shown, values, began) {
        const axis = { stroke: colour("--text"), grid: { stroke: colour("--line"), width: 1 } };
        chart = new window.uPlot({
            width: $("roof").clientWidth, height: 270, scales: { x: { time: false, distr: 3, log: 2 }, y: { distr: 3, log: 10 } },
            axes: [{ ...axis, values: (_, at) => at.map((v) => (v === null ? "" : exponent(v))) }, { ...axis, size: 70 }],
            series: [{ label: "items", value: (_, v) => (v === null ? "" : exponent(v)) }, ...shown.map((name, i) => ({ label: name, spanGaps: true, ...stroke(name, i),
                value: (_, v) => (v === null ? "" : v.toPrecision(4)) }))],
            hooks: { draw: [() => { window.foldcheck_roof = { lines: shown, milliseconds: performance.now() - began }; }] },
        }, [xs, ...values], $("roof"));
    }
    $("rates").hidden = false;
    $("family").replaceChildren(...names.map((name) => new Option(name)));
    $("family").addEventListener("change", draw);
    window.addEventListener("resize", draw);
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
    draw();
}());
