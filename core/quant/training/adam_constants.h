// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ql::quant {

/// Adam's (Kingma and Ba 2015, arXiv 1412.6980, algorithm 1): β1, β2 and ε.
struct AdamConstants {
    static constexpr double kFirst = 0.9;
    static constexpr double kSecond = 0.999;
    static constexpr double kSmallest = 1e-8;
};

} // namespace ql::quant
