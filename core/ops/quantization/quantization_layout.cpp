// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/quantization_layout.h"

#include "core/ops/aten.h"

#include <ATen/Parallel.h>

#include <algorithm>

namespace ql::ops {

namespace {

/// Elements per run of a per-tensor layout, and the least that is worth a thread.
constexpr std::int64_t kGrain = 32768;

std::int64_t ceilDivided(std::int64_t a, std::int64_t b)
{
    return (a + b - 1) / b;
}

} // namespace

QuantizationLayout QuantizationLayout::perTensor(std::int64_t elementCount)
{
    QuantizationLayout layout({elementCount}, 0, 0);
    layout.m_axis = 0;
    return layout;
}

QuantizationLayout QuantizationLayout::perAxis(const graph::Shape& shape, std::int64_t axis)
{
    return {shape, axis, 0};
}

QuantizationLayout QuantizationLayout::blocked(const graph::Shape& shape, std::int64_t axis, std::int64_t blockSize)
{
    return {shape, axis, blockSize};
}

QuantizationLayout::QuantizationLayout(const graph::Shape& shape, std::int64_t axis, std::int64_t blockSize)
    : m_blockSize(blockSize)
{
    const auto position = static_cast<std::size_t>(axis);
    for (std::size_t i = 0; i < shape.size(); ++i)
        (i < position ? m_outer : i == position ? m_axis : m_inner) *= shape[i];
    m_elementCount = m_outer * m_axis * m_inner;
}

std::int64_t QuantizationLayout::runCount() const
{
    if (m_elementCount == 0)
        return 0;
    if (m_axis == 0)
        return ceilDivided(m_elementCount, kGrain);
    if (m_inner > 1)
        return m_outer * m_axis;
    return m_blockSize ? m_outer * ceilDivided(m_axis, m_blockSize) : m_outer;
}

QuantizationLayout::Run QuantizationLayout::run(std::int64_t index) const
{
    if (m_axis == 0) {
        const std::int64_t begin = index * kGrain;
        return {begin, std::min(kGrain, m_elementCount - begin), 0, false};
    }
    return m_inner > 1 ? runOfRows(index) : runOfLastAxis(index);
}

QuantizationLayout::Run QuantizationLayout::runOfRows(std::int64_t row) const
{
    if (!m_blockSize)
        return {row * m_inner, m_inner, row % m_axis, false};
    const std::int64_t blocks = ceilDivided(m_axis, m_blockSize);
    const std::int64_t block = row % m_axis / m_blockSize;
    return {row * m_inner, m_inner, (row / m_axis * blocks + block) * m_inner, true};
}

QuantizationLayout::Run QuantizationLayout::runOfLastAxis(std::int64_t index) const
{
    if (!m_blockSize)
        return {index * m_axis, m_axis, 0, true};
    const std::int64_t blocks = ceilDivided(m_axis, m_blockSize);
    const std::int64_t within = index % blocks * m_blockSize;
    return {index / blocks * m_axis + within, std::min(m_blockSize, m_axis - within), index, false};
}

void QuantizationLayout::forEachRun(const std::function<void(const Run&)>& body) const
{
    const std::int64_t runs = runCount();
    if (runs == 0)
        return;
    const std::int64_t perRun = std::max<std::int64_t>(1, m_elementCount / runs);
    at::parallel_for(0, runs, std::max<std::int64_t>(1, kGrain / perRun), [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i)
            body(run(i));
    });
}

} // namespace ql::ops
