// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"

#include <algorithm>
#include <vector>

namespace ql::tests {

/// Whether two values of any kind are alike to the bit.
inline bool areSameBits(const ops::Tensor& a, const ops::Tensor& b)
{
    if (a.items && b.items)
        return a.hasKeys == b.hasKeys && std::ranges::equal(*a.items, *b.items, areSameBits);
    if (a.holdsStrings() && b.holdsStrings())
        return a.shape() == b.shape() && a.strings->strings() == b.strings->strings();
    if (a.items || b.items || !a.isDefined() || !b.isDefined())
        return a.isPresent() == b.isPresent() && (!a.isPresent() || ops::holdSame(a, b));
    return a.type == b.type && a.shape() == b.shape()
           && std::ranges::equal(ops::toTensorData(a).bytes(), ops::toTensorData(b).bytes());
}

inline bool areSameBits(const std::vector<ops::Tensor>& a, const std::vector<ops::Tensor>& b)
{
    return std::ranges::equal(a, b, [](const ops::Tensor& x, const ops::Tensor& y) { return areSameBits(x, y); });
}

} // namespace ql::tests
