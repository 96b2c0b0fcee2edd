// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ops/registry.h"

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace ql::ops {

/// What a kernel makes of one of its inputs (weights packed for a product): made once for a constant input, and again
/// when another tensor comes. May be asked from several threads. Knows the input by a weak reference: it may be freed,
/// and no other tensor can take its place unseen.
template <typename Derived>
class OperandCache {
public:
    /// Of input @p input of @p call; @p make() makes it.
    template <typename Make>
    std::shared_ptr<const Derived> of(const KernelCall& call, std::size_t input, const Make& make)
    {
        const auto& source = call.required(input).data;
        if (!call.isConstant(input))
            return std::make_shared<const Derived>(make());
        {
            const std::lock_guard lock(m_mutex);
            if (m_derived && m_source && m_source->_unsafe_get_target() == source.unsafeGetTensorImpl())
                return m_derived;
        }
        auto derived = std::make_shared<const Derived>(make());
        const std::lock_guard lock(m_mutex);
        m_source.emplace(source.getIntrusivePtr());
        m_derived = std::move(derived);
        return m_derived;
    }

private:
    std::mutex m_mutex;
    std::optional<c10::weak_intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>> m_source;
    std::shared_ptr<const Derived> m_derived;
};

/// OperatorDefinition::bind of a kernel that evaluates a call with a memory of its node's own: a OperandCache, or a
/// struct of several.
template <typename Memory, auto evaluate>
Kernel withMemory(const graph::Node&)
{
    return [memory = std::make_shared<Memory>()](const KernelCall& call) { return evaluate(call, *memory); };
}
/// The same of one that also takes what a class makes of the node.
template <typename Attributes, typename Memory, auto evaluate>
Kernel withMemory(const graph::Node& node)
{
    return [attributes = Attributes(node), memory = std::make_shared<Memory>()](const KernelCall& call) {
        return evaluate(call, attributes, *memory);
    };
}

} // namespace ql::ops
