// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/torch/checked_arguments.h"

#include "core/base/error.h"
#include "core/ops/aten.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <string_view>

namespace ql::ops {

namespace {

using c10::IValue;
using Integers = std::vector<std::int64_t>;
using Stack = torch::jit::Stack;

constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();
constexpr std::size_t kLongestList = std::size_t{1} << 24;

/// What an argument of a name may be, whatever operator takes it.
struct Range {
    std::string_view argument;
    std::int64_t least;
    std::int64_t most;
};

constexpr std::array kRanges{
    Range{"bins", 1, 1 << 26},         Range{"width", 0, 1 << 26},
    Range{"tabsize", 0, 1 << 10},      Range{"minlength", 0, 1 << 26},
    Range{"blocksize", 1, kMost},      Range{"chunks", 1, kMost},
    Range{"dilation", 1, kMost},       Range{"downscale_factor", 1, kMost},
    Range{"groups", 1, kMost},         Range{"interpolation_mode", 0, 2},
    Range{"kernel_size", 1, kMost},    Range{"layout", 0, 0},
    Range{"memory_format", 0, 3},      Range{"num_groups", 1, kMost},
    Range{"output_padding", 0, kMost}, Range{"padding_mode", 0, 2},
    Range{"reduction", 0, 2},          Range{"upscale_factor", 1, kMost},
};

[[noreturn]] void refuse(const Message& what)
{
    throw Error(ErrorCode::BadArgument, what, "the model asks for it: correct it there and save it again");
}

Integers integersOf(const IValue& value)
{
    if (value.isInt())
        return {value.toInt()};
    return value.isIntList() ? value.toIntVector() : Integers();
}

/// The arguments of one call by their names.
class Call {
public:
    Call(const c10::FunctionSchema& schema, const Stack& arguments)
        : schema(schema)
        , stem(std::string_view(schema.name()).substr(schema.name().rfind(':') + 1))
        , arguments(arguments)
    {
        while (stem.size() > 1 && stem.ends_with('_') && !stem.starts_with("__"))
            stem.remove_suffix(1);
    }

    const IValue* find(std::string_view name) const
    {
        for (std::size_t i = 0; i < schema.arguments().size() && i < arguments.size(); ++i)
            if (schema.arguments()[i].name() == name)
                return arguments[i].isNone() ? nullptr : &arguments[i];
        return nullptr;
    }

    const IValue& at(std::size_t i) const
    {
        static const IValue none;
        return i < arguments.size() ? arguments[i] : none;
    }

