// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/tensor.h"

#include <c10/util/MaybeOwned.h>
#include <c10/util/SmallVector.h>

#include <cstddef>
#include <span>

namespace ql::runs {

/// What a node reads while it runs. Borrowed tensors of numbers are handles that don't count among their owners:
/// another thread that reads the same weights would have to fetch that count from this one, which takes longer than a
/// small node.
class NodeInputs {
public:
    /// Where @p borrows, what is added must stay where it is as long as this lives.
    explicit NodeInputs(bool borrows)
        : m_borrows(borrows)
    {
    }
    ~NodeInputs()
    {
        for (auto& each : m_tensors)
            if (isBorrowed(each))
                Traits::destroyBorrow(each.data);
    }
    NodeInputs(const NodeInputs&) = delete;
    NodeInputs& operator=(const NodeInputs&) = delete;

    void add(const ops::Tensor& tensor)
    {
        m_tensors.reserve(m_tensors.size() + 1); // before there is a handle that nobody must count
        if (isBorrowed(tensor))
            m_tensors.emplace_back(Traits::createBorrow(tensor.data), tensor.type);
        else
            m_tensors.push_back(tensor);
    }

    operator std::span<const ops::Tensor>() const { return {m_tensors.data(), m_tensors.size()}; } // NOLINT: a span

private:
    using Traits = c10::MaybeOwnedTraits<at::Tensor>;
    static constexpr unsigned kUsual = 4;

    bool isBorrowed(const ops::Tensor& tensor) const
    {
        return m_borrows && tensor.isDefined() && !tensor.items && !tensor.strings && !tensor.object;
    }

    c10::SmallVector<ops::Tensor, kUsual> m_tensors;
    bool m_borrows;
};

} // namespace ql::runs
