// SPDX-License-Identifier: MIT
// Two commits beside each other: each cost and each time that differs, in a table that its heads sort.
"use strict";
(function () {
    const { data, $, label, medians, counted, show, button } = window.foldcheck_page;
    const HEADS = ["case", "figure", "base", "head", "change"], MOST_ROWS = 500;
    let order = "change", falling = true;
    if (data.commits.length < 2) return;

    // Every value that both commits have; how many are equal.
    function differences(base, head) {
        const rows = [];
        let equal = 0;
        for (const entry of data.entries) {
            for (const figure of entry.samples ? ["us"] : Object.keys(entry.figures)) {
                const values = entry.samples ? medians(entry, figure) : counted(entry, figure), was = values[base], is = values[head];
                if (was === null || is === null) continue;
                if (was === is) equal++;
                else rows.push({ entry, case: entry.name, figure, base: was, head: is, change: was ? is / was - 1 : Infinity });
            }
        }
        return { rows, equal };
    }
    const key = (row) => (order === "change" ? Math.abs(row.change) : row[order]);
    function compareRows(a, b) {
        const one = key(a), other = key(b), sign = falling ? -1 : 1;
        return sign * (one < other ? -1 : one > other ? 1 : 0);
    }
    const number = (v) => Number(v.toPrecision(6)).toLocaleString("en", { maximumFractionDigits: 6 });
    function cell(text, name) {
        const made = document.createElement("td");
        made.textContent = text;
        if (name) made.className = name;
        return made;
    }
    function line(row) {
        const made = document.createElement("tr"), percent = (row.change > 0 ? "+" : "") + (100 * row.change).toFixed(2) + " %";
        made.append(cell(row.case), cell(row.figure), cell(number(row.base), "n"), cell(number(row.head), "n"), cell(percent, "n " + (row.change > 0 ? "up" : "down")));
        made.cells[0].append(" ", button("plot", "plot " + row.case, () => show(row.entry)));
        return made;
    }
    function heads() {
        const row = document.createElement("tr");
        HEADS.forEach((name) => {
            const head = document.createElement("th");
            head.setAttribute("aria-sort", name !== order ? "none" : falling ? "descending" : "ascending");
            head.append(button(name, "sort by " + name, () => { falling = name === order ? !falling : true; order = name; fill(); $("differences").tHead.querySelectorAll("button")[HEADS.indexOf(name)].focus(); }));
            row.append(head);
        });
        $("differences").tHead.replaceChildren(row);
    }
    function fill() {
        const { rows, equal } = differences(+$("base").value, +$("head").value);
        rows.sort(compareRows);
        heads();
        $("differences").tBodies[0].replaceChildren(...rows.slice(0, MOST_ROWS).map(line));
        $("compared").textContent = `${rows.length} differ${rows.length > MOST_ROWS ? `, the first ${MOST_ROWS} are listed` : ""}; ${equal} are equal`;
    }
    const options = () => data.commits.map((_, place) => new Option(label(place), place)).reverse();
    $("compare").hidden = false;
    $("base").replaceChildren(...options());
    $("head").replaceChildren(...options());
    $("base").value = data.commits.length - 2;
    $("head").value = data.commits.length - 1;
    $("base").addEventListener("change", fill);
    $("head").addEventListener("change", fill);
    fill();
}());
