// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/schema/object_schema.h"

#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>

namespace ql::report {

namespace {

/// "LayerRow" of ql::results::LayerRow.
std::string nameOf(const std::type_info& type)
{
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> demangled(
        abi::__cxa_demangle(type.name(), nullptr, nullptr, &status), &std::free);
    const std::string name = status == 0 ? demangled.get() : type.name();
    const auto colons = name.rfind("::");
    return colons == std::string::npos ? name : name.substr(colons + 2);
}

} // namespace

void ObjectSchema::require(std::string_view key, Json schema)
{
    m_required.emplace(key);
    allow(key, std::move(schema));
}

void ObjectSchema::allow(std::string_view key, Json schema)
{
    m_properties[std::string(key)] = std::move(schema);
}

Json ObjectSchema::joinedWith(const ObjectSchema& other) const
{
    auto properties = m_properties;
    for (const auto& [key, schema] : other.m_properties.items())
        if (!properties.contains(key))
            properties[key] = schema;
    auto required = Json::array();
    for (const auto& [key, schema] : properties.items())
        if (m_required.contains(key) && other.m_required.contains(key))
            required.push_back(key);
    Json object{{"type", "object"}};
    if (!properties.empty())
        object["properties"] = std::move(properties);
    if (!required.empty())
        object["required"] = std::move(required);
    return object;
}

Json SchemaDefinitions::reference(const std::type_info& type, const std::function<Json()>& describe)
{
    const auto name = nameOf(type);
    if (const auto known = m_types.emplace(name, type); known.first->second != type)
        throw std::logic_error("two types of a document are called " + name);
    return reference(name, describe);
}

Json SchemaDefinitions::reference(const std::string& name, const std::function<Json()>& describe)
{
    if (!m_all.contains(name)) {
        m_all[name] = Json::object(); // a type may hold others of itself
        auto schema = describe();
        m_all[name] = std::move(schema);
    }
    return {{"$ref", "#/definitions/" + name}};
}

Json numberSchema(SchemaDefinitions& definitions)
{
    return definitions.reference("number", [] {
        return anyOfSchema({{{"type", "number"}}, wordSchema({"inf", "-inf", "nan"})});
    });
}

Json wordSchema(const std::vector<std::string>& words)
{
    return {{"enum", words}};
}

Json anyOfSchema(std::vector<Json> schemas)
{
    return {{"anyOf", std::move(schemas)}};
}

Json orNullSchema(Json schema)
{
    return anyOfSchema({std::move(schema), {{"type", "null"}}});
}

Json listSchema(Json element)
{
    return {{"type", "array"}, {"items", std::move(element)}};
}

Json oneOrListSchema(const Json& element)
{
    return anyOfSchema({element, listSchema(element), {{"type", "null"}}});
}

Json keyedSchema(Json member)
{
    return {{"type", "object"}, {"additionalProperties", std::move(member)}};
}

Json documentSchemaFrom(std::string_view command, Json body, const SchemaDefinitions& definitions)
{
    const auto name = documentHead(command).at("schema").get<std::string>();
    Json schema{{"$schema", "http://json-schema.org/draft-07/schema#"},
                {"title", name},
                {"type", "object"},
                {"properties", {{"schema", {{"const", name}}}, {"quantloupe_version", {{"type", "string"}}}}},
                {"required", {"schema", "quantloupe_version"}}};
    schema["properties"].update(body.value("properties", Json::object()));
    for (auto& key : body["required"])
        schema["required"].push_back(std::move(key));
    schema["definitions"] = definitions.all();
    return schema;
}

} // namespace ql::report
