// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/document_schema.h"

#include "core/report/schema/document_schemas.h"

#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace ql::tests {

namespace {

using Json = nlohmann::json;

/// Ours leave room for the keys of later versions.
void forbidFurtherKeys(Json& schema)
{
    if (schema.is_object() && schema.contains("properties") && schema.value("type", Json()) == "object")
        schema["additionalProperties"] = false;
    for (auto& part : schema)
        if (part.is_structured())
            forbidFurtherKeys(part);
}

std::string withErrors(valijson::ValidationResults& results)
{
    std::string text;
    valijson::ValidationResults::Error error;
    while (results.popError(error)) {
        for (const auto& step : error.context)
            text += step;
        text += ": " + error.description + "\n";
    }
    return text;
}

} // namespace

std::string schemaProblem(std::string_view text)
{
    constexpr bool kThrow = false;
    const auto document = Json::parse(text, nullptr, kThrow);
    if (!document.is_object() || !document.contains("schema"))
        return {};
    const auto name = document["schema"].get<std::string>();
    constexpr std::string_view prefix = "quantloupe.", version = "/1";
    if (!name.starts_with(prefix) || !name.ends_with(version))
        return name + " is no name of a document";
    auto source = Json::parse(
        report::documentSchemaText(name.substr(prefix.size(), name.size() - prefix.size() - version.size())));
    forbidFurtherKeys(source);
    valijson::Schema schema;
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(valijson::adapters::NlohmannJsonAdapter(source), schema);
    valijson::ValidationResults results;
    valijson::Validator validator;
    return validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(document), &results)
               ? std::string()
               : name + ":\n" + withErrors(results);
}

} // namespace ql::tests
