// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error.h"
#include "core/data/dumps/dump_index.h"
#include "core/data/images/preprocessing.h"
#include "core/data/tensors/npy.h"
#include "core/data/tensors/tensor_files.h"
#include "core/data/weights/gguf.h"
#include "core/data/weights/pt_file.h"
#include "core/data/weights/safetensors.h"
#include "core/data/weights/state_dict.h"
#include "tests/fuzz/targets/scratch_file.h"
#include "tests/fuzz/targets/targets.h"
#include "tests/support/array_files.h"
#include "tests/support/weight_bytes.h"

#include <onnx/onnx_pb.h>

#include <cstdlib>

namespace ql::tests {

namespace {

/// Reads @p name with these bytes and swallows what it should end in.
template <typename Read>
void readScratch(const char* name, std::string_view bytes, Read read)
{
    const ScratchFolder folder;
    try {
        read(folder.write(name, bytes));
    } catch (const Error&) {
    }
}

/// The shared pointer doesn't own: the bytes outlive the reader.
FileBytes viewed(std::string_view bytes)
{
    const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
    return {std::shared_ptr<const std::byte>(std::shared_ptr<void>(), first), bytes.size()};
}

data::Preprocessing smallImage()
{
    data::Preprocessing how;
    how.color = data::Preprocessing::Color::Rgb;
    how.layout = data::Preprocessing::Layout::Nchw;
    how.width = how.height = 8;
    how.dtype = graph::DataType::Float;
    return how;
}

} // namespace

void fuzzNpy(std::string_view bytes)
{
    try {
        data::parseNpy(viewed(bytes));
    } catch (const Error&) {
    }
}

std::vector<std::string> npySeeds()
{
    const auto pair = rawBytes<std::int16_t>({1, -2});
    return {npyFile(npyDictionary("<f4", "(2, 1)"), rawBytes<float>({1, 2})).toStdString(),
            npyFile(npyDictionary(">i2", "(2,)"), pair).toStdString(),
            npyFile(npyDictionary("<i2", "(1, 2)", "True"), pair, 2).toStdString(),
            npyFile(npyDictionary("|b1", "()"), rawBytes<char>({1})).toStdString(),
            npyFile(npyDictionary("<c8", "(1,)"), rawBytes<float>({1, 2})).toStdString()};
}

void fuzzNpz(std::string_view bytes)
{
    readScratch("fuzz.npz", bytes, [](const auto& path) { data::readNpz(path); });
}

std::vector<std::string> npzSeeds()
{
    return {storedNpz().toStdString(), deflatedNpz().toStdString()};
}

void fuzzStateDict(std::string_view bytes)
{
    readScratch("fuzz.pth", bytes, [](const auto& path) { data::readStateDict(path); });
    readScratch("fuzz.pt", bytes, [](const auto& path) { data::readPt(path); });
}

std::vector<std::string> stateDictSeeds()
{
    return {testData("weights/quantized.pth"), testData("weights/before_1_6.pth")};
}

void fuzzSafetensors(std::string_view bytes)
{
    readScratch("fuzz.safetensors", bytes, [](const auto& path) { data::readSafetensors(path); });
    try {
        data::shardsIn(std::string(bytes));
    } catch (const Error&) {
    }
}

std::vector<std::string> safetensorsSeeds()
{
    return {smallSafetensors(), R"({"weight_map": {"x": "one.safetensors"}})"};
}

void fuzzGguf(std::string_view bytes)
{
    readScratch("fuzz.gguf", bytes, [](const auto& path) {
        for (const auto& tensor : data::readGguf(path).tensors)
            require(!tensor.blocks || tensor.data.size() % tensor.blocks->bytes == 0, "blocks are whole");
    });
}

std::vector<std::string> ggufSeeds()
{
    return {smallGguf()};
}

void fuzzTensorProto(std::string_view bytes)
{
    readScratch("input_0.pb", bytes, [](const auto& path) { data::readTensorProto(path); });
}

std::vector<std::string> tensorProtoSeeds()
{
    onnx::TensorProto floats;
    floats.set_name("x");
    floats.set_data_type(onnx::TensorProto::FLOAT);
    floats.add_dims(2);
    floats.add_float_data(1);
    floats.add_float_data(2);
    onnx::TensorProto raw;
    raw.set_data_type(onnx::TensorProto::INT8);
    raw.add_dims(3);
    raw.set_raw_data("abc");
    onnx::TensorProto words;
    words.set_data_type(onnx::TensorProto::STRING);
    words.add_dims(1);
    words.add_string_data("word");
    return {floats.SerializeAsString(), raw.SerializeAsString(), words.SerializeAsString()};
}

void fuzzDump(std::string_view bytes)
{
    static const auto kArray = npySeeds().front();
    const ScratchFolder folder;
    for (const char* description : {"index.json", "b.shape.json", "map_name_to_file.txt",
                                    "art_subgraph_0_layer_info.txt", "c.txt", "d.tensorproto"}) {
        folder.write("a.npy", kArray);
        folder.write("b.bin", "12345678");
        for (const char* other : {"index.json", "b.shape.json"})
            std::filesystem::remove(folder.path() / other);
        folder.write(description, bytes);
        try {
            for (const auto& tensor : data::readDumpIndex(folder.path()).tensors)
                if (tensor.isBare)
                    tensor.bareNumbers();
                else if (!tensor.file.empty() && tensor.file.parent_path() == folder.path())
                    tensor.read();
        } catch (const Error&) {
        }
    }
}

std::vector<std::string> dumpSeeds()
{
    return {R"({"tensors": [{"name": "a", "file": "a.npy", "dtype": "float32", "shape": [2, 1], "node": "conv",
"op_type": "Conv", "scale": 0.5, "zero_point": 0}, {"name": "b", "file": "b.bin", "dtype": "int8", "shape": [8]}]})",
            R"({"dtype": "int8", "shape": [2, 4], "scale": [0.5, 1e-3], "zero_point": [1, -2], "channel_axis": 0,
"quant_dtype": "int8", "name": "other"})"};
}

void fuzzPreprocessing(std::string_view bytes)
{
    readScratch("image.yaml", bytes, [](const auto& path) {
        graph::Value input;
        input.name = "image";
        input.type = graph::DataType::Float;
        input.shape = graph::declared(graph::Shape{1, 3, 8, 8});
        const auto how = data::fitted(data::readPreprocessing(path), input);
        require(how.width >= 0 && how.height >= 0 && how.color && how.layout && how.dtype, "nothing stays open");
    });
}

std::vector<std::string> preprocessingSeeds()
{
    return {"color: bgr\nlayout: nhwc\nresize: letterbox\nsize: 320x240\npad: [114, 114, 114]\nrange: 1\n"
            "mean: [0.485, 0.456, 0.406]\nstd: [0.229, 0.224, 0.225]\n",
            "crop: [1, 2, 30, 40]\nresize: short-side\nshort_side: 256\ninterpolation: cubic\nscale: 0.0078\n",
            "color: gray\ndtype: uint8\nresize: none\nrange: 255\n"};
}

void fuzzImage(std::string_view bytes)
{
    readScratch("fuzz.png", bytes, [](const auto& path) { data::readImage(path, smallImage()); });
}

std::vector<std::string> imageSeeds()
{
    return {testData("preprocessing/wide.png"), testData("preprocessing/tall.jpg"),
            "BM" + std::string("\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\1\0\0\0\1\0\0\0\1\0\x18\0", 28)
                + std::string(28, '\0')};
}

} // namespace ql::tests
