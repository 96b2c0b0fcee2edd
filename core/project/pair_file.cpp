// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/project/pair_file.h"

#include "core/base/error.h"

#include <sstream>

namespace ql::project {

namespace {

/// Without the lines that name one of the two on its side; an empty name is nobody's.
std::string without(const std::string& text, const std::string& baseline, const std::string& analysis)
{
    std::istringstream lines(text);
    std::string kept;
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string first, second;
        words >> first >> second;
        if (!first.empty() && (first == baseline || second == analysis))
            continue;
        kept += line + '\n';
    }
    return kept;
}

void requireSayable(const std::string& name)
{
    if (name.empty() || name.find_first_of(" \t\r\n\v\f#") != std::string::npos)
        throw Error(ErrorCode::BadArgument,
                    Message("a map file can't name \"{}\": names there have no blank and no #", name));
}

} // namespace

std::string withPair(const std::string& text, const std::string& baseline, const std::string& analysis)
{
    requireSayable(baseline);
    requireSayable(analysis);
    return without(text, baseline, analysis) + baseline + ' ' + analysis + '\n';
}

std::string withoutPair(const std::string& text, const std::string& baseline)
{
    return without(text, baseline, {});
}

} // namespace ql::project
