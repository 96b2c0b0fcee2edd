// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/manual/program_description.h"

#include "core/config/dialects/dialect.h"
#include "core/report/schema/document_schemas.h"
#include "core/results/metrics.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

namespace ql::manual {

namespace {

constexpr std::array<std::string_view, 11> kFiles{"AFTER",   "ANALYSIS", "BEFORE", "DATA", "DIR",   "FILE",
                                                  "FILE.so", "INPUT",    "MODEL",  "PATH", "RESULT"};

bool isWord(const std::string& part)
{
    const auto isPlain = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == '-'; };
    return !part.empty() && std::isupper(static_cast<unsigned char>(part.front())) == 0
           && std::ranges::all_of(part, isPlain);
}

std::vector<std::string> wordsFor(const std::string& part)
{
    std::vector<std::string> words;
    if (isWord(part))
        words.push_back(part);
    if (part == "METRIC")
        for (const auto metric : results::kAllMetrics)
            words.emplace_back(results::key(metric));
    if (part == "DIALECT")
        for (const auto& dialect : config::dialects())
            words.emplace_back(dialect.id);
    if (part == "DOCUMENT")
        for (const auto name : report::documentNames())
            words.emplace_back(name);
    return words;
}

} // namespace

const Option* Command::positional() const
{
    const auto found = std::ranges::find_if(options, &Option::standsByItself);
    return found == options.end() ? nullptr : &*found;
}

Argument argumentOf(const std::string& placeholder)
{
    Argument argument{placeholder, {}, false};
    std::istringstream parts(placeholder);
    for (std::string part; std::getline(parts, part, '|');) {
        argument.isFile = argument.isFile || std::ranges::find(kFiles, part) != kFiles.end();
        std::ranges::move(wordsFor(part), std::back_inserter(argument.words));
    }
    return argument;
}

} // namespace ql::manual
