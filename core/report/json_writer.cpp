// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/json_writer.h"

#include <cmath>

namespace ql::report {

Json jsonNumber(double value)
{
    if (std::isnan(value))
        return "nan";
    if (std::isinf(value))
        return value > 0 ? "inf" : "-inf";
    return value;
}

Json jsonNumber(const std::optional<double>& value)
{
    return value ? jsonNumber(*value) : Json(nullptr);
}

Json documentHead(std::string_view command)
{
    Json document;
    document["schema"] = "quantloupe." + std::string(command) + "/1";
    document["quantloupe_version"] = QUANTLOUPE_VERSION;
    return document;
}

Json metricsJson(const std::optional<results::Metrics>& metrics)
{
    if (!metrics)
        return nullptr;
    Json json;
    for (const auto metric : results::kAllMetrics)
        json[std::string(results::key(metric))] = jsonNumber(results::valueOf(*metrics, metric));
    return json;
}

std::string documentText(const Json& document)
{
    constexpr int kIndent = 1;
    return document.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace ql::report
