// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace ql::config {

/// Where in a file something is said, counted from 1; 0 = nowhere.
struct SourcePosition {
    int line = 0;
    int column = 0;
    friend bool operator==(const SourcePosition&, const SourcePosition&) = default;
    friend bool operator<(const SourcePosition& a, const SourcePosition& b)
    {
        return std::tie(a.line, a.column) < std::tie(b.line, b.column);
    }
};

/// What a file says and where; empty = it says nothing. Equal when the values are, wherever they stand.
template <typename T>
struct Said : std::optional<T> {
    using std::optional<T>::optional;
    Said(std::optional<T> value, SourcePosition where = {})
        : std::optional<T>(std::move(value))
        , position(where)
    {
    }

    /// What the same place means: @p meaning of the value.
    template <typename Meaning>
    auto as(Meaning&& meaning) const -> Said<decltype(meaning(std::declval<const T&>()))>
    {
        using Result = decltype(meaning(std::declval<const T&>()));
        return {this->has_value() ? std::optional<Result>(meaning(**this)) : std::nullopt, position};
    }

    friend bool operator==(const Said& a, const Said& b)
    {
        return static_cast<const std::optional<T>&>(a) == static_cast<const std::optional<T>&>(b);
    }

    template <typename U>
    requires std::is_convertible_v<U, T>
    friend bool operator==(const Said& a, const U& b) { return a.has_value() && *a == b; }

    SourcePosition position;
};

/// A list of names and where it stands: one place, or one for each name.
struct Names : std::vector<std::string> {
    using std::vector<std::string>::vector;

    std::vector<SourcePosition> positions;
};

} // namespace ql::config
