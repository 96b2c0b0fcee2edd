// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options/options.h"

#include "app/cli/options/option_groups.h"
#include "app/cli/options/path_options.h"
#include "app/cli/options/value_checks.h"
#include "core/base/error.h"
#include "core/base/external_program.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace ql::cli {

namespace {

/// The file that a bad-case search writes into its folder, or the file itself.
std::string badCaseIn(const std::string& path)
{
    namespace fs = std::filesystem;
    std::error_code ignored;
    return fs::is_directory(path, ignored) ? (fs::path(path) / "badcase.pt").string() : path;
}

struct ImageSetting {
    const char* key;
    const char* value;
    const char* help;
};

constexpr ImageSetting kImageSettings[]{
    {"color", "rgb|bgr|gray|yuv444", "Channels of an image, in the order the model wants"},
    {"frame", "nv12|nv12-video|yuv444|…", "What a camera keeps of an image before the model gets it (ITU-R BT.601)"},
    {"layout", "nchw|nhwc", "Where the channels stand; default: as the input declares"},
    {"resize", "stretch|short-side|letterbox|none", "How an image gets its size; default: stretch"},
    {"size", "WxH", "Size of an image; default: as the input declares"},
    {"range", "1|255", "Pixels from 0 to 1 or from 0 to 255 (default), before mean and scale"},
    {"mean", "M[,M,M]", "Subtracted from an image's pixels, per channel"},
    {"scale", "S[,S,S]", "Multiplies what is left, per channel"},
    {"std", "S[,S,S]", "Divides what is left, instead of --scale"},
};
static_assert(std::size(kImageSettings) == results::kImageSettings.size());

/// The lines of @p file, without blanks around them.
void addNames(const std::string& file, std::vector<std::string>& names)
{
    constexpr const char* kBlanks = " \t\r";
    std::ifstream lines(file);
    if (!lines)
        throw CLI::ValidationError("--module-file", fmt::format("{} can't be read", file));
    for (std::string line; std::getline(lines, line);) {
        line.erase(std::min(line.find('#'), line.size()));
        const auto first = line.find_first_not_of(kBlanks);
        if (first != std::string::npos)
            names.push_back(line.substr(first, line.find_last_not_of(kBlanks) + 1 - first));
    }
}

std::string deviceProblem(const std::string& device)
{
    const auto number = device.starts_with("cuda:") ? device.substr(5) : std::string();
    const bool isCuda = !number.empty() && number.size() < 4
                        && std::all_of(number.begin(), number.end(), [](char c) { return c >= '0' && c <= '9'; });
    return device == "cpu" || device == "cuda" || isCuda ? std::string()
                                                         : "expected cpu, cuda or cuda:N, found " + device;
}

/// What @p variable says, for @p level where no option does. CLI11 would ask for it in every command, also in those
/// that aren't run, over what an option of the one that is has said.
void takeVariable(CLI::App& command, const char* variable, std::string& level, const CLI::Validator& levels)
{
    const char* said = std::getenv(variable);
    if (!said || !*said)
        return;
    std::string word(said);
    if (const auto problem = levels(word); problem.empty())
        level = word;
    else
        command.preparse_callback([=](std::size_t) { throw CLI::ValidationError(variable, problem); });
}

} // namespace

