// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/dumps/dump_index.h"
#include "core/graph/ir/graph.h"

#include <filesystem>
#include <vector>

namespace ql::data {

/// The operator of layers that a dump only knows by name.
inline constexpr const char* kDumpedOperator = "Tensor";

/// A folder of tensors that another tool, a board or `run --dump` wrote, read as a model that was run already: a graph,
/// and for its values the files that hold them. A dump of `run --dump` has the graph of the model (graph.txt, in text
/// form, without the weights); in others every tensor is a layer of its own and nothing is connected.
class DumpModel {
public:
    /// Reads descriptions, no tensors. @throws Error (FileNotFound, FileCorrupt …)
    explicit DumpModel(std::filesystem::path folder);

    const std::filesystem::path& path() const { return m_folder; }
    const graph::Graph& graph() const { return m_graph; }
    /// Whether the graph says how layers are connected.
    bool hasStructure() const { return m_hasStructure; }
    /// The tensor behind @p value, or null.
    const DumpedTensor* tensorOf(graph::ValueId value) const;
    /// On how the folder was read.
    const std::vector<Message>& notes() const { return m_notes; }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    std::filesystem::path m_folder;
    std::vector<DumpedTensor> m_tensors;
    std::vector<Message> m_notes;
    graph::Graph m_graph;
    bool m_hasStructure = false;
    std::vector<std::size_t> m_tensorOf; ///< by value index
};

} // namespace ql::data
