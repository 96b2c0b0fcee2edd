// SPDX-License-Identifier: GPL-3.0-or-later
#include "mutations.h"

#include <limits>

namespace ql::test {

namespace {

using ops::Tensor;

onnx::ValueInfoProto* portOf(MutableCase& changed, const std::string& name)
{
    for (auto& port : *changed.model.mutable_graph()->mutable_input())
        if (port.name() == name)
            return &port;
    return nullptr;
}

void replace(MutableCase& changed, const std::string& name, Tensor value)
{
    if (auto* port = portOf(changed, name)) {
        port->clear_type();
        auto* type = port->mutable_type();
        if (value.isSequence())
            type->mutable_sequence_type()->mutable_elem_type()->mutable_tensor_type()->set_elem_type(1);
        else
            type->mutable_tensor_type()->set_elem_type(int(value.type));
    }
    changed.inputs[name] = std::move(value);
}

/// What else the input's numbers might look like; nothing where it can't be so.
struct Change {
    const char* name;
    std::function<at::Tensor(const at::Tensor&)> make;
};

const std::vector<Change>& shapeChanges()
{
    static const std::vector<Change> kChanges{
        {"an axis more", [](const at::Tensor& x) { return x.unsqueeze(0); }},
        {"an axis more behind", [](const at::Tensor& x) { return x.unsqueeze(-1); }},
        {"an axis less",
         [](const at::Tensor& x) { return x.dim() > 0 && x.size(0) > 0 ? x.select(0, 0) : at::Tensor(); }},
        {"a scalar", [](const at::Tensor& x) { return x.numel() > 0 ? x.reshape({-1})[0] : at::Tensor(); }},
        {"longer",
         [](const at::Tensor& x) {
             return x.dim() > 0 ? at::cat({x, x, x}, 0) : at::Tensor();
         }},
        {"longer in the last axis",
         [](const at::Tensor& x) {
             return x.dim() > 1 ? at::cat({x, x, x}, -1) : at::Tensor();
         }},
        {"empty", [](const at::Tensor& x) { return x.dim() > 0 ? x.narrow(0, 0, 0) : at::Tensor(); }},
        {"shorter",
         [](const at::Tensor& x) {
             return x.dim() > 0 && x.size(0) > 1 ? x.narrow(0, 1, x.size(0) - 1) : at::Tensor();
         }},
    };
    return kChanges;
}

void addInputMutations(const std::string& name, const Tensor& value, std::vector<Mutation>& all)
{
    for (const auto& change : shapeChanges())
        if (const auto made = change.make(value.data); made.defined())
            all.push_back({name + ": " + change.name, [name, made, value](MutableCase& changed) {
                               replace(changed, name, Tensor(made.contiguous(), value.type));
                           }});
    for (const auto type : {at::kFloat, at::kDouble, at::kHalf, at::kLong, at::kInt, at::kChar, at::kByte, at::kBool})
        if (type != value.data.scalar_type())
            all.push_back({name + ": " + c10::toString(type), [name, type, value](MutableCase& changed) {
                               replace(changed, name, Tensor(value.data.to(type)));
                           }});
    if (value.data.scalar_type() == at::kLong || value.data.scalar_type() == at::kInt)
        for (const int number : {-1000, -1, 100})
            all.push_back({name + ": " + std::to_string(number), [name, number, value](MutableCase& changed) {
                               replace(changed, name, Tensor(at::full_like(value.data, number)));
                           }});
    all.push_back({name + ": a sequence", [name, value](MutableCase& changed) {
                       replace(changed, name, ops::sequenceOf({value, value}));
                   }});
}

void addOmissions(const onnx::NodeProto& node, std::vector<Mutation>& all)
{
    for (int i = 0; i < node.input_size(); ++i)
        if (!node.input(i).empty())
            all.push_back({"without input " + std::to_string(i), [i](MutableCase& changed) {
                               changed.model.mutable_graph()->mutable_node(0)->set_input(i, "");
                           }});
    all.push_back(
        {"no inputs", [](MutableCase& changed) { changed.model.mutable_graph()->mutable_node(0)->clear_input(); }});
    all.push_back({"another output", [](MutableCase& changed) {
                       changed.model.mutable_graph()->mutable_node(0)->add_output("one_more");
                   }});
}

using Edit = std::function<void(onnx::AttributeProto&)>;

std::vector<Edit> editsOf(const onnx::AttributeProto& attribute);

using NodeEdit = std::function<void(onnx::NodeProto&)>;

std::vector<NodeEdit> editsOf(const onnx::NodeProto& node)
{
    std::vector<NodeEdit> edits{
        [](onnx::NodeProto& changed) { changed.set_op_type("Nonsense"); },
        [](onnx::NodeProto& changed) { changed.set_op_type("MatMul"); },
        [](onnx::NodeProto& changed) { changed.clear_input(); },
        [](onnx::NodeProto& changed) { changed.add_output("one_more"); },
    };
    for (int i = 0; i < node.input_size(); ++i)
        edits.push_back([i](onnx::NodeProto& changed) { changed.set_input(i, ""); });
    for (int i = 0; i < node.attribute_size(); ++i)
        for (const auto& edit : editsOf(node.attribute(i)))
            edits.push_back([i, edit](onnx::NodeProto& changed) { edit(*changed.mutable_attribute(i)); });
    return edits;
}

/// What may be wrong in a body: its nodes, and how many values it takes and gives.
std::vector<Edit> bodyEdits(const onnx::GraphProto& body)
{
    std::vector<Edit> edits{
        [](onnx::AttributeProto& changed) { changed.mutable_g()->mutable_output()->RemoveLast(); },
        [](onnx::AttributeProto& changed) { *changed.mutable_g()->add_output() = changed.g().output(0); },
        [](onnx::AttributeProto& changed) { changed.mutable_g()->add_input()->set_name("one_more"); },
    };
    for (int i = 0; i < body.node_size(); ++i)
        for (const auto& edit : editsOf(body.node(i)))
            edits.push_back([i, edit](onnx::AttributeProto& changed) { edit(*changed.mutable_g()->mutable_node(i)); });
    return edits;
}

std::vector<Edit> editsOf(const onnx::AttributeProto& attribute)
{
    using onnx::AttributeProto;
    std::vector<Edit> edits;
    if (attribute.type() == AttributeProto::INT)
        for (const std::int64_t number : {std::int64_t(-100), std::int64_t(0), std::int64_t(-1), std::int64_t(77),
                                          std::numeric_limits<std::int64_t>::max()})
            edits.push_back([number](AttributeProto& changed) { changed.set_i(number); });
    if (attribute.type() == AttributeProto::FLOAT)
        for (const float number : {-1.0F, 0.0F, std::numeric_limits<float>::quiet_NaN()})
            edits.push_back([number](AttributeProto& changed) { changed.set_f(number); });
    if (attribute.type() == AttributeProto::STRING)
        edits.push_back([](AttributeProto& changed) { changed.set_s("nonsense"); });
    if (attribute.type() == AttributeProto::INTS) {
        for (const std::int64_t number : {std::int64_t(-5), std::int64_t(0), std::int64_t(99)})
            edits.push_back([number](AttributeProto& changed) {
                for (auto& each : *changed.mutable_ints())
                    each = number;
            });
        edits.push_back([](AttributeProto& changed) { changed.add_ints(1); });
        edits.push_back([](AttributeProto& changed) { changed.clear_ints(); });
    }
    if (attribute.type() == AttributeProto::GRAPH)
        edits = bodyEdits(attribute.g());
    edits.push_back([](AttributeProto& changed) { // another type
        const auto name = changed.name();
        const bool wasFloat = changed.type() == AttributeProto::FLOAT;
        changed.Clear();
        changed.set_name(name);
        changed.set_type(wasFloat ? AttributeProto::STRING : AttributeProto::FLOAT);
        wasFloat ? changed.set_s("word") : changed.set_f(1.5F);
    });
    return edits;
}

void addAttributeMutations(const onnx::NodeProto& node, std::vector<Mutation>& all)
{
    for (int i = 0; i < node.attribute_size(); ++i) {
        const auto edits = editsOf(node.attribute(i));
        for (std::size_t k = 0; k < edits.size(); ++k)
            all.push_back(
                {node.attribute(i).name() + " #" + std::to_string(k), [i, edit = edits[k]](MutableCase& changed) {
                     edit(*changed.model.mutable_graph()->mutable_node(0)->mutable_attribute(i));
                 }});
        all.push_back({"without " + node.attribute(i).name(), [i](MutableCase& changed) {
                           changed.model.mutable_graph()->mutable_node(0)->mutable_attribute()->DeleteSubrange(i, 1);
                       }});
    }
}

} // namespace

std::vector<Mutation> mutationsOf(const MutableCase& original)
{
    std::vector<Mutation> all;
    for (const auto& [name, value] : original.inputs)
        if (value.isDefined() && !value.isSequence() && value.data.defined())
            addInputMutations(name, value, all);
    const auto& node = original.model.graph().node(0);
    addOmissions(node, all);
    addAttributeMutations(node, all);
    return all;
}

} // namespace ql::test
