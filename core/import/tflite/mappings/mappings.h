// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/tflite/operation.h"

#include <span>
#include <string_view>

namespace ql::importers::tflite {

using graph::DataType;
using Inputs = Operation::Inputs;
using Integers = std::vector<std::int64_t>;

constexpr std::size_t kImageRank = 4; ///< batch, height, width, channels

/// Makes nodes of an operation. False, without having made any, where they can't say what it does. @p standard is the
/// mapping's.
using Map = bool (*)(Operation& operation, std::string_view standard);

struct Mapping {
    std::string_view name; ///< the operator's, in the published schema
    Map map;
    std::string_view standard = {}; ///< the standard's operator that it is, where several share a function
    bool isOnlyAsItIs = false;      ///< on integers it isn't what it is on the floats that they stand for
    bool knowsPairs = false;        ///< that complex numbers are pairs along a last axis
};

/// One list for each file in this folder.
std::span<const Mapping> arithmeticMappings();
std::span<const Mapping> controlMappings();
std::span<const Mapping> customMappings();
std::span<const Mapping> detectionMappings();
std::span<const Mapping> elementMappings();
std::span<const Mapping> layoutMappings();
std::span<const Mapping> productMappings();
std::span<const Mapping> recurrentMappings();
std::span<const Mapping> reductionMappings();
std::span<const Mapping> signalMappings();
std::span<const Mapping> sliceMappings();
std::span<const Mapping> tableMappings();
std::span<const Mapping> windowMappings();

/// Makes nodes of all operations of @p maker's subgraph. Of each: those of its mapping; those of its mapping on the
/// floats that its integers stand for, with quantizers around; or one in domain "tflite" that is called as the file's
/// operator and that nobody here computes. @throws Error (FileCorrupt, UnsupportedFormat) naming the operation
void mapOperations(GraphMaker& maker);

} // namespace ql::importers::tflite
