// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/message.h"
#include "core/data/boards/bare_numbers.h"
#include "core/data/tensors/dumped_quantizer.h"
#include "core/graph/ir/tensor_data.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace ql::data {

/// One tensor of a dump and the file that holds it. Opened only when it is read.
struct DumpedTensor {
    std::string name;
    std::string node;   ///< that made it; empty if the dump doesn't say
    std::string opType; ///< "com.microsoft.QGemm"; empty if the dump doesn't say
    std::optional<graph::DataType> type;
    std::optional<graph::Shape> shape;
    std::optional<DumpedQuantizer> quantizer;
    std::filesystem::path file; ///< empty for strings, which no file holds
    std::string entry;          ///< of a .npz
    bool isBare = false;        ///< nothing but the file tells of it: the other model says how to read the numbers

    /// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat; ShapeMismatch, TypeMismatch when the file isn't
    /// what the dump says)
    graph::TensorData read() const;
    /// Whether read() knows type and shape.
    bool isDescribed() const;
    /// What the file holds, for a BareReader; nothing for numbers that none reads. @throws Error as read()
    std::optional<BareNumbers> bareNumbers() const;
};

struct DumpIndex {
    std::vector<DumpedTensor> tensors;
    std::vector<Message> notes; ///< on how the folder was read
};

/// The tensors of a folder, none of them read. With an index.json, those that it lists, in its order:
///     {"tensors": [{"name", "file", "dtype", "shape", "node", "op_type", "scale", "zero_point", "channel_axis",
///                   "quant_dtype"}]}
/// where name and file are required; scale and zero_point are numbers or lists, quant_dtype is the integers' type when
/// the file holds the dequantized numbers. Without one, in alphabetical order:
///     NAME.npy            one tensor
///     ANY.npz             every array, by its own name
///     NAME.tensorproto    an ONNX TensorProto, as ONNX Runtime dumps nodes
///     NAME.y              little-endian numbers, as TIDL traces layers
///     NAME.txt or .float  numbers in text, and nothing else
///     NAME.bin or .raw    little-endian numbers, bare or with NAME.shape.json {"dtype": "int8", "shape": [1, 3, 2,
///     2]}, which
///                         may hold any other key of index.json too, or with NAME.txt: "int8 1x3x2x2" (float32 if no
///                         type is said). A NAME.shape.json beside a NAME.npy may tell its scale.
/// Files of other kinds are left alone. Where the folder holds none of these, the subfolder of some
/// tool does: Result_N with the lowest number (QNN, SNPE; another where @p folder is that), dump_tensor_data (msprobe),
/// simulator (RKNN).
/// @throws Error (FileNotFound, FileCorrupt, UnsupportedFormat) naming file and entry
DumpIndex readDumpIndex(const std::filesystem::path& folder);

} // namespace ql::data
