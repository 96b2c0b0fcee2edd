// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/torch/torch_evaluator.h"

#include "core/base/error.h"
#include "core/ops/torch/allowed_operators.h"
#include "core/ops/torch/checked_arguments.h"
#include "core/ops/torch/quantized_engine.h"
#include "core/ops/torch/torch_functions.h"
#include "core/ops/torch/torch_value.h"
#include "core/ops/torch_version.h"

#include <ATen/MemoryOverlap.h>
#include <algorithm>
#include <mutex>
#include <optional>

namespace ql::ops {

namespace {

using c10::IValue;
using Kind = TorchExpression::Kind;
using Values = std::vector<IValue>;

/// One input that stands for another while a view is made anew.
struct Inputs {
    const KernelCall& call;
    std::optional<std::size_t> replaced;
    IValue replacement;

    IValue at(std::size_t i) const { return replaced == i ? replacement : toValue(call.input(i)); }
};

c10::TypePtr elementType(const c10::TypePtr& formal)
{
    if (!formal)
        return nullptr;
    if (const auto optional = formal->cast<c10::OptionalType>())
        return elementType(optional->getElementType());
    const auto list = formal->cast<c10::ListType>();
    return list ? list->getElementType() : nullptr;
}

c10::TypePtr typeOf(const Values& values)
{
    return values.empty() ? c10::TypePtr(c10::TensorType::get()) : values.front().type();
}

IValue listOf(const Values& values, const c10::TypePtr& formal)
{
    const auto element = elementType(formal);
    c10::impl::GenericList list(element && !element->hasFreeVariables() ? element : typeOf(values));
    for (const auto& value : values)
        list.push_back(value);
    return list;
}

/// What an operator is about to change.
IValue copied(const IValue& value)
{
    if (value.isTensor())
        return value.toTensor().defined() ? IValue(stridedCopy(value.toTensor())) : value;
    if (value.isList())
        return value.toList().copy();
    if (value.isGenericDict())
        return value.toGenericDict().copy();
    return value;
}

/// @p items, a list or dictionary of the caller's own, with @p value wherever @p element is.
IValue withElement(IValue items, const at::Tensor& element, const at::Tensor& value)
{
    const auto isElement = [&element](const IValue& item) {
        if (!item.isTensor() || !item.toTensor().defined() || item.toTensor().is_same(element))
            return item.isTensor() && item.toTensor().is_same(element);
        const bool isApart = at::get_overlap_status(item.toTensor(), element) == at::MemOverlapStatus::No;
        if (item.toTensor().is_alias_of(element) && !isApart)
            throw Error(ErrorCode::UnsupportedOperator,
                        "the model writes into an element of a list which shares memory with another element",
                        "make the elements with clone()");
        return false;
    };
    if (items.isGenericDict()) {
        for (const auto& entry : items.toGenericDict())
            if (isElement(entry.value()))
                entry.setValue(value);
        return items;
    }
    auto list = items.toList();
    for (std::size_t i = 0; i < list.size(); ++i)
        if (isElement(list.get(i)))
            list.set(i, value);
    return items;
}

bool isWritten(const c10::Argument& argument)
{
    return argument.alias_info() && argument.alias_info()->isWrite();
}

/// Whether the result depends on weights alone and is worth keeping.
bool isPacking(std::string_view name)
{
    return name.find("prepack") != name.npos || name.find("make_quantized_cell_params") != name.npos
           || name == "ql::strided";
}

void collectInputs(const TorchExpression& expression, std::vector<std::size_t>& inputs)
{
    if (expression.kind == Kind::Input)
        inputs.push_back(expression.input);
    for (const auto& part : expression.parts)
        collectInputs(part, inputs);
}

/// "aten::add.Tensor" → {"aten::add", "Tensor"}
c10::OperatorName operatorName(const std::string& text)
{
    const auto dot = text.find('.', text.find("::"));
    return dot == text.npos ? c10::OperatorName(text, "")
                            : c10::OperatorName(text.substr(0, dot), text.substr(dot + 1));
}

} // namespace

class TorchEvaluator::Step {
public:
    Step(const TorchExpression& expression, c10::TypePtr formal);

