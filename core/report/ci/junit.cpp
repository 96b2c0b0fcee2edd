// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/ci/ci_files.h"

#include "core/base/utf8.h"
#include "core/report/html/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace ql::report {

namespace {

std::string attribute(std::string_view text)
{
    auto xml = escaped(text);
    for (const std::string_view none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"}) // U+FFFE and U+FFFF, which XML excludes
        for (auto place = xml.find(none); place != std::string::npos; place = xml.find(none, place))
            xml.replace(place, none.size(), kReplacementCharacter);
    return xml;
}

std::vector<std::string> groupsOf(const std::vector<JudgedCase>& cases)
{
    std::vector<std::string> groups;
    for (const auto& each : cases)
        if (std::ranges::find(groups, each.group) == groups.end())
            groups.push_back(each.group);
    return groups;
}

std::size_t failuresIn(const std::vector<JudgedCase>& cases)
{
    return static_cast<std::size_t>(
        std::ranges::count_if(cases, [](const auto& each) { return !each.failure.empty(); }));
}

std::string caseXml(const std::string& suite, const JudgedCase& judged)
{
    const auto head =
        fmt::format("    <testcase classname=\"{}\" name=\"{}\"", attribute(suite), attribute(judged.name));
    std::string inside;
    if (!judged.failure.empty())
        inside += fmt::format("      <failure message=\"{}\"/>\n", attribute(judged.failure));
    if (!judged.measured.empty())
        inside += fmt::format("      <system-out>{}</system-out>\n", attribute(judged.measured));
    return inside.empty() ? head + "/>\n" : head + ">\n" + inside + "    </testcase>\n";
}

} // namespace

std::string junitXml(std::string_view command, const std::vector<JudgedCase>& cases)
{
    std::string xml = fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"quantloupe {}\" "
                                  "tests=\"{}\" failures=\"{}\">\n",
                                  command, cases.size(), failuresIn(cases));
    for (const auto& group : groupsOf(cases)) {
        std::vector<JudgedCase> members;
        std::ranges::copy_if(cases, std::back_inserter(members), [&](const auto& each) { return each.group == group; });
        const auto suite = fmt::format("quantloupe.{}.{}", command, group);
        xml += fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\">\n", attribute(suite), members.size(),
                           failuresIn(members));
        for (const auto& member : members)
            xml += caseXml(suite, member);
        xml += "  </testsuite>\n";
    }
    return xml + "</testsuites>\n";
}

} // namespace ql::report
