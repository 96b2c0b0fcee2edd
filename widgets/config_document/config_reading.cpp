// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config_document/config_reading.h"

#include "core/base/error.h"
#include "core/config/describe.h"
#include "core/config/layer_names.h"
#include "core/config/parameter_table.h"

#include <algorithm>
#include <cctype>
#include <set>

namespace ql::widgets {

namespace {
constexpr std::ptrdiff_t kLeastWord = 4;
} // namespace

std::size_t ConfigReading::count(results::Severity severity) const
{
    return std::size_t(std::ranges::count(findings, severity, &results::Diagnostic::severity));
}

namespace {

void addWordsOf(const std::string& text, std::set<std::string>& words)
{
    const auto isPart = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
    for (auto begin = text.begin(); begin != text.end();) {
        begin = std::find_if(begin, text.end(), isPart);
        const auto end = std::find_if_not(begin, text.end(), isPart);
        if (end - begin >= kLeastWord && std::isalpha(static_cast<unsigned char>(*begin)) != 0)
            words.emplace(begin, end);
        begin = end;
    }
}

std::vector<std::string> wordsFor(const std::string& text, const graph::Graph* network)
{
    std::set<std::string> words;
    addWordsOf(text, words);
    for (int kind = 0; kind <= int(config::ObserverKind::Custom); ++kind)
        for (const auto& rule : config::parametersOf(config::ObserverKind(kind)))
            words.emplace(rule.name);
    for (int kind = 0; kind <= int(config::QuantizerKind::Custom); ++kind)
        for (const auto& rule : config::parametersOf(config::QuantizerKind(kind), false))
            words.emplace(rule.name);
    if (network)
        for (const auto id : config::configurableNodes(*network))
            words.insert(network->node(id).name);
    return {words.begin(), words.end()};
}

} // namespace

std::shared_ptr<const ConfigReading> readConfig(const std::string& path, const std::string& text,
                                                const std::string& dialect, const graph::Graph* network)
{
    auto reading = std::make_shared<ConfigReading>();
    reading->text = text;
    reading->words = wordsFor(text, network);
    try {
        reading->file = config::ConfigFile::ofText(path, text, dialect);
        reading->findings = config::findingsOf(*reading->file, network);
    } catch (const Error& error) {
        results::Diagnostic finding;
        finding.severity = results::Severity::Error;
        finding.rule = "syntax";
        finding.message = error.message();
        finding.remedy = error.hint();
        finding.line = error.line();
        finding.column = error.column();
        reading->findings.push_back(std::move(finding));
    }
    return reading;
}

} // namespace ql::widgets
