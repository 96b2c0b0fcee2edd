// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/ops/fusion/one_pass.h"
#include "core/ops/passes/float_map.h"
#include "core/ops/support/adapted_kernels.h"
#include "core/ops/support/checks.h"
#include "core/ops/support/direct_tensor.h"
#include "core/ops/support/element_wise.h"

#include <algorithm>
#include <functional>

namespace ql::ops::kernels::binary_arithmetic {

namespace {

bool isInteger(const at::Tensor& tensor)
{
    return at::isIntegralType(tensor.scalar_type(), false);
}

/// The divisor with every -1 replaced by 1: the lowest integer divided by -1 traps on x86.
at::Tensor withoutMinusOne(const at::Tensor& divisor, const at::Tensor& isMinusOne)
{
    return at::where(isMinusOne, at::ones_like(divisor), divisor);
}

void refuseZero(const at::Tensor& divisor)
{
    if (divisor.eq(0).any().item<bool>())
        throw Error(ErrorCode::InvalidNode, "input 1 (B) holds 0, by which no integer can be divided");
}

constexpr std::int64_t kMostNumbers = 64; ///< of what counts as a list

/// Whether @p a is a short list of int64 and @p b another, or one number for all: sizes and what is made of them, on
/// which LibTorch's passes cost more than all else.
bool areLists(const at::Tensor& a, const at::Tensor& b)
{
    return a.scalar_type() == at::kLong && b.scalar_type() == at::kLong && a.numel() <= kMostNumbers
           && a.is_contiguous() && b.is_contiguous() && !isLeftToTorch(a) && !isLeftToTorch(b)
           && (a.sizes() == b.sizes() || (b.numel() == 1 && b.dim() <= a.dim()));
}

/// @p formula of each pair. @pre areLists(a, b)
template <typename Formula>
at::Tensor ofLists(const at::Tensor& a, const at::Tensor& b, const Formula& formula)
{
    auto result = newTensor(a.sizes(), at::kLong);
    const auto* const left = a.data_ptr<std::int64_t>();
    const auto* const right = b.data_ptr<std::int64_t>();
    auto* const target = result.data_ptr<std::int64_t>();
    for (std::int64_t i = 0; i < a.numel(); ++i)
        target[i] = formula(left[i], right[b.numel() == 1 ? 0 : i]);
    return result;
}

/// @p formula of each pair of unsigned numbers, which goes around where signed ones would overflow.
template <typename Formula>
at::Tensor ofUnsignedLists(const at::Tensor& a, const at::Tensor& b, const Formula& formula)
{
    return ofLists(a, b, [&formula](std::int64_t left, std::int64_t right) {
        return std::int64_t(formula(std::uint64_t(left), std::uint64_t(right)));
    });
}

at::Tensor sum(const at::Tensor& a, const at::Tensor& b)
{
    if (areLists(a, b))
        return ofUnsignedLists(a, b, std::plus<std::uint64_t>());
    return areMappable(a, b) ? mapped(BinaryMap::Add, a, b) : at::add(a, b);
}

at::Tensor difference(const at::Tensor& a, const at::Tensor& b)
{
    if (areLists(a, b))
        return ofUnsignedLists(a, b, std::minus<std::uint64_t>());
    return areMappable(a, b) ? mapped(BinaryMap::Subtract, a, b) : at::sub(a, b);
}

at::Tensor product(const at::Tensor& a, const at::Tensor& b)
{
    if (areLists(a, b))
        return ofUnsignedLists(a, b, std::multiplies<std::uint64_t>());
    return areMappable(a, b) ? mapped(BinaryMap::Multiply, a, b) : at::mul(a, b);
}

at::Tensor quotientOfLists(const at::Tensor& a, const at::Tensor& b)
{
    const auto* const divisor = b.data_ptr<std::int64_t>();
    if (std::find(divisor, divisor + b.numel(), 0) != divisor + b.numel())
        refuseZero(b);
    return ofLists(a, b, [](std::int64_t left, std::int64_t right) {
        return right == -1 ? std::int64_t(0 - std::uint64_t(left)) : left / right; // the lowest by -1 would trap
    });
}

at::Tensor quotient(const at::Tensor& a, const at::Tensor& b)
{
    if (!isInteger(a))
        return areMappable(a, b) ? mapped(BinaryMap::Divide, a, b) : at::div(a, b);
    if (areLists(a, b))
        return quotientOfLists(a, b);
    refuseZero(b);
    if (a.scalar_type() == at::kByte)
        return at::div(a, b, "trunc");
    const auto isMinusOne = b.eq(-1);
    if (!isMinusOne.any().item<bool>())
        return at::div(a, b, "trunc");
    return at::where(isMinusOne, at::neg(a), at::div(a, withoutMinusOne(b, isMinusOne), "trunc"));
}

/// uint64 is stored as its bit pattern, which ATen would divide as if signed.
at::Tensor unsignedQuotient(const at::Tensor& a, const at::Tensor& b)
{
    const auto both = at::broadcast_tensors({a, b});
    const auto left = both[0].contiguous();
    const auto right = both[1].contiguous();
    auto result = at::empty_like(left);
    refuseZero(right);
    const auto* dividend = reinterpret_cast<const std::uint64_t*>(left.data_ptr<std::int64_t>());
    const auto* divisor = reinterpret_cast<const std::uint64_t*>(right.data_ptr<std::int64_t>());
    auto* target = reinterpret_cast<std::uint64_t*>(result.data_ptr<std::int64_t>());
    for (std::int64_t i = 0; i < result.numel(); ++i)
        target[i] = dividend[i] / divisor[i];
    return result;
}

Kernel bindDiv(const graph::Node&)
{
    return [](const KernelCall& call) -> std::vector<Tensor> {
        const bool isUnsigned64 = call.required(0).type == graph::DataType::UInt64;
        static const auto kSigned = binaryKernel(quotient);
        static const auto kUnsigned = binaryKernel(unsignedQuotient);
        return isUnsigned64 ? kUnsigned(call) : kSigned(call);
    };
}

Kernel bindMod(const graph::Node& node)
{
    const bool keepsDividendSign = node.attributes.intOr("fmod", 0) != 0;
    return binaryKernel([keepsDividendSign](const at::Tensor& a, const at::Tensor& b) {
        if (!isInteger(a) && !keepsDividendSign)
            throw Error(ErrorCode::InvalidNode, "attribute fmod is 0, expected 1 for floating-point inputs");
        if (isInteger(b))
            refuseZero(b);
        // x modulo -1 is x modulo 1.
        const auto divisor = isInteger(b) && b.scalar_type() != at::kByte ? withoutMinusOne(b, b.eq(-1)) : b;
        return keepsDividendSign ? at::fmod(a, divisor) : at::remainder(a, divisor);
    });
}

at::Tensor power(const at::Tensor& base, const at::Tensor& exponent)
{
    const bool isWide = isInteger(base) && !isInteger(exponent);
    const auto x = isWide ? base.to(at::kDouble) : base;
    // One exponent for all lets ATen square or take roots directly.
    if (exponent.numel() == 1 && exponent.dim() <= x.dim() && !isInteger(x) && !isLeftToTorch(exponent)) {
        const bool isSquare = exponent.scalar_type() == at::kFloat && *exponent.data_ptr<float>() == 2.0f;
        return isSquare && isMappable(x) ? mapped(UnaryMap::Square, x) : at::pow(x, exponent.item());
    }
    return at::pow(x, exponent.to(x.scalar_type()));
}

std::vector<Tensor> evaluatePow(const KernelCall& call)
{
    const auto& base = call.required(0);
    const auto& exponent = call.required(1);
    expectBroadcastable(base, exponent);
    return {storedAs(power(computable(base), computable(exponent)), base.type)};
}

OperatorDefinition definition(std::string name, int since, BinaryFunction formula)
{
    return {"", std::move(name), since, kLatestOpset, [formula](const graph::Node&) { return binaryKernel(formula); }};
}

Kernel bindAdd(const graph::Node&)
{
    return [plain = binaryKernel(sum)](const KernelCall& call) -> std::vector<Tensor> {
        if (call.epilogue)
            if (auto finished = finishedInOnePass(call, call.required(0), {.addend = &call.required(1)}))
                return {std::move(*finished)};
        return plain(call);
    };
}

} // namespace

OperatorDefinitions definitions()
{
    return withOldBroadcast({{"", "Add", 7, kLatestOpset, bindAdd},
                             {"", "Div", 7, kLatestOpset, bindDiv},
                             {"", "Mod", 10, kLatestOpset, bindMod},
                             definition("Mul", 7, product),
                             {"", "Pow", 7, kLatestOpset, stateless<evaluatePow>},
                             definition("Sub", 7, difference)});
}

} // namespace ql::ops::kernels::binary_arithmetic
