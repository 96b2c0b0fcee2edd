// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tensors/tensor_writer.h"

#include "core/base/atomic_file.h"
#include "core/data/tensors/npy.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace ql::data {

namespace {

void addQuantizer(nlohmann::ordered_json& entry, const DumpedQuantizer& quantizer)
{
    entry["quant_dtype"] = graph::name(quantizer.type);
    if (quantizer.channelAxis) {
        entry["scale"] = quantizer.scales;
        entry["zero_point"] = quantizer.zeroPoints;
        entry["channel_axis"] = *quantizer.channelAxis;
    } else {
        entry["scale"] = quantizer.scales.at(0);
        entry["zero_point"] = quantizer.zeroPoints.at(0);
    }
}

// File systems take 255 bytes; a suffix and the name of the temporary file must fit too.
constexpr std::size_t kLongest = 180;

bool isPlain(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_'
           || c == '-';
}

} // namespace

TensorWriter::TensorWriter(std::filesystem::path folder)
    : m_folder(std::move(folder))
{
}

std::string TensorWriter::add(std::string_view name, const graph::TensorData& data, std::string_view node,
                              std::string_view opType, std::optional<DumpedQuantizer> quantizer)
{
    auto file = uniqueFileName(name);
    writeNpy(m_folder / file, data);
    m_rows.push_back({std::string(name), file, data.type(), data.shape(), std::string(node), std::string(opType),
                      std::move(quantizer)});
    return file;
}

void TensorWriter::finish()
{
    auto tensors = nlohmann::ordered_json::array();
    for (const auto& row : m_rows) {
        tensors.push_back({{"name", row.name},
                           {"file", row.file},
                           {"dtype", graph::name(row.type)},
                           {"shape", row.shape},
                           {"node", row.node},
                           {"op_type", row.opType}});
        if (row.quantizer)
            addQuantizer(tensors.back(), *row.quantizer);
    }
    const nlohmann::ordered_json index{{"tensors", std::move(tensors)}};
    // Names come from model files and need not be UTF-8.
    const auto text = index.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    writeFileAtomically(m_folder / "index.json", text + '\n');
}

std::string TensorWriter::uniqueFileName(std::string_view name)
{
    const auto stem = fileNameFor(name);
    auto file = stem + ".npy";
    for (int suffix = 2; !m_files.insert(file).second; ++suffix)
        file = fmt::format("{}_{}.npy", stem, suffix);
    return file;
}

std::string fileNameFor(std::string_view name)
{
    std::string file(name.empty() ? "tensor" : name.substr(0, kLongest));
    for (char& c : file)
        if (!isPlain(c))
            c = '_';
    return file;
}

} // namespace ql::data
