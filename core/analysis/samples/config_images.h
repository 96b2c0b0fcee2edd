// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/quant_config.h"
#include "core/graph/ir/graph.h"
#include "core/results/diagnostic.h"
#include "core/results/request_parts.h"

#include <vector>

namespace ql::analysis {

/// @p images, or where they say nothing what the config of @p quantization says about the pictures of the network's
/// inputs (Horizon's input_parameters). Nothing where its inputs are different pictures: options hold for all.
results::ImageOptions imagesWithConfig(const results::ImageOptions& images,
                                       const results::QuantizationOptions& quantization);

/// Where the options for images do otherwise than the config says: other colors, another mean or scale, none at all;
/// and where @p graph itself normalizes what the options normalize. @throws Error as data::readPreprocessing
std::vector<results::Diagnostic> imageFindings(const config::QuantConfig& config, const results::ImageOptions& images,
                                               const graph::Graph& graph);

/// @p request with imagesWithConfig() in place of its options for images.
template <typename Request>
Request withConfigImages(Request request)
{
    const auto complete = [&request](results::ImageOptions& images) {
        if constexpr (requires { request.models.quantization; })
            images = imagesWithConfig(images, request.models.quantization);
        else if constexpr (requires { request.quantization; })
            images = imagesWithConfig(images, request.quantization);
    };
    if constexpr (requires { request.samples.images; })
        complete(request.samples.images);
    if constexpr (requires { request.images; })
        complete(request.images);
    return request;
}

} // namespace ql::analysis
