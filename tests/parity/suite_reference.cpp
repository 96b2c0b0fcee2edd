// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/parity/suite_reference.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <limits>

namespace ql::tests {

namespace {

nlohmann::json reference()
{
    std::ifstream file(std::filesystem::path(QUANTLOUPE_PARITY_DATA) / "reference.json");
    return nlohmann::json::parse(file);
}

} // namespace

std::optional<std::filesystem::path> parityFolder()
{
    const std::filesystem::path folder(QUANTLOUPE_PARITY_DATA);
    return std::filesystem::exists(folder / "complete") ? std::optional(folder) : std::nullopt;
}

std::vector<SuiteRow> suiteRows(const std::string& model, const std::string& engine, const std::string& question)
{
    std::vector<SuiteRow> rows;
    const auto all = reference();
    for (const auto& row : all.at(model).at(engine).at(question)) {
        const auto& sqnr = row.at("sqnr_db");
        rows.push_back({row.at("name"), row.at("shape"),
                        sqnr.is_string() ? std::numeric_limits<double>::infinity() : sqnr.get<double>()});
    }
    return rows;
}

std::vector<std::string> suiteEngines()
{
    std::vector<std::string> engines;
    const auto all = reference();
    for (const auto& [engine, numbers] : all.at("resnet18").items())
        engines.push_back(engine);
    return engines;
}

} // namespace ql::tests
