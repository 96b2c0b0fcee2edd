// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/files.h"
#include "core/graph/ir/data_type.h"
#include "core/graph/ir/tensor_data.h"

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ql::pickle {

using NamedTensorData = std::vector<std::pair<std::string, graph::TensorData>>;

/// The pickle (protocol 2) of a dict from names to tensors, as torch.save writes it: tensor i refers to record
/// "data/i". Loads with torch.load, weights_only included. Types must be ones that storageNameOf() knows.
std::string pickleTensors(const NamedTensorData& tensors);

/// Returns the bytes of a storage record, "0" for "data/0". Throws Error.
using StorageReader = std::function<FileBytes(const std::string& key)>;

/// Reads what torch.save and torch::pickle_save make of tensors, parameters, and dicts, lists and tuples of them; no
/// code is run and no class is made, whatever the pickle asks for. Nested names are joined by '/', positions count from
/// 0, a lone tensor is "". Numbers, strings and None beside tensors are passed over.
/// @throws Error (FileCorrupt, UnsupportedFormat, which quantized tensors are, too)
NamedTensorData unpickleTensors(std::span<const std::byte> pickle, const StorageReader& storage);

/// "FloatStorage" …; empty for types that torch 1.13 has no storage for.
std::string_view storageNameOf(graph::DataType type);
/// The inverse, which knows the storages of quantized tensors, too; Undefined for an unknown name.
graph::DataType typeOfStorage(std::string_view name);

} // namespace ql::pickle
