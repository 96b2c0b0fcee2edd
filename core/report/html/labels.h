// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/metrics.h"

#include <optional>
#include <string>
#include <string_view>

namespace ql::report {

enum class Language { English, Chinese };

/// "en" or "zh_CN".
std::optional<Language> languageFromKey(std::string_view key);

/// Words that the page says by itself, in English: translations/report_zh_CN.ts has each of them in Chinese.
using Label = const char*;

/// The words of one language.
class Labels {
public:
    explicit Labels(Language language)
        : m_language(language)
    {
    }

    /// A word that has no translation stays English.
    std::string operator()(Label english) const;
    /// A metric with its unit, as a header: "SQNR (dB)".
    std::string operator()(results::MetricId metric) const;
    /// What an advice rule is about: "truncation error"; the rule itself when it is a new one.
    std::string rule(std::string_view rule) const;
    Language language() const { return m_language; }

private:
    Language m_language;
};

} // namespace ql::report
