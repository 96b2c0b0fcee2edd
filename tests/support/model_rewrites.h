// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <map>
#include <onnx/onnx_pb.h>
#include <string>

namespace ql::tests {

/// The same network, written otherwise: what it computes stays, bit for bit.
using Rewrite = void (*)(onnx::ModelProto& model);

void dropNodeNames(onnx::ModelProto& model);
void renameNodes(onnx::ModelProto& model);
/// Every tensor, inputs and outputs included.
void renameTensors(onnx::ModelProto& model);
void renameEverything(onnx::ModelProto& model);
/// The last node that may come first does.
void reorderNodes(onnx::ModelProto& model);
void makeConstantNodes(onnx::ModelProto& model);
/// Before a third of what nodes read first, and before every output.
void insertIdentities(onnx::ModelProto& model);
void listInitializersAsInputs(onnx::ModelProto& model);

onnx::ModelProto readModel(const std::filesystem::path& path);
void writeModel(const onnx::ModelProto& model, const std::filesystem::path& path);

/// What a rewritten file calls its nodes (as imported: made-up names too) → what the original did.
using FormerNames = std::map<std::string, std::string>;

/// Writes @p source, rewritten, to @p target.
FormerNames rewriteFile(const std::filesystem::path& source, const std::filesystem::path& target, Rewrite rewrite);

} // namespace ql::tests
