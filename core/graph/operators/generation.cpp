// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that make values, or draw them.
#include "core/graph/operators/families.h"

namespace ql::graph::rows {

namespace {

constexpr OperatorTraits kRows[]{
    {.name = "Bernoulli", .isRandom = true},
    {.name = "Constant", .kind = OpKind::Constant},
    {.name = "ConstantFill", .kind = OpKind::Constant},
    {.name = "ConstantOfShape", .kind = OpKind::Constant, .shapes = shapes::constantOfShape},
    {.name = "EyeLike", .kind = OpKind::Constant},
    {.name = "Multinomial", .isRandom = true},
    {.name = "RandomNormal", .kind = OpKind::Constant, .isRandom = true},
    {.name = "RandomNormalLike", .kind = OpKind::Constant, .isRandom = true},
    {.name = "RandomUniform", .kind = OpKind::Constant, .isRandom = true},
    {.name = "RandomUniformLike", .kind = OpKind::Constant, .isRandom = true},
    {.name = "Range", .kind = OpKind::Constant, .settings = Settings::AfterFirstListed, .shapes = shapes::range},
    {.name = "TfIdfVectorizer"},
    {.name = "Range", .domain = kMicrosoft, .kind = OpKind::Constant, .settings = Settings::AfterFirstListed},
};

} // namespace

std::span<const OperatorTraits> generation()
{
    return kRows;
}

} // namespace ql::graph::rows
