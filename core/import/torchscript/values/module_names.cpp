// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/values/module_names.h"

#include "core/base/error.h"

namespace ql::importers::torchscript {

namespace {

constexpr int kDeepestModule = 200;

} // namespace

void ModuleNames::add(const c10::IValue& object, const std::string& path, int depth)
{
    if (depth > kDeepestModule)
        throw Error(ErrorCode::FileCorrupt, "modules are nested too deeply");
    const auto& instance = object.toObjectRef();
    m_objects.try_emplace(path, object.toObject());
    const auto type = instance.type();
    for (std::size_t i = 0; i < type->numAttributes(); ++i) {
        const auto& value = instance.getSlot(i);
        const auto name = path.empty() ? type->getAttributeName(i) : path + "." + type->getAttributeName(i);
        if (value.isTensor() && value.toTensor().defined())
            m_paths.try_emplace(value.toTensor().unsafeGetTensorImpl(), name);
        else if (value.isObject() && m_paths.try_emplace(value.toObject().get(), name).second)
            add(value, name, depth + 1);
    }
}

const std::string* ModuleNames::pathOf(const void* part) const
{
    const auto found = m_paths.find(part);
    return found == m_paths.end() ? nullptr : &found->second;
}

const c10::ivalue::Object* ModuleNames::objectAt(const std::string& path) const
{
    const auto found = m_objects.find(path);
    return found == m_objects.end() ? nullptr : found->second.get();
}

} // namespace ql::importers::torchscript