    const c10::FunctionSchema& schema;
    std::string_view stem;
    const Stack& arguments;
};

/// Tensors of quantized types are made by quantizing alone.
void checkType(const Call& call)
{
    const auto* type = call.find("dtype");
    if (!type || !type->isInt() || call.stem.find("quantize") != call.stem.npos)
        return;
    const auto number = type->toInt();
    const bool isPlain = number >= 0 && number < std::int64_t(at::ScalarType::NumOptions)
                         && !c10::isQIntType(static_cast<at::ScalarType>(number));
    if (!isPlain)
        refuse(Message("{}: no tensor is made as type number {}", call.schema.name(), number));
}

void checkRanges(const Call& call)
{
    for (const auto& range : kRanges)
        if (const auto* value = call.find(range.argument))
            for (const auto number : integersOf(*value))
                if (number < range.least || number > range.most)
                    refuse(Message("{}: argument {} is {}, expected {} to {}", call.schema.name(), range.argument,
                                   number, range.least, range.most));
    const bool isStep = call.stem.find("conv") != call.stem.npos || call.stem.find("pool") != call.stem.npos;
    for (const auto* name : {"stride", "padding"})
        if (const auto* value = isStep ? call.find(name) : nullptr)
            for (const auto number : integersOf(*value))
                if (number < (std::string_view(name) == "stride" ? 1 : 0) || number > kMost)
                    refuse(Message("{}: argument {} is {}", call.schema.name(), name, number));
    for (const auto& value : call.arguments)
        if (value.isDevice() && !value.toDevice().is_cpu() && !value.toDevice().is_cuda())
            refuse(Message("{}: there is no device {} here", call.schema.name(), value.toDevice().str()));
}

bool isInteger(const IValue& value)
{
    return value.isInt()
           || (value.isTensor() && value.toTensor().defined()
               && c10::isIntegralType(value.toTensor().scalar_type(), false));
}

bool holds(const IValue& value, std::int64_t number)
{
    if (value.isInt())
        return value.toInt() == number;
    const auto& tensor = value.toTensor();
    if (number == kLowest && tensor.scalar_type() == at::kInt)
        number = std::numeric_limits<std::int32_t>::min();
    if (number < 0 && tensor.scalar_type() == at::kByte)
        return false;
    return tensor.eq(number).any().item<bool>();
}

/// The processor ends programs that divide integers by zero, and the lowest by -1.
void checkDivision(const Call& call)
{
    static constexpr std::array<std::string_view, 8> kDivisions{
        "__round_to_zero_floordiv", "div", "divide", "divmod", "floor_divide", "floordiv", "fmod", "remainder"};
    if (std::ranges::find(kDivisions, call.stem) == kDivisions.end())
        return;
    const auto& dividend = call.at(0);
    const auto& divisor = call.at(1);
    const bool isRounded = !call.stem.starts_with("div") || call.stem == "divmod" || call.find("rounding_mode");
    if (!isRounded || !isInteger(dividend) || !isInteger(divisor))
        return;
    if (holds(divisor, 0))
        refuse(Message("{}: division by zero", call.schema.name()));
    if (holds(divisor, -1) && holds(dividend, kLowest))
        refuse(Message("{}: the lowest integer divided by -1 is none", call.schema.name()));
}

void checkView(const Call& call)
{
    if (call.stem != "as_strided")
        return;
    const auto& tensor = call.at(0).toTensor();
    const auto size = integersOf(call.at(1));
    const auto stride = integersOf(call.at(2));
    const auto first = call.at(3).isInt() ? call.at(3).toInt() : tensor.storage_offset();
    const auto elements = __int128(tensor.storage().nbytes() / tensor.element_size());
    __int128 last = first;
    bool isEmpty = size.size() != stride.size();
    bool isSound = first >= 0 && size.size() == stride.size();
    for (std::size_t i = 0; i < size.size() && isSound; ++i) {
        isSound = size[i] >= 0 && stride[i] >= 0 && last < elements + 1;
        isEmpty = isEmpty || size[i] == 0;
        last += __int128(size[i] - 1) * stride[i];
    }
    if (!isSound || (!isEmpty && last >= elements))
        refuse(Message("{}: the view reaches beyond the tensor's memory", call.schema.name()));
}

void requirePositions(const Call& call, const at::Tensor& positions, std::int64_t count, const char* what)
{
    if (positions.numel() > 0
        && (positions.min().item<std::int64_t>() < 0 || positions.max().item<std::int64_t>() >= count))
        refuse(Message("{}: {} reach beyond {} elements", call.schema.name(), what, count));
}

void checkBags(const Call& call)
{
    if (call.stem != "embedding_bag")
        return;
    const auto& weight = call.at(0).toTensor();
    const auto& indices = call.at(1).toTensor();
    const auto& offsets = call.at(2).toTensor();
    if (weight.dim() != 2 || indices.dim() != 1 || offsets.dim() != 1)
        refuse(Message("{}: its arguments have other ranks than 2, 1 and 1", call.schema.name()));
    requirePositions(call, indices, weight.size(0), "indices");
    requirePositions(call, offsets, indices.numel() + 1, "offsets");
    if (offsets.numel() > 1 && offsets.diff().lt(0).any().item<bool>())
        refuse(Message("{}: its offsets go back", call.schema.name()));
}

/// The observer writes into the tensors of its state as many numbers as there are channels.
void checkObserver(const Call& call)
{
    if (call.stem != "fused_moving_avg_obs_fake_quant")
        return;
    const auto& data = call.at(0).toTensor();
    const auto axis = call.at(10).toInt();
    const bool isPerChannel = call.at(11).toBool();
    if (isPerChannel && (axis < 0 || axis >= data.dim()))
        refuse(Message("{}: argument {} is {}", call.schema.name(), "ch_axis", axis));
    const auto count = call.at(3).toTensor().numel();
    bool isSound = count == (isPerChannel ? data.size(axis) : 1) || (isPerChannel && count == 0);
    for (std::size_t i = 3; i < 7; ++i)
        isSound = isSound && call.at(i).toTensor().numel() == count && call.at(i).toTensor().is_contiguous();
    if (!isSound)
        refuse(Message("{}: its state is of another size than its channels", call.schema.name()));
}

/// Arguments that are trusted because only others of LibTorch's operators are meant to give them.
void checkTrusted(const Call& call)
{
    for (const auto& [stem, argument] : {std::pair("searchsorted", "sorter"), {"repeat_interleave", "output_size"}})
        if (call.stem == stem && call.find(argument))
            refuse(Message("{}: argument {} is not taken from models", call.schema.name(), argument));
}

std::size_t lengthOf(const IValue& value)
{
    if (value.isList())
        return value.toListRef().size();
    return value.isString() ? value.toStringRef().size() : 0;
}

/// Lists and texts put together, repeated or counted out.
void checkLength(const Call& call)
{
    const auto one = lengthOf(call.at(0));
    const auto other = lengthOf(call.at(1));
    std::size_t length = 0;
    if (call.stem == "add" || call.stem == "extend")
        length = one + other;
    else if (call.stem == "mul" && (one > 0 || other > 0))
        for (const auto& count : {call.at(0), call.at(1)})
            length = count.isInt() && count.toInt() > 0
                         ? std::max(one, other) * std::min(std::size_t(count.toInt()), kLongestList + 1)
                         : length;
    else if (call.stem == "rangelist" && call.at(0).isInt())
        length = std::size_t(std::max<std::int64_t>(call.at(0).toInt(), 0));
    if (length > kLongestList)
        refuse(Message("{}: a list of {} elements, more than {}", call.schema.name(), length, kLongestList));
}

} // namespace

void checkArguments(const c10::FunctionSchema& schema, const Stack& arguments)
{
    const Call call(schema, arguments);
    for (const auto check :
         {checkType, checkRanges, checkDivision, checkView, checkBags, checkObserver, checkTrusted, checkLength})
        check(call);
}

bool leavesMemoryUnset(const c10::FunctionSchema& schema)
{
    static constexpr std::array<std::string_view, 5> kNames{"aten::empty", "aten::empty_like", "aten::empty_strided",
                                                            "aten::new_empty", "aten::new_empty_strided"};
    return std::ranges::find(kNames, schema.name()) != kNames.end();
}

void clearMemory(Stack& results)
{
    for (auto& result : results)
        if (result.isTensor() && result.toTensor().defined()) {
            auto storage = result.toTensor().storage();
            const void* const begin = storage.data(); // not const in LibTorch 1
            std::fill_n(static_cast<std::byte*>(const_cast<void*>(begin)), storage.nbytes(), std::byte{0});
        }
}

} // namespace ql::ops
