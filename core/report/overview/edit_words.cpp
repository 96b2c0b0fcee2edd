// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/overview/edit_words.h"

#include <algorithm>
#include <utility>

namespace ql::report {

namespace {

constexpr std::size_t kMostNamed = 4;
constexpr std::string_view kBetweenEdits = "; ";
constexpr std::string_view kAnything = "\x01"; ///< in place of what a title is about

/// The names, however many.
Message andMore(const Message& names, std::size_t more)
{
    return Message("{} and {} more", names, more);
}

/// "a, b and 3 more", as written.
Message layersFrom(std::string_view english)
{
    constexpr std::string_view kAnd = " and ";
    constexpr std::string_view kMore = " more";
    const auto place = english.rfind(kAnd);
    if (place != std::string_view::npos && english.ends_with(kMore)) {
        const auto begin = place + kAnd.size();
        const std::string count(english.substr(begin, std::max(english.size() - kMore.size(), begin) - begin));
        if (!count.empty() && count.size() < 9
            && std::ranges::all_of(count, [](char c) { return c >= '0' && c <= '9'; }))
            return andMore(Message::text(std::string(english.substr(0, place))), std::stoul(count));
    }
    return Message::text(std::string(english));
}

/// The title of most own words that fits: "Skip scope …" begins as "Skip …" does.
Message titleFrom(std::string_view english)
{
    std::size_t most = 0;
    Message title = Message::text(std::string(english));
    for (int number = 0; number <= int(ConfigChange::Reload); ++number) {
        const auto change = ConfigChange(number);
        const auto whole = changeTitle(change, Message::text(std::string(kAnything))).english();
        const auto place = whole.find(kAnything);
        if (place == std::string::npos) {
            if (whole == english)
                return changeTitle(change);
            continue;
        }
        const auto front = std::string_view(whole).substr(0, place);
        const auto back = std::string_view(whole).substr(place + kAnything.size());
        const auto words = front.size() + back.size();
        if (words <= most || english.size() <= words || !english.starts_with(front) || !english.ends_with(back))
            continue;
        most = words;
        title = changeTitle(change, layersFrom(english.substr(front.size(), english.size() - words)));
    }
    return title;
}

} // namespace

Message changeTitle(ConfigChange change, const Message& about)
{
    switch (change) {
    case ConfigChange::Typing: return Message("Typing");
    case ConfigChange::Saved: return Message("as saved");
    case ConfigChange::Calibrated: return Message("Calibrate the config anew");
    case ConfigChange::Repaired: return Message("Repair the config");
    case ConfigChange::Found: return Message("All that the search found");
    case ConfigChange::Tuned: return Message("The overrides that tune found");
    case ConfigChange::Unsaved: return Message("Restore unsaved edits");
    case ConfigChange::Int16: return Message("Set {} to int16", about);
    case ConfigChange::PerChannel: return Message("A scale per channel for the weight of {}", about);
    case ConfigChange::WideWeight: return Message("More bits for the weight of {}", about);
    case ConfigChange::Range: return Message("Range of least error for {}", about);
    case ConfigChange::FixedRange: return Message("Fix the range of {}", about);
    case ConfigChange::SkipScope: return Message("Skip scope {}", about);
    case ConfigChange::Skip: return Message("Skip {}", about);
    case ConfigChange::Trial: return Message("Restore trial {}", about);
    case ConfigChange::Restore: return Message("Restore {}", about);
    case ConfigChange::Settings: return Message("Change {}", about);
    case ConfigChange::Overrides: return Message("Take overrides: {}", about);
    case ConfigChange::Reload: break;
    }
    return Message("Reload {}", about);
}

Message changeTitle(ConfigChange change, const std::vector<std::string>& layers)
{
    return changeTitle(change, namedLayers(layers));
}

Message namedLayers(const std::vector<std::string>& layers)
{
    const auto named = std::min(layers.size(), kMostNamed);
    const auto names = Message::names({layers.begin(), layers.begin() + std::ptrdiff_t(named)}, ", ");
    return named == layers.size() ? names : andMore(names, layers.size() - named);
}

Message editsText(std::vector<Message> titles)
{
    return Message::list(std::move(titles), std::string(kBetweenEdits));
}

Message editsFrom(std::string_view english)
{
    std::vector<Message> titles;
    for (std::size_t begin = 0; begin <= english.size();) {
        const auto end = std::min(english.find(kBetweenEdits, begin), english.size());
        titles.push_back(titleFrom(english.substr(begin, end - begin)));
        begin = end + kBetweenEdits.size();
    }
    auto edits = editsText(std::move(titles));
    return edits.english() == english ? edits : Message::text(std::string(english));
}

} // namespace ql::report
