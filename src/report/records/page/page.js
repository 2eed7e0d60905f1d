// SPDX-License-Identifier: MIT
// Search, plots, and lines to copy. The tables stand in index.html and need none of this.
"use strict";
(function () {
    const data = window.foldcheck_data, $ = (id) => document.getElementById(id);
    const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    let plotted = null, chart = null, shown = [], looked = -1, held = false;

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
    const nothing = () => new Array(data.commits.length).fill(null);
    // One value for each commit at which the case was counted: it holds until the next step.
    function counted(entry, figure) {
        const steps = entry.figures[figure], values = nothing();
        for (let i = 0; i < entry.at.length; i += 2) for (let place = entry.at[i]; place <= entry.at[i + 1]; place++) values[place] = place;
        let step = 0;
        return values.map((place) => {
            while (place !== null && step + 1 < steps.length && steps[step + 1][0] <= place) step++;
            return place === null ? null : steps[step][1];
        });
    }
    const sorted = (list) => list.slice().sort((a, b) => a - b);
    const median = (list) => sorted(list)[list.length >> 1];
    // What a sample of `us` microseconds is, in each unit of a time's plot.
    const units = { "us": (us) => us, "GB/s": (us, entry) => entry.bytes / us / 1e3,
        "of the copy": (us, entry, copy) => (copy ? entry.bytes / us / 1e3 / copy : null) };
    // [place, numbers from the least to the most] of an entry's samples in a unit; those that were asked for last are kept.
    const kept = new Map();
    function taken(entry, unit) {
        const of = kept.get(entry) || {};
        if (kept.size > 8) kept.clear();
        kept.set(entry, of);
        of[unit] = of[unit] || entry.samples.map(([place, list, copy]) =>
            [place, sorted(list.map((us) => units[unit](us, entry, copy)).filter((v) => v !== null))]).filter(([, list]) => list.length);
        return of[unit];
    }
    function medians(entry, unit) {
        const values = nothing();
        taken(entry, unit).forEach(([place, list]) => { values[place] = list[list.length >> 1]; });
        return values;
    }
    const subject = (name) => name.split(/[{@]/)[0].replace(/^time\./, "");
    const problem = (name) => name.slice(name.indexOf("@"));
    const isPeer = (name) => /^time\.(cub|rocprim)_/.test(name);
    // A library's strategies, and the copy, on the same problem.
    const beside = (entry) => data.entries.filter((other) => other !== entry && other.samples && problem(other.name) === problem(entry.name) &&
        (isPeer(other.name) || subject(other.name) === "copy"));
    function show(entry) {
        plotted = entry;
        held = false;
        $("plot").hidden = false;
        $("case").textContent = entry.name;
        const names = entry.samples ? Object.keys(units) : Object.keys(entry.figures);
        $("figure").replaceChildren(...names.map((name) => new Option(name)));
        const changed = names.find((name) => entry.figures && entry.figures[name].length > 1);
        if (changed) $("figure").value = changed;
        draw();
    }
    function draw() {
        if (!plotted) return;
        const figure = $("figure").value, began = performance.now();
        const values = plotted.samples ? medians(plotted, figure) : counted(plotted, figure);
        const done = (points) => { window.foldcheck_drawn = { figure, milliseconds: performance.now() - began, points }; };
        if (window.uPlot) drawWithLibrary(values, figure, done); else { drawPlainly(values); done(values.length); }
        shown = values;
        look(values.reduce((at, v, i) => (v === null ? at : i), -1));
        $("again").textContent = plotted.again;
    }

    // ---- one point ----
    function commitOf(place) {
        const commit = data.commits[place].commit, link = document.createElement("a");
        if (!data.url || !commit) return label(place);
        link.href = data.url.replace("%s", () => commit);
        link.textContent = label(place);
        return link;
    }
    const failures = () => data.failing[subject(plotted.name) + "@" + device(plotted.name).replace(/:0$/, "")] || [];
    // Says what stands at a place: the value, the commit, the device, and the line of a failure there.
    function look(place) {
        const there = place >= 0 && shown[place] !== null && shown[place] !== undefined, failed = failures().find(([at, line]) => at === place && line);
        if (there) {
            const number = Number(shown[place].toPrecision(6)).toLocaleString("en"), day = new Date(1000 * data.commits[place].time).toISOString().slice(0, 10);
            looked = place;
            $("value").replaceChildren($("figure").value + " " + number + " at ", commitOf(place), ", " + day + ", " + device(plotted.name));
        } else if (failed) $("value").replaceChildren("at ", commitOf(place), ", " + device(plotted.name));
        else if (place < 0) $("value").textContent = "";
        $("failed").hidden = !failed;
        $("replay").textContent = failed ? failed[1] : "";
    }
    // By keyboard, to another point that has a value.
    function step(key) {
        const places = shown.flatMap((v, place) => (v === null ? [] : [place]));
        const next = { ArrowLeft: places.filter((place) => place < looked).pop(), ArrowRight: places.find((place) => place > looked),
            Home: places[0], End: places[places.length - 1] };
        if (!(key in next)) return false;
        if (next[key] === undefined) return true;
        held = true;
        look(next[key]);
        if (chart) chart.setCursor({ left: chart.valToPos(looked, "x"), top: chart.valToPos(shown[looked], "y") });
        return true;
    }
    $("chart").addEventListener("keydown", (event) => { if (step(event.key)) event.preventDefault(); });
    $("chart").addEventListener("click", () => { held = !held; });
    // The place with a value or a failure that is nearest to another one.
    function nearest(place) {
        const failed = new Set(failures().map(([at]) => at)), there = (at) => failed.has(at) || (shown[at] !== null && shown[at] !== undefined);
        for (let far = 0; far < shown.length; far++) for (const at of [place - far, place + far]) if (there(at)) return at;
        return place;
    }
    function hover(u) { if (!held && u.cursor.idx !== null && u.cursor.idx !== undefined) look(nearest(u.cursor.idx)); }

    const device = (name) => name.slice(name.indexOf("@") + 1).split(" ")[0];
    // The middle half of the samples of each commit.
    function band(entry, figure) {
        const low = nothing(), high = nothing();
        taken(entry, figure).forEach(([place, list]) => {
            low[place] = list[list.length >> 2]; high[place] = list[Math.min(list.length - 1, (3 * list.length) >> 2)];
        });
        return [low, high];
    }
    function series(values, figure) {
        const first = { label: figure, stroke: colour("--mark"), width: 2, spanGaps: true,
            paths: plotted.samples ? undefined : window.uPlot.paths.stepped({ align: 1 }), points: { show: values.length < 400 } };
        if (!plotted.samples) return { values: [values], series: [first], bands: [] };
        const [low, high] = band(plotted, figure), edge = { label: "quartile", stroke: "transparent", spanGaps: true, points: { show: false } };
        const others = beside(plotted);
        return { values: [values, high, low, ...others.map((other) => medians(other, figure))],
            series: [first, edge, edge, ...others.map((other, i) => ({ label: subject(other.name), stroke: colour("--soft"), width: 1,
                dash: [4 + 4 * i, 4], spanGaps: true, points: { show: values.length < 400 } }))],
            bands: [{ series: [2, 3], fill: colour("--band") }] };
    }
    // Raw samples, changes of the medians, and commits that fail, under the lines.
    function marks(u, points) {
        const top = u.bbox.top, bottom = top + u.bbox.height, x = (place) => Math.round(u.valToPos(place, "x", true));
        u.ctx.fillStyle = colour("--soft");
        u.ctx.beginPath();
        points.forEach(([place, list]) => {
            const at = x(place) - 1;
            let before = NaN;
            for (const v of list) {
                const y = Math.round(u.valToPos(v, "y", true)) - 1;
                if (y !== before) u.ctx.rect(at, y, 2, 2);
                before = y;
            }
        });
        u.ctx.fill();
        u.ctx.fillStyle = colour("--mark");
        (plotted.changes || []).forEach((place) => u.ctx.fillRect(x(place - 0.5), top, 2, bottom - top));
        u.ctx.fillStyle = colour("--bad");
        failures().forEach(([place]) => u.ctx.fillRect(x(place) - 3, bottom - 8, 6, 8));
    }
    function drawWithLibrary(values, figure, done) {
        if (chart) chart.destroy();
        const xs = values.map((_, i) => i), axis = { stroke: colour("--text"), grid: { stroke: colour("--line") } };
        const points = plotted.samples ? taken(plotted, figure) : [], all = series(values, figure);
        const most = points.reduce((count, [, list]) => count + list.length, xs.length);
        chart = new window.uPlot({
            width: $("chart").clientWidth, height: 210, scales: { x: { time: false } }, bands: all.bands,
            axes: [{ ...axis, space: 100, values: (_, places) => places.map((p) => (Number.isInteger(p) && data.commits[p] ? label(p) : "")) },
                { ...axis, size: 80 }],
            series: [{ label: "commit", value: (_, place) => (place === null ? "" : label(place)) }, ...all.series],
            hooks: { drawClear: [(u) => marks(u, points)], draw: [() => done(most)], setCursor: [hover] },
        }, [xs, ...all.values], $("chart"));
    }
    function drawPlainly(values) {
        $("chart").innerHTML = plain([values.map((v, i) => [i, v]).filter(([, v]) => v !== null)], !plotted.samples);
    }
    // Lines of [x, y] as SVG, each from the left to the right; in steps where a value holds until the next.
    function plain(lines, steps) {
        const all = lines.flat(), xs = all.map(([x]) => x), ys = all.map(([, y]) => y);
        const left = Math.min(...xs), right = Math.max(...xs), least = Math.min(...ys), most = Math.max(...ys);
        const x = (v) => (right > left ? 980 * (v - left) / (right - left) : 490) + 10, y = (v) => 190 - 180 * (v - least) / (most - least || 1);
        const path = (line) => line.map(([at, v], i) => (i === 0 ? `M${x(at)} ${y(v)}` : steps ? `H${x(at)}V${y(v)}` : `L${x(at)} ${y(v)}`)).join("");
        return `<svg viewBox="0 0 1000 200" preserveAspectRatio="none" role="img" aria-label="plot">${lines.filter((line) => line.length).map((line, i) =>
            `<path d="${path(line)}h2" fill="none" stroke="${i ? colour("--soft") : colour("--mark")}" stroke-width="2" vector-effect="non-scaling-stroke"/>`).join("")}</svg>`;
    }
    // For rates.js and compare.js.
    window.foldcheck_page = { data, $, colour, label, median, medians, counted, subject, problem, isPeer, plain, show, button };
    $("figure").addEventListener("change", draw);
    $("close").addEventListener("click", () => { $("plot").hidden = true; plotted = null; });
    $("copy").addEventListener("click", () => copy($("again").textContent, $("copy")));
    $("copy-replay").addEventListener("click", () => copy($("replay").textContent, $("copy-replay")));
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