void declareCommonOptions(CLI::App& command, CommonOptions& options)
{
    const auto add = [&command](const char* name, auto& member, const char* help, const char* type) {
        auto* option = command.add_option(name, member, help)->type_name(type);
        return option->group(kCommonOptions)->capture_default_str();
    };
    command.add_flag("-j,--json", options.isJson, "Print the result as one JSON document and nothing else")
        ->group(kCommonOptions)
        ->capture_default_str();
    command.add_flag("-q,--quiet", options.isQuiet, "Print the answer's first line alone, and no progress")
        ->group(kCommonOptions);
    command.add_flag("-v,--verbose", options.verbosity, "Log what is done on standard error; -vv more of it")
        ->group(kCommonOptions);
    takesPath(add("-o,--out", options.outFolder, "Write the reports into this folder", "DIR"), PathUse::WritesFolder);
    add("-t,--threads", options.run.threads, "Threads to compute with at most; 0 = all processors that are idle", "N")
        ->check(CLI::Range(0, 1024));
    // A negative size would come as a huge one.
    add("--max-memory", options.run.maxMemory,
        "Remember at most so much of what layers give, 500M or 2G; beyond that each run goes through the whole "
        "network, with the same numbers. 0 = as much as there is memory for. Files may make at least so much of "
        "themselves",
        "SIZE")
        ->transform(CLI::AsSizeValue(false).description(""))
        ->check(CLI::Range(std::uint64_t(0), std::uint64_t(1) << 50).description(""));
    add("--device", options.run.device, "Where to compute", "cpu|cuda|cuda:N")->check(deviceProblem);
    takesPath(
        add("--op-library", options.engine.operatorLibraries,
            "Shared library with more operators, observers or taps (quantloupe/operators.h, observers.h, taps.h); "
            "repeatable",
            "FILE.so"),
        PathUse::Reads)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    add("--seed", options.run.seed, "Seed of random inputs", "N");
    // AMCT spells them in capitals, and has a variable for the one of its screen.
    const CLI::IsMember levels({"trace", "debug", "info", "warning", "error", "critical", "off"}, CLI::ignore_case);
    takeVariable(command, "AMCT_LOG_LEVEL", options.logLevel, levels);
    takeVariable(command, "AMCT_LOG_FILE_LEVEL", options.logFileLevel, levels);
    add("--log-level", options.logLevel, "How much to log on standard error", "LEVEL")->transform(levels);
    takesPath(add("--log-file", options.logFile, "Log into this file, too; what it holds stays", "FILE"),
              PathUse::Appends);
    add("--log-file-level", options.logFileLevel, "How much to log into the file", "LEVEL")->transform(levels);
    add("--progress", options.progress, "Progress bar on standard error; auto = on a terminal", "auto|always|never")
        ->check(CLI::IsMember({"auto", "always", "never"}));
    command
        .add_flag("--pages", options.writesPages,
                  "Beside report.html also layerwise_, graphwise_ and statistic_analysis_report.html with its parts")
        ->group(kCommonOptions);
    if (command.get_option_no_throw("--force") == nullptr) // several have one that lets more than this
        command.add_flag("--force", options.isForced, "Replace files that are of another kind than what is written")
            ->group(kCommonOptions);
    add("--lang", options.language, "Language of report.html", "en|zh_CN")->check(CLI::IsMember({"en", "zh_CN"}));
}

void declareImageOptions(CLI::App& command, results::ImageOptions& images)
{
    constexpr const char* kGroup = kImageOptions;
    takesPath(command.add_option("--preprocess", images.file, "How images become tensors, YAML; the options below win"),
              PathUse::Reads)
        ->type_name("FILE")
        ->group(kGroup);
    for (const auto& [key, value, help] : kImageSettings) {
        const auto set = [&images, key = std::string(key)](const std::string& word) {
            images.settings.push_back(key + "=" + word);
        };
        command.add_option_function<std::string>(std::string("--") + key, set, help)->type_name(value)->group(kGroup);
    }
}

void declareInputOptions(CLI::App& command, results::InputSelection& samples)
{
    declareRepeatable(command, "-i,--input", samples.inputs, "Input tensor; repeatable, see quantloupe-cli --help",
                      "INPUT");
    takesPath(command.get_option("--input"), PathUse::Reads)->group(kSampleOptions);
    takesPath(command.add_option_function<std::string>(
                  "--badcase", [&samples](const std::string& path) { samples.inputs.push_back(badCaseIn(path)); },
                  "The inputs that a bad-case search wrote: badcase.pt, or its --out folder"),
              PathUse::Reads)
        ->type_name("FILE|DIR")
        ->group(kSampleOptions);
    declareImageOptions(command, samples.images);
}

void declareDataOptions(CLI::App& command, results::InputSelection& samples)
{
    takesPath(command.add_option(
                  "-d,--data", samples.data,
                  "A dataset instead of one input: a folder of .npy, .npz, .pt or images, one stacked .npy or .npz, a "
                  ".txt list of paths, or a folder of test_data_set_N"),
              PathUse::Reads)
        ->type_name("DATA")
        ->group(kSampleOptions);
    declareStepCount(command, samples);
}

void declareStepCount(CLI::App& command, results::InputSelection& samples)
{
    command.add_option("--num-steps,--samples", samples.numSteps, "At most so many samples; 0 = all")
        ->type_name("N")
        ->capture_default_str()
        ->group(kSampleOptions);
}

