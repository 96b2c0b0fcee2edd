// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/memory/expansion_budget.h"
#include "core/pickle/pickle.h"
#include "core/pickle/pickle_value.h"

#include <unordered_map>

namespace ql::pickle {

/// Turns tensors that a pickle describes into bytes. Storages are read once; a tensor that lies in one piece shares its
/// storage's bytes. Others are copied, for which there must be room in the file's budget.
class TensorGatherer {
public:
    TensorGatherer(const StorageReader& read, ExpansionBudget& budget)
        : m_read(read)
        , m_budget(budget)
    {
    }

    /// The elements in C order; a quantized tensor's integers.
    /// @throws Error (FileCorrupt) where the tensor and its storage contradict each other, (UnsupportedFormat)
    const graph::TensorData& gather(const PickledTensor& tensor);

private:
    const FileBytes& storageOf(const PickledTensor& tensor);
    static graph::TensorData packed(const PickledTensor& tensor, const FileBytes& storage, std::size_t count);
    graph::TensorData copied(const PickledTensor& tensor, const FileBytes& storage, std::size_t count);

    const StorageReader& m_read;
    ExpansionBudget& m_budget;
    std::unordered_map<std::string, FileBytes> m_storages;
    std::unordered_map<const PickledTensor*, graph::TensorData> m_gathered;
};

/// Refuses a tensor of which any element lies outside its storage of @p bytes. @throws Error (FileCorrupt)
void requireInside(const PickledTensor& tensor, std::size_t bytes);

/// Every tensor in @p root as unpickleTensors() has them. @throws Error (FileCorrupt, UnsupportedFormat)
NamedTensorData tensorsIn(const PickleValue& root, const StorageReader& storage, ExpansionBudget& budget);

} // namespace ql::pickle
