// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/ir/attribute.h"

#include "core/base/error.h"

#include <algorithm>
#include <array>

namespace ql::graph {

namespace {

constexpr std::array<std::string_view, std::variant_size_v<AttributeValue>> kTypeNames{
    "an integer", "a number", "a string", "integers", "numbers", "strings", "a tensor", "a graph", "graphs"};

template <typename T>
const T& as(std::string_view name, const AttributeValue& value)
{
    if (const auto* typed = std::get_if<T>(&value))
        return *typed;
    const auto expected = AttributeValue(std::in_place_type<T>).index();
    throw Error(ErrorCode::InvalidNode,
                Message("attribute {} is {}, expected {}", name, kTypeNames[value.index()], kTypeNames[expected]));
}

template <typename T>
T valueOr(const Attributes& attributes, std::string_view name, T fallback)
{
    const auto* value = attributes.find(name);
    return value ? as<T>(name, *value) : std::move(fallback);
}

const AttributeValue& required(const Attributes& attributes, std::string_view name)
{
    const auto* value = attributes.find(name);
    if (!value)
        throw Error(ErrorCode::InvalidNode, Message("attribute {} is missing", name));
    return *value;
}

} // namespace

void Attributes::set(std::string name, AttributeValue value)
{
    const auto found = std::ranges::find(m_entries, name, &Entry::first);
    if (found == m_entries.end())
        m_entries.emplace_back(std::move(name), std::move(value));
    else
        found->second = std::move(value);
}

const AttributeValue* Attributes::find(std::string_view name) const
{
    const auto found = std::ranges::find(m_entries, name, &Entry::first);
    return found == m_entries.end() ? nullptr : &found->second;
}

std::int64_t Attributes::intOr(std::string_view name, std::int64_t fallback) const
{
    return valueOr<std::int64_t>(*this, name, fallback);
}

double Attributes::floatOr(std::string_view name, double fallback) const
{
    return valueOr<double>(*this, name, fallback);
}

std::string Attributes::stringOr(std::string_view name, std::string fallback) const
{
    return valueOr<std::string>(*this, name, std::move(fallback));
}

std::vector<std::int64_t> Attributes::intsOr(std::string_view name, std::vector<std::int64_t> fallback) const
{
    return valueOr<std::vector<std::int64_t>>(*this, name, std::move(fallback));
}

std::vector<double> Attributes::floatsOr(std::string_view name, std::vector<double> fallback) const
{
    return valueOr<std::vector<double>>(*this, name, std::move(fallback));
}

std::vector<std::string> Attributes::stringsOr(std::string_view name, std::vector<std::string> fallback) const
{
    return valueOr<std::vector<std::string>>(*this, name, std::move(fallback));
}

std::int64_t Attributes::requiredInt(std::string_view name) const
{
    return as<std::int64_t>(name, required(*this, name));
}

const TensorData& Attributes::requiredTensor(std::string_view name) const
{
    return as<TensorData>(name, required(*this, name));
}

const Graph& Attributes::requiredGraph(std::string_view name) const
{
    return *as<GraphPointer>(name, required(*this, name));
}

} // namespace ql::graph
