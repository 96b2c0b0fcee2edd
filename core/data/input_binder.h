// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/data/datasets/dataset.h"
#include "core/data/input_source.h"

namespace ql::data {

/// Gives the arrays of one sample to the inputs that they are for.
class InputBinder {
public:
    /// Keeps a reference to @p graph.
    InputBinder(const graph::Graph& graph, DatasetOptions options);

    /// An array belongs to the input of its position or name (or of the file name that the input's name makes); one
    /// without a name belongs to the only input that must be given.
    /// @throws Error (BadArgument) for an array that belongs nowhere or an input without one; as fittedTo()
    runs::NamedTensors bind(const std::vector<SourceArray>& arrays) const;

    /// Reads one file (or folder) of a sample; @p input names the input that it is for, or is empty.
    std::vector<SourceArray> read(const std::filesystem::path& path, const std::string& input = {}) const;

    std::size_t inputCount() const { return m_graph.inputs().size(); }
    /// Inputs that every sample must hold.
    const std::vector<const graph::Value*>& required() const { return m_required; }
    /// The input called @p name, or whose file name it is; null if there is none.
    const graph::Value* inputCalled(std::string_view name) const;
    /// "003" and the input for "003__input_2"; nothing when no input's name ends @p key.
    std::optional<std::pair<std::string, const graph::Value*>> splitKey(std::string_view key) const;
    /// "input_2 (float32, 1x1x257), input_3 …"
    std::string describedInputs() const;

private:
    const graph::Value& inputFor(const SourceArray& array) const;
    /// The input called so, or for an empty name the only one that must be given.
    const graph::Value& unnamedInput(const std::string& name) const;

    const graph::Graph& m_graph;
    DatasetOptions m_options;
    std::vector<const graph::Value*> m_required;
};

} // namespace ql::data
