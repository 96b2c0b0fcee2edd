// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>

#include <vector>

namespace ql::tests {

/// The beginning of a file that other tools read, and what is said of it.
struct ForeignModel {
    const char* name;
    QByteArray content;
    const char* says;
};

/// A zip archive's first bytes and an entry's name.
inline QByteArray zipNaming(const char* name)
{
    return QByteArray("PK\x03\x04\x14\0\0\0", 8) + name;
}

inline std::vector<ForeignModel> foreignModels()
{
    const QByteArray noise = QByteArray::fromHex("ffff0012deadbeef00");
    return {
        // by content, whatever they are called
        {"engine.onnx", QByteArray("ftrt\x61\0\0\0", 8), "a TensorRT engine, which is not read here"},
        {"older_engine.onnx", QByteArray("ptrt\x61\0\0\0", 8), "a TensorRT engine"},
        {"rknn.onnx", QByteArray("RKNN\0\0\0\0", 8), "an RKNN model"},
        {"om.onnx", QByteArray("IMOD\0\1\0\0", 8), "an Ascend offline model"},
        {"bc.onnx", QByteArray("ML\xefR\x01\0", 6), "bytecode"},
        {"hef.onnx", QByteArray("\x01HEF\0\0", 6), "a Hailo executable"},
        {"ncnn.onnx", "7767517\n75 83\nInput data", "an NCNN network"},
        {"ncnn_binary.onnx", QByteArray("\xdd\x85\x76\0\x4b\0\0\0", 8), "an NCNN network"},
        {"openvino.onnx", "<?xml version=\"1.0\"?>\n<net name=\"m\" version=\"11\">\n", "an OpenVINO network"},
        {"coreml.onnx", QByteArray::fromHex("080512020a00a21f020a00"), "a Core ML model"},
        {"dlc.onnx", zipNaming("dlc.metadata"), "a Qualcomm deep learning container"},
        {"dlc_part.onnx", QByteArray::fromHex("d50a040000000000"), "a Qualcomm deep learning container"},
        {"executorch.onnx", QByteArray("\x1c\0\0\0ET12", 8), "an ExecuTorch program"},
        {"ort.onnx", QByteArray("\x1c\0\0\0ORTM", 8), "ONNX Runtime's own format"},
        {"hdf5.onnx", QByteArray("\x89HDF\r\n\x1a\n", 8), "an HDF5 file"},
        // by name, for want of a signature
        {"model.mnn", QByteArray::fromHex("1c00000000001a0034"), "an MNN network"},
        {"model.HBM", noise, "a Horizon model"},
        {"model.plan", noise, "a TensorRT engine"},
        {"model.prototxt", "layer {\n  name: \"data\"\n}\n", "a Caffe network"},
        {"model.pb", QByteArray::fromHex("0a0a0a01781203") + "abc", "a TensorFlow graph"},
        {"model.pdmodel", noise, "a PaddlePaddle network"},
    };
}

/// A file in a folder that makes it another tool's model.
inline std::vector<const char*> foreignFolderMarks()
{
    return {"Manifest.json", "coremldata.bin", "saved_model.pb"};
}

} // namespace ql::tests
