// SPDX-License-Identifier: MIT
// Search, plots, and lines to copy. The overview and the tables stand in the pages and need none of this.
"use strict";
(function () {
    const data = window.foldcheck_data, $ = (id) => document.getElementById(id), up = document.body.dataset.up;
    let plotted = null, chart = null, beside = [], shown = [], looked = -1, held = false;

    // ---- scripts that hold numbers, each loaded when it is looked at ----
    const waiting = new Map(), loaded = new Map();
    function load(name) {
        if (!loaded.has(name)) loaded.set(name, new Promise((done, failed) => {
            const script = document.createElement("script");
            waiting.set(name, done);
            script.src = up + name;
            script.onerror = () => failed(new Error(name + " is not there"));
            document.head.append(script);
        }));
        return loaded.get(name);
    }
    const take = (name, what) => { const done = waiting.get(name); if (done) done(what); };
    window.foldcheck_series = (series) => take(`series/${series.id}.js`, series);
    window.foldcheck_commit = (id, values) => take(`commit/${id}.js`, values);
    window.foldcheck_list = (list) => take("list.js", list);
    const seriesOf = (id) => load(`series/${id}.js`);
    function list() {
        return load("list.js").then((read) => {
            read.entries = read.entries.map((row) => (Array.isArray(row) ? { id: row[0], line: row[1], said: row[2], subject: row[3], card: row[4],
                timed: row.length > 5, us: row[5], bytes: row[6], copy: row[7] } : row));
            return read;
        });
    }

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
        const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
        let count = 0;
        document.querySelectorAll("ul.names li").forEach((row) => {
            row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
            count += !row.hidden;
        });
        $("shown").textContent = count + " shown";
    }
    if ($("search")) { $("tools").hidden = false; $("search").addEventListener("input", filter); filter(); }

    // ---- numbers of a series ----
    const label = (place) => { const commit = data.commits[place]; return commit ? commit.commit.slice(0, 10) || new Date(1000 * commit.time).toISOString().slice(0, 10) : ""; };
    const nothing = () => new Array(data.commits.length).fill(null);
    // One value for each commit at which the case was counted: it holds until the next step.
    function counted(series, figure) {
        const steps = series.figures[figure], values = nothing();
        for (let i = 0; i < series.at.length; i += 2) for (let place = series.at[i]; place <= series.at[i + 1]; place++) values[place] = place;
        let step = 0;
        return values.map((place) => {
            while (place !== null && step + 1 < steps.length && steps[step + 1][0] <= place) step++;
            return place === null ? null : steps[step][1];
        });
    }
    const sorted = (values) => values.slice().sort((a, b) => a - b);
    // What a sample of `us` microseconds is, in each unit of a time's plot.
    const units = { "us": (us) => us, "GB/s": (us, series) => series.bytes / us / 1e3,
        "of the copy": (us, series, copied) => (copied ? series.bytes / us / 1e3 / copied : null) };
    // [place, numbers from the least to the most] of a series' samples in a unit.
    function taken(series, unit) {
        series.taken = series.taken || {};
        series.taken[unit] = series.taken[unit] || series.samples.map(([place, samples, copied]) =>
            [place, sorted(samples.map((us) => units[unit](us, series, copied)).filter((v) => v !== null))]).filter(([, samples]) => samples.length);
        return series.taken[unit];
    }
    function medians(series, unit) {
        const values = nothing();
        taken(series, unit).forEach(([place, samples]) => { values[place] = samples[samples.length >> 1]; });
        return values;
    }

    // ---- plots ----
    // A promise of the drawing.
    function show(id) {
        held = false;
        return seriesOf(id).then((series) => Promise.all(series.beside.map(seriesOf)).then((others) => {
            plotted = series; beside = others;
            $("plot").hidden = false;
            $("case").textContent = series.name;
            $("said").textContent = series.said;
            $("again").textContent = series.again;
            $("bisected").hidden = !series.bisect;
            $("bisect").textContent = series.bisect || "";
            const names = series.samples ? Object.keys(units) : Object.keys(series.figures);
            $("figure").replaceChildren(...names.map((name) => new Option(name)));
            const changed = names.find((name) => series.figures && series.figures[name].length > 1);
            if (series.figures && series.figures[series.figure]) $("figure").value = series.figures[series.figure].length > 1 ? series.figure : changed || series.figure;
            draw();
        }));
    }
    const number = (v) => Number(v.toPrecision(6)).toLocaleString("en", { maximumFractionDigits: 6 });
    function draw() {
        if (!plotted) return;
        const figure = $("figure").value, began = performance.now();
        const values = plotted.samples ? medians(plotted, figure) : counted(plotted, figure);
        const points = plotted.samples ? taken(plotted, figure) : [];
        const quarter = ([place, samples]) => [place, samples[samples.length >> 2], samples[Math.min(samples.length - 1, (3 * samples.length) >> 2)]];
        const line = (list, more) => ({ points: list.map((v, place) => [place, v]).filter(([, v]) => v !== null), ...more });
        chart = window.foldcheck_chart($("chart"), {
            height: 210, title: `${plotted.name}: ${figure} against commits`,
            x: { least: 0, most: Math.max(1, data.commits.length - 1), label: (place) => (Number.isInteger(place) ? label(place) : "") },
            y: { name: figure, label: number },
            band: points.map(quarter), dots: points, marks: plotted.changes || [], failed: plotted.failed.map(([place]) => place),
            rules: plotted.samples && figure === "us" && plotted.base ? [{ at: plotted.base * (1 + plotted.bound), name: `bound, +${(100 * plotted.bound).toFixed(1)} %` }] : [],
            lines: [line(values, { name: plotted.subject, steps: !plotted.samples }),
                ...beside.map((other, i) => line(medians(other, figure), { name: other.subject, name_of: "other", dash: `${4 + 3 * i} 4` }))],
            look: (at) => { if (!held) look(nearest(Math.round(at))); },
        });
        window.foldcheck_drawn = { figure, milliseconds: performance.now() - began, points: chart.points };
        shown = values;
        look(values.reduce((at, v, i) => (v === null ? at : i), -1));
    }

    // ---- one point ----
    function commitOf(place) {
        const commit = data.commits[place].commit, link = document.createElement("a");
        if (!data.url || !commit) return label(place);
        link.href = data.url.replace("%s", () => commit);
        link.textContent = label(place);
        return link;
    }
    // Says what stands at a place: the value, the commit, the card, and the line of a failure there.
    function look(place) {
        const there = place >= 0 && shown[place] !== null && shown[place] !== undefined, failed = plotted.failed.find(([at, line]) => at === place && line);
        if (there) {
            const day = new Date(1000 * data.commits[place].time).toISOString().slice(0, 10);
            looked = place;
            $("value").replaceChildren($("figure").value + " " + number(shown[place]) + shareAt(place) + " at ", commitOf(place), ", " + day + ", " + plotted.card);
            chart.move(place, shown[place]);
        } else if (failed) $("value").replaceChildren("at ", commitOf(place), ", " + plotted.card);
        else if (place < 0) $("value").textContent = "";
        $("failed").hidden = !failed;
        $("replay").textContent = failed ? failed[1] : "";
    }
    // Beside a time: what share of the copy that is.
    function shareAt(place) {
        if (!plotted.samples || $("figure").value !== "us") return "";
        const found = taken(plotted, "of the copy").find(([at]) => at === place);
        return found ? `, ${found[1][found[1].length >> 1].toFixed(3)} of the copy,` : "";
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
        return true;
    }
    // The place with a value or a failure that is nearest to another one.
    function nearest(place) {
        const failed = new Set(plotted.failed.map(([at]) => at)), there = (at) => failed.has(at) || (shown[at] !== null && shown[at] !== undefined);
        for (let far = 0; far < shown.length; far++) for (const at of [place - far, place + far]) if (there(at)) return at;
        return place;
    }
    function close() { $("plot").hidden = true; plotted = null; }
    $("chart").addEventListener("keydown", (event) => { if (plotted && step(event.key)) event.preventDefault(); });
    $("chart").addEventListener("click", () => { held = !held; });
    $("figure").addEventListener("change", draw);
    $("close").addEventListener("click", close);
    for (const [name, of] of [["copy", "again"], ["copy-bisect", "bisect"], ["copy-replay", "replay"]]) $(name).addEventListener("click", () => copy($(of).textContent, $(name)));
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });
    window.addEventListener("resize", draw);

    // ---- rows of tables ----
    document.querySelectorAll("td[data-series]").forEach((cell) => {
        const line = cell.title;
        cell.append(" ", button("plot", "plot " + line, () => { history.replaceState(null, "", "#" + cell.id); show(cell.dataset.series); }),
            " ", button("line", "copy the line " + line, (b) => copy(line, b)));
    });
    // A table whose heads sort: rows are {cells: [{text, key, name}]}; a text may be a node.
    function sortable(table, heads, rows, start) {
        let order = start, falling = true;
        function fill() {
            const sign = falling ? -1 : 1, row = document.createElement("tr");
            rows.sort((a, b) => { const one = a[order].key, other = b[order].key; return sign * (one < other ? -1 : one > other ? 1 : 0); });
            heads.forEach((name, i) => {
                const head = document.createElement("th");
                head.setAttribute("aria-sort", i !== order ? "none" : falling ? "descending" : "ascending");
                head.append(button(name, "sort by " + name, () => { falling = i === order ? !falling : true; order = i; fill(); table.tHead.querySelectorAll("button")[i].focus(); }));
                row.append(head);
            });
            table.tHead.replaceChildren(row);
            table.tBodies[0].replaceChildren(...rows.slice(0, 500).map((cells) => {
                const made = document.createElement("tr");
                cells.forEach(({ text, name }) => { const cell = document.createElement("td"); cell.append(text); if (name) cell.className = name; made.append(cell); });
                return made;
            }));
        }
        fill();
    }
    // The card that the switch stands at; null: all of them.
    function card() {
        const chosen = document.querySelector("#cards input:checked");
        return chosen && chosen.id !== "card-all" ? chosen.parentElement.textContent.trim() : null;
    }
    // For speed.js and compare.js.
    window.foldcheck_page = { data, $, label, load, list, show, counted, medians, seriesOf, button, sortable, number, card };

    // ---- addresses: #card-..., #c-... of a case ----
    function follow() {
        const at = decodeURIComponent(location.hash.slice(1)), found = at && $(at);
        if (found && found.type === "radio") { found.checked = true; found.dispatchEvent(new Event("change", { bubbles: true })); }
        if (found && found.dataset.series) show(found.dataset.series);
    }
    window.addEventListener("hashchange", follow);
    document.querySelectorAll("#cards input").forEach((input) => input.addEventListener("change", () => { history.replaceState(null, "", "#" + input.id); }));
    follow();
}());
