// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/html/cause_shares.h"

#include "core/report/html/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ql::report {

std::string withoutUnit(const std::string& label)
{
    return label.substr(0, label.find(" ("));
}

Cell sharesCell(const results::ErrorPart& propagated, const results::ErrorPart& weights,
                const results::ErrorPart& rounding, const results::ErrorPart& clamping, const Labels& labels)
{
    struct Cause {
        Label label;
        const char* key; ///< the class that colours its share
        const results::ErrorPart& part;
    };
    const std::array causes{Cause{"Propagated (dB)", "propagated", propagated},
                            Cause{"Weights (dB)", "weights", weights}, Cause{"Rounding (dB)", "rounding", rounding},
                            Cause{"Clamping (dB)", "clamping", clamping}};
    constexpr double kWidth = 120.0;
    std::string title;
    std::string bars;
    double from = 0.0;
    for (const auto& cause : causes) {
        const double share = std::clamp(cause.part.share, 0.0, 1.0);
        if (!(share > 0.0))
            continue;
        title +=
            fmt::format("{}{} {:.1f} %", title.empty() ? "" : ", ", withoutUnit(labels(cause.label)), share * 100.0);
        bars += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" width=\"{:.1f}\" height=\"10\"/>", cause.key, from,
                            share * kWidth);
        from += share * kWidth;
    }
    return {Cell::Kind::Markup, fmt::format("<td><svg class=\"shares\" viewBox=\"0 0 {0:.0f} 10\" "
                                            "preserveAspectRatio=\"none\" width=\"{0:.0f}\" height=\"10\" role=\"img\" "
                                            "aria-label=\"{1}\"><title>{1}</title>{2}</svg></td>",
                                            kWidth, escaped(title.empty() ? std::string("–") : title), bars)};
}

Cell causesCell(const std::optional<results::LayerCauses>& causes, const Labels& labels)
{
    if (!causes)
        return std::string();
    return sharesCell(causes->propagated.value_or(results::ErrorPart()), causes->weights, causes->rounding,
                      causes->clamping, labels);
}

} // namespace ql::report
