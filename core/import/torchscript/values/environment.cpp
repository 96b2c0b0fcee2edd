// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/values/environment.h"

#include "core/base/error.h"

namespace ql::importers::torchscript {

Binding Environment::lookUp(const torch::jit::Value* value) const
{
    const auto found = m_values.find(value);
    if (found == m_values.end())
        throw Error(ErrorCode::Internal,
                    Message("the program's value {} is used before it is made", value->debugName()));
    if (found->second.kind == Binding::Kind::Items && found->second.items->cell)
        return bound(found->second.items->cell);
    return found->second;
}

Binding Environment::attribute(const AttributeKey& key) const
{
    if (const auto found = attributes.find(key); found != attributes.end())
        return found->second;
    const auto* object = static_cast<const c10::ivalue::Object*>(key.first);
    return bound(object->getAttr(key.second));
}

} // namespace ql::importers::torchscript
