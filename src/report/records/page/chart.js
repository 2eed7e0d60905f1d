// SPDX-License-Identifier: MIT
// A chart with axes, drawn as SVG: lines, a band, dots, marks and rules. Colours are the style sheet's, so a dark page needs no new drawing.
"use strict";
(function () {
    const LEFT = 64, RIGHT = 22, TOP = 10, BOTTOM = 26;
    const escaped = (text) => String(text).replace(/[&<>"']/g, (c) => "&#" + c.charCodeAt(0) + ";");
    const finite = (list) => list.filter((v) => v !== null && Number.isFinite(v));
    // Whole steps of 1, 2 or 5 times a power of ten.
    function linearTicks(least, most, count) {
        const raw = (most - least || 1) / count, power = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= raw);
        const ticks = [];
        for (let i = Math.ceil(least / step - 1e-9); i * step <= most + 1e-9 * step; i++) ticks.push(Number((i * step).toPrecision(12)));
        return ticks;
    }
    function logTicks(least, most, count) {
        const first = Math.ceil(Math.log2(least) - 1e-9), last = Math.floor(Math.log2(most) + 1e-9), step = Math.max(1, Math.ceil((last - first) / count)), ticks = [];
        for (let i = first; i <= last; i += step) ticks.push(2 ** i);
        return ticks;
    }
    // {at: value to pixel, ticks}
    function scaleOf(axis, values, from, to, count) {
        const log = axis.log, all = finite(values), raw = (v) => (log ? Math.log2(v) : v);
        let least = axis.least !== undefined ? axis.least : Math.min(...all.slice(0, 1)), most = axis.most !== undefined ? axis.most : least;
        for (const v of all) { if (axis.least === undefined && v < least) least = v; if (axis.most === undefined && v > most) most = v; }
        if (!(most > least)) { const pad = Math.abs(most) * 0.05 || 1; if (log) { least /= 2; most *= 2; } else { least -= pad; most += pad; } }
        else if (axis.pad && axis.least === undefined) { const pad = (most - least) * 0.06; least -= pad; most += pad; }
        const at = (v) => from + (to - from) * (raw(v) - raw(least)) / (raw(most) - raw(least));
        return { at, least, most, ticks: log ? logTicks(least, most, count) : linearTicks(least, most, count) };
    }
    function path(points, x, y, steps) {
        let text = "", before = null;
        for (const [px, py] of points) {
            if (py === null) continue;
            const at = x.at(px).toFixed(1), up = y.at(py).toFixed(1);
            text += before === null ? `M${at} ${up}` : steps ? `H${at}V${up}` : `L${at} ${up}`;
            before = up;
        }
        return text;
    }
    // Dots as one path; of those that share a pixel the first one is drawn.
    function dotted(dots, x, y) {
        const seen = new Set(), parts = [];
        for (const [px, list] of dots) {
            const at = Math.round(x.at(px));
            for (const v of list) {
                const up = Math.round(y.at(v)), key = at * 8192 + up;
                if (!seen.has(key)) { seen.add(key); parts.push("M" + (at - 1) + " " + up + "h2"); }
            }
        }
        return parts.join("");
    }
    function axes(spec, x, y, width, height) {
        const rows = y.ticks.map((v) => `<path class="grid" d="M${LEFT} ${y.at(v).toFixed(1)}H${width - RIGHT}"/><text class="tick" text-anchor="end" x="${LEFT - 5}" y="${(y.at(v) + 4).toFixed(1)}">${escaped(spec.y.label(v))}</text>`);
        const columns = x.ticks.filter((v) => spec.x.label(v) !== "").map((v) => `<path class="grid" d="M${x.at(v).toFixed(1)} ${height - BOTTOM}v4"/><text class="tick" text-anchor="middle" x="${x.at(v).toFixed(1)}" y="${height - BOTTOM + 17}">${escaped(spec.x.label(v))}</text>`);
        return `${rows.join("")}${columns.join("")}<path class="axis" d="M${LEFT} ${TOP}V${height - BOTTOM}H${width - RIGHT}"/>` +
            (spec.y.name ? `<text class="tick" transform="rotate(-90 12 ${height / 2})" text-anchor="middle" x="12" y="${height / 2}">${escaped(spec.y.name)}</text>` : "");
    }
    // Draws into a box, whose width it takes. Returns {points: how many, move(x, y)}, which puts the cursor at a point.
    window.foldcheck_chart = function (box, spec) {
        const width = Math.max(220, box.clientWidth || 600), height = spec.height, dots = spec.dots || [], band = spec.band || [], rules = spec.rules || [];
        const lines = spec.lines.map((line) => ({ ...line, points: line.points.filter(([, v]) => v !== null && Number.isFinite(v)) })).filter((line) => line.points.length);
        const xs = lines.flatMap((line) => line.points.map(([v]) => v)).concat(spec.x.also || []);
        let ys = lines.flatMap((line) => line.points.map(([, v]) => v)).concat(rules.map((rule) => rule.at));
        for (const [, low, high] of band) ys.push(low, high);
        for (const [, list] of dots) ys.push(list[0], list[list.length - 1]);
        if (!xs.length) { box.textContent = "nothing to draw"; return { points: 0, move() {} }; }
        const x = scaleOf(spec.x, xs, LEFT, width - RIGHT, Math.max(2, Math.floor(width / 110))), y = scaleOf({ pad: true, ...spec.y }, ys, height - BOTTOM, TOP, Math.max(2, Math.floor(height / 45)));
        const area = band.length ? "M" + band.map(([v, low]) => x.at(v).toFixed(1) + " " + y.at(low).toFixed(1)).join("L") + "L" + band.slice().reverse().map(([v, , high]) => x.at(v).toFixed(1) + " " + y.at(high).toFixed(1)).join("L") + "Z" : "";
        const drawn = lines.map((line) => `<path class="line ${line.name_of || ""}" style="${line.colour ? "stroke:" + line.colour : ""}" ${line.dash ? `stroke-dasharray="${line.dash}"` : ""} d="${path(line.points, x, y, line.steps)}"><title>${escaped(line.name || "")}</title></path>` +
            (line.points.length < 120 && !line.plain ? `<path class="point ${line.name_of || ""}" style="${line.colour ? "stroke:" + line.colour : ""}" d="${line.points.map(([a, b]) => `M${(x.at(a) - 2).toFixed(1)} ${y.at(b).toFixed(1)}h4`).join("")}"/>` : ""));
        const marks = (spec.marks || []).map((v) => `<path class="mark" d="M${x.at(v).toFixed(1)} ${TOP}V${height - BOTTOM}"><title>the level changed here</title></path>`);
        const failed = (spec.failed || []).map((v) => `<path class="failed" d="M${(x.at(v) - 4).toFixed(1)} ${height - BOTTOM}l4 -9 4 9z"><title>it failed here</title></path>`);
        const ruled = rules.map((rule) => `<path class="rule" d="M${LEFT} ${y.at(rule.at).toFixed(1)}H${width - RIGHT}"/><text class="tick" x="${LEFT + 4}" y="${(y.at(rule.at) - 3).toFixed(1)}">${escaped(rule.name)}</text>`);
        box.innerHTML = `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(spec.title || "plot")}">${axes(spec, x, y, width, height)}` +
            `<path class="band" d="${area}"/>${ruled.join("")}<path class="dots" d="${dotted(dots, x, y)}"/>${marks.join("")}${drawn.join("")}${failed.join("")}<circle class="cursor" r="4" cx="-9" cy="-9"/></svg>` +
            (lines.length > 1 && spec.legend !== false ? `<ul class="legend">${lines.map((line) => `<li><svg width="22" height="8"><path class="line ${line.name_of || ""}" style="${line.colour ? "stroke:" + line.colour : ""}" ${line.dash ? `stroke-dasharray="${line.dash}"` : ""} d="M0 4h22"/></svg> ${escaped(line.name)}</li>`).join("")}</ul>` : "");
        const svg = box.firstChild, cursor = svg.querySelector(".cursor");
        if (spec.look) svg.addEventListener("mousemove", (event) => {
            const frame = svg.getBoundingClientRect(), at = (event.clientX - frame.left) * width / frame.width;
            spec.look(spec.x.log ? 2 ** (Math.log2(x.least) + (at - LEFT) / (width - RIGHT - LEFT) * (Math.log2(x.most) - Math.log2(x.least))) : x.least + (at - LEFT) / (width - RIGHT - LEFT) * (x.most - x.least));
        });
        return { points: dots.reduce((count, [, list]) => count + list.length, xs.length),
            move(px, py) { cursor.setAttribute("cx", x.at(px)); cursor.setAttribute("cy", py === null ? -9 : y.at(py)); } };
    };
    window.foldcheck_escaped = escaped;
}());
