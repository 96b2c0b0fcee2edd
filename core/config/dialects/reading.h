// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/config/quant_config.h"
#include "core/config/text/view.h"
#include "core/results/config_result.h"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ql::config {

/// Typed access to a parsed config for the readers of dialects: a value of the wrong type becomes a finding that names
/// file and line.
class Reading {
public:
    using Severity = results::Severity;

    Reading(const text::Document& document, std::vector<results::Diagnostic>& findings)
        : m_document(document)
        , m_findings(findings)
    {
    }

    text::View root() const { return text::View(m_document); }
    /// The layer that findings are about from here on; empty = the file.
    void setLayer(std::string layer) { m_layer = std::move(layer); }

    void report(Severity severity, std::string rule, SourcePosition where, Message message, Message remedy = {});
    void error(std::string rule, SourcePosition where, Message message, Message remedy = {});
    void warn(std::string rule, SourcePosition where, Message message, Message remedy = {});

    /// The member of @p map, or nothing when it is missing, null, or (reported) of another type.
    Located<bool> boolean(const text::View& map, std::string_view key);
    Located<std::int64_t> integer(const text::View& map, std::string_view key);
    Located<double> number(const text::View& map, std::string_view key);
    Located<std::string> text(const text::View& map, std::string_view key);
    /// One text, a list of texts, or (text-proto) a repeated field.
    Names texts(const text::View& map, std::string_view key);
    std::optional<text::View> map(const text::View& map, std::string_view key);

    /// The value at @p place, where there is one, says how others are read, and stands in no setting itself.
    void decides(SourcePosition place);
    /// All such places, for QuantConfig::decisions.
    const std::vector<SourcePosition>& decisions() const { return m_decisions; }

    /// Warns about members that nobody reads.
    void warnUnknown(const text::View& map, std::initializer_list<std::string_view> known);
    /// In text-proto a field that may stand once and stands twice is taken silently from its last place: flagged.
    void warnRepeated(const text::View& map, std::initializer_list<std::string_view> repeated);

private:
    std::optional<text::View> member(const text::View& map, std::string_view key) const;
    template <typename T>
    Located<T> scalar(const text::View& map, std::string_view key, std::optional<T> (text::View::*as)() const,
                      const Message& expected);
    void wrongType(const text::View& view, std::string_view key, const Message& expected);

    const text::Document& m_document;
    std::vector<results::Diagnostic>& m_findings;
    std::string m_layer;
    std::vector<SourcePosition> m_decisions;
};

/// Converts a config value to an algorithm parameter: a number, a string or a list of numbers; nullopt for other types.
std::optional<ParameterValue> parameterOf(const text::View& view);
/// Converts an algorithm parameter to a config value; a list of one number becomes a plain number.
text::Value valueOf(const ParameterValue& value);

} // namespace ql::config