void declareQuantizationOptions(CLI::App& command, results::QuantizationOptions& options, const char* dataOption,
                                const char* perChannelOption)
{
    constexpr const char* kGroup = kQuantizationOptions;
    const auto add = [&command](const char* name, auto& member, const char* help, const char* type) {
        return command.add_option(name, member, help)->type_name(type)->group(kGroup);
    };
    const auto addFlag = [&command](const char* name, bool& member, const char* help) {
        command.add_flag(name, member, help)->group(kGroup);
    };
    takesPath(add("-c,--config", options.config, "Quantization config", "FILE"), PathUse::Reads);
    const bool isShort = std::string_view(dataOption) == "--data";
    auto* data = takesPath(add(isShort ? "-d,--data" : dataOption, options.data, "Samples to calibrate with", "DATA"),
                           PathUse::Reads);
    takesPath(add("--record", options.record, "Quantization-factor record in place of samples", "FILE"), PathUse::Reads)
        ->excludes(data);
    takesPath(add("--weights-from", options.weights,
                  "Put the weights of a state dict (.pth, .safetensors) into the model, by their names", "FILE"),
              PathUse::Reads);
    declareStateDictName(command, options.stateDict);
    add("--num-samples", options.sampleCount, "Calibrate with at most so many; 0 = all", "N");
    add("--batch-size", options.batchSize, "Samples in a batch: calibrate with the config's batch_num of them", "N");
    add("--observer", options.observer,
        "How activation ranges are found; automatic = what gives the outputs the best cosine, mix = that for each "
        "value, percentiles = the best of several",
        "min_max|moving_average|percentile|entropy|kl|mse|histogram|ifmr|arq|luq_mse|automatic|mix|percentiles");
    add("--percentiles", options.percentiles,
        "Try these in one run and take the one of the best output cosine; without it percentiles stands for 0.99999, "
        "0.99995, 0.9999, 0.9995 and 0.999",
        "P,P…")
        ->delimiter(',')
        ->allow_extra_args(false);
    add("--activation-bits", options.activationBits, "2 to 16", "N");
    add("--weight-bits", options.weightBits, "2 to 16", "N");
    add("--activation-format", options.activationFormat,
        "Number format of activations in place of bits: int8_pow2, fp8_e4m3, fp8_e5m2, mxfp8_e4m3, mxfp6_e2m3, mxfp4, "
        "mxint8, nvfp4, bf16, fp16 and their like",
        "FORMAT");
    add("--weight-format", options.weightFormat,
        "The same of weights, which may also come in groups: int4_g32, int4_g128, with zero points int4_g128_zp",
        "FORMAT");
    add("--high-precision-format", options.highPrecisionFormat,
        "What layers that are left in float compute with, float32 otherwise", "bf16|fp16");
    addFlag(perChannelOption, options.isPerChannel, "A scale per output channel of weights");
    addFlag("--symmetric", options.isSymmetric, "Zero points 0 for activations too");
    addFlag("--unsigned", options.isUnsigned, "uint8 instead of int8 activations");
    addFlag("--bias-correction", options.correctsBias, "Take the mean error of quantized weights out of biases");
    addFlag("--allow-unknown-layers", options.allowsUnknownLayers,
            "Go on without what the config says of layers that the model does not have");
    add("--skip", options.skippedLayers, "Leave this layer in float; repeatable", "LAYER")->allow_extra_args(false);
    add("--quantize-only", options.onlyPrefixes,
        "Quantize only layers whose name or scope starts so, and leave the others in float; repeatable", "P")
        ->allow_extra_args(false);
    add("--quantize-type", options.operatorTypes, "Quantize only this operator type; repeatable", "T")
        ->allow_extra_args(false);
}

void declareModelPair(CLI::App& command, results::ModelPair& models, bool takesDumps)
{
    const std::string orDump = takesDumps ? ", or a dump" : "";
    const auto* type = takesDumps ? "MODEL|DIR" : "MODEL";
    takesPath(command.add_option("-b,--baseline", models.baseline, "High-precision model" + orDump), PathUse::Reads)
        ->type_name(type)
        ->required()
        ->group(kModelOptions);
    takesPath(command.add_option("-a,--analysis", models.analysis, "Lower-precision model" + orDump), PathUse::Reads)
        ->type_name(type)
        ->group(kModelOptions);
    declareQuantizationOptions(command, models.quantization, "--calibration-data");
    command.final_callback([&models] {
        if (!models.analysis.empty() && !models.quantization.weights.empty())
            throw CLI::ExcludesError("--weights-from", "--analysis");
        if (models.analysis.empty() && !models.isVariant() && !models.quantization.areGiven())
            throw CLI::RequiredError("--analysis or --config");
        if (models.isVariant() && models.quantization != results::QuantizationOptions())
            throw CLI::ExcludesError("--variant", "what quantizes");
    });
}

