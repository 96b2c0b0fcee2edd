// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/direct_tensor.h"

#include <ATen/EmptyTensor.h>

#include <algorithm>

namespace ql::ops {

namespace {

/// How far apart in memory neighbours along an axis are.
struct Stride {
    std::int64_t size = 1;
    std::int64_t step = 0;
};

/// The axes of @p x, the last one first; without those of size 1, and one for those that are one in memory.
c10::SmallVector<Stride, 6> stridesOf(const at::Tensor& x)
{
    c10::SmallVector<Stride, 6> strides;
    const auto sizes = x.sizes(), steps = x.strides();
    for (auto axis = sizes.size(); axis-- > 0;) {
        if (sizes[axis] == 1)
            continue;
        if (!strides.empty() && steps[axis] == strides.back().size * strides.back().step)
            strides.back().size *= sizes[axis];
        else
            strides.push_back({sizes[axis], steps[axis]});
    }
    strides.resize(std::max<std::size_t>(2, strides.size()));
    return strides;
}

/// Some rows. A number of columns that the compiler knows takes no loop: boxes have two or four.
template <std::int64_t kColumns, typename Word>
void copyRows(const Word* from, std::int64_t rows, std::int64_t rowStep, std::int64_t columnStep, Word* to)
{
    for (std::int64_t i = 0; i < rows; ++i, from += rowStep, to += kColumns)
#pragma GCC unroll 4
        for (std::int64_t j = 0; j < kColumns; ++j)
            to[j] = from[j * columnStep];
}

template <typename Word>
void copyRows(const Word* from, const Stride& row, const Stride& column, Word* to)
{
    switch (column.size) {
    case 1: return copyRows<1>(from, row.size, row.step, column.step, to);
    case 2: return copyRows<2>(from, row.size, row.step, column.step, to);
    case 3: return copyRows<3>(from, row.size, row.step, column.step, to);
    case 4: return copyRows<4>(from, row.size, row.step, column.step, to);
    default: break;
    }
    for (std::int64_t i = 0; i < row.size; ++i, to += column.size)
        for (std::int64_t j = 0; j < column.size; ++j)
            to[j] = from[i * row.step + j * column.step];
}

/// @p Word is as large as an element. @pre neither is empty
template <typename Word>
void copyInOrder(const at::Tensor& x, const at::Tensor& y)
{
    const auto strides = stridesOf(x);
    const auto column = strides[0], row = strides[1];
    c10::SmallVector<std::int64_t, 6> index(strides.size(), 0);
    const auto* from = static_cast<const Word*>(x.data_ptr());
    auto* to = static_cast<Word*>(y.data_ptr());
    for (auto planes = y.numel() / (column.size * row.size); planes > 0; --planes, to += row.size * column.size) {
        copyRows(from, row, column, to);
        for (std::size_t axis = 2; axis < strides.size(); ++axis) {
            from += strides[axis].step;
            if (++index[axis] < strides[axis].size)
                break;
            from -= strides[axis].step * strides[axis].size;
            index[axis] = 0;
        }
    }
}

} // namespace

at::Tensor newTensor(at::IntArrayRef sizes, at::ScalarType type)
{
    return at::Tensor(at::detail::empty_cpu(sizes, type));
}

at::Tensor listOf(const std::vector<std::int64_t>& numbers)
{
    auto list = newTensor({static_cast<std::int64_t>(numbers.size())}, at::kLong);
    std::ranges::copy(numbers, list.data_ptr<std::int64_t>());
    return list;
}

at::Tensor viewOf(const at::Tensor& x, at::IntArrayRef sizes, at::IntArrayRef strides, std::int64_t offset)
{
    if (isDifferentiated(x))
        return x.as_strided(sizes, strides, x.storage_offset() + offset);
    auto view = at::detail::make_tensor<c10::TensorImpl>(c10::TensorImpl::VIEW, c10::Storage(x.storage()), x.key_set(),
                                                         x.dtype());
    auto* implementation = view.unsafeGetTensorImpl();
    implementation->set_storage_offset(x.storage_offset() + offset);
    implementation->set_sizes_and_strides(sizes, strides);
    return view;
}

at::Tensor reshaped(const at::Tensor& x, at::IntArrayRef sizes)
{
    if (isDifferentiated(x))
        return x.reshape(sizes);
    if (!x.is_contiguous())
        return x.numel() > kMostReordered ? x.reshape(sizes) : reshaped(inOrder(x), sizes);
    c10::SmallVector<std::int64_t, 6> strides(sizes.size());
    std::int64_t step = 1;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        strides[i] = step;
        step *= std::max<std::int64_t>(sizes[i], 1);
    }
    return viewOf(x, sizes, strides);
}

at::Tensor inOrder(const at::Tensor& x)
{
    if (x.is_contiguous())
        return x;
    if (x.numel() > kMostReordered || x.numel() == 0 || x.is_conj() || x.is_neg() || isLeftToTorch(x))
        return x.contiguous();
    auto y = newTensor(x.sizes(), x.scalar_type());
    switch (x.element_size()) {
    case 1: copyInOrder<std::uint8_t>(x, y); return y;
    case 2: copyInOrder<std::uint16_t>(x, y); return y;
    case 4: copyInOrder<std::uint32_t>(x, y); return y;
    case 8: copyInOrder<std::uint64_t>(x, y); return y;
    default: return x.contiguous();
    }
}

at::Tensor contiguousFloats(const at::Tensor& x)
{
    return inOrder(x.scalar_type() == at::kFloat ? x : x.to(at::kFloat));
}

} // namespace ql::ops
