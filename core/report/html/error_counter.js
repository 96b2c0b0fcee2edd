// SPDX-License-Identifier: GPL-3.0-or-later
addEventListener("error", event => {
    const page = document.documentElement.dataset;
    page.errors = (+page.errors || 0) + 1;
    page.error = event.message;
});