void declareVariant(CLI::App& command, results::ModelPair& models)
{
    auto choices = choicesOf<results::ModelVariant>();
    std::erase_if(choices, [](const auto& choice) { return choice.second == results::ModelVariant::None; });
    auto* variant = command.add_option("--variant", models.variant,
                                       "Instead of --analysis: the baseline as runtimes optimize it, with constants "
                                       "and batch normalizations folded, or activations fused, too");
    variant->transform(oneOf(choices))->type_name("folded|fused")->group(kModelOptions);
    for (const auto* other : {"--analysis", "--config", "--calibration-data", "--record"})
        variant->excludes(other);
}

void declareJudgeOptions(CLI::App& command, results::JudgeOptions& judge)
{
    constexpr const char* kGroup = kJudgeOptions;
    command
        .add_option("--judge-command", judge.command,
                    "Program that says how good outputs are: is started with the path of a folder that holds them, and "
                    "prints one number")
        ->type_name("'PROGRAM ARGS'")
        ->check([](const std::string& words) {
            try {
                wordsOfCommand(words);
                return std::string();
            } catch (const Error& error) {
                return std::string(error.what());
            }
        })
        ->group(kGroup);
    command
        .add_option("--judge-better", judge.isLowerBetter,
                    "Which numbers of a judge are better: higher, as mAP, or lower, as a word error rate")
        ->transform(oneOf(std::map<std::string, bool>{{"higher", false}, {"lower", true}}))
        ->type_name("higher|lower")
        ->default_str("higher")
        ->group(kGroup);
    command.add_option("--judge-time-limit", judge.mostSeconds, "That the program may take for one judgement")
        ->type_name("SECONDS")
        ->check(aboveZero())
        ->capture_default_str()
        ->group(kGroup);
}

void declarePostProcess(CLI::App& command, std::vector<std::string>& expressions)
{
    declareRepeatable(command, "--post-process", expressions,
                      "Measure this in place of the models' outputs, such as 'p = softmax(x)', or of several outputs "
                      "'p = softmax(x[\"scores\"])'; repeatable",
                      "'NAME = EXPRESSION'");
}

void declarePortOptions(CLI::App& command, results::PortNames& ports)
{
    constexpr const char* kGroup = kWrittenOptions;
    const auto add = [&command](const char* name, std::vector<std::string>& list, const char* help, const char* type) {
        declareRepeatable(command, name, list, help, type);
        command.get_option(name)->delimiter(',')->group(kGroup);
    };
    add("--input-names", ports.inputs, "What the inputs are called in models that are written, in their order", "N,N…");
    add("--output-names", ports.outputs, "What the outputs are called in models that are written, in their order",
        "N,N…");
    add("--dynamic-axes", ports.dynamicAxes,
        "Axes without a fixed size in models that are written: input:0=batch,output:0=batch", "NAME:AXIS[=SYMBOL]");
}

void declareStateDictName(CLI::App& command, std::string& name)
{
    command
        .add_option("--state-dict-name", name,
                    "Which state dict of a checkpoint that holds several: a key, or keys with dots between; weights "
                    "takes one for "
                    "each file, BASELINE:ANALYSIS")
        ->type_name("NAME")
        ->group(kModelOptions);
}

void declareMapFile(CLI::App& command, std::string& file)
{
    takesPath(command.add_option("--map", file, "Lines 'baseline_name analysis_name' that pair layers"), PathUse::Reads)
        ->type_name("FILE")
        ->group(kLayerOptions);
}

void declareFilterOptions(CLI::App& command, results::LayerFilter& filter)
{
    declareRepeatable(command, "--prefix", filter.prefixes, "Only layers whose name starts so; repeatable", "P");
    declareRepeatable(command, "--type", filter.operatorTypes,
                      "Only these operator types or PyTorch modules: Conv,LSTM; repeatable", "T");
    command.get_option("--type")->delimiter(',');
    declareRepeatable(command, "--module", filter.modules,
                      "Only the layer of this name, or those right in the module of this path; repeatable", "NAME");
    takesPath(command.add_option_function<std::string>(
                  "--module-file", [&filter](const std::string& file) { addNames(file, filter.modules); },
                  "The same for every line of a file; # begins a comment"),
              PathUse::Reads)
        ->type_name("FILE");
    for (const char* name : {"--prefix", "--type", "--module", "--module-file"})
        command.get_option(name)->group(kLayerOptions);
}

void declareRepeatable(CLI::App& command, const char* name, std::vector<std::string>& list, const char* help,
                       const char* type)
{
    command.add_option(name, list, help)->type_name(type)->allow_extra_args(false);
}

} // namespace ql::cli
