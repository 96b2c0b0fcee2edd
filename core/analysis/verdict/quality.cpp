// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/verdict/quality.h"

#include <algorithm>
#include <cmath>

namespace ql::analysis {

namespace {

using results::Quality;

Quality wordFor(double value, double fine, double fair, double poor)
{
    if (std::isnan(value))
        return Quality::Unknown;
    return value >= fine ? Quality::Fine : value >= fair ? Quality::Fair : value >= poor ? Quality::Poor : Quality::Bad;
}

/// The upper end of Wilson's score interval for @p equal of @p all.
double mostLikely(double equal, double all)
{
    constexpr double z = 1.959964; // 95 %, both sides
    const double share = equal / all;
    const double middle = share + z * z / (2.0 * all);
    const double width = z * std::sqrt(share * (1.0 - share) / all + z * z / (4.0 * all * all));
    return (middle + width) / (1.0 + z * z / all);
}

} // namespace

Quality qualityOfSqnr(double sqnrDb)
{
    return sqnrDb == std::numeric_limits<double>::infinity() ? Quality::Equal
                                                             : wordFor(sqnrDb, kFineDb, kFairDb, kPoorDb);
}

Quality qualityOfAgreement(const results::Agreement& agreement)
{
    if (agreement.decisions == 0)
        return Quality::Unknown;
    if (agreement.equal == agreement.decisions)
        return Quality::Equal;
    return wordFor(mostLikely(double(agreement.equal), double(agreement.decisions)), 0.99, 0.95, 0.75);
}

Quality worseOf(Quality a, Quality b)
{
    if (a == Quality::Unknown || b == Quality::Unknown)
        return a == Quality::Unknown ? b : a;
    return std::max(a, b);
}

} // namespace ql::analysis
