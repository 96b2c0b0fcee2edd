// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/exported_program/program_json.h"

#include "core/base/documents/json_text.h"
#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cctype>

namespace ql::importers::exported_program {

using nlohmann::json;

namespace {

/// Python's NaN, Infinity and -Infinity in quotation marks.
std::string withQuotedNumbers(std::string_view text)
{
    constexpr std::array<std::string_view, 3> kNumbers{"NaN", "Infinity", "-Infinity"};
    std::string quoted;
    quoted.reserve(text.size());
    bool isInText = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (isInText && text[at] == '\\' && at + 1 < text.size()) {
            quoted += text.substr(at++, 2);
            continue;
        }
        isInText = isInText != (text[at] == '"');
        const auto rest = text.substr(at);
        const auto* found = isInText
                                ? kNumbers.end()
                                : std::ranges::find_if(kNumbers, [&](auto each) { return rest.starts_with(each); });
        if (found == kNumbers.end()) {
            quoted += text[at];
            continue;
        }
        (quoted += '"').append(*found) += '"';
        at += found->size() - 1;
    }
    return quoted;
}

/// "2*Symbol('s0', positive=True, integer=True)" → "2*s0"
std::string plainSymbol(std::string text)
{
    constexpr std::string_view kBegin = "Symbol('";
    for (auto at = text.find(kBegin); at != std::string::npos; at = text.find(kBegin)) {
        const auto name = at + kBegin.size();
        const auto quote = text.find('\'', name);
        const auto end = text.find(')', name);
        if (quote == std::string::npos || end == std::string::npos || end < quote)
            break;
        text = text.substr(0, at) + text.substr(name, quote - name) + text.substr(end + 1);
    }
    return text;
}

bool isNamePart(char letter)
{
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

} // namespace

void refuseDamaged(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, what, "the file may be truncated or damaged: export it again");
}

std::int64_t scalarTypeOf(std::int64_t type)
{
    constexpr std::int64_t kLastPlain = 12; // bool
    constexpr std::int64_t kBFloat16 = 13;
    constexpr std::int64_t kPyTorchBFloat16 = 15;
    if (type >= 1 && type <= kLastPlain)
        return type - 1;
    return type == kBFloat16 ? kPyTorchBFloat16 : -1;
}

TensorFacts factsOf(const json& meta)
{
    TensorFacts facts;
    facts.type = scalarTypeOf(meta.at("dtype").get<std::int64_t>());
    for (const auto& size : meta.at("sizes")) {
        const auto known = size.find("as_int");
        const bool isKnown = known != size.end() && known->is_number_integer();
        facts.sizes.push_back(isKnown ? std::optional(known->get<std::int64_t>()) : std::nullopt);
        const auto symbol = size.find("as_expr");
        facts.symbols.push_back(
            isKnown || symbol == size.end() ? std::string() : plainSymbol(symbol->at("expr_str").get<std::string>()));
    }
    return facts;
}

json parsedJson(std::string_view text, const std::string& what)
{
    return withContext(Message::text(what), [text] {
        return readJson(withQuotedNumbers(text), "the file may be truncated or damaged: export it again");
    });
}

std::string plainPath(std::string_view path)
{
    if (path.find_first_of("[(") == path.npos)
        return std::string(path);
    std::string plain;
    bool isRoot = false;
    while (!path.empty()) {
        const auto begin = std::size_t(std::ranges::find_if(path, isNamePart) - path.begin());
        const auto rest = path.substr(begin);
        const auto name = rest.substr(0, std::size_t(std::ranges::find_if_not(rest, isNamePart) - rest.begin()));
        path.remove_prefix(begin + name.size());
        const bool isMachinery = name == "getattr" || name == "_modules" || name == "L";
        if (!isMachinery && !isRoot && !name.empty())
            plain.append(plain.empty() ? "" : ".").append(name);
        isRoot = name == "L" && path.starts_with("['");
    }
    return plain;
}

} // namespace ql::importers::exported_program
