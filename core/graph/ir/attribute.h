// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/ir/tensor_data.h"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ql::graph {

class Graph;

using GraphPointer = std::shared_ptr<const Graph>;
using AttributeValue = std::variant<std::int64_t, double, std::string, std::vector<std::int64_t>, std::vector<double>,
                                    std::vector<std::string>, TensorData, GraphPointer, std::vector<GraphPointer>>;

/// A node's attributes in file order. Reading with a wrong type is an InvalidNode error that names the attribute.
class Attributes {
public:
    using Entry = std::pair<std::string, AttributeValue>;

    /// Adds or replaces.
    void set(std::string name, AttributeValue value);
    bool has(std::string_view name) const { return find(name) != nullptr; }
    const AttributeValue* find(std::string_view name) const;
    const std::vector<Entry>& entries() const { return m_entries; }

    std::int64_t intOr(std::string_view name, std::int64_t fallback) const;
    double floatOr(std::string_view name, double fallback) const;
    std::string stringOr(std::string_view name, std::string fallback) const;
    std::vector<std::int64_t> intsOr(std::string_view name, std::vector<std::int64_t> fallback) const;
    std::vector<double> floatsOr(std::string_view name, std::vector<double> fallback) const;
    std::vector<std::string> stringsOr(std::string_view name, std::vector<std::string> fallback) const;

    /// @throws Error (InvalidNode) when missing.
    std::int64_t requiredInt(std::string_view name) const;
    const TensorData& requiredTensor(std::string_view name) const;
    const Graph& requiredGraph(std::string_view name) const;

private:
    std::vector<Entry> m_entries;
};

} // namespace ql::graph
