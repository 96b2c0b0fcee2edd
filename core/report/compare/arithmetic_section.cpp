// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/compare/arithmetic_section.h"

#include "core/report/html/markup.h"
#include "core/report/table/column.h"
#include "core/report/table/number_format.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ql::report {

namespace {

using results::ArithmeticFit;
using results::TargetArithmetics;

Columns<ArithmeticFit> columnsOf(const std::string& name, const std::string& exact, const std::string& noise,
                                 const std::string& worst)
{
    return {{name, kLeft, &ArithmeticFit::name},
            {exact, kRight, [](const auto& fit) { return fmt::format("{} / {}", fit.exact, fit.layers); }},
            {noise, kRight, [](const auto& fit) { return fmt::format("{:.3g}", fit.noise); }},
            {worst, kRight, [](const auto& fit) { return Cell(fit.worstSqnrDb); }}};
}

std::string wordsOf(const TargetArithmetics& found)
{
    if (found.fits.size() == 1)
        return fmt::format("Operators on integers are computed as {}", found.used);
    if (found.canTell())
        return fmt::format("{} explains the dump best", found.used);
    return fmt::format("The dump cannot tell {} apart; the layers are of the first", fmt::join(found.best, ", "));
}

} // namespace

std::string arithmeticText(const TargetArithmetics& found)
{
    const auto columns = columnsOf("arithmetic", "exact layers", "noise / signal", "worst SQNR dB");
    return fmt::format("{} ({} operators).\n", wordsOf(found), found.nodes) + textTable(columns, found.fits).plain()
           + "\n";
}

std::string arithmeticTable(const TargetArithmetics& found, const Labels& labels)
{
    const auto columns =
        columnsOf(labels("Arithmetic"), labels("Exact layers"), labels("Noise / signal"), labels("Worst SQNR (dB)"));
    const auto best = found.fits.size() == 1 ? found.used : fmt::format("{}", fmt::join(found.best, ", "));
    const auto words = found.fits.size() == 1 ? labels("Operators on integers are computed as")
                       : found.canTell()      ? labels("What explains the dump best")
                                              : labels("What the dump cannot tell apart");
    return fmt::format("<h3>{}</h3>\n<p>{}: <strong>{}</strong></p>\n", escaped(labels("Arithmetic of the target")),
                       escaped(words), escaped(best))
           + pageTable("outputs", columns, found.fits);
}

} // namespace ql::report
