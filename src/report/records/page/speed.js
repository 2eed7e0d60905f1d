// SPDX-License-Identifier: MIT
// Speed as a share of the copy, from 0 to 1.1, against items, the length of rows or the number of keys; and a table of ratios to the libraries.
"use strict";
(function () {
    const { $, list, sortable, card } = window.foldcheck_page, chart = window.foldcheck_chart;
    if (!$("speed")) return;
    const MOST_LINES = 12, MOST_SMALL = 24;
    const isPeer = (name) => /^(cub|rocprim)_/.test(name), isYardstick = (name) => name === "copy" || name === "read_only";
    const words = (v) => (v >= 1024 && Number.isInteger(Math.log2(v)) ? "2^" + Math.log2(v) : v.toLocaleString("en"));

    // {family: "reduce/add_f32, one row", x: 1024, unit: "items"}, or null: a problem that has no size of this kind.
    function place(line) {
        const found = line.match(/ (\w+)\/([^/]+)\/([^/]+)/);
        if (!found) return null;
        const [, what, op, shape] = found, of = `${what}/${op}, `;
        const ragged = shape.match(/^rag:(\d+)x(\d+):(\w+)/), keyed = shape.match(/^([\dx]+)#(\d+)(?::(\w+))?/), rows = shape.match(/^(\d+)x(\d+)$/), one = shape.match(/^(\d+)$/);
        if (ragged) return { family: `${of}${words(ragged[1] * ragged[2])} items in ragged rows (${ragged[3]})`, x: +ragged[2], unit: "mean length of a row" };
        if (keyed) return { family: `${of}${keyed[1].split("x").map((v) => words(+v)).join(" x ")} items by keys${keyed[3] ? " (" + keyed[3] + ")" : ""}`, x: +keyed[2], unit: "keys" };
        if (rows && what !== "transpose") return { family: `${of}${words(rows[1] * rows[2])} items in rows`, x: +rows[2], unit: "length of a row" };
        return one ? { family: `${of}one row`, x: +one[1], unit: "items" } : null;
    }
    const share = (entry) => (entry.copy ? entry.bytes / entry.us / 1e3 / entry.copy : null);
    // {family: {unit, lines: {subject: {x: the best share of its tunings}}}} of a card.
    function familiesOf(entries) {
        const families = {};
        for (const entry of entries) {
            const at = place(entry.line), value = at && share(entry);
            if (!value) continue;
            const name = `${at.family} on ${entry.card}`, family = families[name] = families[name] || { unit: at.unit, lines: {} };
            const line = family.lines[entry.subject] = family.lines[entry.subject] || {};
            line[at.x] = Math.max(line[at.x] || 0, value);
        }
        for (const name of Object.keys(families))
            if (new Set(Object.values(families[name].lines).flatMap((line) => Object.keys(line))).size < 3) delete families[name];
        return families;
    }
    const mean = (line) => { const all = Object.values(line); return all.reduce((a, b) => a + b, 0) / all.length; };
    // The yardsticks and the libraries, then the fastest of ours.
    function namesOf(family, most) {
        const all = Object.keys(family.lines), ours = all.filter((name) => !isYardstick(name) && !isPeer(name)).sort((a, b) => mean(family.lines[b]) - mean(family.lines[a]));
        const first = all.filter(isYardstick).concat(all.filter(isPeer));
        return first.concat(ours.slice(0, Math.max(1, most - first.length)));
    }
    function styleOf(name, i) {
        if (name === "copy") return { name: "copy", name_of: "copy", dash: "8 4" };
        if (name === "read_only") return { name: "read-only pass (limit)", name_of: "limit", dash: "2 3" };
        if (isPeer(name)) return { name, name_of: "peer", dash: "5 3" };
        return { name, colour: `hsl(${(i * 67 + 200) % 360} 65% 48%)` };
    }
    function drawFamily(box, title, family, height, most) {
        const shown = namesOf(family, most);
        chart(box, { height, title, legend: height > 200, x: { log: true, label: words }, y: { least: 0, most: 1.1, label: (v) => v.toFixed(1), name: height > 200 ? "share of the copy" : "" },
            rules: [{ at: 1, name: height > 200 ? "the largest copy" : "" }],
            lines: shown.map((name, i) => ({ points: Object.entries(family.lines[name]).map(([x, v]) => [+x, Math.min(v, 1.1)]).sort((a, b) => a[0] - b[0]), plain: height < 200, ...styleOf(name, i) })) });
        return shown;
    }
    let families = {}, ratios = [];
    function draw() {
        const name = $("family").value, family = families[name];
        if (!family) { $("roof").textContent = "No times with a copy on this card."; return; }
        const shown = drawFamily($("roof"), name, family, 280, MOST_LINES), best = Math.max(...Object.entries(family.lines).filter(([of]) => !isYardstick(of)).flatMap(([, line]) => Object.values(line)));
        const left = Object.keys(family.lines).length - shown.length;
        $("rate").textContent = `share of the copy against ${family.unit}; at best ${best.toFixed(2)}${left ? `; ${left} slower ones are left out` : ""}`;
        window.foldcheck_roof = { lines: shown, family: name };
    }
    function small() {
        const box = document.createElement("div");
        box.className = "small";
        $("small") && $("small").remove();
        box.id = "small";
        $("roof").after(box);
        for (const name of Object.keys(families).sort().slice(0, MOST_SMALL)) {
            const figure = document.createElement("figure"), caption = document.createElement("figcaption"), inner = document.createElement("div"), choose = document.createElement("button");
            choose.type = "button"; choose.textContent = name; caption.append(choose); figure.append(caption, inner); box.append(figure);
            choose.addEventListener("click", () => { $("family").value = name; draw(); $("speed").scrollIntoView(); });
            drawFamily(inner, name, families[name], 110, 6);
        }
    }
    // Our fastest beside each library, on the problems that both have: above 1 ours is faster.
    function ratiosOf(entries) {
        const problems = new Map();
        for (const entry of entries) {
            const key = entry.line.slice(entry.line.indexOf(" ")) + "\n" + entry.card, at = problems.get(key) || { peers: [] };
            if (isPeer(entry.subject)) at.peers.push(entry);
            else if (!isYardstick(entry.subject) && (!at.ours || entry.us < at.ours.us)) at.ours = entry;
            problems.set(key, at);
        }
        return [...problems.values()].filter((at) => at.ours).flatMap(({ ours, peers }) => peers.map((peer) => ({ ours, peer, ratio: peer.us / ours.us })));
    }
    const HEADS = ["problem", "card", "ours", "us", "library", "us there", "ratio", "of the copy"];
    const rowOf = ({ ours, peer, ratio }) => [ours.said, ours.card, ours.subject, ours.us, peer.subject, peer.us, ratio, share(ours)];
    function table() {
        const text = (v, i) => (typeof v === "number" ? { text: v.toFixed(i === 3 || i === 5 ? 2 : 3), key: v, name: i === 6 ? "n " + (v < 1 ? "up" : "down") : "n" } : { text: v === null ? "" : v, key: v || "" });
        sortable($("ratios"), HEADS, ratios.map((row) => rowOf(row).map(text)), 6);
        $("peers").textContent = ratios.length ? `${ratios.length} problems that a library solves, too; a ratio above 1: ours is faster` : "no library was measured beside ours";
        $("csv").hidden = !ratios.length;
    }
    function csv() {
        const quoted = (v) => (typeof v === "number" ? String(v) : '"' + String(v === null ? "" : v).replace(/"/g, '""') + '"');
        return [HEADS, ...ratios.map(rowOf)].map((row) => row.map(quoted).join(",")).join("\r\n") + "\r\n";
    }
    function fill() {
        return list().then((all) => {
            const chosen = card(), entries = all.entries.filter((entry) => entry.timed && entry.us > 0 && (!chosen || entry.card === chosen));
            families = familiesOf(entries);
            ratios = ratiosOf(entries);
            $("family").replaceChildren(...Object.keys(families).sort().map((name) => new Option(name)));
            draw(); small(); table();
        });
    }
    $("csv").addEventListener("click", () => {
        const link = document.createElement("a");
        window.foldcheck_csv = csv();
        link.href = URL.createObjectURL(new Blob([window.foldcheck_csv], { type: "text/csv" }));
        link.download = "foldcheck-ratios.csv";
        link.click();
    });
    $("family").addEventListener("change", draw);
    $("speed").hidden = false;
    let begun = false;
    new IntersectionObserver((seen, watch) => { if (seen[0].isIntersecting) { watch.disconnect(); begun = true; fill(); } }, { rootMargin: "200px" }).observe($("speed"));
    document.querySelectorAll("#cards input").forEach((input) => input.addEventListener("change", () => { if (begun) fill(); }));
    window.addEventListener("resize", () => { if (begun) draw(); });
    window.foldcheck_speed = { fill };
}());
