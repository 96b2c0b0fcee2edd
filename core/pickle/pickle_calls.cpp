// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pickle/pickle_calls.h"

#include "core/base/error.h"
#include "core/pickle/pickle.h"

#include <algorithm>
#include <array>

namespace ql::pickle {

namespace {

using Items = PickleValue::Items;
using Maker = PickleValue (*)(const Items& arguments, PickleArena& arena);

constexpr std::size_t kMostDimensions = 64; // ATen's own limit

struct Function {
    std::string_view name;
    Maker make;
};

std::vector<std::int64_t> sizesOf(const PickleValue& value)
{
    const auto* items = value.items();
    if (!items)
        failDamaged("a tensor's shape is no tuple");
    std::vector<std::int64_t> integers;
    for (const auto& item : *items) {
        if (!item.integer() || *item.integer() < 0)
            failDamaged("a tensor's shape or stride is no list of sizes");
        integers.push_back(*item.integer());
    }
    return integers;
}

/// (storage, offset, shape, strides, …)
PickledTensor tensorOf(const Items& arguments)
{
    if (arguments.size() < 4 || !arguments[0].storage() || !arguments[1].integer() || *arguments[1].integer() < 0)
        failDamaged("a tensor is described by other than storage, offset, shape and strides");
    PickledTensor tensor;
    tensor.storage = *arguments[0].storage();
    tensor.type = tensor.storage.type;
    tensor.offset = *arguments[1].integer();
    tensor.shape = sizesOf(arguments[2]);
    tensor.strides = sizesOf(arguments[3]);
    if (tensor.shape.size() != tensor.strides.size())
        failDamaged("a tensor has not as many strides as dimensions");
    if (tensor.shape.size() > kMostDimensions)
        failDamaged("a tensor has too many dimensions");
    return tensor;
}

PickleValue rebuildTensor(const Items& arguments, PickleArena& arena)
{
    return arena.tensor(tensorOf(arguments));
}

/// (storage, offset, shape, strides, requires_grad, hooks, dtype, …), of types without a storage of their own.
PickleValue rebuildUntyped(const Items& arguments, PickleArena& arena)
{
    constexpr std::array<std::pair<std::string_view, graph::DataType>, 6> kTypes{
        {{"torch.uint16", graph::DataType::UInt16},
         {"torch.uint32", graph::DataType::UInt32},
         {"torch.uint64", graph::DataType::UInt64},
         {"torch.float8_e4m3fn", graph::DataType::Float8E4M3FN},
         {"torch.float8_e5m2", graph::DataType::Float8E5M2},
         {"torch.float8_e8m0fnu", graph::DataType::Float8E8M0}}};
    auto tensor = tensorOf(arguments);
    const auto* name = arguments.size() > 6 ? arguments[6].globalName() : nullptr;
    for (const auto& [known, type] : kTypes)
        if (name && *name == known)
            tensor.type = type;
    if (tensor.type == graph::DataType::Undefined && name)
        tensor.storage.className = *name; // for the message that it is not read
    return arena.tensor(std::move(tensor));
}

/// (scheme, scale, zero point) or (scheme, scales, zero points, axis)
PickledTensor::Quantizer quantizerOf(const PickleValue& value)
{
    const auto* parts = value.items();
    if (!parts || parts->size() < 3 || !(*parts)[0].globalName())
        failDamaged("a quantized tensor lacks its scale");
    PickledTensor::Quantizer quantizer;
    const auto& scheme = *(*parts)[0].globalName();
    if (scheme == "torch.per_tensor_affine" && (*parts)[1].number() && (*parts)[2].number()) {
        quantizer.scale = *(*parts)[1].number();
        quantizer.zeroPoint = *(*parts)[2].number();
        return quantizer;
    }
    const bool isPerChannel =
        scheme == "torch.per_channel_affine" || scheme == "torch.per_channel_affine_float_qparams";
    if (!isPerChannel || parts->size() < 4 || !(*parts)[1].tensor() || !(*parts)[2].tensor() || !(*parts)[3].integer())
        throw Error(ErrorCode::UnsupportedFormat, Message("a tensor is quantized as {}, which is not read", scheme),
                    "per_tensor_affine and per_channel_affine are");
    quantizer.scales = (*parts)[1].tensor();
    quantizer.zeroPoints = (*parts)[2].tensor();
    quantizer.axis = *(*parts)[3].integer();
    return quantizer;
}

PickleValue rebuildQuantized(const Items& arguments, PickleArena& arena)
{
    auto tensor = tensorOf(arguments);
    if (arguments.size() < 5)
        failDamaged("a quantized tensor lacks its scale");
    tensor.quantizer = quantizerOf(arguments[4]);
    return arena.tensor(std::move(tensor));
}

PickleValue firstArgument(const Items& arguments, PickleArena&)
{
    return arguments.empty() ? PickleValue() : arguments.front();
}

/// (function, type, arguments, state): a tensor with attributes of its own.
PickleValue rebuildWithType(const Items& arguments, PickleArena& arena)
{
    if (arguments.size() < 3 || !arguments[0].globalName() || !arguments[0].globalName()->starts_with("torch._utils."))
        failDamaged("a tensor is rebuilt by other than torch's own function");
    return applyGlobal(arguments[0], arguments[2], arena);
}

PickleValue emptyDict(const Items&, PickleArena& arena)
{
    return arena.dict();
}

/// Values that nobody here looks at.
PickleValue nothing(const Items&, PickleArena&)
{
    return {};
}

constexpr std::array<Function, 27> kFunctions{{
    {"torch._utils._rebuild_tensor_v2", rebuildTensor},
    {"torch._utils._rebuild_tensor", rebuildTensor},
    {"torch._utils._rebuild_tensor_v3", rebuildUntyped},
    {"torch._utils._rebuild_qtensor", rebuildQuantized},
    {"torch._utils._rebuild_parameter", firstArgument},
    {"torch._utils._rebuild_parameter_with_state", firstArgument},
    {"torch._tensor._rebuild_from_type_v2", rebuildWithType},
    {"torch.jit._pickle.restore_type_tag", firstArgument},
    {"torch.jit._pickle.build_intlist", firstArgument},
    {"torch.jit._pickle.build_doublelist", firstArgument},
    {"torch.jit._pickle.build_boollist", firstArgument},
    {"torch.jit._pickle.build_tensorlist", firstArgument},
    {"torch.jit._pickle.build_complexlist", firstArgument},
    {"torch.Size", firstArgument},
    {"torch.device", nothing},
    {"collections.OrderedDict", emptyDict},
    {"collections.defaultdict", emptyDict},
    {"collections.Counter", nothing},
    {"builtins.complex", nothing},
    {"__builtin__.set", nothing},
    {"builtins.set", nothing},
    {"_codecs.encode", nothing},
    {"numpy.core.multiarray.scalar", nothing},
    {"numpy._core.multiarray.scalar", nothing},
    {"numpy.core.multiarray._reconstruct", nothing},
    {"numpy._core.multiarray._reconstruct", nothing},
    {"numpy.dtype", nothing},
}};

/// Packed weights of quantized modules, and what training scripts write beside a state dict.
constexpr std::array<std::string_view, 3> kClasses{"torch.ScriptObject", "argparse.Namespace",
                                                   "torch.torch_version.TorchVersion"};

const Message kRemedy("save a dict of tensors, torch.save(model.state_dict(), path), or the network with its program, "
                      "torch.jit.save(torch.jit.trace(model, inputs), path): torch.save(model) keeps no program");

} // namespace

void failDamaged(const Message& what)
{
    throw Error(ErrorCode::FileCorrupt, Message("the pickle is damaged: {}", what));
}

PickleValue applyGlobal(const PickleValue& function, const PickleValue& arguments, PickleArena& arena)
{
    const auto* name = function.globalName();
    const auto* items = arguments.items();
    if (!name || !items)
        failDamaged("something is called that is no function");
    if (arena.isOfProgram(*name)) // a named tuple, an enumeration's value
        return arena.list(*items);
    const auto known = std::ranges::find(kFunctions, *name, &Function::name);
    if (known == kFunctions.end())
        throw Error(ErrorCode::UnsupportedFormat,
                    Message("the file asks to call {}; only plain tensors are read", *name), kRemedy);
    return known->make(*items, arena);
}

PickleValue instanceOf(const PickleValue& type, PickleArena& arena)
{
    const auto* name = type.globalName();
    if (!name)
        failDamaged("an object is made of no class");
    if (!arena.isOfProgram(*name) && std::ranges::find(kClasses, *name) == kClasses.end())
        throw Error(ErrorCode::UnsupportedFormat, Message("the file holds an object of {}, not only tensors", *name),
                    kRemedy);
    return arena.object(*name);
}

PickleValue storageOf(const PickleValue& id, PickleArena& arena)
{
    const auto* parts = id.items();
    if (!parts || parts->size() < 5 || (*parts)[0].textOr({}) != "storage" || !(*parts)[1].globalName()
        || !(*parts)[4].integer())
        failDamaged("a persistent id is no storage");
    const auto& className = *(*parts)[1].globalName();
    const auto type = typeOfStorage(std::string_view(className).substr(className.rfind('.') + 1));
    return arena.storage({className, type, (*parts)[2].textOr({}), *(*parts)[4].integer()});
}

} // namespace ql::pickle
