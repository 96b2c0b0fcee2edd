// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::report {

/// A document that is read: sorted, as looking keys up in the order of a file takes quadratic time.
using ReadJson = nlohmann::json;

/// A place in a document that someone else may have written: every access checks, and an Error (FileCorrupt) names the
/// place ("layers[3].metrics.cosine: expected a number, found a string"). Refers to the document.
class JsonPlace {
public:
    JsonPlace(const ReadJson& json, std::string path);

    /// The member @p key of an object. @throws Error when it is missing
    JsonPlace operator[](std::string_view key) const;
    /// Nothing when it is missing or null.
    std::optional<JsonPlace> find(std::string_view key) const;
    /// The elements of a list.
    std::vector<JsonPlace> list() const;

    /// "inf", "-inf" and "nan" are numbers too.
    double number() const;
    std::vector<double> numbers() const;
    std::int64_t integer() const;
    std::vector<std::int64_t> integers() const;
    std::uint64_t count() const;
    std::vector<std::uint64_t> counts() const;
    std::string text() const;
    std::vector<std::string> texts() const;
    bool flag() const;
    bool isList() const { return m_json.is_array(); }
    bool isText() const { return m_json.is_string(); }
    bool isNull() const { return m_json.is_null(); }

    [[noreturn]] void fail(const Message& expected) const;

private:
    template <typename T, typename Take>
    std::vector<T> all(const Message& expected, Take take) const;

    const ReadJson& m_json;
    std::string m_path;
};

} // namespace ql::report
