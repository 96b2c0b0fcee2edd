// SPDX-License-Identifier: GPL-3.0-or-later
// Normalizations under the names that they had before they were decomposed.
#include "core/base/error.h"
#include "core/import/exported_program/operator_forms.h"

#include <limits>

namespace ql::importers::exported_program {

using Value = torch::jit::Value;
using Kind = Argument::Kind;

/// The first output is @p value; nobody may read the others.
void giveOnly(OperatorWriter& writer, Value* value)
{
    for (std::size_t i = 1; i < writer.operation().outputs.size(); ++i)
        if (writer.isRead(i))
            writer.refuse(Message("its output {} is read, which is not known here", i));
    writer.give(0, value);
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

/// x / sqrt(mean(x²) + epsilon) · weight over the last axes
void normalizeByRootMeanSquare(OperatorWriter& writer)
{
    const auto* shape = writer.find("normalized_shape", 1);
    std::vector<std::int64_t> axes;
    for (std::size_t i = shape ? shape->items.size() : 0; i > 0; --i)
        axes.push_back(-std::int64_t(i));
    const auto* epsilon = writer.find("eps", 3);
    auto* least = epsilon && epsilon->kind == Kind::Number
                      ? writer.constant(epsilon->number)
                      : writer.constant(double(std::numeric_limits<float>::epsilon()));
    auto* one = writer.constant(std::int64_t(1));
    auto* data = writer.input("input", 0);
    auto* squares = writer.call("aten::mul", {data, data});
    auto* mean = writer.call("aten::mean", {squares, writer.constant(axes), writer.constant(true), writer.none()});
    auto* result =
        writer.call("aten::mul", {data, writer.call("aten::rsqrt", {writer.call("aten::add", {mean, least, one})})});
    const auto* weight = writer.find("weight", 2);
    if (weight && weight->kind == Kind::Value)
        result = writer.call("aten::mul", {result, writer.valueOf(*weight)});
    giveOnly(writer, result);
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

} // namespace ql::importers::exported_program
