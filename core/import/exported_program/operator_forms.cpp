// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that stand in exported programs under names which older releases of LibTorch lack, or which say less of a
// network than the operators that they were made of.
#include "core/import/exported_program/operator_forms.h"
#include "core/base/error.h"
#include "core/import/exported_program/operator_writer.h"

#include <algorithm>
#include <map>

namespace ql::importers::exported_program {

namespace {

using Value = torch::jit::Value;
using Form = void (*)(OperatorWriter&);
using Kind = Argument::Kind;

void leaveOut(OperatorWriter& /*writer*/) {}

void passOn(OperatorWriter& writer)
{
    giveOnly(writer, writer.input("self", 0));
}

/// Without the indices, where nobody reads them.
void poolMaximum(OperatorWriter& writer)
{
    if (writer.isRead(1))
        return writer.writeAsIs();
    const auto orElse = [&](std::string_view name, std::size_t at, std::vector<std::int64_t> otherwise) {
        return writer.find(name, at) ? writer.input(name, at) : writer.constant(std::move(otherwise));
    };
    const auto ceils = writer.find("ceil_mode", 5) ? writer.input("ceil_mode", 5) : writer.constant(false);
    giveOnly(writer, writer.call("aten::max_pool2d",
                                 {writer.input("self", 0), writer.input("kernel_size", 1), orElse("stride", 2, {}),
                                  orElse("padding", 3, {0, 0}), orElse("dilation", 4, {1, 1}), ceils}));
}

/// One axis after the other, the last first.
void squeezeAxes(OperatorWriter& writer)
{
    const auto* axes = writer.find("dim", 1);
    if (!axes || axes->kind != Kind::List)
        return writer.writeAsIs();
    const auto* facts = writer.factsOf(writer.find("self", 0));
    std::vector<std::int64_t> sorted;
    for (const auto& axis : axes->items)
        sorted.push_back(axis.integer < 0 && facts ? axis.integer + std::int64_t(facts->sizes.size()) : axis.integer);
    std::ranges::sort(sorted, std::greater());
    auto* value = writer.input("self", 0);
    for (const auto axis : sorted)
        value = writer.call("aten::squeeze", {value, writer.constant(axis)});
    giveOnly(writer, value);
}

void takeSize(OperatorWriter& writer)
{
    writer.give(0, writer.call("aten::size", {writer.input("self", 0), writer.input("dim", 1)}));
}

void countElements(OperatorWriter& writer)
{
    writer.give(0, writer.call("aten::numel", {writer.input("self", 0)}));
}

/// A tensor's elements in another shape. Whether they lie as the export saw them nobody knows here.
void reshape(OperatorWriter& writer)
{
    if (!writer.find("size", 1))
        return writer.writeAsIs(); // as another type
    writer.give(0, writer.call("aten::reshape", {writer.input("self", 0), writer.input("size", 1)}));
}

/// The number in a tensor of one element, as the kind that it is.
void takeNumber(OperatorWriter& writer)
{
    const auto* facts = writer.factsOf(writer.find("self", 0));
    const auto isReal = facts && facts->type >= std::int64_t(at::kHalf) && facts->type <= std::int64_t(at::kDouble);
    const auto isFlag = facts && facts->type == std::int64_t(at::kBool);
    writer.give(0, writer.call(isReal   ? "aten::Float"
                               : isFlag ? "aten::Bool"
                                        : "aten::Int",
                               {writer.input("self", 0)}));
}

/// The matrix that a parameter was transposed from, or null: what `x · Wᵀ` is decomposed into.
Value* transposedParameter(Value* value)
{
    const auto* node = value->node();
    if (node->kind() == c10::Symbol::fromQualString("aten::t"))
        return node->input(0);
    if (node->kind() != c10::Symbol::fromQualString("aten::permute"))
        return nullptr;
    const auto order = torch::jit::toIValue(node->input(1));
    const bool isSwap = order && order->isIntList() && order->toIntVector() == std::vector<std::int64_t>{1, 0};
    return isSwap ? node->input(0) : nullptr;
}

bool isOne(const Argument* argument)
{
    return !argument || (argument->kind == Kind::Integer && argument->integer == 1)
           || (argument->kind == Kind::Number && argument->number == 1.0);
}

bool isParameter(const Value* value)
{
    return value->node()->kind() == c10::prim::GetAttr
           || value->node()->kind().toQualString() == std::string("quantized_decomposed::dequantize_per_channel")
           || value->node()->kind().toQualString() == std::string("quantized_decomposed::dequantize_per_tensor");
}

/// A linear layer as it was before its decomposition.
void multiplyMatrices(OperatorWriter& writer)
{
    const bool hasSum = writer.name() == "aten::addmm";
    auto* matrix = writer.input("mat2", hasSum ? 2 : 1);
    auto* weight = transposedParameter(matrix);
    if (!weight || !isParameter(weight) || !isOne(writer.find("alpha", std::string::npos))
        || !isOne(writer.find("beta", std::string::npos)))
        return writer.writeAsIs();
    giveOnly(writer, writer.call("aten::linear", {writer.input(hasSum ? "mat1" : "self", hasSum ? 1 : 0), weight,
                                                  hasSum ? writer.input("self", 0) : writer.none()}));
}

/// An integer of the program, computed from sizes.
void computeNumber(OperatorWriter& writer)
{
    static const std::map<std::string, std::string> kNames{{"_operator.add", "aten::add"},
                                                           {"_operator.sub", "aten::sub"},
                                                           {"_operator.mul", "aten::mul"},
                                                           {"_operator.mod", "aten::remainder"},
                                                           {"_operator.neg", "aten::neg"},
                                                           {"_operator.eq", "aten::eq"},
                                                           {"_operator.ne", "aten::ne"},
                                                           {"_operator.ge", "aten::ge"},
                                                           {"_operator.gt", "aten::gt"},
                                                           {"_operator.le", "aten::le"},
                                                           {"_operator.lt", "aten::lt"},
                                                           {"_operator.pow", "aten::pow"},
                                                           {"_operator.and_", "aten::__and__"},
                                                           {"_operator.or_", "aten::__or__"},
                                                           {"_operator.not_", "aten::__not__"},
                                                           {"_operator.truediv", "aten::div"},
                                                           {"_operator.floordiv", "aten::floordiv"},
                                                           {"math.ceil", "aten::ceil"},
                                                           {"math.floor", "aten::floor"},
                                                           {"math.trunc", "aten::Int"},
                                                           {"math.sqrt", "aten::sqrt"},
                                                           {"torch._sym_sqrt", "aten::sqrt"},
                                                           {"torch.sym_float", "aten::Float"},
                                                           {"torch.sym_int", "aten::Int"},
                                                           {"torch.sym_max", "prim::max"},
                                                           {"torch.sym_min", "prim::min"},
                                                           {"torch.sym_not", "aten::__not__"}};
    auto target = writer.operation().target;
    for (const std::string prefix : {"torch._sym_ops.", "torch."})
        if (const auto rest = target.substr(std::min(prefix.size(), target.size()));
            target.starts_with(prefix) && kNames.contains("torch." + rest))
            target = "torch." + rest;
    const auto found = kNames.find(target);
    if (found == kNames.end())
        writer.refuse("this function is not known here");
    std::vector<Value*> inputs;
    for (const auto& input : writer.operation().inputs)
        inputs.push_back(writer.valueOf(input.value));
    writer.give(0, writer.call(found->second, inputs));
}

/// The values behind the graphs that an operation is given, lists one by one.
std::vector<Value*> operandsOf(OperatorWriter& writer, std::size_t first)
{
    const auto& inputs = writer.operation().inputs;
    std::vector<Value*> values;
    for (std::size_t i = first; i < inputs.size(); ++i)
        if (inputs[i].value.kind == Kind::List)
            for (const auto& item : inputs[i].value.items)
                values.push_back(writer.valueOf(item));
        else
            values.push_back(writer.valueOf(inputs[i].value));
    return values;
}

/// A graph that stands in its own switch of recorded derivatives, which nobody records here.
void writeWithin(OperatorWriter& writer)
{
    const auto& inputs = writer.operation().inputs;
    const auto graph = std::ranges::find_if(inputs, [](const auto& each) { return each.value.kind == Kind::Graph; });
    if (graph == inputs.end())
        writer.refuse("the graph within it is missing");
    const auto operands = operandsOf(writer, std::size_t(graph - inputs.begin()) + 1);
    writer.giveEach(writer.writeGraph(graph->value, operands));
}

/// One of two graphs, as a condition says when the model runs.
void choose(OperatorWriter& writer)
{
    const auto& inputs = writer.operation().inputs;
    if (inputs.size() < 3)
        writer.refuse("the graph within it is missing");
    auto& program = writer.program();
    auto* condition = writer.valueOf(inputs[0].value);
    if (condition->type()->kind() == c10::TypeKind::TensorType)
        condition = writer.call("aten::Bool", {condition});
    const auto operands = operandsOf(writer, 3);
    auto* node = program.insertNode(program.create(c10::prim::If, {condition}, 0));
    for (const auto branch : {1, 2}) {
        auto* block = node->addBlock();
        const torch::jit::WithInsertPoint point(block);
        for (auto* result : writer.writeGraph(inputs[std::size_t(branch)].value, operands))
            block->registerOutput(result);
    }
    const auto results = node->blocks()[0]->outputs();
    if (results.size() != node->blocks()[1]->outputs().size())
        writer.refuse("its branches give different numbers of values");
    std::vector<Value*> values;
    for (const auto* result : results)
        values.push_back(node->addOutput()->setType(c10::unshapedType(result->type())));
    writer.giveEach(values);
}

struct NamedForm {
    std::string_view name;
    Form form;
};

constexpr NamedForm kForms[] = {
    {"aten::_assert_async", leaveOut},
    {"aten::_assert_scalar", leaveOut},
    {"aten::_assert_tensor_metadata", leaveOut},
    {"aten::_local_scalar_dense", takeNumber},
    {"aten::_log_softmax", softmax},
    {"aten::_native_batch_norm_legit_no_training", normalizeBatch},
    {"aten::_safe_softmax", safeSoftmax},
    {"aten::_scaled_dot_product_flash_attention_for_cpu", attend},
    {"aten::_softmax", softmax},
    {"aten::_unsafe_view", reshape},
    {"aten::addmm", multiplyMatrices},
    {"aten::alias", passOn},
    {"aten::alias_copy", passOn},
    {"aten::detach", passOn},
    {"aten::detach_copy", passOn},
    {"aten::item", takeNumber},
    {"aten::lift_fresh_copy", passOn},
    {"aten::max_pool2d_with_indices", poolMaximum},
    {"aten::mm", multiplyMatrices},
    {"aten::native_group_norm", normalizeGroups},
    {"aten::native_layer_norm", normalizeLayer},
    {"aten::rms_norm", normalizeByRootMeanSquare},
    {"aten::scaled_dot_product_attention", attend},
    {"aten::squeeze", squeezeAxes},
    {"aten::squeeze_copy", squeezeAxes},
    {"aten::sym_constrain_range", leaveOut},
    {"aten::sym_constrain_range_for_size", leaveOut},
    {"aten::sym_numel", countElements},
    {"aten::sym_size", takeSize},
    {"aten::view", reshape},
    {"aten::view_copy", reshape},
    {"higher_order::cond", choose},
    {"higher_order::wrap_with_set_grad_enabled", writeWithin},
};

} // namespace

void writeOperator(OperatorWriter& writer)
{
    const auto form = std::ranges::find(kForms, writer.name(), &NamedForm::name);
    if (form != std::end(kForms))
        form->form(writer);
    else if (writer.operation().target.starts_with("torch.ops."))
        writer.writeAsIs();
    else
        computeNumber(writer);
}

} // namespace ql::importers::exported_program
