// SPDX-License-Identifier: GPL-3.0-or-later
(() => {
    "use strict";
    const all = (selector, within = document) => [...within.querySelectorAll(selector)];
    const layersTable = document.querySelector("table.layers");
    const picked = document.getElementById("picked");
    const tip = document.getElementById("tip");
    const words = {inf: Infinity, "-inf": -Infinity, nan: NaN};

    // Sorting. NaN is worst of all where a side is; cells without a value stand last.
    const numberOf = cell => {
        const text = cell.dataset.v;
        return text === undefined ? null : text in words ? words[text] : Number(text);
    };
    const compareNumbers = (a, b, sign) => {
        if (a === null || b === null)
            return (a === null) - (b === null);
        if (Number.isNaN(a) || Number.isNaN(b))
            return Number.isNaN(b) - Number.isNaN(a);
        return a === b ? 0 : (a < b ? -1 : 1) * sign;
    };
    const sortBy = (table, column, direction) => {
        const header = table.tHead.rows[0].cells[column];
        const isNumeric = header.classList.contains("n");
        const sign = direction === "ascending" ? 1 : -1;
        const body = table.tBodies[0];
        const rows = [...body.rows];
        rows.sort((a, b) => isNumeric
            ? compareNumbers(numberOf(a.cells[column]), numberOf(b.cells[column]), sign)
            : a.cells[column].textContent.localeCompare(b.cells[column].textContent) * sign);
        body.append(...rows);
        all("th[aria-sort]", table.tHead).forEach(other => other.removeAttribute("aria-sort"));
        header.setAttribute("aria-sort", direction);
    };
    const firstDirection = header => header.dataset.worst === "high" ? "descending" : "ascending";
    all("table.sortable thead button").forEach(button => button.addEventListener("click", () => {
        const header = button.parentElement;
        const first = firstDirection(header);
        const other = first === "ascending" ? "descending" : "ascending";
        sortBy(header.closest("table"), header.cellIndex,
               header.getAttribute("aria-sort") === first ? other : first);
    }));

    // One layer is picked everywhere: in tables, charts and the picture below the layer table.
    const showInScroller = row => {
        const scroller = row.closest(".scroller");
        const top = row.offsetTop - scroller.clientHeight / 2;
        scroller.scrollTo({top: Math.max(0, top)});
    };
    const pick = (layer, isScrolling) => {
        all("tr.picked").forEach(row => row.classList.remove("picked"));
        all(`tr[data-layer="${layer}"]`).forEach(row => row.classList.add("picked"));
        all(".strip").forEach(strip => {
            const x = +strip.dataset.left + (layer + 0.5) * strip.dataset.step;
            const cursor = strip.querySelector(".cursor");
            cursor.setAttribute("transform", `translate(${x} 0)`);
            cursor.setAttribute("visibility", "visible");
        });
        const figure = document.getElementById("figure-" + layer);
        picked.replaceChildren();
        if (figure) {
            const copy = figure.cloneNode(true);
            copy.removeAttribute("id");
            copy.hidden = false;
            picked.append(copy);
        }
        if (isScrolling)
            showInScroller(layersTable.querySelector(`tr[data-layer="${layer}"]`));
    };
    all("tr[data-layer]").forEach(row => row.addEventListener("click", () => pick(+row.dataset.layer, false)));

    // The charts: hovering tells the nearest layer's value, which stands in the table.
    const cellOf = (layer, metric) => {
        const row = layersTable.querySelector(`tr[data-layer="${layer}"]`);
        return row.cells[layersTable.querySelector(`th[data-metric="${metric}"]`).cellIndex];
    };
    const layerAt = (strip, event) => {
        const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(strip.firstElementChild.getScreenCTM().inverse());
        const layer = Math.floor((point.x - strip.dataset.left) / strip.dataset.step);
        return Math.min(Math.max(layer, 0), strip.dataset.count - 1);
    };
    const showTip = (strip, event) => {
        const layer = layerAt(strip, event);
        const cell = cellOf(layer, strip.dataset.metric);
        const value = cell.dataset.v === undefined ? document.querySelector(".legend").dataset.none : cell.textContent;
        tip.textContent = `${cell.parentElement.querySelector("th").textContent}: ${value}`;
        tip.hidden = false;
        tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + "px";
        tip.style.top = event.clientY + 18 + "px";
    };
    all(".strip").forEach(strip => {
        strip.addEventListener("pointermove", event => showTip(strip, event));
        strip.addEventListener("pointerleave", () => { tip.hidden = true; });
        strip.addEventListener("click", event => pick(layerAt(strip, event), true));
    });

    // The metric chooses the chart and the order of the layers; the search field hides the others.
    const metric = document.getElementById("metric");
    const showMetric = () => {
        all(".strip").forEach(strip => strip.toggleAttribute("hidden", strip.dataset.metric !== metric.value));
        const header = layersTable.querySelector(`th[data-metric="${metric.value}"]`);
        sortBy(layersTable, header.cellIndex, firstDirection(header));
    };
    if (layersTable) {
        metric.addEventListener("change", showMetric);
        document.getElementById("find").addEventListener("input", event => {
            const wanted = event.target.value.toLowerCase();
            all("tbody tr", layersTable).forEach(row => {
                row.hidden = !row.querySelector("th").textContent.toLowerCase().includes(wanted);
            });
        });
        showMetric();
        const first = layersTable.querySelector("tr[data-origin]") || layersTable.tBodies[0].rows[0];
        if (first)
            pick(+first.dataset.layer, false);
    }
    document.documentElement.dataset.ready = "yes";
})();
