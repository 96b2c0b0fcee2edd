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

std::vector<std::string> keysOf(const char* model)
{
    std::vector<std::string> keys;
    const auto all = reference();
    for (const auto& [key, numbers] : all.at(model).items())
        keys.push_back(key);
    return keys;
}

} // namespace

std::optional<std::filesystem::path> parityFolder()
{
    const std::filesystem::path folder(QUANTLOUPE_PARITY_DATA);
    return std::filesystem::exists(folder / "complete_2") ? std::optional(folder) : std::nullopt;
}

std::vector<SuiteRow> suiteRows(const std::string& model, const std::string& engine, const std::string& function)
{
    std::vector<SuiteRow> rows;
    const auto all = reference();
    for (const auto& row : all.at(model).at(engine).at(function)) {
        const auto& sqnr = row.at("sqnr_db");
        rows.push_back({row.at("name"), row.at("shape"),
                        sqnr.is_string() ? std::numeric_limits<double>::infinity() : sqnr.get<double>()});
    }
    return rows;
}

std::vector<std::string> suiteEngines()
{
    return keysOf("resnet18");
}

std::vector<std::string> packedStateDicts()
{
    return keysOf("packed");
}

std::string floatNameOf(std::string key)
{
    const auto replace = [&key](const std::string& from, const std::string& to) {
        if (const auto at = key.find(from); at != key.npos)
            key.replace(at, from.size(), to);
    };
    if (key.ends_with(".param")) {
        replace("._all_weight_values.", ".weight_hh_l");
        replace(".param", "");
    }
    replace("._packed_params._packed_params", ".weight");
    return key;
}

} // namespace ql::tests
