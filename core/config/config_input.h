// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/config/layer_settings.h"

#include <string>
#include <vector>

namespace ql::config {

/// What a config says about one input of the network: the pictures it was trained on, and those it gets at run time.
struct ConfigInput {
    std::string name;        ///< empty where there is one input only
    std::string runtimeType; ///< input_type_rt: "nv12", "yuv444", "rgb", "bgr", "gray", "featuremap"; empty = not said
    std::string trainType;   ///< input_type_train: the same but nv12
    bool isVideoRange = false; ///< of nv12 and yuv444: input_space_and_range is bt601_video
    std::string layout;        ///< input_layout_train: "NCHW", "NHWC"; empty = not said
    std::string normType;      ///< norm_type; empty = not said
    std::vector<double> mean;  ///< in the order of the train type's channels: one, or one for each
    std::vector<double> scale; ///< multiplies what is left
    SourcePosition position;

    bool usesMean() const { return normType == "data_mean" || normType == "data_mean_and_scale"; }
    bool usesScale() const { return normType == "data_scale" || normType == "data_mean_and_scale"; }
    bool isPicture() const { return !trainType.empty() && trainType != "featuremap"; }
    /// The picture's type, frame, mean and scale as the options of images have them ("color=rgb"); empty for what is no
    /// picture.
    std::vector<std::string> imageSettings() const;
    /// "trained on rgb, gets nv12, NCHW, minus 123.7 116.3 103.5, times 0.017".
    std::string text() const;
    friend bool operator==(const ConfigInput&, const ConfigInput&) = default;
};

} // namespace ql::config
