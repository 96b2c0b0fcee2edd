// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/ops/registry.h"

#include <clocale>
#include <cwctype>
#include <set>

namespace ql::ops::kernels::string_normalizer {

namespace {

enum class Case { Kept, Lower, Upper };

/// Unicode's simple mapping, one character to one, by glibc's own tables whatever the environment says.
wchar_t mapped(wchar_t character, Case to)
{
    static const locale_t kUnicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    if (!kUnicode)
        return character < 128 ? wchar_t(to == Case::Lower ? std::tolower(character) : std::toupper(character))
                               : character;
    return wchar_t(to == Case::Lower ? towlower_l(std::wint_t(character), kUnicode)
                                     : towupper_l(std::wint_t(character), kUnicode));
}

std::string inCase(const std::string& text, Case to)
{
    if (to == Case::Kept)
        return text;
    std::string result;
    for (const auto character : charactersOf(text))
        appendUtf8(result, static_cast<char32_t>(mapped(static_cast<wchar_t>(character), to)));
    return result;
}

struct Rules {
    Case output = Case::Kept;
    bool isCaseSensitive = false;
    std::set<std::string> stopwords;

    explicit Rules(const graph::Node& node)
        : isCaseSensitive(node.attributes.intOr("is_case_sensitive", 0) != 0)
    {
        const auto action = node.attributes.stringOr("case_change_action", "NONE");
        if (action != "NONE" && action != "LOWER" && action != "UPPER")
            throw Error(ErrorCode::InvalidNode,
                        Message("attribute case_change_action is \"{}\", expected NONE, LOWER or UPPER", action));
        output = action == "LOWER" ? Case::Lower : action == "UPPER" ? Case::Upper : Case::Kept;
        for (const auto& word : node.attributes.stringsOr("stopwords", {}))
            stopwords.insert(compared(word));
    }

    std::string compared(const std::string& word) const
    {
        return inCase(word, isCaseSensitive ? Case::Kept : Case::Lower);
    }
};

std::vector<Tensor> evaluate(const KernelCall& call, const Rules& rules)
{
    const auto& x = call.strings(0);
    const auto rank = x.shape().size();
    if (rank < 1 || rank > 2 || (rank == 2 && x.shape()[0] != 1))
        throw Error(ErrorCode::ShapeMismatch,
                    Message("input 0 has shape {}, expected C or 1xC", graph::toString(x.shape())));
    std::vector<std::string> kept;
    for (const auto& word : x.strings())
        if (!rules.stopwords.contains(rules.compared(word)))
            kept.push_back(inCase(word, rules.output));
    if (kept.empty()) // so the standard wants it
        kept.emplace_back();
    graph::Shape shape(rank, 1);
    shape.back() = static_cast<std::int64_t>(kept.size());
    return {stringTensor(std::move(shape), std::move(kept))};
}

} // namespace

OperatorDefinitions definitions()
{
    return {{"", "StringNormalizer", 10, kLatestOpset, boundTo<Rules, evaluate>}};
}

} // namespace ql::ops::kernels::string_normalizer
