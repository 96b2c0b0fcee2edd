// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/onnx/onnx_proto.h"

#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace ql::importers {

/// One call's copy of a model-local function: its nodes with the caller's values and attributes put in.
class FunctionBody {
public:
    /// Names made for the function's own values are added to @p valueNames, which holds every name in use.
    FunctionBody(const onnx::FunctionProto& function, const onnx::NodeProto& call,
                 std::unordered_set<std::string>& valueNames);

    /// The function's node at @p position, renamed, with its references to the function's attributes resolved.
    onnx::NodeProto instantiate(int position);
    /// Identity nodes for outputs that the function merely hands through.
    std::vector<onnx::NodeProto> passedThrough() const;

private:
    using Names = std::unordered_map<std::string, std::string>;

    void bindOutputs();
    void nameOwnValues();
    void readDefaults();
    std::string freshValue(const std::string& name);
    std::string scoped(std::string_view nodeName) const;
    void rename(onnx::NodeProto& node, const Names& names);
    void renameBody(onnx::GraphProto& graph, Names names);
    void resolveReferences(onnx::NodeProto& node) const;
    const onnx::AttributeProto* argument(const std::string& name) const;

    const onnx::FunctionProto& m_function;
    const onnx::NodeProto& m_call;
    std::unordered_set<std::string>& m_valueNames;
    Names m_names; ///< the function's spelling → the caller's
    std::vector<std::pair<std::string, std::string>> m_passedThrough;
    std::vector<onnx::AttributeProto> m_defaults;
    std::vector<std::string> m_nodeNames;
};

/// The values that @p graph defines: inputs, initializers, node outputs.
void collectOwnValueNames(const onnx::GraphProto& graph, std::unordered_set<std::string>& names);
/// The same with the values of its bodies.
void collectValueNames(const onnx::GraphProto& graph, std::unordered_set<std::string>& names);

/// A text field that this message definition is too old for; "" when it isn't there.
std::string unknownText(const google::protobuf::Message& message, int field);

/// Makes @p node carry the version of its domain that its function imports.
void setOpset(onnx::NodeProto& node, std::int64_t version);

} // namespace ql::importers
