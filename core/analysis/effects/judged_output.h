// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/matching/matching.h"
#include "core/ops/aten.h"
#include "core/ops/tensor.h"
#include "core/results/compare_result.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ql::analysis {

/// The output, or the slice of one, by which layers are judged.
struct JudgedOutput {
    /// SQNR in dB of what is judged of two tensors of one shape, float32; NaN, the worst, where the second holds NaN or
    /// infinite elements that the first lacks.
    using Measure = std::function<double(const at::Tensor& baseline, const at::Tensor& other)>;

    std::size_t baseline = 0; ///< position among the baseline's outputs
    std::size_t analysis = 0; ///< of its partner among the analysis model's
    std::string name;
    std::string slice;    ///< "[:, 4:84]"; empty = all of it
    double knownDb = 0.0; ///< as the comparison found it
    Measure measure;
    std::optional<results::QuantizerInfo> dequantizer; ///< of the analysis model's integers

    /// Of that output of the baseline and of the analysis model, as they give it; NaN where they can't be compared.
    double analysisDb(const ops::Tensor& baseline, const ops::Tensor& analysis) const;
    /// Of that output of the baseline in two of its runs.
    double baselineDb(const ops::Tensor& baseline, const ops::Tensor& other) const;
};

/// The worst slice of the worst of @p result's outputs; of equal ones the first. Nothing where no output has metrics
/// and a partner.
std::optional<JudgedOutput> judgedOutputOf(const results::CompareResult& result, const MatchedModels& models);

/// sliceOf() (tensor_slice.h); all of the tensor where that is nothing, and for an empty text.
at::Tensor slicedAs(const at::Tensor& tensor, const std::string& slice);

} // namespace ql::analysis