    IValue value(const Inputs& inputs);
    Values results(const Inputs& inputs);

private:
    void bindCall();
    Values packed(const Inputs& inputs);
    Values called(const Inputs& inputs);
    Values ranOperator(Values arguments);
    Values writtenThrough(const Inputs& inputs);
    Values viewedAgain(const Inputs& inputs);

    TorchExpression m_expression; ///< without its parts
    c10::TypePtr m_formal;
    std::vector<Step> m_parts;
    const TorchFunction* m_function = nullptr;
    std::shared_ptr<torch::jit::Operator> m_operator;
    std::optional<torch::jit::Operation> m_operation;

    struct Kept {
        std::mutex mutex;
        std::vector<at::Tensor> from;
        Values results;
    };
    std::vector<std::size_t> m_keyInputs;
    std::shared_ptr<Kept> m_kept; ///< of packing calls
};

TorchEvaluator::Step::Step(const TorchExpression& expression, c10::TypePtr formal)
    : m_expression(expression)
    , m_formal(std::move(formal))
{
    m_expression.parts.clear();
    if (expression.kind == Kind::Call)
        bindCall();
    for (std::size_t i = 0; i < expression.parts.size(); ++i) {
        const bool isArgument = m_operator && i < m_operator->schema().arguments().size();
        const auto type = isArgument                                  ? m_operator->schema().arguments()[i].type()
                          : expression.kind == Kind::List && m_formal ? elementType(m_formal)
                                                                      : nullptr;
        m_parts.emplace_back(expression.parts[i], type);
    }
    if (isPacking(m_expression.name)) {
        collectInputs(expression, m_keyInputs);
        m_kept = std::make_shared<Kept>();
    }
    if (m_operator && m_parts.size() != m_operator->schema().arguments().size() && !m_operator->schema().is_vararg())
        throw Error(ErrorCode::InvalidNode, Message("operator {} takes {} arguments, {} are given", m_expression.name,
                                                    m_operator->schema().arguments().size(), m_parts.size()));
}

void TorchEvaluator::Step::bindCall()
{
    if (m_expression.name == "ql::write_through" || m_expression.name == "ql::view_again")
        return;
    m_function = findTorchFunction(m_expression.name);
    if (m_function)
        return;
    const auto name = operatorName(m_expression.name);
    if (!isAllowedOperator(name.name))
        throw Error(ErrorCode::UnsupportedOperator,
                    Message("operator {} is not on the list of those that models may call", name.name));
    m_operator = findOperator(name);
    if (!m_operator)
        throw Error(ErrorCode::UnsupportedOperator, Message("this LibTorch has no operator {}", m_expression.name));
    m_operation = m_operator->getOperation();
}

IValue TorchEvaluator::Step::value(const Inputs& inputs)
{
    switch (m_expression.kind) {
    case Kind::Literal: return m_expression.literal;
    case Kind::Input: return inputs.at(m_expression.input);
    case Kind::Call: {
        auto all = results(inputs);
        if (all.empty())
            throw Error(ErrorCode::InvalidNode, Message("{} gives nothing", m_expression.name));
        return std::move(all.front());
    }
    case Kind::List:
    case Kind::Tuple: break;
    }
    Values values;
    for (auto& part : m_parts)
        values.push_back(part.value(inputs));
    return m_expression.kind == Kind::List ? listOf(values, m_formal) : IValue(c10::ivalue::Tuple::create(values));
}

Values TorchEvaluator::Step::results(const Inputs& inputs)
{
    if (m_expression.kind != Kind::Call)
        return {value(inputs)};
    return m_kept ? packed(inputs) : called(inputs);
}

Values TorchEvaluator::Step::packed(const Inputs& inputs)
{
    std::vector<at::Tensor> from;
    for (const auto input : m_keyInputs)
        from.push_back(inputs.call.input(input).data);
    const std::scoped_lock lock(m_kept->mutex);
    const auto isSame = [](const at::Tensor& a, const at::Tensor& b) { return a.is_same(b); };
    if (m_kept->results.empty() || !std::ranges::equal(from, m_kept->from, isSame)) {
        m_kept->results = called(inputs);
        m_kept->from = std::move(from);
    }
    return m_kept->results;
}

Values TorchEvaluator::Step::called(const Inputs& inputs)
{
    if (!m_function && !m_operator)
        return m_expression.name == "ql::view_again" ? viewedAgain(inputs) : writtenThrough(inputs);
    Values arguments;
    for (auto& part : m_parts) {
        if (m_expression.name == "ql::unpack" || m_expression.name == "ql::same") {
            arguments = part.results(inputs);
            break;
        }
        arguments.push_back(part.value(inputs));
    }
    return m_function ? (*m_function)(std::move(arguments)) : ranOperator(std::move(arguments));
}

Values TorchEvaluator::Step::ranOperator(Values arguments)
{
    const auto& schema = m_operator->schema();
    completeArguments(schema, arguments);
    Values results;
    for (std::size_t i = 0; i < schema.arguments().size() && i < arguments.size(); ++i) {
        if (isWritten(schema.arguments()[i])) {
            arguments[i] = copied(arguments[i]);
            results.push_back(arguments[i]);
        }
    }
    const auto count = std::int64_t(arguments.size());
    torch::jit::Stack stack(std::make_move_iterator(arguments.begin()), std::make_move_iterator(arguments.end()));
    checkArguments(schema, stack);
    if (schema.is_vararg())
        stack.emplace_back(count);
    (*m_operation)(stack);
    if (leavesMemoryUnset(schema))
        clearMemory(stack);
    for (std::size_t i = 0; i < stack.size(); ++i)
        if (i >= schema.returns().size() || !isWritten(schema.returns()[i]))
            results.push_back(std::move(stack[i]));
    return results;
}

/// ql::write_through(view, $base, new): the base after @p new was written into the view of it that the first part
/// makes, or into the element of a list. An operator that may give a copy instead of a view then leaves the base as it
/// was.
Values TorchEvaluator::Step::writtenThrough(const Inputs& inputs)
{
    const auto base = m_parts.at(1).value(inputs);
    const auto copy = copied(base);
    const auto view = m_parts[0].value({inputs.call, m_parts[1].m_expression.input, copy});
    const auto written = m_parts.at(2).value(inputs);
    if (!base.isTensor())
        return {withElement(copy, view.toTensor(), written.toTensor())};
    const auto tensors = [](const IValue& value) {
        return value.isTensor() ? std::vector{value.toTensor()} : value.toTensorVector();
    };
    const auto views = tensors(view);
    const auto news = tensors(written);
    for (std::size_t i = 0; i < views.size() && i < news.size(); ++i)
        if (views[i].is_alias_of(copy.toTensor()))
            at::Tensor(views[i]).copy_(news[i]);
    return {copy};
}

/// ql::view_again(view, $base, $before): the view of a base that was written into, or what it was before where the
/// operator had given a copy.
Values TorchEvaluator::Step::viewedAgain(const Inputs& inputs)
{
    const auto view = m_parts.at(0).value(inputs);
    const auto base = m_parts.at(1).value(inputs);
    const bool isView = !view.isTensor() || !base.isTensor() || view.toTensor().is_alias_of(base.toTensor());
    return {isView ? view : m_parts.at(2).value(inputs)};
}

TorchEvaluator::TorchEvaluator(const TorchExpression& expression, std::string engine)
    : m_root(std::make_unique<Step>(expression, nullptr))
    , m_engine(std::move(engine))
{
}

TorchEvaluator::~TorchEvaluator() = default;

std::vector<Tensor> TorchEvaluator::run(const KernelCall& call)
{
    std::optional<QuantizedEngineUse> use;
    if (!m_engine.empty())
        use.emplace(m_engine);
    std::vector<Tensor> tensors;
    for (auto& value : m_root->results({call, {}, {}}))
        tensors.push_back(fromValue(std::move(value)));
    return tensors;
}

} // namespace ql::ops
