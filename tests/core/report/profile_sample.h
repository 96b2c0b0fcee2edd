// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/results/profile_result.h"

namespace ql::tests {

/// Two layers: a convolution with a per-channel weight, whose output is int8 and holds infinite elements, and an
/// addition of two inputs in float, one of them all NaN.
inline results::ProfileResult profileSample()
{
    using results::ProfileAttribute;
    using results::ProfileRow;
    const auto row = [](int index, const char* op, const char* name, ProfileAttribute attribute, double low,
                        double high) {
        ProfileRow made;
        made.index = index;
        made.opName = op;
        made.modName = name;
        made.attribute = attribute;
        made.tensor = std::string(name) + ".tensor";
        made.dtype = "float32";
        made.shape = {1, 2, -1};
        made.whole.statistics = {8, 0, 0, low, high, 0.5, 2.0};
        made.whole.histogram = {low, high + 1.0, {3, 0, 4, 1}};
        return made;
    };
    results::ProfileResult result;
    result.model = "model.onnx";
    result.samples = 3;
    auto weight = row(0, "Conv", "/block/conv", ProfileAttribute::Weight, -0.25, 0.25);
    weight.dtype = "int8";
    weight.quantizer = results::QuantizerInfo{"int8", {0.5, 0.125}, {0, 0}, 0, -128, 127};
    auto output = row(0, "Conv", "/block/conv", ProfileAttribute::Output, -1.0, 2.0);
    output.dtype = "int8";
    output.quantizer = results::QuantizerInfo{"int8", {0.0625}, {3}, {}, -128, 127};
    output.whole.statistics.count = 10;
    output.whole.statistics.infCount = 2;
    output.channelAxis = 1;
    output.channels.assign(2, {{4, 0, 0, -1.0, 2.0, 0.5, 0.25}, {-1.0, 3.0, {1, 0, 2, 1}}});
    auto first = row(1, "Add", "add", ProfileAttribute::Input, -1.0, 2.0);
    first.isOneOfSeveral = true;
    auto second = row(1, "Add", "add", ProfileAttribute::Input, 0.0, 0.0);
    second.isOneOfSeveral = true;
    second.number = 1;
    second.whole = {{4, 4, 0, 0.0, 0.0, 0.0, 0.0}, {}};
    result.rows = {row(0, "Conv", "/block/conv", ProfileAttribute::Input, 0.0, 1.0), weight, output, first, second,
                   row(1, "Add", "add", ProfileAttribute::Output, -100.0, 100.0)};
    return result;
}

} // namespace ql::tests
