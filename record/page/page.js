// SPDX-License-Identifier: MIT
// Search, plots, and lines to copy. The tables stand in index.html and need none of this.
"use strict";
(function () {
    const data = window.foldcheck_data, $ = (id) => document.getElementById(id);
    const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    let plotted = null, chart = null;

    // ---- lines to copy ----
    function copy(text, button) {
        const done = () => { const word = button.textContent; button.textContent = "copied";
            setTimeout(() => { button.textContent = word; }, 1200); };
        const area = document.createElement("textarea");
        window.foldcheck_copied = text;
        if (navigator.clipboard && window.isSecureContext) { navigator.clipboard.writeText(text).then(done, () => old()); return; }
        old();
        function old() {
            area.value = text; document.body.appendChild(area); area.select(); document.execCommand("copy"); area.remove(); done();
        }
    }
    function button(word, label, act) {
        const made = document.createElement("button");
        made.type = "button"; made.textContent = word; made.setAttribute("aria-label", label);
        made.addEventListener("click", () => act(made));
        return made;
    }
    document.querySelectorAll("code.line").forEach((code) =>
        code.after(" ", button("copy", "copy " + code.textContent, (b) => copy(code.textContent, b))));

    // ---- search ----
    function filter() {
        const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean), kind = $("show").value;
        let shown = 0;
        document.querySelectorAll("#matrix tbody tr").forEach((row) => {
            const text = row.dataset.name, bad = row.querySelector("td.fail, td.broken") !== null;
            row.hidden = !words.every((word) => text.includes(word)) || (kind === "bad" && !bad) || (kind === "good" && bad);
            shown += !row.hidden;
        });
        document.querySelectorAll("section.strategy").forEach((section) => {
            section.hidden = !words.every((word) => section.id.includes(word));
        });
        $("shown").textContent = shown + " shown";
    }
    $("tools").hidden = false;
    $("search").addEventListener("input", filter);
    $("show").addEventListener("change", filter);
    filter();

    // ---- plots ----
    const label = (place) => data.commits[place].commit.slice(0, 10) || new Date(1000 * data.commits[place].time).toISOString().slice(0, 10);
    // One value a commit: a counter holds until the next step, up to the last commit that counted it.
    function counted(entry, figure) {
        const steps = entry.figures[figure], values = new Array(data.commits.length).fill(null);
        steps.forEach(([place, value], i) => {
            const end = i + 1 < steps.length ? steps[i + 1][0] : entry.last + 1;
            values.fill(value, place, end);
        });
        return values;
    }
    const median = (list) => { const s = list.slice().sort((a, b) => a - b); return s[s.length >> 1]; };
    function show(entry) {
        plotted = entry;
        $("plot").hidden = false;
        $("case").textContent = entry.name;
        const names = entry.samples ? ["us"] : Object.keys(entry.figures);
        $("figure").replaceChildren(...names.map((name) => new Option(name)));
        const changed = names.find((name) => entry.figures && entry.figures[name].length > 1);
        if (changed) $("figure").value = changed;
        draw();
    }
    function draw() {
        if (!plotted) return;
        const figure = $("figure").value;
        const values = plotted.samples ? new Array(data.commits.length).fill(null) : counted(plotted, figure);
        if (plotted.samples) plotted.samples.forEach(([place, list]) => { values[place] = 1e6 * median(list); });
        const began = performance.now();
        if (window.uPlot) drawWithLibrary(values, figure); else drawPlainly(values);
        window.foldcheck_drawn = { figure, milliseconds: performance.now() - began, points: values.length };
        const last = values.reduce((at, v, i) => (v === null ? at : i), -1);
        $("value").textContent = last < 0 ? "" : figure + " " + values[last].toLocaleString("en") + " at " + label(last);
        $("again").textContent = plotted.again;
    }
    function drawWithLibrary(values, figure) {
        if (chart) chart.destroy();
        const xs = values.map((_, i) => i), axis = { stroke: colour("--text"), grid: { stroke: colour("--line") } };
        const points = plotted.samples ? plotted.samples.flatMap(([place, list]) => list.map((s) => [place, 1e6 * s])) : [];
        chart = new window.uPlot({
            width: $("chart").clientWidth, height: 210, scales: { x: { time: false } },
            axes: [{ ...axis, space: 100, values: (_, places) => places.map((p) => (Number.isInteger(p) && data.commits[p] ? label(p) : "")) },
                { ...axis, size: 80 }],
            series: [{ label: "commit", value: (_, place) => (place === null ? "" : label(place)) },
                { label: figure, stroke: colour("--mark"), width: 2, spanGaps: true,
                    paths: plotted.samples ? undefined : window.uPlot.paths.stepped({ align: 1 }), points: { show: values.length < 400 } }],
            hooks: { draw: [(u) => { u.ctx.fillStyle = colour("--soft");
                points.forEach(([x, y]) => u.ctx.fillRect(u.valToPos(x, "x", true) - 1, u.valToPos(y, "y", true) - 1, 2, 2)); }] },
        }, [xs, values], $("chart"));
    }
    function drawPlainly(values) {
        const known = values.filter((v) => v !== null), most = Math.max(...known), least = Math.min(...known, 0);
        const x = (i) => (values.length > 1 ? 980 * i / (values.length - 1) : 490) + 10, y = (v) => 190 - 180 * (v - least) / (most - least || 1);
        let path = "", before = null;
        values.forEach((v, i) => { if (v === null) return; path += before === null ? `M${x(i)} ${y(v)}` : `H${x(i)}V${y(v)}`; before = v; });
        $("chart").innerHTML = `<svg viewBox="0 0 1000 200" preserveAspectRatio="none" role="img" aria-label="plot"><path d="${path}h2"
            fill="none" stroke="${colour("--mark")}" stroke-width="2" vector-effect="non-scaling-stroke"/></svg>`;
    }
    $("figure").addEventListener("change", draw);
    $("close").addEventListener("click", () => { $("plot").hidden = true; plotted = null; });
    $("copy").addEventListener("click", () => copy($("again").textContent, $("copy")));
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") $("close").click(); });
    window.addEventListener("resize", draw);
    window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
    document.querySelectorAll("tr[data-entry]").forEach((row) => {
        const entry = data.entries[row.dataset.entry];
        row.cells[0].append(" ", button("plot", "plot " + entry.name, () => show(entry)));
    });
    document.querySelectorAll("a[href^='#']").forEach((link) => link.addEventListener("click", () => {
        const section = $(link.getAttribute("href").slice(1));
        if (section) section.querySelector("details").open = true;
    }));
}());
