// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/tensors/tensor_writer.h"

#include "core/base/error.h"
#include "core/base/writing/atomic_file.h"
#include "core/base/writing/overwrite_guard.h"
#include "core/data/tensors/npy.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

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

constexpr const char* kIndexFile = "index.json";
// File systems take 255 bytes; a suffix and the name of the temporary file must fit too.
constexpr std::size_t kLongest = 180;

bool isPlain(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_'
           || c == '-';
}

std::string_view suffixOf(TensorFormat format)
{
    switch (format) {
    case TensorFormat::Npy: break;
    case TensorFormat::Float: return ".float";
    case TensorFormat::Text: return ".txt";
    }
    return ".npy";
}

/// One number a line; strings as they are.
std::string textOf(const graph::TensorData& data)
{
    std::string text;
    const auto add = [&text](const auto& number) { fmt::format_to(std::back_inserter(text), "{}\n", number); };
    if (data.type() == graph::DataType::String)
        std::ranges::for_each(data.strings(), add);
    else if (data.type() == graph::DataType::Double)
        std::ranges::for_each(data.toDoubles(), add);
    else if (graph::isFloatingPoint(data.type()))
        std::ranges::for_each(data.toDoubles(), [&add](double number) { add(static_cast<float>(number)); });
    else
        std::ranges::for_each(data.toInts(), add);
    return text;
}

} // namespace

TensorFormat tensorFormatNamed(std::string_view word)
{
    for (const auto format : {TensorFormat::Npy, TensorFormat::Float, TensorFormat::Text})
        if (suffixOf(format).substr(1) == word)
            return format;
    throw Error(ErrorCode::BadArgument, Message("{} is no format of dumps", word), "use npy, float or txt");
}

TensorWriter::TensorWriter(std::filesystem::path folder, TensorFormat format)
    : m_folder(std::move(folder))
    , m_format(format)
{
}

std::string TensorWriter::add(std::string_view name, const graph::TensorData& data, std::string_view node,
                              std::string_view opType, std::optional<DumpedQuantizer> quantizer)
{
    auto file = uniqueFileName(name);
    if (m_format == TensorFormat::Npy)
        writeNpy(m_folder / file, data);
    else
        writeFileAtomically(m_folder / file, textOf(data));
    m_rows.push_back({std::string(name), file, data.type(), data.shape(), std::string(node), std::string(opType),
                      std::move(quantizer)});
    return file;
}

void TensorWriter::requireApart(const std::vector<std::string>& names) const
{
    OverwriteGuard::requireNotRead(m_folder / kIndexFile);
    for (const auto& name : names)
        OverwriteGuard::requireNotRead(m_folder / fmt::format("{}{}", fileNameFor(name), suffixOf(m_format)));
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
    writeFileAtomically(m_folder / kIndexFile, text + '\n');
}

std::string TensorWriter::uniqueFileName(std::string_view name)
{
    const auto stem = fileNameFor(name);
    auto file = fmt::format("{}{}", stem, suffixOf(m_format));
    for (int suffix = 2; !m_files.insert(file).second; ++suffix)
        file = fmt::format("{}_{}{}", stem, suffix, suffixOf(m_format));
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
