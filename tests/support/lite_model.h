// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <flatbuffers/flatbuffers.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ql::tests {

/// A FlatBuffers table in the making: numbers, texts, lists and other tables by field number.
class FlatNode {
public:
    template <typename T>
    FlatNode& number(int field, T value)
    {
        m_numbers[field] = [=](Builder& builder) { builder.AddElement(slot(field), value); };
        return *this;
    }
    template <typename T>
    FlatNode& list(int field, const std::vector<T>& values)
    {
        return part(field, [=](Builder& builder) { return builder.CreateVector(values).o; });
    }
    FlatNode& text(int field, const std::string& value)
    {
        return part(field, [=](Builder& builder) { return builder.CreateString(value).o; });
    }
    FlatNode& table(int field, const FlatNode& node)
    {
        return part(field, [=](Builder& builder) { return node.write(builder).o; });
    }
    FlatNode& tables(int field, const std::vector<FlatNode>& nodes)
    {
        return part(field, [=](Builder& builder) {
            std::vector<Place> places;
            for (const auto& node : nodes)
                places.push_back(node.write(builder));
            return builder.CreateVector(places).o;
        });
    }

    /// The whole file, with @p mark behind the first offset.
    std::string file(const std::string& mark) const
    {
        Builder builder;
        builder.Finish(write(builder), mark.c_str());
        return {reinterpret_cast<const char*>(builder.GetBufferPointer()), builder.GetSize()};
    }

private:
    using Builder = flatbuffers::FlatBufferBuilder;
    using Place = flatbuffers::Offset<FlatNode>;
    using Part = std::function<flatbuffers::uoffset_t(Builder&)>;

    static flatbuffers::voffset_t slot(int field) { return flatbuffers::FieldIndexToOffset(std::uint16_t(field)); }
    FlatNode& part(int field, Part part)
    {
        m_parts[field] = std::move(part);
        return *this;
    }
    /// Writes what it points to, then the table.
    Place write(Builder& builder) const
    {
        std::map<int, Place> places;
        for (const auto& [field, part] : m_parts)
            places[field] = part(builder);
        const auto start = builder.StartTable();
        for (const auto& [field, place] : places)
            builder.AddOffset(slot(field), place);
        for (const auto& [field, add] : m_numbers)
            add(builder);
        return builder.EndTable(start);
    }

    std::map<int, std::function<void(Builder&)>> m_numbers;
    std::map<int, Part> m_parts;
};

/// A TensorFlow Lite model in the making, by the published schema's numbers.
class LiteModel {
public:
    enum Type { Float = 0, Int32 = 2, UInt8 = 3, Int64 = 4, Bool = 6, Int16 = 7, Complex64 = 8, Int8 = 9 };

    /// Adds a tensor and gives its number; @p data makes it a constant.
    int tensor(const std::string& name, Type type, const std::vector<std::int32_t>& shape, const std::string& data = {},
               const std::vector<float>& scales = {}, const std::vector<std::int64_t>& zeroPoints = {}, int axis = 0)
    {
        FlatNode node;
        node.list(0, shape).number(1, std::int8_t(type)).text(3, name);
        if (!data.empty()) {
            node.number(2, std::uint32_t(m_buffers.size()));
            m_buffers.push_back(FlatNode().text(0, data));
        }
        if (!scales.empty())
            node.table(4, FlatNode().list(2, scales).list(3, zeroPoints).number(6, std::int32_t(axis)));
        m_tensors.push_back(node);
        return int(m_tensors.size()) - 1;
    }
    /// Adds what an operator keeps between runs.
    int variable(const std::string& name, Type type, const std::vector<std::int32_t>& shape,
                 const std::vector<float>& scales = {}, const std::vector<std::int64_t>& zeroPoints = {})
    {
        const int index = tensor(name, type, shape, {}, scales, zeroPoints);
        m_tensors.back().number(5, std::uint8_t(1));
        return index;
    }
    void operation(int code, const std::vector<std::int32_t>& inputs, const std::vector<std::int32_t>& outputs,
                   const FlatNode& options = {}, const std::vector<std::int32_t>& intermediates = {})
    {
        const auto index = std::uint32_t(m_codes.size());
        m_codes.push_back(FlatNode().number(0, std::int8_t(code < 127 ? code : 127)).number(3, std::int32_t(code)));
        m_operators.push_back(
            FlatNode().number(0, index).list(1, inputs).list(2, outputs).number(3, std::uint8_t(1)).table(4, options));
        if (!intermediates.empty())
            m_operators.back().list(8, intermediates);
    }
    void customOperation(const std::string& name, const std::vector<std::int32_t>& inputs,
                         const std::vector<std::int32_t>& outputs, const std::string& options)
    {
        constexpr int kCustom = 32;
        const auto index = std::uint32_t(m_codes.size());
        m_codes.push_back(FlatNode().number(0, std::int8_t(kCustom)).text(1, name).number(3, std::int32_t(kCustom)));
        m_operators.push_back(FlatNode().number(0, index).list(1, inputs).list(2, outputs).text(5, options));
    }
    /// What was added so far is a graph; the first one is the model, the others its operators' bodies.
    void closeGraph(const std::vector<std::int32_t>& inputs, const std::vector<std::int32_t>& outputs)
    {
        FlatNode graph;
        graph.tables(0, m_tensors).list(1, inputs).list(2, outputs).tables(3, m_operators).text(4, "graph");
        m_graphs.push_back(graph);
        m_tensors.clear();
        m_operators.clear();
    }
    std::string file() const
    {
        FlatNode model;
        model.number(0, std::uint32_t(3)).tables(1, m_codes).tables(2, m_graphs).text(3, "test").tables(4, m_buffers);
        return model.file("TFL3");
    }
    std::string file(const std::vector<std::int32_t>& inputs, const std::vector<std::int32_t>& outputs) const
    {
        auto whole = *this;
        whole.closeGraph(inputs, outputs);
        return whole.file();
    }

