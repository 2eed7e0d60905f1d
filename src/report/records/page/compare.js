// SPDX-License-Identifier: MIT
// Two commits beside each other: each cost and each time that differs, in a table that its heads sort. #commit=ID chooses the head.
"use strict";
(function () {
    const { data, $, label, load, list, show, button, sortable, number } = window.foldcheck_page;
    const HEADS = ["case", "problem", "card", "figure", "base", "head", "change"];
    if (!$("compare") || data.commits.length < 2) return;

    // Times of two runs differ by less without a reason: the least bound of docs/guide/dashboard.md. Costs are exact.
    const BOUND = 0.02;
    // Every value that both commits have; how many are equal, and how many times are about equal.
    function differences(all, base, head, noise) {
        const rows = [];
        let equal = 0, near = 0;
        for (const entry of all.entries) {
            const was = base[entry.id], is = head[entry.id];
            if (!was || !is) continue;
            for (let i = 0; i < Math.min(was.length, is.length); i++) {
                if (was[i] === is[i]) equal++;
                else if (entry.timed && !noise && Math.abs(is[i] / was[i] - 1) < BOUND) near++;
                else rows.push({ entry, figure: entry.timed ? "us" : all.figures[i], base: was[i], head: is[i], change: was[i] ? is[i] / was[i] - 1 : Infinity });
            }
        }
        return { rows, equal, near };
    }
    function cells({ entry, figure, base, head, change }) {
        const name = document.createElement("span"), percent = Number.isFinite(change) ? (change > 0 ? "+" : "") + (100 * change).toFixed(2) + " %" : "from 0";
        name.append(entry.subject, " ", button("plot", "plot " + entry.line, () => show(entry.id)));
        name.title = entry.line;
        return [{ text: name, key: entry.line }, { text: entry.said, key: entry.said }, { text: entry.card, key: entry.card }, { text: figure, key: figure },
            { text: number(base), key: base, name: "n" }, { text: number(head), key: head, name: "n" }, { text: percent, key: Math.abs(change), name: "n " + (change > 0 ? "up" : "down") }];
    }
    const values = (place) => load(`commit/${data.commits[place].id}.js`);
    // The table is filled once it comes into view, unless commits were chosen before; of several fillings the last one counts.
    const watch = new IntersectionObserver((seen) => { if (seen[0].isIntersecting) fill(); }, { rootMargin: "200px" });
    let fillings = 0;
    function fill() {
        const base = +$("base").value, head = +$("head").value, mine = ++fillings;
        watch.disconnect();
        return Promise.all([list(), values(base), values(head)]).then(([all, was, is]) => {
            if (mine !== fillings) return;
            const { rows, equal, near } = differences(all, was, is, $("noise").checked);
            sortable($("differences"), HEADS, rows.map(cells), 6);
            $("compared").textContent = `${rows.length} differ${rows.length > 500 ? ", the first 500 are listed" : ""}; ${equal} are equal${near ? `, ${near} times differ by less than 2 %` : ""}`;
        });
    }
    const options = () => data.commits.map((_, place) => new Option(label(place), place)).reverse();
    const asked = location.hash.match(/^#commit=(.+)/), found = asked ? data.commits.findIndex((commit) => commit.id.startsWith(asked[1]) || commit.commit.startsWith(asked[1])) : -1;
    const newest = found > 0 ? found : data.commits.length - 1;
    $("compare").hidden = false;
    $("base").replaceChildren(...options());
    $("head").replaceChildren(...options());
    $("base").value = found > 0 ? found - 1 : data.base;
    $("head").value = newest;
    $("base").addEventListener("change", fill);
    $("head").addEventListener("change", fill);
    $("noise").addEventListener("change", fill);
    if (found > 0) fill().then(() => $("compare").scrollIntoView());
    else watch.observe($("compare"));
}());
