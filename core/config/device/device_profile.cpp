// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/device/device_profile.h"

#include "core/base/error.h"
#include "core/base/files.h"
#include "core/config/text/view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace ql::config {

namespace {

using results::Severity;
using text::View;

[[noreturn]] void refuse(const View& view, const Message& found, const Message& expected)
{
    auto error = Error(ErrorCode::BadArgument, Message("found {}, expected {}", found, expected),
                       "the guide's chapter about check describes device profiles");
    error.addContext(Message::text(view.document().where(view.node().span.begin)));
    throw error;
}

Message kindOf(const View& view)
{
    if (view.isScalar())
        return Message::text(view.text());
    return view.isMap() ? Message("a map") : view.isSequence() ? Message("a list") : Message("nothing");
}

const View& requireMap(const View& view)
{
    if (!view.isMap())
        refuse(view, kindOf(view), "a map");
    return view;
}

/// Hands every member to @p read, which says whether it knows the key.
template <typename Read>
void readMembers(const View& map, const std::string& known, const Read& read)
{
    for (const auto& member : requireMap(map).members())
        if (!read(member.key, member.view()))
            refuse(member.view(), Message("the key {}", member.key), Message("one of {}", known));
}

double numberOf(const View& view)
{
    const auto number = view.isScalar() ? view.asNumber() : std::nullopt;
    if (!number || !std::isfinite(*number))
        refuse(view, kindOf(view), "a number");
    return *number;
}

std::string wordOf(const View& view)
{
    if (!view.isScalar())
        refuse(view, kindOf(view), "a word or a number");
    return view.text();
}

std::vector<std::string> wordsOf(const View& view)
{
    std::vector<std::string> words;
    if (view.isScalar())
        words.push_back(view.text());
    else if (!view.isSequence())
        refuse(view, kindOf(view), "a list");
    for (const auto& item : view.isSequence() ? view.items() : std::vector<View>())
        words.push_back(wordOf(item));
    return words;
}

std::int64_t wholeOf(const std::string& word, const View& view)
{
    std::int64_t number = 0;
    const auto* end = word.data() + word.size();
    if (const auto [stop, problem] = std::from_chars(word.data(), end, number); problem != std::errc() || stop != end)
        refuse(view, Message::text(word), "a whole number");
    return number;
}

DeviceLimit limitOf(const View& view)
{
    DeviceLimit limit;
    readMembers(view, "least, most, one_of, default", [&limit](const std::string& key, const View& value) {
        if (key == "least")
            limit.least = numberOf(value);
        else if (key == "most")
            limit.most = numberOf(value);
        else if (key == "one_of")
            limit.oneOf = wordsOf(value);
        else if (key == "default")
            limit.fallback = wordOf(value);
        else
            return false;
        return true;
    });
    return limit;
}

DeviceOperator operatorOf(const View& view)
{
    DeviceOperator found;
    if (view.isNull()) // "Relu:"
        return found;
    readMembers(view, "activations, weights, ranks, dimensions, attributes",
                [&found](const std::string& key, const View& value) {
                    if (key == "activations")
                        found.activations = wordsOf(value);
                    else if (key == "weights")
                        found.weights = wordsOf(value);
                    else if (key == "ranks")
                        for (const auto& word : wordsOf(value))
                            found.ranks.push_back(wholeOf(word, value));
                    else if (key == "dimensions")
                        for (const auto& axis : requireMap(value).members())
                            found.dimensions.emplace(wholeOf(axis.key, axis.view()), limitOf(axis.view()));
                    else if (key == "attributes")
                        for (const auto& each : requireMap(value).members())
                            found.attributes.emplace(each.key, limitOf(each.view()));
                    else
                        return false;
                    return true;
                });
    return found;
}

std::optional<Severity> unlistedOf(const View& view)
{
    const auto word = wordOf(view);
    if (word == "allowed")
        return std::nullopt;
    for (const auto severity : {Severity::Info, Severity::Warning, Severity::Error})
        if (word == keyOf(severity))
            return severity;
    refuse(view, Message::text(word), "error, warning, info or allowed");
}

void requireVersion(const View& root)
{
    const auto version = root.isMap() ? root.find("quantloupe_device") : std::nullopt;
    if (!version)
        refuse(root, kindOf(root), "a device profile, which begins with quantloupe_device: 1");
    if (wordOf(*version) != "1")
        refuse(*version, Message("the format {}", version->text()), Message::text("quantloupe_device: 1"));
}

std::optional<double> numberIn(const std::string& word)
{
    double number = 0.0;
    const auto* end = word.data() + word.size();
    const auto [stop, problem] = std::from_chars(word.data(), end, number);
    return problem == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

} // namespace

bool DeviceLimit::allows(double number) const
{
    const bool isWithin = number >= least.value_or(-std::numeric_limits<double>::infinity())
                          && number <= most.value_or(std::numeric_limits<double>::infinity());
    return isWithin && (oneOf.empty() || std::ranges::any_of(oneOf, [number](const auto& word) {
                            return numberIn(word) == number;
                        }));
}

bool DeviceLimit::allows(const std::string& word) const
{
    if (const auto number = numberIn(word))
        return allows(*number);
    return !least && !most && (oneOf.empty() || std::ranges::count(oneOf, word) > 0);
}

Message DeviceLimit::text() const
{
    if (!oneOf.empty())
        return Message("one of {}", fmt::format("{}", fmt::join(oneOf, ", ")));
    if (least && most)
        return Message("{} to {}", *least, *most);
    return least ? Message("at least {}", *least) : Message("at most {}", most.value_or(0.0));
}

DeviceProfile DeviceProfile::ofText(std::string text, const std::string& name)
{
    const auto document = text::parseDocument(std::move(text), text::Syntax::Yaml, name);
    for (const auto& remark : document.remarks)
        if (remark.isDuplicate)
            throw Error(ErrorCode::FileCorrupt,
                        Message("{}: a key that stands twice in one map", document.where(remark.offset)),
                        "remove one of the two");
    const View root(document);
    requireVersion(root);
    DeviceProfile profile;
    readMembers(root, "quantloupe_device, name, unlisted, operators",
                [&profile](const std::string& key, const View& value) {
                    if (key == "name")
                        profile.name = wordOf(value);
                    else if (key == "unlisted")
                        profile.unlisted = unlistedOf(value);
                    else if (key == "operators")
                        for (const auto& each : requireMap(value).members())
                            profile.operators[each.key] = operatorOf(each.view());
                    else
                        return key == "quantloupe_device";
                    return true;
                });
    if (profile.name.empty())
        refuse(root, "no name", "name: and what the device is called");
    return profile;
}

DeviceProfile DeviceProfile::read(const std::filesystem::path& path)
{
    return ofText(readText(path), path.string());
}

} // namespace ql::config
