// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/foreign/foreign_formats.h"

#include "core/base/error.h"
#include "core/import/foreign/signatures.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

namespace ql::importers {

namespace {

using namespace foreign;

/// A format that others read, and what its owner can do here all the same.
struct ForeignFormat {
    Message what;
    std::string_view suffixes; ///< in lower case, separated by blanks
    Signature signature;       ///< null where the content doesn't tell
    Message advice;
    bool hasWeights = false; ///< that are read, where weights without a network will do
};

struct ForeignFolder {
    Message what;
    std::string_view holds; ///< a file in it
    Message advice;
    bool hasWeights = false;
};

const Message kSource("read the model that it was converted from");
const Message kWeights("info and weights read its weights; for the rest read the model that it was converted from, or "
                       "compare a folder of tensors that the device gave");
const Message kTorch("save the model with torch.jit.trace, or export it with torch.onnx.export");
const Message kKeras("convert it to TensorFlow Lite, or to ONNX with tf2onnx");
const Message kConvert("convert it to ONNX with its framework's own exporter");
const Message
    kBoard("read the ONNX model that it was made of as baseline, and a folder of tensors that the device dumped "
           "as analysis model");

/// The one table of what is known and not read.
const std::vector<ForeignFormat>& formats()
{
    static const std::vector<ForeignFormat> table{
        {Message("a model in ONNX Runtime's own format"), "ort", hasMark<4, 'O', 'R', 'T', 'M'>, kSource},
        {Message("a file of ExecuTorch's tensors"), "ptd", hasMark<4, 'F', 'T', '0', '1'>, kWeights, true},
        {Message("an ExecuTorch program"), "pte", hasMark<4, 'E', 'T', '1', '2'>, kWeights, true},
        {Message("a TorchServe archive"), "mar", isTorchServeArchive, kTorch},
        {Message("a Core ML model"), "mlmodel", isCoreMl, kSource},
        {Message("a Keras model"), "keras", isKerasArchive, kKeras},
        {Message("an HDF5 file"), "h5 hdf5", isHdf5, kKeras},
        {Message("a TensorFlow graph"), "pb pbtxt", nullptr, kKeras},
        {Message("an OpenVINO network"), "xml", isIntermediateRepresentation, kSource},
        {Message("an NCNN network"), "param", isNcnn, kSource},
        {Message("an MNN network"), "mnn", nullptr, kSource},
        {Message("a TNN network"), "tnnproto tnnmodel", nullptr, kSource},
        {Message("a Tengine network"), "tmfile", nullptr, kSource},
        {Message("a Caffe network"), "caffemodel prototxt", nullptr, kConvert},
        {Message("a Darknet network"), "weights", nullptr, kConvert},
        {Message("a PaddlePaddle network"), "pdmodel pdiparams", nullptr, kConvert},
        {Message("a MindSpore network"), "mindir", nullptr, kConvert},
        {Message("a MindSpore Lite network"), "ms", hasMark<4, 'M', 'S', 'L', '2'>, kSource},
        {Message("a TensorRT engine"), "engine plan trt", isTensorRtEngine, kBoard},
        {Message("an RKNN model"), "rknn", isRknn, kBoard},
        {Message("a Qualcomm deep learning container"), "dlc", isDeepLearningContainer, kBoard},
        {Message("an Ascend offline model"), "om", isOfflineModel, kBoard},
        {Message("a Horizon model"), "hbm", nullptr, kBoard},
        {Message("a model in LLVM's or MLIR's bytecode"), "bc", isMlirBytecode, kBoard},
        {Message("a Hailo executable"), "hef", isHailo, kBoard},
        {Message("a VeriSilicon network binary"), "nb", hasMark<0, 'V', 'P', 'M', 'N'>, kBoard},
        {Message("a Kendryte model"), "kmodel", hasMark<0, 'L', 'D', 'M', 'K'>, kBoard},
        {Message("an ESP-DL model"), "espdl", hasMark<0, 'E', 'D', 'L', '2'>, kBoard},
        {Message("a Sophgo model"), "cvimodel bmodel", hasMark<0, 'C', 'v', 'i', 'M', 'o', 'd', 'e', 'l'>, kBoard},
        {Message("a Vitis AI model"), "xmodel", nullptr, kBoard},
        {Message("a Myriad blob"), "blob", nullptr, kBoard},
    };
    return table;
}

const std::vector<ForeignFolder>& folders()
{
    static const std::vector<ForeignFolder> table{
        {Message("a Core ML package"), "Manifest.json", kWeights, true},
        {Message("a compiled Core ML model"), "coremldata.bin", kSource},
        {Message("a TensorFlow SavedModel"), "saved_model.pb", kKeras},
    };
    return table;
}

const ForeignFormat* formatOf(std::span<const std::byte> bytes)
{
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto found = std::ranges::find_if(
        formats(), [&](const ForeignFormat& format) { return format.signature && format.signature(text); });
    return found == formats().end() ? nullptr : &*found;
}

const ForeignFolder* folderFormatOf(const std::filesystem::path& folder)
{
    const auto found = std::ranges::find_if(folders(), [&folder](const ForeignFolder& format) {
        std::error_code ignored;
        return std::filesystem::is_regular_file(folder / format.holds, ignored);
    });
    return found == folders().end() ? nullptr : &*found;
}

[[noreturn]] void refuse(const auto& format)
{
    throw Error(ErrorCode::UnsupportedFormat,
                format.hasWeights ? Message("this is {}, whose network is not read here", format.what)
                                  : Message("this is {}, which is not read here", format.what),
                format.advice);
}

std::string lowerSuffix(const std::filesystem::path& path)
{
    auto suffix = path.extension().string();
    std::ranges::transform(suffix, suffix.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return suffix.empty() ? suffix : suffix.substr(1);
}

bool isOneOf(std::string_view word, std::string_view words)
{
    for (std::size_t at = words.find(word); !word.empty() && at != words.npos; at = words.find(word, at + 1)) {
        const auto end = at + word.size();
        if ((at == 0 || words[at - 1] == ' ') && (end == words.size() || words[end] == ' '))
            return true;
    }
    return false;
}

} // namespace

bool isForeign(std::span<const std::byte> bytes)
{
    return formatOf(bytes) != nullptr;
}

void refuseForeignContent(std::span<const std::byte> bytes)
{
    if (const auto* format = formatOf(bytes))
        refuse(*format);
}

void refuseForeignName(const std::filesystem::path& path)
{
    const auto suffix = lowerSuffix(path);
    for (const auto& format : formats())
        if (isOneOf(suffix, format.suffixes))
            refuse(format);
}

bool isForeignFolder(const std::filesystem::path& folder)
{
    return folderFormatOf(folder) != nullptr;
}

void refuseForeignFolder(const std::filesystem::path& folder)
{
    if (const auto* format = folderFormatOf(folder))
        refuse(*format);
}

} // namespace ql::importers
