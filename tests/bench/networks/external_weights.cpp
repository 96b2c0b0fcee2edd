// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/networks/external_weights.h"

#include <fstream>
#include <onnx/onnx_pb.h>
#include <stdexcept>
#include <string>

namespace ql::bench {

namespace {

constexpr std::size_t kLarge = 1024;
constexpr std::streamoff kPage = 4096;

void moveOut(onnx::TensorProto& tensor, std::ofstream& data, const std::string& fileName)
{
    const std::streamoff end = data.tellp();
    const auto begin = (end + kPage - 1) / kPage * kPage;
    data.seekp(begin);
    const auto set = [&tensor](const char* key, const std::string& value) {
        auto& entry = *tensor.add_external_data();
        entry.set_key(key);
        entry.set_value(value);
    };
    set("location", fileName);
    set("offset", std::to_string(begin));
    set("length", std::to_string(tensor.raw_data().size()));
    data.write(tensor.raw_data().data(), static_cast<std::streamsize>(tensor.raw_data().size()));
    tensor.clear_raw_data();
    tensor.set_data_location(onnx::TensorProto::EXTERNAL);
}

} // namespace

void moveWeightsOut(const std::filesystem::path& path)
{
    onnx::ModelProto model;
    std::ifstream whole(path, std::ios::binary);
    if (!model.ParseFromIstream(&whole))
        throw std::runtime_error("can't read " + path.string());
    const auto dataPath = path.string() + ".data";
    std::ofstream data(dataPath, std::ios::binary);
    for (auto& tensor : *model.mutable_graph()->mutable_initializer())
        if (tensor.raw_data().size() > kLarge)
            moveOut(tensor, data, std::filesystem::path(dataPath).filename().string());
    std::ofstream rest(path, std::ios::binary | std::ios::trunc);
    if (!data.flush() || !model.SerializeToOstream(&rest))
        throw std::runtime_error("can't write " + path.string());
}

} // namespace ql::bench