    template <typename T>
    static std::string raw(const std::vector<T>& values)
    {
        return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
    }

private:
    std::vector<FlatNode> m_tensors;
    std::vector<FlatNode> m_buffers{FlatNode()};
    std::vector<FlatNode> m_codes;
    std::vector<FlatNode> m_operators;
    std::vector<FlatNode> m_graphs;
};

/// A convolution with ReLU6, depthwise convolution, addition, mean and softmax; on floats, or on 8-bit integers.
inline std::string smallLiteModel(bool isInteger)
{
    using Floats = std::vector<float>;
    LiteModel model;
    const auto type = isInteger ? LiteModel::Int8 : LiteModel::Float;
    const auto value = [&](const char* name, const std::vector<std::int32_t>& shape, float scale, int zero) {
        return isInteger ? model.tensor(name, type, shape, {}, {scale}, {zero}) : model.tensor(name, type, shape);
    };
    const auto weight = [&](const char* name, const std::vector<std::int32_t>& shape, std::size_t count, int axis) {
        std::vector<std::int8_t> integers;
        Floats floats;
        for (std::size_t i = 0; i < count; ++i) {
            integers.push_back(std::int8_t(int(i * 37 % 101) - 50));
            floats.push_back(float(integers.back()) * 0.01F);
        }
        return isInteger ? model.tensor(name, type, shape, LiteModel::raw(integers), {0.01F, 0.01F}, {0, 0}, axis)
                         : model.tensor(name, type, shape, LiteModel::raw(floats));
    };
    const auto x = value("image", {1, 4, 4, 3}, 0.02F, 3);
    const auto w = weight("conv/weights", {2, 3, 3, 3}, 54, 0);
    const auto bias = isInteger ? model.tensor("conv/bias", LiteModel::Int32, {2},
                                               LiteModel::raw(std::vector<std::int32_t>{500, -250}), {0.0002F}, {0})
                                : model.tensor("conv/bias", type, {2}, LiteModel::raw(Floats{0.1F, -0.05F}));
    const auto conv = value("conv", {1, 2, 2, 2}, 0.0235F, -128);
    const auto taps = weight("depthwise/weights", {1, 3, 3, 2}, 18, 3);
    const auto deep = value("depthwise", {1, 2, 2, 2}, 0.03F, 0);
    const auto sum = value("sum", {1, 2, 2, 2}, 0.04F, -10);
    const auto mean = value("mean", {1, 2}, 0.04F, -10);
    const auto axes = model.tensor("axes", LiteModel::Int32, {2}, LiteModel::raw(std::vector<std::int32_t>{1, 2}));
    const auto share = value("share", {1, 2}, 0.00390625F, -128);
    enum Code { kAdd = 0, kConv = 3, kDepthwise = 4, kSoftmax = 25, kMean = 40 };
    const auto one = std::int32_t(1);
    const auto two = std::int32_t(2);
    model.operation(kConv, {x, w, bias}, {conv},
                    FlatNode().number(0, std::int8_t(0)).number(1, two).number(2, two).number(3, std::int8_t(3)));
    model.operation(kDepthwise, {conv, taps, -1}, {deep},
                    FlatNode().number(0, std::int8_t(0)).number(1, one).number(2, one).number(3, one));
    model.operation(kAdd, {conv, deep}, {sum});
    model.operation(kMean, {sum, axes}, {mean});
    model.operation(kSoftmax, {mean}, {share}, FlatNode().number(0, 1.0F));
    return model.file({x}, {share});
}

/// A WHILE of an integer i and one float x: i + 1 and x + x while i < 3.
inline std::string loopingLiteModel()
{
    using Ints = std::vector<std::int32_t>;
    enum Code { kAdd = 0, kLess = 58, kWhile = 119 };
    LiteModel model;
    const auto pair = [&model] {
        return Ints{model.tensor("i", LiteModel::Int32, {}), model.tensor("x", LiteModel::Float, {1})};
    };
    const auto number = [&model](const char* name, std::int32_t value) {
        return model.tensor(name, LiteModel::Int32, {}, LiteModel::raw(Ints{value}));
    };
    const auto given = pair();
    const auto results = Ints{model.tensor("last_i", LiteModel::Int32, {}), model.tensor("y", LiteModel::Float, {1})};
    model.operation(kWhile, given, results, FlatNode().number(0, std::int32_t(1)).number(1, std::int32_t(2)));
    model.closeGraph(given, results);
    const auto judged = pair();
    const auto goesOn = model.tensor("goes_on", LiteModel::Bool, {});
    model.operation(kLess, {judged[0], number("three", 3)}, {goesOn});
    model.closeGraph(judged, {goesOn});
    const auto before = pair();
    const auto next = model.tensor("next", LiteModel::Int32, {});
    const auto twice = model.tensor("twice", LiteModel::Float, {1});
    model.operation(kAdd, {before[0], number("one", 1)}, {next});
    model.operation(kAdd, {before[1], before[1]}, {twice});
    model.closeGraph(before, {next, twice});
    return model.file();
}

} // namespace ql::tests
