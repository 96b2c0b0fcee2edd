// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that stand in exported programs under names which older releases of LibTorch lack, or which say less of a
// network than the operators that they were made of.
#include "core/base/error.h"
#include "core/import/exported_program/operator_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

namespace ql::import::exported_program {

namespace {

using Value = torch::jit::Value;
using Form = void (*)(OperatorWriter&);
using Kind = Argument::Kind;

void leaveOut(OperatorWriter& /*writer*/) {}

/// The first output is @p value; nobody may read the others.
void giveOnly(OperatorWriter& writer, Value* value)
{
    for (std::size_t i = 1; i < writer.operation().outputs.size(); ++i)
        if (writer.isRead(i))
            writer.refuse(Message("its output {} is read, which is not known here", i));
    writer.give(0, value);
}

void passOn(OperatorWriter& writer)
{
    giveOnly(writer, writer.input("self", 0));
}

void normalizeBatch(OperatorWriter& writer)
{
    giveOnly(writer,
             writer.call("aten::batch_norm",
                         {writer.input("input", 0), writer.input("weight", 1), writer.input("bias", 2),
                          writer.input("running_mean", 3), writer.input("running_var", 4), writer.constant(false),
                          writer.input("momentum", 5), writer.input("eps", 6), writer.constant(false)}));
}

void normalizeLayer(OperatorWriter& writer)
{
    giveOnly(writer, writer.call("aten::layer_norm", {writer.input("input", 0), writer.input("normalized_shape", 1),
                                                      writer.input("weight", 2), writer.input("bias", 3),
                                                      writer.input("eps", 4), writer.constant(false)}));
}

void normalizeGroups(OperatorWriter& writer)
{
    giveOnly(writer, writer.call("aten::group_norm",
                                 {writer.input("input", 0), writer.input("group", 6), writer.input("weight", 1),
                                  writer.input("bias", 2), writer.input("eps", 7), writer.constant(false)}));
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

void softmax(OperatorWriter& writer)
{
    giveOnly(writer, writer.call(writer.name() == "aten::_log_softmax" ? "aten::log_softmax" : "aten::softmax",
                                 {writer.input("self", 0), writer.input("dim", 1), writer.none()}));
}

/// A softmax whose rows of nothing but -infinity become zeros.
void safeSoftmax(OperatorWriter& writer)
{
    auto* data = writer.input("self", 0);
    auto* axis = writer.input("dim", 1);
    auto* least = writer.constant(-std::numeric_limits<double>::infinity());
    auto* isOut = writer.call("aten::all", {writer.call("aten::eq", {data, least}), axis, writer.constant(true)});
    auto* result = writer.call("aten::softmax", {data, axis, writer.input("dtype", 2)});
    giveOnly(writer, writer.call("aten::masked_fill", {result, isOut, writer.constant(0.0)}));
}

bool isTrue(const Argument* argument)
{
    return argument && argument->kind == Kind::Flag && argument->integer != 0;
}

/// 1 / sqrt(depth) unless the operation says otherwise.
Value* attentionScale(OperatorWriter& writer, Value* query)
{
    const auto* told = writer.find("scale", std::string::npos);
    if (told && told->kind == Kind::Number)
        return writer.constant(told->number);
    if (told && told->kind == Kind::Value)
        return writer.valueOf(*told);
    const auto* facts = writer.factsOf(writer.find("query", 0));
    if (facts && !facts->sizes.empty() && facts->sizes.back())
        return writer.constant(1.0 / std::sqrt(double(*facts->sizes.back())));
    auto* depth = writer.call("aten::size", {query, writer.constant(std::int64_t(-1))});
    return writer.call("aten::div", {writer.constant(1.0), writer.call("aten::sqrt", {depth})});
}

/// What is added to the scores, or null.
Value* attentionMask(OperatorWriter& writer, Value* scores)
{
    const auto boolean = c10::IValue(std::int64_t(at::kBool));
    auto* least = writer.constant(-std::numeric_limits<double>::infinity());
    const auto excluding = [&](Value* isKept) {
        return writer.call("aten::masked_fill", {scores, writer.call("aten::logical_not", {isKept}), least});
    };
    const bool isFlash = writer.name().find("flash") != std::string::npos;
    if (isTrue(writer.find("is_causal", isFlash ? 4 : 5))) {
        auto* ones = writer.call("aten::ones_like", {scores, writer.constant(boolean), writer.none(), writer.none(),
                                                     writer.none(), writer.none()});
        return excluding(writer.call("aten::tril", {ones, writer.constant(std::int64_t(0))}));
    }
    const auto* mask = writer.find("attn_mask", isFlash ? std::string::npos : 3);
    if (!mask || mask->kind == Kind::None)
        return scores;
    const auto* facts = writer.factsOf(mask);
    if (facts && facts->type == std::int64_t(at::kBool))
        return excluding(writer.valueOf(*mask));
    return writer.call("aten::add", {scores, writer.valueOf(*mask), writer.constant(std::int64_t(1))});
}

/// softmax(query · keyᵀ · scale + mask) · value
void attend(OperatorWriter& writer)
{
    if (isTrue(writer.find("enable_gqa", std::string::npos)))
        writer.refuse("grouped queries are not known here");
    const auto* dropout = writer.find("dropout_p", writer.name().find("flash") == std::string::npos ? 4 : 3);
    if (dropout && (dropout->kind == Kind::Number ? dropout->number != 0.0 : dropout->integer != 0))
        writer.refuse("it drops out: export the model in evaluation mode");
    auto* query = writer.input("query", 0);
    auto* turned = writer.call("aten::transpose", {writer.input("key", 1), writer.constant(std::int64_t(-2)),
                                                   writer.constant(std::int64_t(-1))});
    auto* products = writer.call("aten::matmul", {query, turned});
    auto* scores = writer.call("aten::mul", {products, attentionScale(writer, query)});
    auto* shares =
        writer.call("aten::softmax", {attentionMask(writer, scores), writer.constant(std::int64_t(-1)), writer.none()});
    giveOnly(writer, writer.call("aten::matmul", {shares, writer.input("value", 2)}));
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

/// A graph that stands in its own switch of recorded derivatives, which nobody records here.
void writeWithin(OperatorWriter& writer)
{
    const auto& inputs = writer.operation().inputs;
    const auto graph = std::ranges::find_if(inputs, [](const auto& each) { return each.value.kind == Kind::Graph; });
    if (graph == inputs.end())
        writer.refuse("the graph within it is missing");
    std::vector<Value*> values;
    for (auto input = graph + 1; input != inputs.end(); ++input)
        if (input->value.kind == Kind::List)
            for (const auto& item : input->value.items)
                values.push_back(writer.valueOf(item));
        else
            values.push_back(writer.valueOf(input->value));
    const auto results = writer.writeGraph(graph->value, values);
    const auto& outputs = writer.operation().outputs;
    const bool isList = outputs.size() == 1 && outputs[0].kind == Kind::List;
    for (std::size_t i = 0; i < results.size(); ++i)
        writer.give(i, results[i]);
    if (isList)
        writer.refuse("it gives a list");
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
    {"aten::scaled_dot_product_attention", attend},
    {"aten::squeeze", squeezeAxes},
    {"aten::squeeze_copy", squeezeAxes},
    {"aten::sym_constrain_range", leaveOut},
    {"aten::sym_constrain_range_for_size", leaveOut},
    {"aten::sym_numel", countElements},
    {"aten::sym_size", takeSize},
    {"aten::view", reshape},
    {"aten::view_copy", reshape},
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

} // namespace ql::import::exported_program
