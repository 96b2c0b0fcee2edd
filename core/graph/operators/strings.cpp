// SPDX-License-Identifier: GPL-3.0-or-later
// Operators on text.
#include "core/graph/operators/row.h"

namespace ql::graph::rows::strings {

namespace {

constexpr std::array kRows{
    op("RegexFullMatch", shapes::truths),
    op("StringConcat", shapes::stringConcat),
    op("StringNormalizer", shapes::stringNormalizer),
    op("StringSplit", shapes::stringSplit),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::rows::strings
