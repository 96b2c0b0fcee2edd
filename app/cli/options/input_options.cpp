// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/input_options.h"

#include <CLI/CLI.hpp>

namespace ql::cli {

namespace {

struct ImageSetting {
    const char* option;
    const char* key;
    const char* value;
    const char* help;
};

constexpr ImageSetting kSettings[]{
    {"--color", "color", "rgb|bgr|gray", "Channels of an image, in the order the model wants"},
    {"--layout", "layout", "nchw|nhwc", "Where the channels stand; default: as the input declares"},
    {"--resize", "resize", "MODE", "stretch (default), short-side, letterbox or none"},
    {"--size", "size", "WxH", "Size of an image; default: as the input declares"},
    {"--range", "range", "1|255", "Pixels from 0 to 1 or from 0 to 255 (default), before mean and scale"},
    {"--mean", "mean", "M[,M,M]", "Subtracted from an image's pixels, per channel"},
    {"--scale", "scale", "S[,S,S]", "Multiplies what is left, per channel"},
    {"--std", "std", "S[,S,S]", "Divides what is left, instead of --scale"},
};

} // namespace

void declareImageOptions(CLI::App& command, results::ImageOptions& images)
{
    constexpr const char* kGroup = "Images";
    command.add_option("--preprocess", images.file, "How images become tensors, YAML; the options below win")
        ->type_name("FILE")
        ->group(kGroup);
    for (const auto& setting : kSettings)
        command
            .add_option_function<std::string>(
                setting.option,
                [&images, key = std::string(setting.key)](const std::string& value) {
                    images.settings.push_back(key + "=" + value);
                },
                setting.help)
            ->type_name(setting.value)
            ->group(kGroup);
}

void declareInputOptions(CLI::App& command, results::InputSelection& samples)
{
    command.add_option("--input", samples.inputs, "Input tensor; repeatable, see quantloupe-cli --help")
        ->type_name("INPUT")
        ->allow_extra_args(false);
    command
        .add_option_function<std::string>(
            "--badcase", [&samples](const std::string& file) { samples.inputs.push_back(file); },
            "The inputs that a bad-case search wrote, badcase.pt")
        ->type_name("FILE");
    declareImageOptions(command, samples.images);
}

void declareDataOptions(CLI::App& command, results::InputSelection& samples)
{
    command
        .add_option(
            "--data", samples.data,
            "A dataset instead of one input: a folder of .npy, .npz, .pt or images, one stacked .npy or .npz, a "
            ".txt list of paths, or a folder of test_data_set_N")
        ->type_name("DATA");
    command.add_option("--num-steps", samples.numSteps, "At most so many samples; 0 = all")
        ->type_name("N")
        ->capture_default_str();
}

} // namespace ql::cli
