// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/support/direct_tensor.h"

#include <ATen/EmptyTensor.h>

#include <algorithm>

namespace ql::ops {

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
    auto view = at::detail::make_tensor<c10::TensorImpl>(c10::TensorImpl::VIEW, c10::Storage(x.storage()), x.key_set(),
                                                         x.dtype());
    auto* implementation = view.unsafeGetTensorImpl();
    implementation->set_storage_offset(x.storage_offset() + offset);
    implementation->set_sizes_and_strides(sizes, strides);
    return view;
}

at::Tensor reshaped(const at::Tensor& x, at::IntArrayRef sizes)
{
    if (!x.is_contiguous())
        return x.reshape(sizes);
    c10::SmallVector<std::int64_t, 6> strides(sizes.size());
    std::int64_t step = 1;
    for (std::size_t i = sizes.size(); i-- > 0;) {
        strides[i] = step;
        step *= std::max<std::int64_t>(sizes[i], 1);
    }
    return viewOf(x, sizes, strides);
}

at::Tensor contiguousFloats(const at::Tensor& x)
{
    return areContiguousFloats(x) ? x : x.to(at::kFloat).contiguous();
}

} // namespace ql::ops
