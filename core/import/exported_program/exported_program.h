// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ql::importers::exported_program {

struct ProgramGraph;

/// What an operation takes or gives, as an exported program's JSON says it.
struct Argument {
    enum class Kind {
        None,
        Value, ///< a tensor or number that an operation gives, by its name
        Integer,
        Number,
        Flag,
        Text,
        ScalarType,   ///< PyTorch's number for it, not the file's
        MemoryFormat, ///< PyTorch's number for it
        Layout,       ///< PyTorch's number for it
        Device,
        List,
        Graph,
        Other ///< something that is only named
    };
    Kind kind = Kind::None;
    std::string text; ///< a value's name, a text, a device, what another kind is called
    std::int64_t integer = 0;
    double number = 0.0;
    std::vector<Argument> items;
    std::shared_ptr<const ProgramGraph> graph;
};

struct NamedArgument {
    std::string name; ///< as the operator's schema has it; may be empty
    Argument value;
};

struct Operation {
    std::string target; ///< "torch.ops.aten.conv2d.default"
    std::vector<NamedArgument> inputs;
    std::vector<Argument> outputs;
    std::string scope; ///< "layer1.0.conv1"
};

/// Element type and shape that the export saw; a size that may vary is missing, and called in @ref symbols.
struct TensorFacts {
    std::int64_t type = 0; ///< PyTorch's number for it
    std::vector<std::optional<std::int64_t>> sizes;
    std::vector<std::string> symbols; ///< "s0", empty where a size is known
};

struct ProgramGraph {
    std::vector<Argument> inputs;
    std::vector<Argument> outputs;
    std::vector<Operation> operations;
    std::map<std::string, TensorFacts> tensors;
};

/// What one of the graph's inputs is.
struct InputRole {
    enum class Kind { User, Stored, Constant, Other };
    Kind kind = Kind::User;
    Argument value;     ///< in the graph
    std::string stored; ///< the name of a parameter, buffer or constant
    Argument constant;
};

/// One of the graph's outputs.
struct OutputRole {
    bool isResult = true; ///< else what a buffer becomes
    Argument value;
};

/// An exported program without its tensors.
struct Program {
    ProgramGraph graph;
    std::vector<InputRole> inputs;
    std::vector<OutputRole> outputs;
    std::vector<std::string> resultNames; ///< the keys, where the program gives a dictionary
    std::string producer;                 ///< "torch 2.6.0"
};

} // namespace ql::importers::exported_program
