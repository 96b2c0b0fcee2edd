// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that make values, or draw them.
#include "core/graph/operators/row.h"

namespace ql::graph::families::generation {

namespace {

constexpr std::array kRows{
    op("Bernoulli", &T::isRandom),
    op("Constant", OpKind::Constant),
    op("ConstantFill", OpKind::Constant),
    op("ConstantOfShape", OpKind::Constant, shapes::constantOfShape),
    op("EyeLike", OpKind::Constant),
    op("Multinomial", &T::isRandom),
    op("RandomNormal", OpKind::Constant, &T::isRandom),
    op("RandomNormalLike", OpKind::Constant, &T::isRandom),
    op("RandomUniform", OpKind::Constant, &T::isRandom),
    op("RandomUniformLike", OpKind::Constant, &T::isRandom),
    op("Range", OpKind::Constant, Settings::AfterFirstListed, shapes::range),
    op("TfIdfVectorizer"),
    microsoft("Range", OpKind::Constant, Settings::AfterFirstListed),
};

} // namespace

std::span<const OperatorTraits> rows()
{
    return kRows;
}

} // namespace ql::graph::families::generation
