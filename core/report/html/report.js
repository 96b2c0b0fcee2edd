// SPDX-License-Identifier: GPL-3.0-or-later
(() => {
    "use strict";
    const all = (selector, within = document) => [...within.querySelectorAll(selector)];
    const layersTable = document.querySelector("table.layers");
    const picked = document.getElementById("picked");
    const tip = document.getElementById("tip");
    const words = {inf: Infinity, "-inf": -Infinity, nan: NaN};

    // Every number is there in full: on hover, where it is, instead of twice in the page.
    document.addEventListener("pointerover", event => {
        const cell = event.target.closest?.("td[data-v]");
        if (cell)
            cell.title = cell.dataset.v;
    });

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
        all(".network .picked").forEach(box => box.classList.remove("picked"));
        all(`.network [data-layer="${layer}"]`).forEach(box => box.classList.add("picked"));
        all(".network .lit").forEach(edge => edge.classList.remove("lit"));
        all(`.network [data-e^="${layer} "], .network [data-e$=" ${layer}"]`).forEach(edge => edge.classList.add("lit"));
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

    // Tables are walked by keys: the arrows pick the row above or below.
    const walkRows = (scroller, step) => {
        const rows = all("tbody tr[data-layer]", scroller).filter(row => !row.hidden);
        const at = rows.findIndex(row => row.classList.contains("picked"));
        const next = rows[at < 0 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1)];
        if (!next)
            return false;
        pick(+next.dataset.layer, false);
        next.scrollIntoView({block: "nearest"});
        return true;
    };
    all(".scroller:not(.net)").forEach(scroller => {
        scroller.tabIndex = 0;
        scroller.setAttribute("role", "region");
        scroller.setAttribute("aria-label", scroller.closest("section").querySelector("h2").textContent);
        scroller.addEventListener("keydown", event => {
            const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
            if (step && !event.ctrlKey && !event.altKey && !event.metaKey && layersTable && walkRows(scroller, step))
                event.preventDefault();
        });
    });

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
    const showText = (text, event) => {
        tip.textContent = text;
        tip.hidden = false;
        tip.style.left = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8) + "px";
        tip.style.top = event.clientY + 18 + "px";
    };
    const showTip = (strip, event) => {
        const layer = layerAt(strip, event);
        const cell = cellOf(layer, strip.dataset.metric);
        const value = cell.dataset.v === undefined ? document.querySelector(".legend").dataset.none : cell.textContent;
        showText(`${cell.parentElement.querySelector("th").textContent}: ${value}`, event);
    };
    all(".strip").forEach(strip => {
        strip.addEventListener("pointermove", event => showTip(strip, event));
        strip.addEventListener("pointerleave", () => { tip.hidden = true; });
        strip.addEventListener("click", event => pick(layerAt(strip, event), true));
    });

    // The network: coloured by the metric's column, walked along its edges.
    const network = document.querySelector(".network");
    const boxes = network ? all("[data-layer]", network) : [];
    const placeOf = box => box.transform.baseVal.consolidate().matrix;
    let zoom = 1;
    const setZoom = factor => {
        zoom = factor === 0 ? 1 : Math.min(Math.max(zoom * factor, 1), 40);
        network.style.width = zoom * 100 + "%";
    };
    const pickedBox = () => network.querySelector(".picked");
    const centre = box => {
        const scroller = network.parentElement, place = box.getBoundingClientRect(), frame = scroller.getBoundingClientRect();
        scroller.scrollBy(place.left + place.width / 2 - frame.left - frame.width / 2,
                          place.top + place.height / 2 - frame.top - frame.height / 2);
    };
    const tell = box => {
        const metric = document.getElementById("metric"), cell = cellOf(+box.dataset.layer, metric.value);
        const name = cell.parentElement.querySelector("th").textContent;
        const value = cell.dataset.v === undefined ? document.querySelector(".legend").dataset.none : cell.textContent;
        return `${name}: ${value}`;
    };
    const neighbour = key => {
        const from = pickedBox();
        if (!from)
            return boxes[0];
        const layer = from.dataset.layer;
        const ends = key === "ArrowUp" ? all(`[data-e$=" ${layer}"]`, network).map(edge => edge.dataset.e.split(" ")[0])
                                       : all(`[data-e^="${layer} "]`, network).map(edge => edge.dataset.e.split(" ")[1]);
        if (key === "ArrowUp" || key === "ArrowDown")
            return ends.length > 0 && boxes.find(box => box.dataset.layer === ends[0]);
        const place = placeOf(from), sign = key === "ArrowRight" ? 1 : -1;
        return boxes.filter(box => placeOf(box).f === place.f && (placeOf(box).e - place.e) * sign > 0)
            .sort((a, b) => (placeOf(a).e - placeOf(b).e) * sign)[0];
    };
    const pickBox = box => {
        pick(+box.dataset.layer, true);
        centre(box);
        network.setAttribute("aria-label", tell(box));
    };
    const networkKey = key => {
        const factor = {"+": 1.5, "=": 1.5, "-": 1 / 1.5, "0": 0}[key];
        if (factor !== undefined) {
            setZoom(factor);
            if (pickedBox())
                centre(pickedBox());
            return true;
        }
        if (!key.startsWith("Arrow"))
            return false;
        const next = neighbour(key);
        if (next)
            pickBox(next);
        return true;
    };
    if (network && layersTable) {
        network.addEventListener("keydown", event => {
            if (!event.ctrlKey && !event.altKey && !event.metaKey && networkKey(event.key))
                event.preventDefault();
        });
        all(".zoom button").forEach(button => button.addEventListener("click", () => networkKey(button.dataset.key)));
        boxes.forEach(box => {
            box.addEventListener("click", () => pick(+box.dataset.layer, true));
            box.addEventListener("pointerenter", event => showText(tell(box), event));
            box.addEventListener("pointerleave", () => { tip.hidden = true; });
        });
    }
    const colourNetwork = metric => boxes.forEach(box => {
        const level = /\bb(\d+)\b/.exec(cellOf(+box.dataset.layer, metric).className);
        box.classList.forEach(name => /^k\d+$/.test(name) && box.classList.remove(name));
        if (level)
            box.classList.add("k" + level[1]);
    });

    // The metric chooses the chart and the order of the layers; the search field hides the others.
    const metric = document.getElementById("metric");
    const showMetric = () => {
        all(".strip").forEach(strip => strip.toggleAttribute("hidden", strip.dataset.metric !== metric.value));
        const header = layersTable.querySelector(`th[data-metric="${metric.value}"]`);
        sortBy(layersTable, header.cellIndex, firstDirection(header));
        colourNetwork(metric.value);
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
