// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/torchscript/packing_check.h"

#include "core/base/error.h"
#include "core/pickle/tensor_gatherer.h"

#include <algorithm>
#include <array>

namespace ql::import::torchscript {

namespace {

using pickle::PickledObject;
using pickle::PickleValue;
using Integers = std::vector<std::int64_t>;

[[noreturn]] void refuse()
{
    throw Error(ErrorCode::FileCorrupt, "the settings of a packed convolution make no sense",
                "it may be truncated: save or fetch it again");
}

/// Lists of integers, and tensors of them.
Integers integersOf(const PickleValue& value, pickle::TensorGatherer& gatherer)
{
    if (value.integer())
        return {*value.integer()};
    if (value.tensor())
        return gatherer.gather(*value.tensor()).toInts();
    Integers all;
    for (const auto& item : value.items() ? *value.items() : PickleValue::Items()) {
        const auto part = integersOf(item, gatherer);
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

bool isAtLeast(const Integers& values, std::size_t from, std::size_t count, std::int64_t least)
{
    for (std::size_t i = from; i < from + count; ++i)
        if (values.at(i) < least)
            return false;
    return true;
}

/// [dimensions, strides, paddings, dilations, output paddings, groups, flags]
void checkSettings(const Integers& settings)
{
    const auto dimensions = settings.empty() ? 0 : std::size_t(std::clamp<std::int64_t>(settings[0], 0, 4));
    if (dimensions < 1 || dimensions > 3 || settings.size() < 2 + 4 * dimensions)
        refuse();
    if (!isAtLeast(settings, 1, dimensions, 1) || !isAtLeast(settings, 1 + dimensions, dimensions, 0)
        || !isAtLeast(settings, 1 + 2 * dimensions, dimensions, 1)
        || !isAtLeast(settings, 1 + 3 * dimensions, dimensions, 0) || settings[1 + 4 * dimensions] < 1)
        refuse();
}

/// (weight, bias, strides, paddings, dilations, groups), of PyTorch before 1.6
void checkOldSettings(const PickleValue::Items& state, pickle::TensorGatherer& gatherer)
{
    constexpr std::array<std::pair<std::size_t, std::int64_t>, 4> kLeast{{{2, 1}, {3, 0}, {4, 1}, {5, 1}}};
    for (const auto& [position, least] : kLeast) {
        const auto values = integersOf(state.at(position), gatherer);
        if (values.empty() || !isAtLeast(values, 0, values.size(), least))
            refuse();
    }
}

} // namespace

void checkPacking(const PickledObject& object, const pickle::StorageReader& read)
{
    constexpr std::string_view kEnd = "dPackedParamsBase";
    if (!object.className.ends_with(kEnd) || object.className.find(".Conv") == std::string::npos)
        return;
    pickle::TensorGatherer gatherer(read);
    const auto* state = object.state.items();
    if (!state || state->size() < 2)
        refuse();
    const bool isVersioned = (*state)[0].text() || (*state)[0].integer();
    if (!isVersioned && state->size() < 6)
        refuse();
    if (!isVersioned)
        return checkOldSettings(*state, gatherer);
    const auto* parts = (*state)[1].items();
    if (!parts || parts->empty())
        refuse();
    checkSettings(integersOf(parts->front().tensor() ? parts->front() : (*state)[1], gatherer));
}

} // namespace ql::import::torchscript
