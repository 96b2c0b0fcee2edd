// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/json/json_writer.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <typeindex>
#include <typeinfo>
#include <vector>

namespace ql::report {

// JSON Schema, draft 7 (json-schema.org/draft-07): the newest one that validators of every language know. Objects may
// have further members: later versions add some.

/// Of an object, while its members are named.
class ObjectSchema {
public:
    void require(std::string_view key, Json schema);
    /// A member that not every such object has.
    void allow(std::string_view key, Json schema);
    /// Of objects that have at least what both have, and at most what one of them has.
    Json joinedWith(const ObjectSchema& other) const;

private:
    Json m_properties = Json::object();
    std::set<std::string> m_required;
};

/// What several places of a schema refer to.
class SchemaDefinitions {
public:
    /// A reference to the schema of the objects that a type is written as; @p describe() makes it the first time.
    Json reference(const std::type_info& type, const std::function<Json()>& describe);
    Json reference(const std::string& name, const std::function<Json()>& describe);
    const Json& all() const { return m_all; }

private:
    Json m_all = Json::object();
    std::map<std::string, std::type_index> m_types; ///< by name
};

/// As jsonNumber() writes it: "inf", "-inf" and "nan" are numbers too.
Json numberSchema(SchemaDefinitions& definitions);
Json wordSchema(const std::vector<std::string>& words);
Json anyOfSchema(std::vector<Json> schemas);
Json orNullSchema(Json schema);
Json listSchema(Json element);
Json oneOrListSchema(const Json& element);
/// Of objects with any keys.
Json keyedSchema(Json member);

/// A whole document's: @p body with what every document begins with.
Json documentSchemaFrom(std::string_view command, Json body, const SchemaDefinitions& definitions);

} // namespace ql::report
