// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// What differs between the LibTorch releases that we build with (1.13 and 2.x) stands here and nowhere else.
#include <c10/core/Allocator.h>
#include <c10/util/Exception.h>
#include <torch/csrc/jit/ir/ir.h>
#include <torch/csrc/jit/runtime/operator.h>
#include <torch/version.h>

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#undef CHECK
#undef LOG

namespace ql::ops {

/// "SELF(Net).layer1(Sequential).0(Block)…" of an inlined node.
inline std::string moduleHierarchy(const torch::jit::Node& node)
{
    return torch::jit::utils::getNodesModuleHierarchy(node);
}

/// The operator with exactly this name and overload, or null.
inline std::shared_ptr<torch::jit::Operator> findOperator(const c10::OperatorName& name)
{
    return torch::jit::findOperatorFor(name);
}

/// Says what old programs leave open and LibTorch 2 wants to be told: stft of real numbers gives pairs of numbers.
inline void completeArguments(const c10::FunctionSchema& schema, std::vector<c10::IValue>& arguments)
{
    if (schema.name() != "aten::stft" || schema.arguments().back().name() != "return_complex"
        || arguments.size() != schema.arguments().size() || !arguments.back().isNone())
        return;
    for (const auto& argument : arguments)
        if (argument.isTensor() && argument.toTensor().defined() && argument.toTensor().is_complex())
            return;
    arguments.back() = false;
}

/// An allocator for every release: allocate() was const at first, and copy_data() has to be there since 2.2. None says
/// override, for which of them does depends on the release.
class Allocator : public c10::Allocator {
public:
    c10::DataPtr allocate(std::size_t bytes) const { return allocated(bytes); }
    c10::DataPtr allocate(std::size_t bytes) { return allocated(bytes); }
    void copy_data(void* to, const void* from, std::size_t bytes) const { std::memcpy(to, from, bytes); }

private:
    virtual c10::DataPtr allocated(std::size_t bytes) const = 0;
};

/// Who hears LibTorch's warnings: of release 2 as an object that holds the text.
#if TORCH_VERSION_MAJOR >= 2
class WarningHandler : public c10::WarningHandler {
public:
    void process(const c10::Warning& warning) final { told(warning.msg()); }

private:
    virtual void told(const std::string& text) = 0;
};
using WarningHandlerGuard = c10::WarningUtils::WarningHandlerGuard;
#else
class WarningHandler : public c10::WarningHandler {
public:
    void process(const c10::SourceLocation& /*place*/, const std::string& text, bool /*isVerbatim*/) final
    {
        told(text);
    }

private:
    virtual void told(const std::string& text) = 0;
};
using WarningHandlerGuard = c10::Warning::WarningHandlerGuard;
#endif

} // namespace ql::ops
