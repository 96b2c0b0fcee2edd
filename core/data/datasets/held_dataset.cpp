// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/datasets/held_dataset.h"

#include "core/base/error.h"

#include <fmt/format.h>

#include <random>

namespace ql::data {

namespace {

std::uint64_t anyNumber()
{
    std::random_device device;
    return (std::uint64_t(device()) << 32) | device();
}

} // namespace

HeldDataset::HeldDataset(std::string name, std::shared_ptr<const caller::Samples> samples, InputBinder binder)
    : m_name(std::move(name))
    , m_samples(std::move(samples))
    , m_binder(std::move(binder))
    , m_fingerprint(anyNumber())
{
    if (m_samples->size() == 0)
        throw Error(ErrorCode::BadArgument, "holds no sample");
}

std::string HeldDataset::sampleName(std::size_t i) const
{
    return fmt::format("{}[{}]", m_name, i);
}

runs::NamedTensors HeldDataset::inputs(std::size_t i) const
{
    std::vector<SourceArray> arrays;
    std::unique_lock lock(m_reading);
    auto held = m_samples->arrays(i);
    lock.unlock();
    for (auto& array : held) {
        if (array.position.value_or(0) >= m_binder.inputCount())
            throw Error(ErrorCode::BadArgument,
                        Message("the sample has an array for input {}, and the model has {} inputs",
                                *array.position + 1, m_binder.inputCount()),
                        "leave out what is no input, such as labels");
        arrays.push_back({std::move(array.name), array.position, std::move(array.data), array.isSlice});
    }
    return m_binder.bind(arrays);
}

} // namespace ql::data
