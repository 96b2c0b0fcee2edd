// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/fixes/fix.h"

#include "core/base/error.h"

#include <algorithm>
#include <fmt/ranges.h>

namespace ql::quant {

namespace fixes {
#define QL_FIX(name)                                                                                                   \
    namespace name {                                                                                                   \
    FixDefinition definition();                                                                                        \
    }
#include "core/quant/fixes/fixes.inc"
#undef QL_FIX
} // namespace fixes

namespace {

std::size_t placeOf(std::string_view fix)
{
    const auto known = knownFixes();
    return std::size_t(std::ranges::find(known, fix, &FixDefinition::name) - known.begin());
}

} // namespace

std::span<const FixDefinition> knownFixes()
{
    static const FixDefinition kFixes[]{
#define QL_FIX(name) fixes::name::definition(),
#include "core/quant/fixes/fixes.inc"
#undef QL_FIX
    };
    return kFixes;
}

const FixDefinition& fixNamed(std::string_view name)
{
    const auto known = knownFixes();
    const auto found = std::ranges::find(known, name, &FixDefinition::name);
    if (found != known.end())
        return *found;
    std::vector<std::string_view> names;
    for (const auto& definition : known)
        names.push_back(definition.name);
    throw Error(ErrorCode::BadArgument, Message("fix {} is not known", name),
                Message("the fixes are {}", fmt::join(names, ", ")));
}

void FixEdit::apply(FixSubject& subject, const CalibrationData& data, JobContext& ctx) const
{
    for (const auto& one : settings)
        subject.edit(one);
    if (changeWeights)
        changeWeights(subject, data, ctx);
}

FixSubject fixed(FixSubject subject, std::span<const FixEdit* const> edits, const CalibrationData& data,
                 JobContext& ctx)
{
    std::vector<const FixEdit*> ordered(edits.begin(), edits.end());
    std::ranges::stable_sort(ordered, {}, [](const FixEdit* edit) { return placeOf(edit->fix); });
    for (const auto* edit : ordered)
        edit->apply(subject, data, ctx);
    return subject;
}

} // namespace ql::quant
